# SPDX-License-Identifier: Apache-2.0
# A page may hold no values.
# lane: commit
capture=$TRACES/kernels/datacopy_u16_rand.ttcap
"$TT_REPLAY" replay "$capture" -o run.db >/dev/null
"$TT_REPLAY" report run.db -o run.html --values 0
