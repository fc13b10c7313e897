# SPDX-License-Identifier: Apache-2.0
# ReLU is turned on behind two PACRs without a wait. The second packs zeros, which it leaves alone: only a packer that is still
# at both shows it.
. "$FIXTURES/lib.sh"
pushed relu blackhole <<'WORDS'
1 SEMINIT sem_sel=2 max_value=1
1 SFPENCC imm12_math=3 instr_mod1=10
1 SFPLOADI imm16=49024
1 SFPSTORE instr_mod0=2
1 STALLWAIT stall_res=2 wait_res=2064
1 SEMPOST sem_sel=2
2 RMWCIB1 cfg_reg_addr=70 mask=15 data=5
2 RMWCIB0 cfg_reg_addr=70 mask=241 data=81
2 RMWCIB3 cfg_reg_addr=1 mask=30 data=10
2 RMWCIB0 cfg_reg_addr=24 mask=255 data=255
2 RMWCIB1 cfg_reg_addr=24 mask=255 data=255
2 RMWCIB2 cfg_reg_addr=12 mask=255 data=32
2 SETADCXX x_end2=15 cnt_set_mask=4
2 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=4
2 PACR last=1
2 SETADC cnt_set_mask=4 dimension_index=1 value=16
2 RMWCIB0 cfg_reg_addr=69 mask=255 data=16
2 PACR last=1
2 RMWCIB0 cfg_reg_addr=2 mask=12 data=4
WORDS
"$TT_REPLAY" import relu -o relu.ttcap >/dev/null
"$TT_REPLAY" replay relu.ttcap --order program | grep -A 3 hazards
"$TT_REPLAY" schedules relu.ttcap
echo "exit $?"
"$TT_REPLAY" schedules relu.ttcap --json >relu.json
"$SCHEMA_CHECK" "$SCHEMAS/schedules.schema.json" <relu.json
