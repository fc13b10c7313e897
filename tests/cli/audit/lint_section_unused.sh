# SPDX-License-Identifier: Apache-2.0
# INT8 has no shared exponents, but bit 1 of its code makes room for them.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_i32_i8_u2d_nice.ttcap" -o a.db --set THCON_SEC0_REG1_Exp_section_size=4 >/dev/null
"$TT_REPLAY" audit --lint a.db
