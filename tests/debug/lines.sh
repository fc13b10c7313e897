#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A program of C for each of the five cores, in gdb: lines.py. Exit 77 (skipped) without a compiler for the cores or gdb.
set -eu
: "${TT_REPLAY:?names the binary to test}"
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cc=${RISCV_CC:-riscv64-unknown-elf-gcc}
gdb=${GDB:-gdb-multiarch}
for tool in "$cc" "$gdb"; do
    command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-lines.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
compile() { # FROM ADDRESS TO
    "$cc" -march=rv32im_zicsr -mabi=ilp32 -O2 -g -Wall -Wextra -Werror -ffreestanding -nostdlib -mstrict-align \
        -msmall-data-limit=0 --param=min-pagesize=0 -DCORE=$core -Wl,--defsym=CODE="$2" -T "$root/tests/firmware/link.ld" \
        "$root/examples/add_pages/start.S" "$here/$1" -o "$3"
}
core=0
elves=
for pair in b:0x2000 t0:0x6000 t1:0xA000 t2:0xE000 nc:0x12000; do
    compile five.c "${pair#*:}" "${pair%:*}.elf"
    elves="$elves --elf ${pair%:*}=${pair%:*}.elf"
    core=$((core + 1))
done
# shellcheck disable=SC2086 # words on purpose
"$TT_REPLAY" import --arch blackhole --source simulator $elves -o five.ttcap >/dev/null
compile busy.c 0x6000 busy.elf
"$TT_REPLAY" import --arch blackhole --source simulator --elf t0=busy.elf -o busy.ttcap >/dev/null
HOME=$scratch "$gdb" -nx -q -batch -ex 'set pagination off' -ex 'set confirm off' \
    -ex "target remote | '$TT_REPLAY' debug --gdb - five.ttcap" -x "$here/lines.py" </dev/null >out 2>&1 || { cat out; exit 1; }
tail -1 out
grep -q '^five cores, three pipes' out || { cat out; exit 1; }
if command -v python3 >/dev/null; then
    python3 "$here/dap.py" "$TT_REPLAY" "$root/traces" five.ttcap busy.ttcap
fi
