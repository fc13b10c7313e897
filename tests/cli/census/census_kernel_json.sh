# SPDX-License-Identifier: Apache-2.0
printf 'SFPLOADI lreg_ind=2 imm16=0x4000 # 2\nSFPMAD lreg_dest=1 lreg_src_b=2 lreg_src_c=9\n' >double.words
printf '0x3F800000\n0x7F000000\n0x80000000\n0x00000001\n0x7FC00000\n' >some
"$TT_REPLAY" census --kernel double.words --events 2 --in lreg:0 --out lreg:1 --format fp32 --inputs some \
    --function identity --json
"$TT_REPLAY" census --kernel "$TRACES/../examples/kernels/exp_bf16.words" --function cosh --population mantissas --json |
    "$SCHEMA_CHECK" "$SCHEMAS/census_kernel.schema.json"
