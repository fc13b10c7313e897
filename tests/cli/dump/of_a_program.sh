# SPDX-License-Identifier: Apache-2.0
# lane: change
# A whole program where a verb takes one tile's capture, and a file that is not there in place of a verb.
"$TT_REPLAY" import --arch wormhole_b0 --wire "$FIXTURES/program/halves.wire" -o halves >import.log
for verb in dump audit precision residue schedules; do "$TT_REPLAY" $verb halves; echo "$?"; done
"$TT_REPLAY" dump halves --tile 2,1 --kind mmio | head -3
"$TT_REPLAY" gone.ttcap
