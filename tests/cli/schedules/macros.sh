# SPDX-License-Identifier: Apache-2.0
# lane: commit
# Two threads set up SFPLOADMACRO, whose tables they share: in another order a macro stores by the other thread's, and zeros are packed.
. "$FIXTURES/lib.sh"
pushed macros blackhole <<'WORDS'
1 SEMINIT sem_sel=2 max_value=1
1 SFPENCC imm12_math=3 instr_mod1=10
1 SFPLOADI imm16=49024
1 SFPSTORE instr_mod0=2
1 SFPLOADI lreg_ind=0 instr_mod0=10 imm16=0
1 SFPLOADI lreg_ind=0 instr_mod0=8 imm16=768
1 SFPCONFIG config_dest=4
1 SFPCONFIG config_dest=8 instr_mod1=1 imm16_math=2
1 SFPNOP
1 SFPNOP
1 SFPLOADMACRO instr_mod0=2 lreg_ind=1
1 SFPNOP
1 SFPNOP
1 STALLWAIT stall_res=2 wait_res=2048
1 SEMPOST sem_sel=2
2 SFPCONFIG config_dest=8 instr_mod1=1 imm16_math=11
2 RMWCIB1 cfg_reg_addr=70 mask=15 data=5
2 RMWCIB0 cfg_reg_addr=70 mask=241 data=81
2 RMWCIB3 cfg_reg_addr=1 mask=30 data=10
2 RMWCIB0 cfg_reg_addr=24 mask=255 data=255
2 RMWCIB1 cfg_reg_addr=24 mask=255 data=255
2 RMWCIB2 cfg_reg_addr=12 mask=255 data=32
2 RMWCIB0 cfg_reg_addr=69 mask=255 data=16
2 SETADCXX x_end2=15 cnt_set_mask=4
2 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=4
2 PACR last=1
WORDS
"$TT_REPLAY" import macros -o macros.ttcap >/dev/null
"$TT_REPLAY" schedules macros.ttcap
echo "exit $?"
