#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and passes all tests, from nothing: with sanitizers (gcc), compiled by clang, and optimised (gcc; there also the
# tests labelled slow: whole domains, and the full recordings where they stand beside the tree).
# `sh tests/run.sh quick` takes the first of the three alone.
set -eu
cd "$(dirname "$0")/.."
quick=${1:-}
if [ -n "$quick" ]; then sh tests/packages.sh; else sh tests/packages.sh clang libclang-rt-14-dev gcc-riscv64-unknown-elf; fi

echo "== dev: gcc, AddressSanitizer and UndefinedBehaviorSanitizer"
cmake --preset dev >/dev/null
cmake --build --preset dev
ctest --preset dev
[ -z "$quick" ] || exit 0

echo "== clang: another compiler, warnings are errors; unit, style and command-line tests"
cmake --preset clang >/dev/null
cmake --build --preset clang
ctest --preset clang --label-regex 'unit|style|cli'

echo "== release: optimised; every test but the benchmarks"
cmake --preset release >/dev/null
cmake --build --preset release
ctest --preset full
