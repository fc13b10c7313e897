#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and passes the tests, from nothing: with sanitizers (clang), and optimised (gcc), there with forty mutants of the
# tile. `sh tests/run.sh all` adds those labelled slow: whole domains, reports in a browser, and the full recordings where
# they stand beside the tree; and unit tests optimised by clang. `sh tests/run.sh quick` takes the first of the two alone.
set -eu
cd "$(dirname "$0")/.."
what=${1:-}
more="clang libclang-rt-14-dev" optional=""
if [ "$what" != quick ]; then
    more="$more gcc-riscv64-unknown-elf"
fi
# For the tests of reports in a browser, of farms on Slurm and GNU parallel, and on another processor, which are skipped
# without them; they may be here from elsewhere.
if [ "$what" = all ] && [ "$(id -u)" = 0 ]; then
    for pair in chromium:chromium node:nodejs npm:npm slurmctld:slurmctld slurmd:slurmd sbatch:slurm-client parallel:parallel \
        qemu-x86_64-static:qemu-user-static; do
        command -v "${pair%:*}" >/dev/null || optional="$optional ${pair#*:}"
    done
    command -v s390x-linux-gnu-gcc >/dev/null || optional="$optional gcc-s390x-linux-gnu libc6-dev-s390x-cross"
fi
sh tests/packages.sh $more
if [ -n "$optional" ]; then
    sh tests/packages.sh $optional || echo "not installed, and what wants it is skipped:$optional"
fi

jobs=$(nproc) # at once; a preset knows no number but its own
[ "$jobs" -ge 2 ] || jobs=2

echo "== sanitize: clang, AddressSanitizer and UndefinedBehaviorSanitizer"
cmake --preset sanitize >/dev/null
cmake --build --preset sanitize
ctest --preset sanitized -j "$jobs"
[ "$what" != quick ] || exit 0

if [ "$what" = all ]; then
    echo "== clang: optimised by another compiler; unit tests"
    cmake --preset clang >/dev/null
    cmake --build --preset clang
    ctest --preset compiler -j "$jobs"
fi

# What draws much, or limits memory, waits for here: sanitizers make it slow and see nothing else in it.
echo "== release: optimised; every test but slow ones and benchmarks, and mutants"
cmake --preset release >/dev/null
cmake --build --preset release
if [ "$what" = all ]; then
    ctest --preset full -j "$jobs"
else
    ctest --preset release -j "$jobs"
    ctest --preset mutation
fi
