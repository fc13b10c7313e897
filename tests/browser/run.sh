#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh WORK: makes reports of shipped captures, and one of a thousand data tiles, and opens them in Chromium. Wants
# TT_REPLAY and LONG_CAPTURE, the programs of a build. Exit 77: chromium, node or npm is not here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
traces=$here/../../traces/kernels
work=${1:?names a folder to work in}
for program in chromium node npm zstd; do
    if ! command -v $program >/dev/null; then
        echo "skipped: $program is not installed (apt-get install chromium nodejs npm zstd)"
        exit 77
    fi
done
rm -rf "$work"
mkdir -p "$work"
cp "$here"/package.json "$here"/package-lock.json "$here"/*.mjs "$work"
cd "$work"
if ! npm ci --no-audit --no-fund --silent >npm.log 2>&1; then
    echo "skipped: npm ci cannot fetch playwright-core:"
    cat npm.log
    exit 77
fi

FIXTURES=$here/../cli/fixtures
. "$FIXTURES/lib.sh"

replay() { # ARGUMENTS...: whatever the verdict is, as long as there is no trouble
    status=0
    "$TT_REPLAY" replay "$@" >/dev/null || status=$?
    [ $status -ne 2 ]
}

run() { # NAME KERNEL OPTIONS...: a database, its report, and its values as the page should have them
    name=$1 kernel=$2
    shift 2
    cp "$traces/$kernel.ttcap" "$name.ttcap"
    replay "$name.ttcap" -o "$name.db" "$@"
    "$TT_REPLAY" report "$name.db" -o "$name.html" >/dev/null
    "$TT_REPLAY" export "$name.db" --stage pack -o "$name.csv" >/dev/null
}
run main datacopy_f16b_f16b_bfp8_bfp8_acc_hostile --order program --variant pack.bfp.round=truncate
run same datacopy_u16_rand
run bfp4 wormhole_datacopy_u2d_bfp8_bfp4_hostile
run bfp2 datacopy_u2d_f32_bfp2_huge
run fp32 datacopy_f16_f16_f16_f32_hostile
run fp16 datacopy_u2d_f32_f16_hostile
run fp8 datacopy_f16_e4m3_nice
run int32 wormhole_matmul_i8_nice
run int8 binary_ADD_i8_nice
run tiny wormhole_tiny_add_2f2r2c_bfp4_bfp4_f16b_bfp4_nice
run rows pack_untilize_1_1_i32_i32_i32_i32_acc_u2d_nice
# Without the STALLWAIT before pack turns to the other half of Dst: two hazards.
"$LONG_CAPTURE" "$traces/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" rows.db hazards.ttcap 1 2720006152 33554432
replay hazards.ttcap --order program -o hazards.db
"$TT_REPLAY" report hazards.db -o hazards.html >/dev/null
# The packer is set to a format that is not assigned: what it writes is undecided.
run undefined datacopy_f16b_f16b_f16b_f16b_nice --set THCON_SEC0_REG1_Out_data_format=12
replay "$traces/datacopy_u16_rand.ttcap" -o none.db
"$TT_REPLAY" report none.db -o none.html >/dev/null

base=$traces/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap
replay "$base" -o base.db
"$LONG_CAPTURE" "$base" base.db long.ttcap 250
replay long.ttcap --variant pack.bfp.round=truncate --record recorded.ttcap
replay recorded.ttcap -o long.db
"$TT_REPLAY" report long.db -o long.html >/dev/null

# A batch of good, differing and unreadable captures, names that are markup among them.
mkdir captures "captures/odd <b>names<"
cp "$traces"/datacopy_f16*.ttcap "$traces"/wormhole_datacopy_u2d_bfp8*.ttcap captures
cp "$traces/datacopy_u16_rand.ttcap" "captures/odd <b>names</b>it's.ttcap"
echo nothing >captures/garbage.ttcap
"$TT_REPLAY" batch captures -o batch.db --report batch.html --variant pack.bfp.round=truncate >/dev/null || [ $? = 2 ]

# What a run of registers shows: Dst differs first, and a field of the configuration, of which there is no map.
run dst matmul_HiFi2_bfp8_bfp8_f16b_bfp8_wide --set ALU_ACC_CTRL_Fp32_enabled=1
cp -R "$here/../cli/fixtures/packed" field
chmod -R u+w field
zstd -dcq field/events.jsonl.zst | sed 's/"w":2953347252/"w":33554432/' >field/events.jsonl
rm field/events.jsonl.zst
sed 's/events.jsonl.zst/events.jsonl/' field/bundle.json >field/one && mv field/one field/bundle.json
"$TT_REPLAY" import field -o field.ttcap >/dev/null
replay field.ttcap -o field.db
"$TT_REPLAY" report field.db -o field.html >/dev/null
# A word less in program order: pack waits for ever, and bisect says that it does not find why.
cp -R "$here/../cli/fixtures/packed" stuck
chmod -R u+w stuck
zstd -dcq stuck/events.jsonl.zst | sed 's/"w":2751463432/"w":33554432/' >stuck/events.jsonl
rm stuck/events.jsonl.zst
sed 's/events.jsonl.zst/events.jsonl/' stuck/bundle.json >stuck/one && mv stuck/one stuck/bundle.json
"$TT_REPLAY" import stuck -o stuck.ttcap >/dev/null
replay stuck.ttcap --order program -o stuck.db
"$TT_REPLAY" report stuck.db --bisect -o stuck.html >/dev/null
# Lines of source.
(mkdir source && cd source && lines_run)
"$TT_REPLAY" report source/lines.db -o lines.html >/dev/null
cp "$here/../../traces/firmware/hang_deadlock.ttcap" hang.ttcap
replay hang.ttcap --order firmware -o hang.db
"$TT_REPLAY" report hang.db -o hang.html >/dev/null
"$TT_REPLAY" report main.db --bisect -o why.html >/dev/null
"$TT_REPLAY" report dst.db --bisect -o whydst.html >/dev/null
run lregs sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile
"$TT_REPLAY" export main.db --region dst:0-0x8000 --format fp32 -o main.dst.csv >/dev/null
"$TT_REPLAY" export main.db --region srca:0-0x2000 --format fp32 -o main.srca.csv >/dev/null
"$TT_REPLAY" export lregs.db --region lreg:0-0x800 --format fp32 -o lregs.lreg.csv >/dev/null
# A reference: what the other rounding gives.
"$TT_REPLAY" export main.db --region l1:0x60040-0x60440 --format bfp8 --exponents 0x60000 -o golden.npy >/dev/null
"$TT_REPLAY" report base.db --expect golden.npy --at l1:0x60000 --format bfp8 -o reference.html >/dev/null
# Where the precision goes and what was read and not written, beside what the verbs say.
"$TT_REPLAY" report base.db --precision --residue -o asked.html >/dev/null
"$TT_REPLAY" precision base.db --json >asked.precision.json
"$TT_REPLAY" residue "$base" --json >asked.residue.json || [ $? = 1 ]

# Programs: of four tiles, and one whose result hangs on which tile is ahead.
"$TT_REPLAY" import --wire "$here/../../traces/programs/wormhole_grid_matmul.trace.zst" -o grid.program
"$TT_REPLAY" report grid.program -o grid
sed '/addr=0x2040/s/reply=34120000/reply=00000000/' "$FIXTURES/program/late.wire" >raced.wire
"$TT_REPLAY" import --arch wormhole_b0 --wire raced.wire -o raced.program
"$TT_REPLAY" report raced.program -o raced

node report.mjs
node program.mjs
node answer.mjs
exec node batch.mjs
