#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs AFL++ on the program itself, one verb after the other, and says of each what it did:
#   sh tests/fuzz/afl.sh MINUTES [VERB...]   info dump verify replay program firmware diff audit; all where none is named
# info to firmware are given captures whose hashes were put right (afl_repair.c), diff and audit databases. It starts
# from the smallest of traces/. BUILD: build/afl; what was found is in BUILD/afl/VERB.
set -eu
cd "$(dirname "$0")/../.."
tree=$(pwd)
: "${BUILD:=$tree/build/afl}" "${TTR_AFL_TIMEOUT:=10000}" # milliseconds
case ${1:-} in
'' | *[!0-9.]*)
    sed -n '4,6s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
seconds=$(awk "BEGIN { print int(60 * $1) }")
shift
[ -n "$*" ] || set -- info dump verify replay program firmware diff audit

if [ ! -f "$BUILD/CMakeCache.txt" ]; then
    # The makers of tables run while it is built: they are to end well though they leak.
    cmake -S . -B "$BUILD" -G Ninja -DCMAKE_C_COMPILER=afl-clang-fast -DCMAKE_BUILD_TYPE=RelWithDebInfo \
        -DTTR_SANITIZE=ON >/dev/null
fi
ASAN_OPTIONS=detect_leaks=0 cmake --build "$BUILD" --target tt-replay >/dev/null
tool=$BUILD/src/cli/tt-replay work=$BUILD/afl
mkdir -p "$work/seeds" "$work/databases"
# A library that AFL++ itself loads, and so not one that it compiled.
cc -std=c11 -D_DEFAULT_SOURCE -O2 -shared -fPIC -Itests -I. -Isrc -I"$BUILD/generated" -o "$work/repair.so" \
    tests/fuzz/afl_repair.c capture/file/bytes.c capture/file/chunk.c src/base/memory.c src/base/error.c -lxxhash
find traces -name '*.ttcap' -size -4k -exec cp {} "$work/seeds" \;
ASAN_OPTIONS=detect_leaks=0 "$tool" replay traces/firmware/mmio_sem_all.ttcap --order firmware --force \
    -o "$work/databases/run.db" >/dev/null || [ $? -ne 2 ]

export AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
export ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0 UBSAN_OPTIONS=abort_on_error=1

stat_of() { # VERB NAME
    sed -n "s/^$2  *: *//p" "$work/$1/default/fuzzer_stats"
}

status=0
for verb; do
    output=$work/$verb.db seeds=seeds
    export AFL_CUSTOM_MUTATOR_LIBRARY="$work/repair.so"
    case $verb in
    dump) set -- dump --registers --events --all @@ ;;
    replay) set -- replay @@ -o "$output" --force ;;
    program) set -- replay --order program @@ -o "$output" --force ;;
    firmware) set -- replay --order firmware --max-steps 20000 @@ -o "$output" --force ;;
    diff | audit)
        unset AFL_CUSTOM_MUTATOR_LIBRARY
        seeds=databases
        set -- "$verb" @@
        ;;
    *) set -- "$verb" @@ ;;
    esac
    rm -rf "${work:?}/$verb"
    afl-fuzz -i "$work/$seeds" -o "$work/$verb" -V "$seconds" -m none -t "$TTR_AFL_TIMEOUT" -- "$tool" "$@" \
        >"$work/$verb.log" 2>&1 || status=1
    printf '%-9s %6s s  %9s runs  %6s edges  %5s inputs  %s crashes  %s hangs\n' "$verb" "$seconds" \
        "$(stat_of "$verb" execs_done)" "$(stat_of "$verb" edges_found)" "$(stat_of "$verb" corpus_count)" \
        "$(stat_of "$verb" saved_crashes)" "$(stat_of "$verb" saved_hangs)"
    [ "$(stat_of "$verb" saved_crashes)" = 0 ] || status=1
done
exit "$status"
