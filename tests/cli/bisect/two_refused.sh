# SPDX-License-Identifier: Apache-2.0
# lane: night
"$TT_REPLAY" bisect --good a.ttcap
echo "exit $?"
"$TT_REPLAY" bisect --good a.ttcap --bad b.ttcap c.ttcap
echo "exit $?"
"$TT_REPLAY" bisect --good a.ttcap --bad b.ttcap
echo "exit $?"
cp "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" a.ttcap
cp "$TRACES/kernels/wormhole_datacopy_u16_nice.ttcap" b.ttcap
"$TT_REPLAY" bisect --good a.ttcap --bad b.ttcap
echo "exit $?"
