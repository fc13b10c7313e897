# SPDX-License-Identifier: Apache-2.0
# Where the error of a kernel comes from: its mathematics, each word's rounding, each constant; one is made coarse.
cp "$TRACES/../examples/kernels/exp_bf16.words" exp.words
"$TT_REPLAY" census --kernel exp.words --function exp --worst 3 --budget | sed -n '/^Where/,$p'
sed 's/imm16=0x7218/imm16=0x0/' exp.words >coarse.words
"$TT_REPLAY" census --kernel coarse.words --function exp --worst 3 --budget | sed -n '/^Where/,$p'
"$TT_REPLAY" census --kernel coarse.words --function exp --budget --json | "$SCHEMA_CHECK" "$SCHEMAS/census_kernel.schema.json"
"$TT_REPLAY" census --kernel coarse.words --function exp --budget --csv
# A kernel of a capture: words that are alike are one, where no program is known.
"$TT_REPLAY" census --kernel "$TRACES/kernels/sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile.ttcap" --events T1:519-1130 --function relu \
    --population 0x3F80-0x3FFF --worst 1 --budget | sed -n '/^Where/,$p'
# A word that is not followed is said.
printf '%s\n' 'SFPLOAD instr_mod0=3' 'SFPMUL24 lreg_dest=0 lreg_src_b=10 lreg_src_c=9' 'SFPSTORE instr_mod0=3' >product.words
"$TT_REPLAY" census --kernel product.words --function identity --format fp32 --population 0x3F800000-0x3F80FFFF --budget |
    sed -n '/^Where/,$p'
# What a macro puts off: 1.4140625 * x + 0.50390625 in its own register, and the store out of it.
cat >macro.words <<'END'
SFPLOADI lreg_ind=0 instr_mod0=8 imm16=0x5300
SFPLOADI lreg_ind=0 instr_mod0=10 imm16=0xc400
SFPCONFIG config_dest=4
SFPLOADI lreg_ind=0 instr_mod0=2 imm16=0xf10
SFPCONFIG config_dest=8
SFPLOADI lreg_ind=1 imm16=0x3fb5
SFPLOADI lreg_ind=2 imm16=0x3f01
SFPMAD lreg_dest=12 lreg_src_a=1 lreg_src_b=3 lreg_src_c=2
SFPLOADMACRO lreg_ind=3 instr_mod0=3
SFPNOP
SFPNOP
SFPNOP
SFPNOP
END
"$TT_REPLAY" census --kernel macro.words --events 9-13 --function exp --format fp32 --population 0x3F800000-0x3F803FFF --worst 1 --budget |
    sed -n '/^Where/,$p'
# Of a store that rounds the sentence says what 32 bits of Dst would leave: here mathematics alone.
sed '/STOCH_RND/d' exp.words >store.words
"$TT_REPLAY" census --kernel store.words --function exp --worst 1 --budget | sed -n '/^  If/,/^$/p'
