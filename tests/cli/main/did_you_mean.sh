# SPDX-License-Identifier: Apache-2.0
# What is not there is said with what may be meant: verbs, options, fields, variants, units, instructions, places.
tool() {
    "$TT_REPLAY" "$@" 2>said.txt >/dev/null
    echo "exit $?"
    fold -s -w 78 said.txt
}
cp "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" a.ttcap
"$TT_REPLAY" replay a.ttcap -o a.db >/dev/null
tool relpay a.ttcap
tool replay a.ttcap --ouptut b.db
tool replay a.ttcap --zebra
tool replay a.ttcap -o b.db --unit packer
tool replay a.ttcap -o b.db --variant pack.bfp.ruond=truncate
tool replay a.ttcap -o b.db --variant pack.bfp.round=trunkate
tool replay a.ttcap -o b.db --set STACC_RELU_AplyRelu=1
tool why a.db cfg:STACC_RELU_AplyRelu
tool why a.db state:rwc.0.dts
tool why a.db l1:60000
tool why a.db l1:6a000:4
tool audit a.db --insn /PACRR
printf ab >ab.bin
# As it was: an option that is one, its beginning, and a value that looks like an option.
tool info a.ttcap --js
tool replay a.ttcap --outp=c.db --forc
tool import --name --elfs --arch blackhole -o d.ttcap --l1 0x0=ab.bin
ls -A
