#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tt-metal's own compute kernels from a checkout, which is not part of this project: compiled with a stock compiler, run
# by tt-metal's own firmware on both chips, held against integer arithmetic, replayed in program order. R63h, R65, R67, R68
#
#     TT_REPLAY=build/dev/src/cli/tt-replay TT_METAL=/path/to/tt-metal sh tests/metal/run.sh [CHIP] [KERNEL...]
#
# Exit 77 (skipped) without a checkout or a compiler for the cores. METAL_FOLDER retains what is made; METAL_VERBOSE=1 says
# all of what went wrong.
set -eu
: "${TT_REPLAY:?names the binary to test}"
here=$(cd "$(dirname "$0")" && pwd)
[ -n "${TT_METAL:-}" ] || { echo "skipped: TT_METAL names no checkout of tt-metal"; exit 77; }
[ -d "$TT_METAL/tt_metal/tt-llk/tt_llk_blackhole" ] || [ -d "$TT_METAL/tt_metal/third_party/tt_llk/tt_llk_blackhole" ] ||
    { echo "skipped: $TT_METAL is no checkout of tt-metal with tt_metal/tt-llk"; exit 77; }
libc=${RISCV_LIBC:-/usr/lib/picolibc/riscv64-unknown-elf/include}
[ -d "$libc" ] || { echo "skipped: there is no C library for the cores at $libc (Debian: picolibc-riscv64-unknown-elf)"; exit 77; }
command -v "${RISCV_PREFIX:-riscv64-unknown-elf-}g++" >/dev/null || { echo "skipped: there is no compiler for the cores"; exit 77; }
exec python3 "$here/run.py" "$@"
