# SPDX-License-Identifier: Apache-2.0
# Words of a capture, 32 vectors in a row with counters that step: max(0, 1.25 * x - 0.5) of 1, 4, 0 and -1. What stands
# before them moves operands that no unpacker brings here.
case=$TRACES/kernels/sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile.ttcap
cp "$case" case.ttcap
printf '0x3F80\n0x4080\n0x0000\n0xBF80\n' >some
"$TT_REPLAY" census --kernel case.ttcap --events T1:519-1130 --function identity --inputs some --csv
"$TT_REPLAY" census --kernel case.ttcap --events T1:476-1130 --function identity --inputs some
"$TT_REPLAY" census --kernel case.ttcap --events 519-1130 --function identity --inputs some
"$TT_REPLAY" census --kernel case.ttcap --events T1:519-1130 --function identity --chip wormhole_b0
