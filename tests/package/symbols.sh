#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# symbols.sh PROJECT LIBTTCAP EXTENSION: the shared library exports what packaging/libttcap.symbols lists and nothing else,
# which is what its installed headers declare; its SONAME is the one listed; the version is the same wherever it stands.
set -eu
export LC_ALL=C
project=$1 library=$2 extension=$3
list=$project/packaging/libttcap.symbols
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
fail() {
    echo "$*"
    failed=1
}

same() { # WHAT A B
    diff "$2" "$3" >"$scratch/diff" || { fail "$1:"; cat "$scratch/diff"; }
}

sed -n 's/^ \(ttcap_.*@.*\) [0-9.]*$/\1/p' "$list" | sort >"$scratch/listed"
[ "$(wc -l <"$scratch/listed")" -gt 20 ] || fail "$list: no symbols in it"
nm -D --defined-only "$library" | awk '$2 == "T" { sub("@@", "@", $3); print $3 }' | sort >"$scratch/exported"
same "listed (<) and exported (>) differ" "$scratch/listed" "$scratch/exported"
nm -D --defined-only "$library" | grep -v ' T ' | grep -v ' A TTCAP_0' && fail "exports what is no function"

cat "$project/capture/ttcap.h" "$project/capture/symbols.h" "$project/capture/source_lines.h" | grep -v '^static inline' | grep -o '\bttcap_[a-z_]*(' | tr -d '(' | sort -u >"$scratch/declared"
sed 's/@.*//' "$scratch/listed" >"$scratch/names"
grep -qx ttcap_open "$scratch/declared" || fail "the headers declare no ttcap_open"
same "listed (<) and declared (>) differ" "$scratch/names" "$scratch/declared"

soname=$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
head -n 1 "$list" | grep -q "^$soname " || fail "SONAME $soname is not that of $list: $(head -n 1 "$list")"
nm -D --defined-only "$extension" | awk '{ print $3 }' >"$scratch/extension"
[ "$(cat "$scratch/extension")" = sqlite3_extension_init ] || fail "the extension exports $(cat "$scratch/extension")"

version=$(sed -n 's/^project(.* VERSION \([0-9.]*\) .*/\1/p' "$project/CMakeLists.txt")
[ -n "$version" ] || fail "CMakeLists.txt: no version"
head -n 1 "$project/packaging/debian/changelog" | grep -qF "tt-replay ($version) " ||
    fail "packaging/debian/changelog is not about $version: $(head -n 1 "$project/packaging/debian/changelog")"
head -n 1 "$project/docs/make/tt-replay.1.in" | grep -qF "\"tt-replay $version\"" || fail "docs/make/tt-replay.1.in is not about $version"
exit $failed
