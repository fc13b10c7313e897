#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Which lines of src and capture the tests run: a table by room, and those that none ran in
# build/coverage/uncovered.txt. `sh tests/coverage.sh night` runs those of the night too.
set -eu
cd "$(dirname "$0")/.."
command -v gcovr >/dev/null || { echo "gcovr is not here (apt-get install gcovr)"; exit 77; }
without="night|long|docs"
[ "${1:-}" != night ] || without="long|docs"
cmake --preset coverage >/dev/null
cmake --build --preset coverage
find build/coverage -name '*.gcda' -delete
ctest --test-dir build/coverage -j 2 -LE "$without" --output-on-failure || echo "(a test failed; its lines count all the same)"
gcovr -r . build/coverage -j 2 --gcov-ignore-parse-errors -f src/ -f capture/ --json build/coverage/lines.json >build/coverage/gcovr.txt 2>&1
python3 tests/coverage.py build/coverage/lines.json build/coverage/uncovered.txt
