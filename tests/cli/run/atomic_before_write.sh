# SPDX-License-Identifier: Apache-2.0
# lane: change
# A semaphore that is raised before its data has arrived, which the network allows and a run does not show. R58o
"$TT_REPLAY" run --wire "$FIXTURES/program/races.wire" | grep -A 2 '^  hazard'
"$TT_REPLAY" run --wire "$FIXTURES/program/races.wire" --json >said
"$SCHEMA_CHECK" "$SCHEMAS/program.schema.json" <said
"$TT_REPLAY" run --wire "$FIXTURES/program/two_tiles.wire" | grep -c hazard # it waits for the acknowledgement
"$TT_REPLAY" import --arch wormhole_b0 --wire "$FIXTURES/program/races.wire" -o races >import.log
"$TT_REPLAY" replay races --tile 2,1 --order firmware -o tile.db | grep findings
"$TT_REPLAY" sql tile.db "SELECT code, class FROM v_finding"
"$TT_REPLAY" replay races --tile 1,1 --order firmware -o reads.db | grep findings # it sends on what it reads, and reads to where it writes from
"$TT_REPLAY" sql reads.db "SELECT code, class FROM v_finding"
