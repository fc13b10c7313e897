# SPDX-License-Identifier: Apache-2.0
# --way: the page has the way of any place, and refuses what no datum goes through.
# lane: change
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" run.ttcap
"$TT_REPLAY" replay run.ttcap -o run.db >/dev/null
"$TT_REPLAY" report run.db -o page.html --way tile0:face0:r1:c2 --way dst:3,1 --way l1:0x60010
grep -oE '"asked": ?"[^"]*"' page.html
"$TT_REPLAY" report run.db -o field.html --way cfg:STACC_RELU_ApplyRelu
echo "exit $?"
"$TT_REPLAY" report run.db -o none.html --way nowhere
echo "exit $?"
ls
