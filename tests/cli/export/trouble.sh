# SPDX-License-Identifier: Apache-2.0
# What cannot be exported is refused in words, and leaves nothing behind.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_u16_rand.ttcap" -o run.db >/dev/null
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_u16_rand.ttcap" --unit pack -o pack.db >/dev/null
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_u16_rand.ttcap" --range 500: -o range.db >/dev/null
"$TT_REPLAY" import "$TRACES/kernels/datacopy_u16_rand.ttcap" --source silicon -o silicon.ttcap 2>/dev/null
"$TT_REPLAY" replay silicon.ttcap -o silicon.db >/dev/null # what its start leaves out is unknown
try() {
    "$TT_REPLAY" export "$@"
    echo $?
}
try run.db --stage pack.relu -o x.csv
try run.db --stage packer -o x.csv
try run.db --stage pack -o x.txt
try run.db --stage pack -o x.vcd
try run.db --timeline -o x.npy
try run.db --timeline
try run.db --stage pack --timeline -o x.csv
try run.db --stage pack --tile 9 -o x.csv
try run.db --stage pack --at 5 -o x.csv
try silicon.db --region l1 -o x.npy
try run.db --region l1:0x60000-0x5ffff -o x.csv
try run.db --region dst:0-0x100000 -o x.csv
try run.db --region l1:0x60000-0x60020 --format bfp8 -o x.csv
try run.db --region cfg:ALU_ACC_CTRL_Fp32_enabled -o x.csv
try run.db --region l1:0x60000-0x60020 --at mark:never -o x.csv
try pack.db --region dst -o x.csv
try range.db --region dst -o x.csv
ls
