# SPDX-License-Identifier: Apache-2.0
# What is no run, and what goes with captures alone. Each is refused with 2.
mkdir empty
cp "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" a.ttcap
"$TT_REPLAY" replay a.ttcap -o run.db >replay.out
for words in "empty" "absent.ttcap" "run.db --order program" "run.db --set STACC_RELU_ApplyRelu=1" "a.ttcap --budget 0"; do
    "$TT_REPLAY" explain $words
    echo "$?"
done
"$TT_REPLAY" absent
echo "$?"
