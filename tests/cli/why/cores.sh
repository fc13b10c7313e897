# SPDX-License-Identifier: Apache-2.0
# lane: change
# Through what a core computed: a word that an atomic added to on other tiles, and what stood there before; the sum of
# what another tile sent and what was read from DRAM. fixtures/program/two_tiles.c
"$TT_REPLAY" import --arch wormhole_b0 --wire "$FIXTURES/program/multicast.wire" -o multicast >import.log
"$TT_REPLAY" why multicast 6,2:0x2040
"$TT_REPLAY" why multicast 1,1:4 # the answer
"$TT_REPLAY" import --arch wormhole_b0 --wire "$FIXTURES/program/two_tiles.wire" -o two >import.log
"$TT_REPLAY" why two 0,11:0x200106
"$TT_REPLAY" why two 1,1:0x1030
# Each half of a word leads to who wrote that half, through a shift, a mask, a sum and half words.
"$TT_REPLAY" import --arch wormhole_b0 --wire "$FIXTURES/program/halves.wire" -o halves >import.log
for at in 2040 2042 2044 2048 204a 204c 204e 2050 2051 2053; do "$TT_REPLAY" why halves 1,1:0x$at; done
"$TT_REPLAY" why halves 1,1:0x3000
"$TT_REPLAY" why halves 1,1:0x204a --json | "$SCHEMA_CHECK" "$SCHEMAS/program_why.schema.json"
# Of a tile alone, in firmware order.
"$TT_REPLAY" replay two --tile 1,1 --order firmware -o tile.db >replay.log
"$TT_REPLAY" why tile.db l1:0x2046
"$TT_REPLAY" why tile.db l1:0x2046 --json >said
"$SCHEMA_CHECK" "$SCHEMAS/why.schema.json" <said
grep -c '"computed"' said
# Registers of floats are others: an instruction that gives f10 its value gives x10 none.
"$TT_REPLAY" replay "$TRACES/firmware/core_random_c_t2.ttcap" --order firmware -o float.db >replay.log
"$TT_REPLAY" why float.db l1:0x36fbc | head -2
"$TT_REPLAY" why float.db l1:0x36f74 | head -4
