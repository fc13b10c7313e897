# SPDX-License-Identifier: Apache-2.0
# What the tests of this folder begin with: sourced by them. They run in a folder of their own, which goes at the end.
# Exit 77 (skipped) without a compiler for the cores.
: "${TT_REPLAY:?names the binary to test}" "${OPERANDS:?names the program that makes the operands}"
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
example=$root/examples/add_pages
cc=${RISCV_CC:-riscv64-unknown-elf-gcc}
command -v "$cc" >/dev/null || { echo "skipped: there is no $cc"; exit 77; }
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-firmware.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
machine="-march=rv32im_zicsr_zba_zbb -mabi=ilp32 -ffreestanding -nostdlib -mstrict-align -msmall-data-limit=0"
# compile ARGUMENT...: a program with the start code of the example.
compile() {
    # shellcheck disable=SC2086 # words on purpose
    "$cc" $machine -O2 -Wall -Wextra -Werror --param=min-pagesize=0 -I"$root" "$example/start.S" "$@"
}
