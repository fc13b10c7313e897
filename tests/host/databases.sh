#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The same replays give the same databases, whatever compiler, optimisation and host a program was built for: two programs
# make the databases of fifteen replays, and the files are the same to the byte.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/host/databases.sh OTHER...
#
# OTHER: the other program, and what stands before it (qemu-s390x-static build/s390x/src/cli/tt-replay). Where the two have
# another SQLite, what the sqlite3 shell reads out of the files (.sha3sum) is compared; exit 77 without that shell.
set -u
: "${TT_REPLAY:?names the binary to test}"
: "${1:?names the program to compare with}"
case $TT_REPLAY in /*) ;; *) TT_REPLAY=$PWD/$TT_REPLAY ;; esac
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-host.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP
cd "$here/../../traces" || exit 2 # a database holds the path its capture was given by

# make FILE PROGRAM...: the database of $order and $capture.
make() {
    file=$scratch/$1
    shift
    "$@" replay "$capture" --order "$order" -o "$file" --force >"$scratch/out" 2>&1
    [ $? -lt 2 ] || { cat "$scratch/out" >&2; exit 2; }
}

# The version of the SQLite that wrote a database stands at offset 96 of its header.
writer() {
    od -An -tu1 -j96 -N4 "$scratch/$1"
}

content() {
    sqlite3 "$scratch/$1" .sha3sum
}

failed=0 count=0
while read -r order capture; do
    make one "$TT_REPLAY"
    make other "$@"
    count=$((count + 1))
    if [ "$(writer one)" = "$(writer other)" ]; then
        cmp -s "$scratch/one" "$scratch/other" && continue
    else
        command -v sqlite3 >"$scratch/out" || { echo "skipped: two versions of SQLite, and no sqlite3 here"; exit 77; }
        [ "$(content one)" = "$(content other)" ] && continue
    fi
    failed=$((failed + 1))
    echo "$capture, $order order: another database"
done <<'END'
executed kernels/binary_ADD_COL_LoFi_f16b_f16b_f16b_f16b_nice.ttcap
executed kernels/datacopy_u2d_f32_bfp4_hostile.ttcap
executed kernels/l1acc_f16b_f16b_f16b_f32_nice.ttcap
executed kernels/matmul_HiFi2_bfp8_bfp8_f16b_bfp8_wide.ttcap
executed kernels/sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile.ttcap
executed kernels/wormhole_reduce_AVG_COL_LoFi_f16b_f16b_f16b_f16b_acc_nice.ttcap
executed kernels/wormhole_binary_MUL_mixbfp4_wide.ttcap
program kernels/transpose_dest_f16_f16_f16_f16_f_hostile.ttcap
program kernels/pack_untilize_1_1_i32_i32_i32_i32_acc_u2d_nice.ttcap
program kernels/wormhole_matmul_LoFi_f16b_f16b_f16b_f32_nice.ttcap
program kernels/wormhole_sfpu_v1_f16_f16_f16_f16_nice.ttcap
firmware firmware/core_random_c_t2.ttcap
firmware firmware/k_relu_bf16_thr3.ttcap
firmware firmware/k_matmul_bf16_acc_hostile.ttcap
firmware firmware/mmio_mail_pair.ttcap
END
echo "$count databases, $failed not the same"
[ $failed = 0 ] && [ $count -gt 0 ]
