#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Recorded kernels are right: lint may report nothing of them but what docs/semantics/lint.md explains. FOLDER holds
# captures, looked over in executed and in program order, or kernels*/ with bundles, of which every EVERYth is.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/lint.sh FOLDER [EVERY]
#
# Exit 77 (skipped) where there are none.
set -u
: "${TT_REPLAY:?names the binary to test}"
folder=$1 every=${2:-1}
set -- "$folder"/*.ttcap
orders="executed program"
if [ ! -f "$1" ]; then
    set -- "$folder"/kernels*/*/
    orders=executed
fi
if [ ! -e "$1" ]; then
    echo "skipped: there are no captures and no kernels at $folder"
    exit 77
fi
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT

# expected KERNEL: the codes that are listed of a kernel and explained. Beside them stock start-up code of any kernel may
# write fields that no unit reads, and on Blackhole lacks the wait of tt-metal PR 48585 between SETDMAREG and WRCFG:
# field-without-effect and gpr-may-be-read-too-soon are passed over. In program order, where hazards are looked for,
# kernels recorded before tt-metal PR 52256 lack its MATH beside a wait for a bank.
expected() {
    case $2:$1 in
    program:*binary_ADD_reuse_* | program:*transpose_dest_*)
        echo src-bank-may-turn ;;
    esac
    case $1 in
    */tiny_add_4f8r2c_bfp4_bfp4_f16b_bfp4_nice/ | */tiny_add_4f8r2c_f16b_f16b_f16b_bfp8_nice/)
        echo lint-exponent-section-small ;;
    */kernels_wormhole_b0/pack_rows_*)
        echo pack-packer-joins-tile ;;
    */kernels/bcast_copy_ROW_f16b_f16b_f32_f32_acc_nice/ | */kernels/bcast_copy_SCALAR_f16b_f16b_f32_f32_acc_nice/)
        echo dst-widths-mixed ;;
    */kernels_wormhole_b0/*_u2d_* | */wormhole_*_u2d_*)
        echo lint-dst-unpack-last ;;
    esac
}

bad=0 seen=0 number=0
for kernel in "$@"; do
    number=$((number + 1))
    [ $((number % every)) = 0 ] || [ -n "$(expected "$kernel" executed)" ] || continue
    seen=$((seen + 1))
    capture=$kernel
    if [ -d "$kernel" ]; then
        capture=$work/a.ttcap
        "$TT_REPLAY" import "$kernel" -o "$capture" --force >/dev/null || bad=1
    fi
    for order in $orders; do
        "$TT_REPLAY" replay "$capture" -o "$work/a.db" --force --order "$order" >/dev/null || bad=1
        "$TT_REPLAY" audit --lint "$work/a.db" >"$work/text"
        [ $? -lt 2 ] || bad=1
        case $kernel in
        *wormhole*) stock=field-without-effect ;;
        *) stock=gpr-may-be-read-too-soon ;;
        esac
        listed=$(sed -n 's/^\(fault\|warning\|note\) \([^ ]*\).*/\2/p' "$work/text" | sort -u |
            grep -vx -e field-without-effect -e "$stock")
        [ "$listed" = "$(expected "$kernel" "$order")" ] && continue
        bad=1
        echo "$kernel, $order order"
        cat "$work/text"
    done
done
echo "$seen kernels"
exit $bad
