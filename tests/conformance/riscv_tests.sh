#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The public riscv-tests, built here with a small environment of ours and run on one core. They do not travel with the
# project: RISCV_TESTS names a checkout of github.com/riscv-software-src/riscv-tests.
#
#     RISCV_TESTS=FOLDER RISCV_PROGRAM=build/dev/tests/conformance/riscv_program sh tests/conformance/riscv_tests.sh
#
# Exit 77 (skipped) without a checkout or without riscv64-unknown-elf-gcc.
set -u
: "${RISCV_PROGRAM:?names the program that runs an image}"
here=$(cd "$(dirname "$0")" && pwd)
cc=riscv64-unknown-elf-gcc
if [ ! -d "${RISCV_TESTS:-}/isa" ]; then
    echo "skipped: RISCV_TESTS names no checkout of riscv-tests"
    exit 77
fi
if ! command -v $cc >/dev/null; then
    echo "skipped: $cc is not installed"
    exit 77
fi
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
cp -R "$RISCV_TESTS/isa" "$work/isa" || exit
chmod -R u+w "$work"

# Flags are never raised by these cores (docs/semantics/riscv.md): the results are tested, the flags are not.
for file in "$work"/isa/macros/scalar/test_macros.h "$work"/isa/rv64uf/*.S; do
    sed 's/bne a1, a2, fail/nop/; s/\(fsflags\|frflags\)[^;\\]*/nop/' "$file" >"$file.new" && mv "$file.new" "$file"
done

# absent NAME: what the cores do not have, refuse, or (conversions that round to zero) do otherwise, by that page.
absent() {
    case $1 in
    rv32ui/fence_i | rv32ui/ma_data | rv32ua/lrsc | rv32uf/fdiv | rv32uf/move | rv32uf/fcvt_w) return 0 ;;
    rv32uzbkb/packh | rv32uzbkb/zip | rv32uzbkb/unzip) return 0 ;;
    esac
    return 1
}

bad=0 passed=0 left=0
for set in rv32ui rv32um rv32ua rv32uf rv32uzba rv32uzbb rv32uzbkb; do
    for source in "$work/isa/$set"/*.S; do
        name=$set/$(basename "$source" .S)
        if absent "$name"; then
            left=$((left + 1))
            continue
        fi
        $cc -march=rv32imaf_zicsr_zba_zbb_zbkb -mabi=ilp32 -nostdlib -nostartfiles -static -mno-relax \
            -I"$here/riscv" -I"$work/isa/macros/scalar" -Ttext=0 -Wl,--section-start=.text.init=0 -Wl,-N \
            "$source" -o "$work/a.elf" 2>"$work/log" && riscv64-unknown-elf-objcopy -O binary "$work/a.elf" "$work/a.bin"
        if [ $? != 0 ]; then
            echo "$name does not build"
            cat "$work/log"
            bad=1
        elif "$RISCV_PROGRAM" "$work/a.bin"; then
            passed=$((passed + 1))
        else
            echo "$name failed"
            bad=1
        fi
    done
done
echo "$passed programs passed, $left of what these cores do not have were left out"
exit $bad
