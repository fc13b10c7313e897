#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What is known of an instruction stands in schemas/isa: no opcode, and no mnemonic but in the file of its own handler.
set -u
failed=0
if grep -rnE '\bOP_[A-Z]+ = 0x|str(n)?cmp\([^)]*mnemonic|>> 24 *[=!]=|switch \([a-z>.-]*word >> 24\)|0x[0-9A-Fa-f]{2}u? << 24' src \
    --include='*.[ch]' | grep -v '^src/numeric/'; then
    echo "an instruction is told by its number: isa_id(chip, word) == INSN_NAME (insn_ids.h)"
    failed=1
fi
rows=$(sed -n 's/.*"name": "\([A-Z0-9_]*\)".*"run": "\([a-z0-9_]*\)".*/\1 \2/p' schemas/isa/*.json | sort -u)
[ -n "$rows" ] || { echo "schemas/isa names no instruction"; exit 1; }
names=$(echo "$rows" | cut -d' ' -f1 | paste -sd '|')
for hit in $(grep -rnoE "\"($names)\"" src --include='*.[ch]'); do
    file=${hit%%:*}
    name=${hit##*:\"}
    name=${name%\"}
    run=$(echo "$rows" | sed -n "s/^$name //p")
    grep -qE "^(enum tile_step|void) $run\(" "$file" || { echo "$hit: only $run may name its instruction"; failed=1; }
done
exit $failed
