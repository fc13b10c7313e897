#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tt-replay, as a task that does not get to its end: `farm run FARM` of a shard in $HALF_KILLED is killed (-9) after ten
# results; that of a shard in $HALF_STOPPED stands still there, and the file "stopped.SHARD" says so, with the numbers of
# both processes. Others run as ever.
set -u
farm=$3
shard=${SLURM_ARRAY_TASK_ID:-}
[ $# -lt 5 ] || shard=${5%/*}
case " ${HALF_KILLED:-} ${HALF_STOPPED:-} " in
*" $shard "*) ;;
*) exec "$TT_REPLAY" "$@" ;;
esac

# What the shard's results are called: other tasks write theirs beside them.
keys=$(sed -n "s/.*\"key\": \"\([0-9a-f]*\)\", \"shard\": $shard}.*/\1/p" "$farm/plan.json")
is_half_done() {
    count=0
    for key in $keys; do
        [ ! -e "$farm/results/$key.json" ] || count=$((count + 1))
    done
    [ $count -ge 10 ]
}

"$TT_REPLAY" "$@" &
pid=$!
# A step at a time, so that it does not get past the middle while nobody looks.
until kill -STOP $pid && is_half_done; do
    kill -CONT $pid
    sleep 0.005
done
case " ${HALF_KILLED:-} " in
*" $shard "*) kill -KILL $pid ;;
*) echo $$ $pid >"stopped.$shard" ;;
esac
wait $pid
