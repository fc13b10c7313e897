#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs fuzz targets with libFuzzer (clang), two at a time at most, and says of each what it did:
#   sh tests/fuzz/run.sh MINUTES [TARGET...]   each target so long; all targets where none is named
#   sh tests/fuzz/run.sh --keep [TARGET...]    what was found that reaches more than the corpora of the tree goes there
# Corpora grow in BUILD/fuzz-corpus, what fails is put in BUILD/fuzz-found. BUILD: build/fuzz; TTR_FUZZ_JOBS: 2. An input
# that takes longer than TTR_FUZZ_TIMEOUT, 10 seconds, fails; on a machine at other work it may have to be more.
set -eu
cd "$(dirname "$0")/../.."
tree=$(pwd)
: "${BUILD:=$tree/build/fuzz}" "${TTR_FUZZ_JOBS:=2}" "${TTR_FUZZ_TIMEOUT:=10}"
KEEP_BYTES=4096 # no longer input is stored in the tree

targets() {
    sed -n 's/^ttr_fuzz_target(\([a-z0-9_]*\) .*/\1/p' tests/fuzz/CMakeLists.txt
}

last_of() { # NAME: the last number that libFuzzer gave it
    sed -n "s/.*$1 *\([0-9][0-9]*\).*/\1/p" "$log" | tail -n 1
}

# One target for $1 minutes. Processor seconds are those of the fuzzer itself: the machine may be shared.
run_one() {
    target=$2
    grown=$BUILD/fuzz-corpus/$target found=$BUILD/fuzz-found/$target log=$BUILD/fuzz-log/$target
    mkdir -p "$grown" "$found" "$BUILD/fuzz-log" "$BUILD/fuzz-scratch/$target"
    cd "$BUILD/fuzz-scratch/$target"
    status=passed
    seconds=$(awk "BEGIN { print int(60 * $1) }")
    "$BUILD/tests/fuzz/libfuzz_$target" -max_total_time="$seconds" -timeout="$TTR_FUZZ_TIMEOUT" -rss_limit_mb=2048 -max_len=$KEEP_BYTES \
        -print_final_stats=1 -artifact_prefix="$found/" "$grown" "$tree/tests/fuzz/corpus/$target" >"$log" 2>&1 ||
        status="FAILED: $found"
    times >"$log.times" # not through a pipe: there it would see no child
    processor=$(sed -n '2s/[ms]/ /gp' "$log.times" | awk '{ print int(60 * $1 + $2 + 60 * $3 + $4) }')
    printf '%-16s %6s s  %6s s processor  %10s runs  %6s edges  %6s features  %5s new  %3s s the slowest  %s\n' "$target" \
        "$seconds" "$processor" "$(last_of stat::number_of_executed_units:)" "$(last_of cov:)" "$(last_of ft:)" \
        "$(last_of stat::new_units_added:)" "$(last_of stat::slowest_unit_time_sec:)" "$status"
    [ "$status" = passed ]
}

# The least inputs of both corpora that reach all edges that both reach, however often; the tree's own come first and
# stay.
keep_one() {
    target=$1
    stored=$tree/tests/fuzz/corpus/$target small=$BUILD/fuzz-corpus/$target.small
    mkdir -p "$small" "$stored" "$BUILD/fuzz-corpus/$target" "$BUILD/fuzz-scratch/$target"
    find "$BUILD/fuzz-corpus/$target" -type f -size -"$KEEP_BYTES"c -exec cp -t "$small" {} +
    cd "$BUILD/fuzz-scratch/$target"
    "$BUILD/tests/fuzz/libfuzz_$target" -merge=1 -use_counters=0 -timeout="$TTR_FUZZ_TIMEOUT" "$stored" "$small" >/dev/null 2>&1
    rm -r "$small"
    echo "$target: $(find "$stored" -type f | wc -l) inputs, $(du -sb "$stored" | cut -f1) bytes"
}

case ${1:-} in
--one)
    run_one "$2" "$3"
    exit
    ;;
--keep)
    shift
    if [ -n "$*" ]; then printf '%s\n' "$@"; else targets; fi | while read -r target; do
        (keep_one "$target" </dev/null)
    done
    exit
    ;;
'' | *[!0-9.]*)
    sed -n '4,5s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
minutes=$1
shift
list=$(if [ -n "$*" ]; then printf '%s\n' "$@"; else targets; fi)
if [ ! -f "$BUILD/CMakeCache.txt" ]; then
    cmake --preset fuzz -B "$BUILD" >/dev/null
fi
printf '%s\n' "$list" | sed 's/^/libfuzz_/' | xargs cmake --build "$BUILD" --target >/dev/null
export BUILD
printf '%s\n' "$list" | xargs -n 1 -P "$TTR_FUZZ_JOBS" sh tests/fuzz/run.sh --one "$minutes"
