# SPDX-License-Identifier: Apache-2.0
# A page is made whole, of the same bytes each time, and is not written over without being asked.
capture=$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap
"$TT_REPLAY" replay "$capture" --variant pack.bfp.round=truncate -o run.db >/dev/null
"$TT_REPLAY" report run.db -o run.html
"$TT_REPLAY" report run.db -o again.html
cmp run.html again.html && echo "same bytes"
"$TT_REPLAY" report run.db -o run.html && echo "replaced without being asked"
"$TT_REPLAY" report run.db -o run.html --force
grep -c '{{' run.html
ls
