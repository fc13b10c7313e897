# SPDX-License-Identifier: Apache-2.0
# A step of 260 bytes between lines of 16.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" -o a.db --set PCK0_ADDR_CTRL_XY_REG_1_Ystride=260 >/dev/null
"$TT_REPLAY" audit --lint a.db
