# SPDX-License-Identifier: Apache-2.0
# Fields in any order, decimal or hexadecimal; comments, empty lines, bits of no field, any word; then the text again.
cat >text <<END
# three instructions of a packer
PACR last=1 read_intf_sel=0x5
PACR read_intf_sel=010 last=0x1   # a leading 0 is decimal

SFPNOP unnamed=0x123
.word 0xFFFFFFFF
END
"$TT_REPLAY" asm <text
"$TT_REPLAY" asm <text | "$TT_REPLAY" disasm
"$TT_REPLAY" asm --chip wormhole_b0 'SETC16 setc16_reg=3 setc16_value=65535' NOP
"$TT_REPLAY" asm --json 'PACR last=1' | "$SCHEMA_CHECK" "$SCHEMAS/asm.schema.json"
