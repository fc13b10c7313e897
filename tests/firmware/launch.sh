#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tt-replay run --kernel: firmware of our own, in two shapes of the launch message, one a chip, calls kernels that the host
# has moved to their place. Two places, the same output; the capture replays in every order and names lines of the kernel;
# what cannot be launched is refused. R63, R64, R66
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/firmware/launch.sh
#
# Exit 77 (skipped) without a compiler for the cores, or Python.
set -eu
. "$(dirname "$0")/launch_lib.sh"

cores="0 2 3 4"

# firmware CHIP FLAG...; kernels CHIP FLAG...
firmware() {
    which=$1
    shift
    code=0x1000
    for core in $cores; do
        compile "$@" -DCHIP=$which -DCORE=$core -Wl,--defsym=CODE=$code -T "$here/launch_fw.ld" "$root/examples/add_pages/start.S" \
            "$here/launch_fw.c" -o fw$core.elf
        "$objcopy" --weaken fw$core.elf weak$core.elf
        case $core in 0) code=0x4000 ;; 2) code=0x6000 ;; 3) code=0x8000 ;; 4) code=0xA000 ;; esac
    done
}
kernels() {
    which=$1
    shift
    for core in $cores; do
        compile "$@" -DCHIP=$which -DCORE=$core -Wl,--just-symbols=weak$core.elf -T "$here/launch_kernel.ld" \
            "$here/launch_start.S" "$here/launch_kernel.c" -o k$core.elf
    done
}
python3 - <<'END'
import struct
words = [(i * 2654435761) % 2**32 for i in range(5 * 64)]
out = []
for page in range(5):
    for word in words[64 * page:64 * page + 64]:
        word = 2 * (word + 3) if page % 2 else 2 * word + 3
        out.append((2 * word + 1000) % 2**32)
open("in.bin", "wb").write(struct.pack("<320I", *words))
open("golden.bin", "wb").write(struct.pack("<320I", *out))
END

# run CHIP ARGUMENT...
run() {
    arch=$1
    shift
    "$TT_REPLAY" run --arch "$arch" --elf b=fw0.elf --elf t0=fw2.elf --elf t1=fw3.elf --elf t2=fw4.elf \
        --hold t0 --hold t1 --hold t2 "$@"
}
three="--kernel t0=k2.elf --kernel t1=k3.elf --kernel t2=k4.elf"
pages="--cb 0=in.bin:raw/256 --cb 9=:raw/256:2 --arg 5 --semaphore 7 --semaphore 1000"
number=0
for chip in blackhole wormhole_b0; do
    firmware $number
    kernels $number -Wl,--emit-relocs
    for way in "" "--config-at 0x12340 --ring 1" "--seed 5 --ring 3"; do
        rm -f out.bin
        # shellcheck disable=SC2086 # words on purpose
        run $chip $three $pages --cb 5=out.bin:raw/256:5 $way -o launch.ttcap --force >said || { cat said; fail "$chip $way"; }
        cmp golden.bin out.bin || fail "$chip $way: other pages came out"
    done
    grep -q 'buffer 5 *5 of 5 pages out, out.bin' said || { cat said; fail "$chip: buffers are not reported"; }
    for order in executed program firmware; do
        "$TT_REPLAY" replay launch.ttcap --order $order -o run.db --force >said || { cat said; fail "$chip, $order order"; }
        grep -q 'verdict *same' said || { cat said; fail "$chip, $order order"; }
    done
    "$TT_REPLAY" dump launch.ttcap --kind l1w >stores
    grep -q 'launch_kernel.c:[0-9]* in move_pages' stores || fail "$chip: stores of the kernel have no line"
    # A kernel of core B, without pages; the run ends when the firmware says that it is done.
    run $chip --kernel b=k0.elf -o b.ttcap --force >said || { cat said; fail "$chip: kernel of core b"; }
    "$TT_REPLAY" dump b.ttcap --kind l1w >stores
    grep -q 'l1\[0x01f000\] = 2a000000' stores || fail "$chip: the kernel of core b did not run"
    number=$((number + 1))
done

# A kernel of NC beside the host: before the others, where it is done long before the last page is out; and behind them.
cores="0 2 3 4 1"
firmware 0 -DNC_CODE=0xA000
for ends in "11 0" "5 12"; do
    from=${ends% *} to=${ends#* }
    kernels 0 -Wl,--emit-relocs -DNC_FROM="$from" -DNC_TO="$to"
    [ "$from" = 5 ] && in=0 out=12 between=5 || in=11 out=5 between=0
    for seed in 1 2 3; do
        rm -f out.bin
        # shellcheck disable=SC2086 # words on purpose
        run blackhole --elf nc=fw1.elf --hold nc $three --kernel nc=k1.elf --cb $in=in.bin:raw/256 --cb $between=:raw/256:2 \
            --cb 9=:raw/256:2 --cb $out=out.bin:raw/256:5 --arg 5 --semaphore 7 --semaphore 1000 --seed $seed -o nc.ttcap --force >said ||
            { cat said; fail "nc from $from to $to, seed $seed"; }
        cmp golden.bin out.bin || fail "nc from $from to $to, seed $seed: other pages came out"
    done
    for order in executed program firmware; do
        "$TT_REPLAY" replay nc.ttcap --order $order -o run.db --force >said || { cat said; fail "nc from $from, $order order"; }
        grep -q 'verdict *same' said || { cat said; fail "nc from $from, $order order"; }
    done
done
cores="0 2 3 4"
firmware 1
kernels 1 -Wl,--emit-relocs

# refused WORDS ARGUMENT...: exit 2, and these words.
refused() {
    words=$1
    shift
    code=0
    run wormhole_b0 "$@" >/dev/null 2>said || code=$?
    [ $code = 2 ] || { cat said; fail "exit $code, not 2: $*"; }
    grep -q -e "$words" said || { cat said; fail "said nothing of: $words"; }
}
refused 'kernels of core nc on wormhole_b0 are at most 16 KiB' --kernel nc=k2.elf
refused 'given twice' --kernel t0=k2.elf --kernel t0=k2.elf
refused 'expected a multiple of 16' --kernel t0=k2.elf --config-at 0x12348
refused '--override lets' --kernel t0=k2.elf --config-at 0x1000
head -c 8 in.bin >few.bin
refused 'has bytes at 0x14004 already' --kernel t0=k2.elf --arg 1 --arg 2 --l1 0x14004=few.bin
refused 'there is no --kernel' --semaphore 1
refused 'not an ELF file' --kernel t0=in.bin
refused 'does not stand behind the code' --kernel t0=fw2.elf
kernels 1
refused 'has no relocations' --kernel t0=k2.elf
kernels 1 -Wl,--emit-relocs -Wl,--no-relax
refused 'cannot be moved' --kernel t0=k2.elf
kernels 1 -Wl,--emit-relocs
code=0
"$TT_REPLAY" run --arch wormhole_b0 --elf t0=fw2.elf --kernel t0=k2.elf 2>said || code=$?
[ $code = 2 ] && grep -q 'there is no --elf for core b' said || { cat said; fail "a kernel without firmware of core b"; }
firmware 1 -g0
refused 'no debug information of mailboxes_t' --kernel t0=k2.elf
firmware 1 -Dmin_remote_cb_start_index=other
refused 'no member launch.kernel_config.min_remote_cb_start_index' --kernel t0=k2.elf
