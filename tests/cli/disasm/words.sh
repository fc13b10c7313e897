# SPDX-License-Identifier: Apache-2.0
# Words with and without 0x, from arguments and lines; an undefined opcode; JSON.
"$TT_REPLAY" disasm 0x41000001 B2000000 2 --chip wormhole_b0
printf '0x41000001 02000000 # two\n\nFFFFFFFF\n' | "$TT_REPLAY" disasm
"$TT_REPLAY" disasm --json 41800001 FF000000 >words.json
grep -v fields words.json
"$SCHEMA_CHECK" "$SCHEMAS/asm.schema.json" <words.json
