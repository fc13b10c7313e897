# SPDX-License-Identifier: Apache-2.0
# lane: commit
# Two threads set up SFPLOADMACRO, whose tables they share: in another order a macro stores by the other thread's.
. "$FIXTURES/lib.sh"
pushed macros blackhole <<'WORDS'
1 SFPENCC imm12_math=3 instr_mod1=10
1 SFPLOADI lreg_ind=1 imm16=16384
1 SFPSTORE lreg_ind=1 instr_mod0=2
1 SFPLOADI lreg_ind=0 instr_mod0=10 imm16=0
1 SFPLOADI lreg_ind=0 instr_mod0=8 imm16=768
1 SFPCONFIG config_dest=4
1 SFPCONFIG config_dest=8 instr_mod1=1 imm16_math=2
1 SFPLOADMACRO instr_mod0=2 lreg_ind=1
1 SFPNOP
1 SFPNOP
1 STALLWAIT stall_res=4 wait_res=2048
1 PACR last=1
2 SFPCONFIG config_dest=8 instr_mod1=1 imm16_math=11
WORDS
"$TT_REPLAY" import macros -o macros.ttcap >/dev/null
"$TT_REPLAY" schedules macros.ttcap
