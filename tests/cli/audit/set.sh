# SPDX-License-Identifier: Apache-2.0
# Settings of a run with fields that --set held: throughout, and from an event on.
t=$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap
"$TT_REPLAY" replay "$t" -o a.db --set THCON_SEC0_REG1_Exp_section_size=5 >/dev/null
"$TT_REPLAY" audit a.db --insn 592 | grep Exp_section_size
"$TT_REPLAY" replay "$t" -o b.db --set THCON_SEC0_REG1_Exp_section_size@600=5 >/dev/null
"$TT_REPLAY" audit b.db --insn 592 | grep Exp_section_size
"$TT_REPLAY" audit b.db --insn 681 | grep Exp_section_size
"$TT_REPLAY" replay "$t" -o c.db --set THCON_SEC0_REG1_Exp_section_size@100=5 >/dev/null
"$TT_REPLAY" audit c.db --insn 592 | grep Exp_section_size
"$TT_REPLAY" why a.db cfg:THCON_SEC0_REG1_Exp_section_size
"$TT_REPLAY" config a.db | head -3
