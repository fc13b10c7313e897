# SPDX-License-Identifier: Apache-2.0
# Rounded to E8M6, and then again in assembly: what one rounding would give.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap" -o a.db >/dev/null
"$TT_REPLAY" why a.db l1:0x60194 --depth 1
