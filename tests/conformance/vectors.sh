#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A folder of vector files (Blackhole in it, Wormhole under wormhole_b0): every vector of every file passes, and every
# file has vectors.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/vectors.sh FOLDER
#
# Exit 77 (skipped) where the folder is not there.
set -u
: "${TT_REPLAY:?names the binary to test}"
folder=$1
if [ ! -d "$folder" ]; then
    echo "skipped: there are no vector files at $folder"
    exit 77
fi
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-vectors.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP
set -- # which configuration the recorder filled stands beside the folder
[ ! -f "$folder/../cfg-mask.json" ] || set -- --mask "$folder/../cfg-mask.json"
"$TT_REPLAY" conform --verbose "$@" "$folder" >"$scratch/table"
status=$?
cat "$scratch/table"
[ $status = 0 ] || exit 1

# What the files are called (MNEMONIC or MNEMONIC_2) against the rows that have passed vectors: "MNEMONIC chip".
for chip in blackhole wormhole_b0; do
    inner=$folder
    [ $chip = blackhole ] || inner=$folder/$chip
    for file in "$inner"/*.jsonl.zst; do
        [ -f "$file" ] || continue
        name=${file##*/}
        name=${name%.jsonl.zst}
        echo "${name%_2} $chip"
    done
done | sort -u >"$scratch/files"
awk '$2 ~ /^(blackhole|wormhole_b0)$/ && $3 > 0 { print $1, $2 }' "$scratch/table" | sort -u >"$scratch/rows"
[ -s "$scratch/files" ] || { echo "$folder holds no vector file"; exit 1; }
diff "$scratch/files" "$scratch/rows" && echo "$(wc -l <"$scratch/files") mnemonics by chip, all passed"
