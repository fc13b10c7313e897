# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Datums, what shares an exponent, a register field, a finding: each covers what it names, and nothing beside it.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
zstd -dcq a/end/cfg.bin.zst >a/end/cfg.bin
rm a/end/cfg.bin.zst
edit a/bundle.json 's,end/cfg.bin.zst,end/cfg.bin,'
poke a/end/l1_05ffc0.bin 0x53 257
poke a/end/l1_05ffc0.bin 0x41 003
poke a/end/cfg.bin 8 001
run_of a
"$TT_REPLAY" diff a.db --limit 9
# covered WAIVER: the verdict, with that one line.
covered() {
    echo "$1 2999-12-31 known" >waivers
    echo "$1"
    "$TT_REPLAY" diff a.db --waivers waivers | sed -n 's/^\(SAME\|DIFFERS\) .*/  &/p;s/^.*until 2999-12-31 /     /p'
}
covered tile0
covered tile0:face0
covered tile0:face0:r0:c3
covered tile0:face0:r1
covered tile0@mid0
covered l1:0x60000:16
covered finding:pack-flush-not-recorded
covered cfg:ALU_ACC_CTRL_Zero_Flag_disabled_src
covered cfg:ALU_FORMAT_SPEC_REG0_SrcA
