# SPDX-License-Identifier: Apache-2.0
# A section that is too large, and tiles that grow into each other by it.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_bfp8_bfp8_bfp8_bfp8_full_rand.ttcap" -o a.db --set THCON_SEC0_REG1_Exp_section_size=9 >/dev/null
"$TT_REPLAY" audit --lint a.db
