#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# control.sh FOLDER: the control of the figures beside the simulator. Those were recorded together with figures of this
# project as it was at the commit below; its code, built and timed again today, says what the machine and the yardstick
# make of a figure (docs/performance.md). Makes FOLDER/source and FOLDER/build/tests/bench/tt-bench; wants the history.
set -eu
recorded=941f6875
operations=a071bd3f # where the table of operations came to the bench
[ $# = 1 ] || { echo "Usage: control.sh FOLDER" >&2; exit 2; }
project=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
for commit in $recorded $operations; do
    git -C "$project" cat-file -e "$commit^{commit}" 2>/dev/null ||
        { echo "control.sh: commit $commit is not in this history (a shallow clone?)" >&2; exit 2; }
done
rm -rf "$folder/source"
mkdir "$folder/source"
git -C "$project" archive "$recorded" | tar -x -C "$folder/source"
bench=$folder/source/tests/bench
for file in peer.c peer.h bench_peer.c; do
    git -C "$project" show "$operations:tests/bench/$file" >"$bench/$file"
done
# That code had no choice of portable forms: both columns show what it has.
sed -i '0,/^enum { CASES_MAX/s//enum tile_fast { TILE_FAST_PORTABLE, TILE_FAST_AVX2 };\n#define tile_fast_best() TILE_FAST_AVX2\n#define tile_set_fast(tile, form) ((void)(tile), (void)(form))\n\nenum { CASES_MAX/' \
    "$bench/bench_peer.c"
sed 's|order/replay.h|replay/replay.h|' "$project/tests/bench/bench_peer_kernels.c" >"$bench/bench_peer_kernels.c"
patch -s -p1 -d "$folder/source" <"$project/tests/bench/control.patch"
sed -i "s|\${CMAKE_SOURCE_DIR}/../shared|$project/../shared|" "$bench/CMakeLists.txt"
cmake -S "$folder/source" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON >/dev/null
cmake --build "$folder/build" --target tt-bench
