# SPDX-License-Identifier: Apache-2.0
"$TT_REPLAY" residue absent.ttcap
mkdir empty
"$TT_REPLAY" residue empty
cp "$TRACES/kernels/wormhole_matmul_i8_nice.ttcap" w.ttcap
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" b.ttcap
"$TT_REPLAY" residue b.ttcap --after w.ttcap
echo "exit $?"
"$TT_REPLAY" residue b.ttcap --order firmware
"$TT_REPLAY" residue b.ttcap --budget 0
"$TT_REPLAY" residue
