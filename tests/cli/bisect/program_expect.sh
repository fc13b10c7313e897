# SPDX-License-Identifier: Apache-2.0
# lane: change
# An array of one's own in place of what the device answered the host of a program, whose recording is as wrong as the program.
sed 's/data=0500000070110100/data=0500000070100100/; s/reply=39120000a4230100/reply=39120000a4220100/' "$FIXTURES/program/two_tiles.wire" >two.wire
"$TT_REPLAY" import --wire two.wire -o two
"$TT_REPLAY" replay two | tail -n 1
python3 -c 'import sys; sys.stdout.buffer.write(bytes.fromhex("39120000a42301003312000034120000"))' >want
"$TT_REPLAY" replay two --expect want --at 0,11:0x200100 | tail -n 5
"$TT_REPLAY" explain two --expect want --at 0,11:0x200100 --budget 2000 | sed -n '2,3p; /^  perhaps/,/^  timing/p'
echo "== a bank has other names; near enough is equal"
python3 -c 'import struct, sys; sys.stdout.buffer.write(struct.pack("<4i", 0x1239, 0x122a6, 0x1233, 0x1234))' >ints
"$TT_REPLAY" bisect two --expect ints --at 0,1:0x200100 --format int32 --budget 1 --json >said
"$SCHEMA_CHECK" "$SCHEMAS/program_why.schema.json" <said
grep -o '"verdict": *"[a-z ]*"' said | head -n 1
"$TT_REPLAY" replay two --expect ints --at 0,11:0x200100 --format int32 --ulp 2 | tail -n 1
echo "== refused"
"$TT_REPLAY" bisect two --expect want --at 0,11:0x200108
"$TT_REPLAY" bisect two --expect want --at l1:0x200100
"$TT_REPLAY" bisect two --expect want --at 0,11:0x200100 --after 3
"$TT_REPLAY" explain two --set SrcB_val=1
"$TT_REPLAY" replay two --order program
echo "exit $?"
