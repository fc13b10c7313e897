#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and passes the tests, from nothing. Each test has a lane by what it costs (docs/testing.md):
#
#     sh tests/run.sh commit   before a commit: seconds, in the build with sanitizers (clang)
#     sh tests/run.sh          what each change waits for: more of the same build
#     sh tests/run.sh night    that, then unit tests optimised by clang, then everything optimised by gcc: mutants, kills,
#                              bombs, hosts, a browser, farms, and the full recordings where they stand beside the tree
set -eu
cd "$(dirname "$0")/.."
what=${1:-change}
more="clang libclang-rt-14-dev" optional=""
case $what in
commit) ;;
change | night) more="$more gcc-riscv64-unknown-elf" ;;
*) echo "usage: sh tests/run.sh [commit|change|night]" >&2; exit 2 ;;
esac
# For the tests of reports in a browser, of farms on Slurm and GNU parallel, and on another processor, which are skipped
# without them; they may be here from elsewhere.
if [ "$what" = night ] && [ "$(id -u)" = 0 ]; then
    for pair in chromium:chromium node:nodejs npm:npm slurmctld:slurmctld slurmd:slurmd sbatch:slurm-client parallel:parallel \
        qemu-x86_64-static:qemu-user-static sphinx-build:python3-sphinx; do
        command -v "${pair%:*}" >/dev/null || optional="$optional ${pair#*:}"
    done
    command -v sphinx-build >/dev/null || optional="$optional python3-myst-parser furo"
    command -v s390x-linux-gnu-gcc >/dev/null || optional="$optional gcc-s390x-linux-gnu libc6-dev-s390x-cross"
fi
sh tests/packages.sh $more
if [ -n "$optional" ]; then
    sh tests/packages.sh $optional || echo "not installed, and what wants it is skipped:$optional"
fi

jobs=$(nproc) # at once; a preset knows no number but its own
[ "$jobs" -ge 2 ] || jobs=2

# lane CONFIGURATION TESTS: the build of a preset, and the tests of another.
lane() {
    echo "== $1: $2"
    cmake --preset "$1" >/dev/null
    cmake --build --preset "$1"
    ctest --preset "$2" -j "$jobs"
}

if [ "$what" = commit ]; then
    lane sanitize commit
    exit
fi
lane sanitize change
# A program with sanitizers has no sandbox: its test wants a build without, of one library.
cmake --preset release >/dev/null
cmake --build --preset release --target unit_sandbox
ctest --test-dir build/release -R '^unit_sandbox$' --output-on-failure
if [ "$what" = night ]; then
    lane clang compiler
    lane release night
fi
