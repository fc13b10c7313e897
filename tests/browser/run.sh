#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh WORK: makes reports of shipped captures, and one of a thousand data tiles, and opens them in Chromium. Wants
# TT_REPLAY and LONG_CAPTURE, the programs of a build. Exit 77: chromium, node or npm is not here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
traces=$here/../../traces/kernels
work=${1:?names a folder to work in}
for program in chromium node npm; do
    if ! command -v $program >/dev/null; then
        echo "skipped: $program is not installed (apt-get install chromium nodejs npm)"
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

replay() { # ARGUMENTS...: whatever the verdict is, as long as there is no trouble
    status=0
    "$TT_REPLAY" replay "$@" >/dev/null || status=$?
    [ $status -ne 2 ]
}

run() { # NAME KERNEL OPTIONS...: a database, its report, and its values as the page should have them
    name=$1 kernel=$2
    shift 2
    replay "$traces/$kernel.ttcap" -o "$name.db" "$@"
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
# The packer is set to a format that is not assigned: what it writes decides nothing.
run undefined datacopy_f16b_f16b_f16b_f16b_nice --set THCON_SEC0_REG1_Out_data_format=12
replay "$traces/datacopy_u16_rand.ttcap" -o none.db --stages=none
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

node report.mjs
exec node batch.mjs
