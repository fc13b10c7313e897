# SPDX-License-Identifier: Apache-2.0
# lane: night
# Nothing differs and nothing is decided: the commands that say what would, and the verdict where that is assumed.
cp "$TRACES/stripped/k_matmul_bf16_1.ttcap" a.ttcap
"$TT_REPLAY" bisect a.ttcap
echo "exit $?"
"$TT_REPLAY" bisect a.ttcap --assume l1,cfg,thread_cfg
echo "exit $?"
