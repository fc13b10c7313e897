# SPDX-License-Identifier: Apache-2.0
# What cannot be served is refused with a sentence; packets that are none are answered by the protocol's own.
capture=case.ttcap
cp "$TRACES/kernels/matmul_transp_bfp8_bfp8_bfp8_bfp8_nice.ttcap" case.ttcap
said() { "$TT_REPLAY" debug "$@" </dev/null; echo "exit $?"; }
said "$capture"
said --gdb 0.0.0.0:3333 "$capture"
said --gdb :70000 "$capture"
said --gdb - nowhere.ttcap
said --gdb - "$capture" --order firmware
said --gdb - "$capture" --order none
said --gdb - "$capture" --at later
said --gdb - "$capture"
# one of each: no packet, another checksum, nothing known, a thread that is not there, a range of no length, an odd number of digits
printf '%s' '+$g#00$vUnknown#66$Hg9#e8$mzz,#8d$m0,4#fd$mffffffff,4#fd$qRcmd,6#59$Z0,0#e6$Z7,0,0#49$vCont;x#bd$p0#a0$pfff#a2$P20=00#4f$T7#8b$k#6b' | "$TT_REPLAY" debug --gdb - "$capture" | tr + '\n'
echo
# A capture that is cut is served as far as it goes, and that is said.
head -c $(($(wc -c <"$capture") - 10)) "$capture" >cut.ttcap
said --gdb - cut.ttcap
