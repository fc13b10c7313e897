#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What stands in schemas/ is named by what is generated from it: no register field in a string, no address beyond L1 as a
# number.
set -u
failed=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
grep -hoE '"[A-Z][A-Za-z0-9]*(_[A-Za-z0-9]+)+"' schemas/registers/*.json | tr -d '"' | sort -u >"$work/names"
# Strings that are such a name, or the beginning of one with a place for printf in it.
git grep -nE '"[A-Z][A-Za-z0-9]*_[A-Za-z0-9_%$]*"' -- 'src/*.[ch]' 'capture/*.[ch]' |
    grep -vE ':[0-9]+:[[:space:]]*(/\*|\*|//)' |
    awk -v names="$work/names" '
        BEGIN { while ((getline name < names) > 0) known[++count] = name }
        {
            line = $0
            while (match(line, /"[A-Z][A-Za-z0-9]*_[A-Za-z0-9_%$]*"/)) {
                text = substr(line, RSTART + 1, RLENGTH - 2)
                line = substr(line, RSTART + RLENGTH)
                sub(/[%$].*/, "", text)
                for (i = 1; i <= count; i++)
                    if (length(text) >= 4 && index(known[i], text) == 1 && (text == known[i] || text ~ /_$/ || $0 ~ /[%$]/)) {
                        print
                        next
                    }
            }
        }' >"$work/left"
if [ -s "$work/left" ]; then
    cat "$work/left"
    echo "a register field is named by its REG_ of reg_ids.h"
    failed=1
fi
# capture/record includes nothing of ours; tests/unit/record holds its numbers against the tables.
if git grep -nE '0x[fF]{2}[bBcCeE][0-9A-Fa-f]{5}' -- 'src/*.[ch]' 'capture/*.[ch]' ':!capture/record' | sed 's/"[^"]*"//g' |
    grep -E '0x[fF]{2}[bBcCeE][0-9A-Fa-f]{5}'; then
    echo "an address beyond L1 is named by its MMIO_ of mmio_ids.h (schemas/mmio.json)"
    failed=1
fi
exit $failed
