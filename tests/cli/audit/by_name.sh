# SPDX-License-Identifier: Apache-2.0
# lane: commit
# An instruction by the names of events and of datums.
"$TT_REPLAY" replay "$TRACES/kernels/wormhole_datacopy_bfp8_bfp8_bfp8_bfp8_full_rand.ttcap" -o a.db >/dev/null
"$TT_REPLAY" audit a.db --tile tile0:face2:r5:c9 | sed -n 2,4p
"$TT_REPLAY" audit a.db --insn /pacr | sed -n 2,4p
"$TT_REPLAY" audit a.db --insn mark:mid0-mark:end/pack | sed -n 2,4p
"$TT_REPLAY" audit a.db --insn T0:0-10/pacr
echo $?
"$TT_REPLAY" audit a.db --tile tile99:d3
echo $?
