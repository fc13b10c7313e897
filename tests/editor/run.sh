#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh WORK: the protocol's test client, from npm, holds sessions with `tt-replay debug --dap`: captures of the tree, and where
# there is a compiler for the cores a program with lines. Wants TT_REPLAY. Exit 77: node, npm or its registry is not here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${1:?names a folder to work in}
: "${TT_REPLAY:?names the binary to test}"
for program in node npm; do
    if ! command -v $program >/dev/null; then
        echo "skipped: $program is not installed (apt-get install nodejs npm)"
        exit 77
    fi
done
rm -rf "$work"
mkdir -p "$work"
cp "$here"/package.json "$here"/package-lock.json "$here"/*.mjs "$work"
cd "$work"
if ! npm ci --no-audit --no-fund --silent >npm.log 2>&1; then
    echo "skipped: npm ci cannot fetch @vscode/debugadapter-testsupport:"
    cat npm.log
    exit 77
fi
# The client starts an interpreter with one word behind it.
printf 'exec "%s" debug --dap\n' "$TT_REPLAY" >adapter.sh
cc=${RISCV_CC:-riscv64-unknown-elf-gcc}
if command -v "$cc" >/dev/null; then
    "$cc" -march=rv32im_zicsr -mabi=ilp32 -O2 -g -ffreestanding -nostdlib -mstrict-align -msmall-data-limit=0 --param=min-pagesize=0 \
        -Wl,--defsym=CODE=0x6000 -T "$root/tests/firmware/link.ld" "$root/examples/add_pages/start.S" "$root/tests/debug/busy.c" -o busy.elf
    "$TT_REPLAY" import --arch blackhole --source simulator --elf t0=busy.elf -o busy.ttcap >/dev/null
fi
exec node sessions.mjs "$root"
