# SPDX-License-Identifier: Apache-2.0
# A run without stages has a page, too; so has one whose page may hold no values.
capture=$TRACES/kernels/datacopy_u16_rand.ttcap
"$TT_REPLAY" replay "$capture" --stages=none -o none.db >/dev/null
"$TT_REPLAY" report none.db -o none.html
"$TT_REPLAY" replay "$capture" -o run.db >/dev/null
"$TT_REPLAY" report run.db -o run.html --values 0
