# SPDX-License-Identifier: Apache-2.0
# Shared exponents need four lines, one is left for them.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_bfp8_bfp8_bfp8_bfp8_full_rand.ttcap" -o a.db --set THCON_SEC0_REG1_Exp_section_size=1 >/dev/null
"$TT_REPLAY" audit --lint a.db
