# SPDX-License-Identifier: Apache-2.0
# lane: change
# The page of the run beside the screen is that of `report --bisect`; never over the input, nor over a file without
# --force.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap" --set STACC_RELU_ApplyRelu=1 --record a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db >/dev/null
"$TT_REPLAY" report a.db --bisect --budget 2000 -o report.html >/dev/null
for run in a.ttcap a.db; do
    "$TT_REPLAY" explain $run --budget 2000 --report page.html --force | sed -n '/^  cause/p'
    cmp report.html page.html && echo "the same page"
done
"$TT_REPLAY" explain a.ttcap --report page.html
"$TT_REPLAY" explain a.ttcap --report a.ttcap --force
