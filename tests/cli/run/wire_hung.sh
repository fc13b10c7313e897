# SPDX-License-Identifier: Apache-2.0
# lane: change
# A host that waits for an answer that never comes is hung, and who waits for what is said: tile 2,1 for a word that the
# host stored elsewhere, tile 1,1 for the semaphore that 2,1 raises. A result that never comes differs.
sed '/core=2,1 addr=0x1000 /s/0x1000/0x1004/' "$FIXTURES/program/two_tiles.wire" >hung.wire
"$TT_REPLAY" run --wire hung.wire
echo "exit $?"
"$TT_REPLAY" run --wire hung.wire --json | "$SCHEMA_CHECK" "$SCHEMAS/program.schema.json"
"$TT_REPLAY" import --wire hung.wire -o hung
"$TT_REPLAY" bisect hung --budget 5
echo "exit $?"

# A tile that was not asked again and again is not waited for.
grep -v 'addr=0x1030 size=4 data=00000000 reply' hung.wire >result.wire
"$TT_REPLAY" run --wire result.wire | grep verdict
