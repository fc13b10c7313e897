#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A farm with GNU parallel: it is killed half-way with one task under way and one dead; goes on by its own joblog, then by
# what farm resume prints. Nothing is done twice, and the merge is to the byte what one thread makes.
#
#     TT_REPLAY=… FARM_CAPTURES=… FAULTS=… sh tests/farm/parallel.sh
#
# Exit 77 (skipped) where GNU parallel (Debian: parallel) is not installed.
. "$(dirname "$0")/lib.sh"
trap 'stop; rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP
parallel='' group=''

# Its tasks have process groups of their own; the one that stands still wrote down what it is. GNU parallel goes first,
# or it would begin the next.
stop() {
    [ -z "$parallel" ] || { kill -KILL "$parallel"; wait "$parallel"; } 2>wait.out
    # shellcheck disable=SC2046 # two numbers
    [ ! -s stopped.5 ] || kill -KILL $(cat stopped.5) 2>wait.out
    rm -f stopped.5
    parallel=''
}

parallel --version >out 2>&1 && grep -q 'GNU parallel' out || skip "GNU parallel is not installed (Debian: parallel)"
HOME=$scratch
path=$PATH
export HOME PATH
captures 200
want "plan" 0 "$TT_REPLAY" farm plan captures -N 8 -o farm
submitted=$(line parallel out)
[ "$submitted" = "seq 8 | parallel tt-replay farm run farm --shard {}/8" ] || fail "the plan has another line: $submitted"

# One after another: 2 is killed, and when all is over 5 is half-way and 6, 7, 8 did not begin.
seq 8 >numbers
HALF_KILLED=2 HALF_STOPPED=5 PATH=$scratch/half:$path parallel --will-cite -j1 --joblog log tt-replay farm run farm --shard '{}/8' \
    <numbers >parallel.out 2>&1 &
parallel=$!
wait_for 3000 test -s stopped.5 || { cat parallel.out; fail "task 5 did not come half-way"; }
stop
shards=$(missing farm)
[ "$shards" = "2 5 6 7 8 " ] || { cat out; fail "shards $shards miss something, wanted 2 5 6 7 8"; }
results farm >before

# By the joblog, with the line as it was printed; 7 is killed this time.
PARALLEL="--will-cite --joblog log --resume-failed" HALF_KILLED=7 PATH=$scratch/half:$path sh -c "$submitted" >parallel.out 2>&1
ran=$(sed -n 's/^shard \([0-9]*\)\/8 .*/\1/p' parallel.out | sort -n | tr '\n' ' ')
[ "$ran" = "2 5 6 8 " ] || { cat parallel.out; fail "the joblog led to shards $ran, wanted 2 5 6 8 (and 7, killed)"; }
shards=$(missing farm)
[ "$shards" = "7 " ] || { cat out; fail "shards $shards miss something, wanted 7"; }
submitted=$(line parallel out)
[ "$submitted" = "parallel tt-replay farm run farm --shard {}/8 ::: 7" ] || fail "farm resume has another line: $submitted"
PARALLEL=--will-cite PATH=$scratch/whole:$path sh -c "$submitted" >parallel.out 2>&1 || { cat parallel.out; fail "the last shard failed"; }
want "resume" 0 "$TT_REPLAY" farm resume farm
unchanged farm before
merged farm
echo "200 captures, $(grep -c '' before) done before GNU parallel was killed, $(results farm | wc -l) in the end"
