# SPDX-License-Identifier: Apache-2.0
# SrcB is filled with 8-bit exponents and read with 5.
"$TT_REPLAY" replay "$TRACES/kernels/wormhole_matmul_transp_bfp8_bfp8_bfp8_bfp8_nice.ttcap" -o a.db --set ALU_FORMAT_SPEC_REG1_SrcB=1 >/dev/null
"$TT_REPLAY" audit --lint a.db
