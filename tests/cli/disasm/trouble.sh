# SPDX-License-Identifier: Apache-2.0
for word in 0x123456789 xyz 0x -1; do
    printf '41000001\n%s\n' "$word" | "$TT_REPLAY" disasm
    echo "exit $?"
done
"$TT_REPLAY" disasm 41000001 NOP
