# SPDX-License-Identifier: Apache-2.0
# In program order numbers count steps, and are called so.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap" -o a.db --order program >/dev/null
"$TT_REPLAY" why a.db l1:0x6005f | grep -E 'event|step'
"$TT_REPLAY" config a.db | grep -cE '^ +step [0-9]+'
