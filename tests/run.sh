#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and passes all tests, from nothing: with sanitizers (gcc), optimised (gcc), and compiled by clang.
# `sh tests/run.sh quick` takes the first of the three alone.
set -eu
cd "$(dirname "$0")/.."
quick=${1:-}
[ -n "$quick" ] && sh tests/packages.sh || sh tests/packages.sh clang libclang-rt-14-dev

echo "== dev: gcc, AddressSanitizer and UndefinedBehaviorSanitizer"
cmake --preset dev >/dev/null
cmake --build --preset dev
ctest --preset dev
[ -z "$quick" ] || exit 0

echo "== clang: another compiler, warnings are errors; unit tests and style"
cmake --preset clang >/dev/null
cmake --build --preset clang
ctest --preset clang --label-regex 'unit|style|cli'

echo "== release: optimised; every test but the benchmarks"
cmake --preset release >/dev/null
cmake --build --preset release
ctest --preset full
