#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What is known of an instruction stands in schemas/isa: no opcode. Mnemonics: spelled_names.py.
set -u
failed=0
if grep -rnE '\bOP_[A-Z]+ = 0x|str(n)?cmp\([^)]*mnemonic|>> 24 *[=!]=|switch \([a-z>.-]*word >> 24\)|0x[0-9A-Fa-f]{2}u? << 24' src \
    --include='*.[ch]' | grep -v '^src/numeric/'; then
    echo "an instruction is told by its number: isa_id(chip, word) == INSN_NAME (insn_ids.h)"
    failed=1
fi
exit $failed
