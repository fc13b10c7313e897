#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The same replays give the same databases, whatever compiler, optimisation and host the program was built for: those of
# databases.txt are made, and held against the hashes there.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/host/databases.sh [--update]
#
# Held are the bytes of the file where the SQLite that writes is the one of the list, else what the sqlite3 shell reads out
# of it (.sha3sum); CONTENT=1 holds the latter anyway. RUN stands before the program (RUN=qemu-s390x-static). Exit 77
# without sqlite3 where it is needed. --update writes the list again, for when what a database holds is meant to change.
set -u
: "${TT_REPLAY:?names the binary to test}"
case $TT_REPLAY in /*) ;; *) TT_REPLAY=$PWD/$TT_REPLAY ;; esac
here=$(cd "$(dirname "$0")" && pwd)
list=$here/databases.txt
mode=${1:-}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-host.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP
cd "$here/../../traces" || exit 2 # a database holds the path its capture was given by

# make ORDER CAPTURE: the database, and which SQLite wrote it (header of the file, offset 96).
make() {
    # shellcheck disable=SC2086 # RUN may be several words
    ${RUN:-} "$TT_REPLAY" replay "$2" --order "$1" -o "$scratch/run.db" --force >"$scratch/out" 2>&1
    [ $? -lt 2 ] || { cat "$scratch/out" >&2; exit 2; }
    sqlite=$(od -An -tu1 -j96 -N4 "$scratch/run.db" | awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4 }')
}

hash_of_bytes() {
    sha256sum <"$scratch/run.db" | cut -c1-32
}

hash_of_content() {
    command -v sqlite3 >"$scratch/out" || { echo "SQLite is $sqlite, the list's $listed, and there is no sqlite3 here"; exit 77; }
    sqlite3 "$scratch/run.db" .sha3sum | cut -c1-32
}

update() {
    sed -n '/^#/p' "$list"
    grep -v -e '^#' -e '^sqlite' "$list" | while read -r order capture _; do
        make "$order" "$capture"
        echo "$order $capture $(hash_of_bytes) $(hash_of_content)"
    done || return 2
    make executed kernels/pack_untilize_1_1_i32_i32_i32_i32_acc_u2d_nice.ttcap
    echo "sqlite $sqlite"
}

listed=$(sed -n 's/^sqlite //p' "$list")
if [ "$mode" = --update ]; then
    update >"$scratch/list" && cp "$scratch/list" "$list"
    exit
fi
failed=0 count=0
while read -r order capture bytes content; do
    case $order in '#'* | sqlite) continue ;; esac
    make "$order" "$capture"
    if [ "$sqlite" = "$listed" ] && [ -z "${CONTENT:-}" ]; then
        wanted=$bytes got=$(hash_of_bytes) what=bytes
    else
        wanted=$content got=$(hash_of_content) || exit
        what=content
    fi
    count=$((count + 1))
    [ "$wanted" = "$got" ] && continue
    failed=$((failed + 1))
    echo "$capture, $order order: the $what of the database: $got, wanted $wanted"
done <"$list"
echo "$count databases, $failed other than listed (SQLite $sqlite)"
[ $failed = 0 ] && [ $count -gt 0 ]
