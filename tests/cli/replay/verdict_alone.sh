# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Without a database nothing is written; the verdict is that of the same run with one.
kernel=$TRACES/kernels/datacopy_u16_rand.ttcap
"$TT_REPLAY" replay "$kernel"
"$TT_REPLAY" replay "$kernel" --set STACC_RELU_ApplyRelu=1; echo "exit $?"
"$TT_REPLAY" replay "$kernel" --set STACC_RELU_ApplyRelu=1 --json | sed -n '/"first"/p; /"verdict"/p'
ls
