# SPDX-License-Identifier: Apache-2.0
# lane: commit
# What users have beside their captures is called what it is.
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" case.ttcap
"$TT_REPLAY" replay case.ttcap -o run.db >/dev/null
"$TT_REPLAY" export run.db --region l1:0x60000-0x60800 --format int16 -o want.npy >/dev/null
printf '\177ELF\001\001\001' >kernel.elf
"$TT_REPLAY" bisect run.db
echo "exit $?"
"$TT_REPLAY" diff run.db --against want.npy
echo "exit $?"
"$TT_REPLAY" info kernel.elf
echo "exit $?"
head -c 2500 case.ttcap >cut.ttcap
"$TT_REPLAY" replay cut.ttcap -o cut.db
echo "exit $?"
