#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tt-replay, as a task that does not get to its end: `farm run FARM` of a shard in $HALF_KILLED is killed (-9) right before
# it puts its eleventh file in place; that of a shard in $HALF_STOPPED stands still there, and the file "stopped.SHARD" says so,
# with the numbers of both processes. Others run as ever. $FAULTS is the shim of tests/faults.
set -u
shard=${SLURM_ARRAY_TASK_ID:-}
[ $# -lt 5 ] || shard=${5%/*}

# half_way SIGNAL ARGUMENTS...
half_way() {
    signal=$1
    shift
    exec env TTR_FAULT="place:10:$signal:held" LD_PRELOAD="$FAULTS" ASAN_OPTIONS=verify_asan_link_order=0 "$TT_REPLAY" "$@"
}

case " ${HALF_KILLED:-} " in
*" $shard "*) half_way SIGKILL "$@" ;;
esac
case " ${HALF_STOPPED:-} " in
*" $shard "*) ;;
*) exec "$TT_REPLAY" "$@" ;;
esac
(half_way SIGSTOP "$@") &
pid=$!
while sleep 0.05; do
    # Its name stands in brackets before its state.
    state=$(sed 's/.*) \(.\).*/\1/' "/proc/$pid/stat")
    case $state in
    T) break ;;
    '' | Z) echo "shard $shard did not stand still half-way" && exit 1 ;;
    esac
done
echo $$ $pid >"stopped.$shard"
wait $pid
