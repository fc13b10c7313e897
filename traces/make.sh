#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the conformance set from the full recordings: traces/kernels/*.ttcap (the names in kernels.txt),
# traces/firmware/*.ttcap (those in firmware.txt) and traces/vectors/[wormhole_b0/]*.jsonl.zst (up to 100 vectors an opcode and chip, taken evenly). Arguments: the tt-replay
# command, the folder of recordings.
set -eu
tt=$1 oracle=$2
cd "$(dirname "$0")"
mkdir -p kernels firmware vectors/wormhole_b0

# A line of kernels.txt: FOLDER/NAME; Wormhole's captures get the chip into their name, since both chips share names.
rm -f kernels/*.ttcap
while read -r name; do
    case $name in '' | '#'*) continue ;; esac
    file=$(basename "$name")
    case $name in kernels_wormhole_b0/*) file=wormhole_$file ;; esac
    "$tt" import "$oracle/$name" -o "kernels/$file.ttcap" --force
done <kernels.txt

rm -f firmware/*.ttcap
while read -r name; do
    case $name in '' | '#'*) continue ;; esac
    "$tt" import "$oracle/$name" -o "firmware/$(basename "$name").ttcap" --force
done <firmware.txt

mkdir -p stripped
rm -f stripped/*.ttcap
while read -r name; do
    case $name in '' | '#'*) continue ;; esac
    python3 ../tests/verdict/silicon.py "$tt" "$oracle" --strip "$name" "stripped/$name.ttcap"
done <stripped.txt

# sample FILE COUNT: COUNT lines, evenly spaced, the first and the last among them.
sample() {
    zstd -dcq "$1" | awk -v count="$2" '
        { line[NR] = $0 }
        END {
            if (count > NR) count = NR
            step = count == 1 ? 0 : (NR - 1) / (count - 1)
            for (i = 0; i < count; i++) print line[1 + int(i * step)]
        }'
}

rm -f vectors/*.zst vectors/wormhole_b0/*.zst
# Which configuration bits the recorder holds: without it all would be compared.
cp "$oracle/cfg-mask.json" vectors/cfg-mask.json
for chip in . wormhole_b0; do
    for file in "$oracle/vectors/$chip"/*.jsonl.zst; do
        name=$(basename "$file" .jsonl.zst)
        count=100
        # A second set shares the hundred with the first.
        first=${name%_2}
        if [ -e "$oracle/vectors/$chip/${first}.jsonl.zst" ] && [ -e "$oracle/vectors/$chip/${first}_2.jsonl.zst" ]; then
            count=50
        fi
        sample "$file" "$count" | zstd -q -19 --no-progress -o "vectors/$chip/$name.jsonl.zst"
    done
done
du -sh kernels firmware vectors
