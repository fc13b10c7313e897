# SPDX-License-Identifier: Apache-2.0
# The device held a value that leads into undefined behaviour: nothing speaks against it, and what came of it is undecided.
# No cause, and not nothing either.
kernel=$TRACES/kernels/datacopy_bfp8_bfp8_bfp8_bfp8_full_rand.ttcap
"$TT_REPLAY" replay "$kernel" -o run.db --set THCON_SEC0_REG1_Pack_L1_Acc=1 --record case.ttcap >/dev/null
"$TT_REPLAY" bisect case.ttcap --budget 20 | sed -n '/^  perhaps/,/^  [s]earched/p' | sed '$d'
