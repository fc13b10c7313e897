#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the program with gcc and clang, with -O0 and -O3, in a scratch folder, and runs databases.sh on each and the
# program that is there.
#
#     TT_REPLAY=build/release/src/cli/tt-replay sh tests/host/compilers.sh [COMPILER...]
#
# Exit 77 (skipped) where a compiler is missing.
set -u
: "${TT_REPLAY:?names the binary to test}"
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- gcc clang
for compiler; do
    command -v "$compiler" >/dev/null && continue
    echo "skipped: there is no $compiler here"
    exit 77
done
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-compilers.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP

failed=0
for compiler; do
    for level in 0 3; do
        echo "== $compiler -O$level"
        build=$scratch/$compiler-O$level
        { cmake -S "$here/../.." -B "$build" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=None \
            -DCMAKE_C_FLAGS="-O$level" -DTTR_TESTS=OFF && cmake --build "$build" --target tt-replay; } >"$scratch/log" 2>&1 ||
            { tail -n 20 "$scratch/log"; failed=1; continue; }
        sh "$here/databases.sh" "$build/src/cli/tt-replay" || failed=1
    done
done
exit $failed
