# SPDX-License-Identifier: Apache-2.0
# The matrix unit reads SrcA though the unpacks went to Dst.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" -o a.db \
    --set THCON_SEC0_REG2_Unpack_if_sel_cntx0=1 --set SRCA_SET_SetOvrdWithAddr=0 >/dev/null
"$TT_REPLAY" audit --lint a.db
