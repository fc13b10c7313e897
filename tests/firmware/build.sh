#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tt-replay run --build: firmware and kernels of our own, in the folders and with the generated headers that tt-metal leaves
# in its cache, on both chips. Where images and the table of banks go, the chip, the launch, formats, arguments and buffers
# by name are found; what a folder lacks is refused by name. R63, R63p, R63h
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/firmware/build.sh
#
# LEAVE=FOLDER: only puts one such cache there. Exit 77 (skipped) without a compiler for the cores, or Python.
set -eu
. "$(dirname "$0")/launch_lib.sh"
name_of() { case $1 in 0) echo brisc ;; 1) echo ncrisc ;; *) echo trisc$(($1 - 2)) ;; esac; }

# firmware FOLDER CHIP BASE BANKS LOCAL T_LOCAL: programs without the symbol that says where their images are.
firmware() {
    image=$3 table=$(($3 + 3 * $5 + 3 * $6))
    for core in 0 1 2 3 4; do
        name=$(name_of $core)
        case $core in 0) code=0x1000 ;; 1) code=0xA000 ;; *) code=$((0x4000 + 0x2000 * (core - 2))) ;; esac
        mkdir -p "$1/$name"
        more=
        [ $core = 0 ] && more="-DBANKS_AT=$table -DBANKS=$4"
        # shellcheck disable=SC2086 # words on purpose
        compile -DCHIP="$2" -DCORE=$core $more -Wl,--defsym=CODE=$code -Wl,--defsym=IMAGE=$image -T "$here/launch_fw.ld" \
            "$root/examples/add_pages/start.S" "$here/launch_fw.c" -o "$1/$name/$name.elf"
        "$objcopy" --strip-symbol=__loader_init_start "$1/$name/$name.elf"
        "$objcopy" --weaken "$1/$name/$name.elf" "$1/$name/${name}_weakened.elf"
        [ $core -le 1 ] && image=$((image + $5)) || image=$((image + $6))
    done
}
# kernel FOLDER FIRMWARE CHIP CORE SOURCE FLAG...
kernel() {
    folder=$1 of=$2 which=$3 core=$4 source=$5 name=$(name_of "$4")
    shift 5
    mkdir -p "$folder/$name"
    compile -DCHIP="$which" -DCORE="$core" -Wl,--just-symbols="$of/$name/${name}_weakened.elf" -Wl,--emit-relocs \
        -T "$here/launch_kernel.ld" "$@" "$here/launch_start.S" "$here/$source" -o "$folder/$name/$name.elf"
}
# headers FOLDER CODE: of a compute kernel whose buffers 0, 5 and 9 hold pages of 256 bytes.
headers() {
    python3 - "$1" "$2" <<'END'
import sys
def array(kind, name, used, other, count=32):
    return "constexpr %s %s[%d] = {\n    %s\n};\n" % (kind, name, count, ",".join(
        str(used if i in (0, 5, 9) else other) for i in range(count)))
with open(sys.argv[1] + "/chlkc_descriptors.h", "w") as file:
    file.write("#pragma once\n\n#if !defined(UCK_CHLKC_PACK)\n" + array("std::int32_t", "unpack_src_format", sys.argv[2], 255) +
               array("std::int32_t", "unpack_dst_format", sys.argv[2], 255) + array("uint16_t", "unpack_tile_size", 256, 2048) +
               "#endif\n" + array("unsigned char", "pack_dst_format", sys.argv[2], 255) +
               array("uint16_t", "pack_tile_size", 256, 2048))
END
    printf '#define NAME 1\n' >"$1/defines_generated.h"
}
python3 - <<'END'
import struct
words = [(i * 2654435761) % 2**32 for i in range(21 * 64)]
out = []
for page in range(21):
    for word in words[64 * page:64 * page + 64]:
        word = 2 * (word + 3) if page % 2 else 2 * word + 3
        out.append((2 * word + 1000) % 2**32)
open("in.bin", "wb").write(struct.pack("<%dI" % len(words), *words))
open("golden.bin", "wb").write(struct.pack("<%dI" % len(out), *out))
END

number=0
for chip in blackhole wormhole_b0; do
    build=cache/$chip/8a7f/1234
    [ $chip = blackhole ] && base=0xC300 banks=8 local=0x2000 t_local=0x1000 node=0x44 ||
        base=0xC300 banks=12 local=0x1000 t_local=0x800 node=0x2C
    firmware $build/firmware/77 $number $base $banks $local $t_local
    compute=$build/kernels/doubled/99 mover=$build/kernels/mover/55
    for core in 2 3 4; do
        kernel $compute $build/firmware/77 $number $core launch_kernel.c
    done
    headers $compute 9
    # A folder for another test, which changes it.
    [ -z "${LEAVE:-}" ] || { cp -r cache/$chip in.bin "$LEAVE" && exit 0; }
    # As tt-metal had them until August of 2026, and has them since.
    if [ $chip = blackhole ]; then
        dfb=experimental::DFBAccessor ta=ta token=TensorAccessorBindingToken
    else
        dfb=DFBBindingToken ta=tensor token=TensorBindingToken
    fi
    printf 'namespace dfb {\nconstexpr %s pages_in{0};\nconstexpr %s doubled{5};\n}  // namespace dfb\n' $dfb $dfb \
        >$compute/kernel_bindings_generated.h
    # Between the host's buffers: no chip, image, format or launch is named.
    "$TT_REPLAY" run --build $compute --cb pages_in=in.bin --cb doubled=out.bin:21 --arg t=21 --semaphore 7 --semaphore 1000 \
        -o cb.ttcap --force >said || { cat said; fail "$chip: buffers of the host"; }
    cmp golden.bin out.bin || fail "$chip: other pages came out of buffer 5"
    grep -q "^run ($chip)" said || { cat said; fail "$chip was not found out"; }
    # A mover of core B, from DRAM and to DRAM, by names of its headers, and a launch that says where buffers are.
    kernel $mover $build/firmware/77 $number 0 build_mover.c -DBANKS=$banks -DNODE=$node
    cat >$mover/kernel_args_generated.h <<'END'
namespace args {
constexpr experimental::RtaArg<uint32_t> first_page{0};
constexpr experimental::RtaArg<uint32_t> num_pages{4};
constexpr experimental::CtaVal<uint32_t> unused{3u};
}  // namespace args
END
    cat >$mover/kernel_bindings_generated.h <<END
namespace dfb {
constexpr $dfb pages_in{0};
}  // namespace dfb
namespace $ta {
using source_t = ::tensor_accessor::$token<0u, 0u>;
constexpr source_t source{};
using target_t = ::tensor_accessor::$token<2u, 4u>;
constexpr target_t target{};
}  // namespace $ta
END
    cat >$build/launch.json <<END
{"circular_buffers": [{"id": 0, "page_size": 256, "num_pages": 3, "address": 200704}, {"id": 9, "page_size": 256}],
 "runtime_args": {"compute": [21], "brisc": {"first_page": 0}}, "semaphores": [7, 1000]}
END
    for seed in 1 2; do
        rm -f out.bin
        "$TT_REPLAY" run --build $build --arg num_pages=21 --dram source=in.bin:raw/256 --dram target=out.bin:raw/256:21 \
            --seed $seed -o dram.ttcap --force >said || { cat said; fail "$chip: buffers in DRAM"; }
        cmp golden.bin out.bin || fail "$chip: other pages came to DRAM"
    done
    for order in executed program firmware; do
        "$TT_REPLAY" replay dram.ttcap --order $order -o run.db --force >said || { cat said; fail "$chip, $order order"; }
        grep -q 'verdict *same' said || { cat said; fail "$chip, $order order"; }
    done
    "$TT_REPLAY" dump dram.ttcap --memory 0x31000:4 --at end | grep -q '^031000' || fail "$chip: buffer 0 stands elsewhere"
    number=$((number + 1))
done

# refused WORDS ARGUMENT...: exit 2, and these words.
refused() {
    words=$1
    shift
    code=0
    "$TT_REPLAY" run "$@" >/dev/null 2>said || code=$?
    [ $code = 2 ] || { cat said; fail "exit $code, not 2: $*"; }
    grep -q -e "$words" said || { cat said; fail "said nothing of: $words"; }
}
build=cache/wormhole_b0/8a7f/1234
compute=$build/kernels/doubled/99 mover=$build/kernels/mover/55
refused 'argument num_pages, which nothing gives' --build $build
refused 'tensor target, which nothing gives: --dram target' --build $build --arg num_pages=21 --dram source=in.bin:raw/256
cp $mover/kernel_bindings_generated.h whole.h
echo 'constexpr ScratchpadAccessor rows{5u, 128u};' >>$mover/kernel_bindings_generated.h
refused 'argument rows, which nothing gives: --common-arg rows=V' --build $build --arg num_pages=21 \
    --dram source=in.bin:raw/256 --dram target=x.bin:raw/256:21
cp whole.h $mover/kernel_bindings_generated.h
refused 'no kernel has an argument of that name' --build $build --arg pages=3
refused 'argument 1 is given twice' --build $build --arg num_pages=3 --arg num_pages=4
refused '--dram nowhere: no address, no buffer of launch.json, and no tensor' --build $build --dram nowhere=in.bin:raw/256
refused 'or a name of a kernel' --build $build --cb nothing=in.bin
# Two names share a bank of this chip: half of it is each one's.
refused 'more than a bank has' --build $build --dram 0x40000000=in.bin:raw/256
refused 'expected a folder' --build absent
refused 'where in L1 its cores look for their data is not found' --arch blackhole --build $build
for input in $build/launch.json $mover/kernel_args_generated.h $compute/trisc0/trisc0.elf $build/firmware/77/brisc/brisc.elf in.bin; do
    cp "$input" before
    refused 'this is the input' --build $build --arg num_pages=21 --dram source=in.bin:raw/256 \
        --dram target=x.bin:raw/256:21 -o "$input" --force
    cmp before "$input" || fail "$input is another"
done
refused 'this is the input' --build $build --arg num_pages=21 --dram source=in.bin:raw/256 --dram target=in.bin:raw/256:21 --force
mkdir empty
refused 'no kernel: looked for brisc/brisc.elf' --build empty
cp -r $build/kernels/doubled twice
cp -r twice $build/kernels/again
refused 'kernels of core t0 stand at' --build $build
rm -r $build/kernels/again
refused 'no firmware: looked for firmware/HASH/brisc/brisc.elf' --build twice
rm twice/99/trisc1/trisc1.elf
refused 'without the program of core t1: looked for trisc1/trisc1.elf' --build twice
cp -r $build/firmware/77 $build/firmware/78
refused 'the kernels fit the firmware of' --build $compute
"$TT_REPLAY" run --build $compute --build $build/firmware/78 --cb 0=in.bin --cb 5=out.bin:21 --arg t=21 --semaphore 7 \
    --semaphore 1000 -o cb.ttcap --force >said || { cat said; fail "one of two firmwares by its name"; }
refused 'no kernel: looked for' --build $build/firmware
rm $build/firmware/78/trisc2/trisc2.elf
refused 'trisc2/trisc2.elf' --build $compute
rm -r $build/firmware/78
mv $compute/chlkc_descriptors.h .
refused 'its format is neither given nor found: looked for' --build $compute --cb 0=in.bin
mv chlkc_descriptors.h $compute/
echo '{"runtime_args": {"brisc": "x"}}' >$compute/launch.json
refused 'runtime_args' --build $compute
echo '{"files": []}' >$compute/launch.json
refused 'files' --build $compute
rm $compute/launch.json
cp $build/firmware/77/brisc/brisc.elf $build/firmware/77/trisc2/trisc2.elf
refused 'they are of different builds' --build $compute
cp $compute/trisc2/trisc2.elf $build/firmware/77/ncrisc/ncrisc.elf
cp in.bin $build/firmware/77/trisc2/trisc2.elf
refused 'not an ELF file' --build $compute
