#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The variables that LSF, Grid Engine and Slurm set for their tasks, and what these hold when a job is no array: a shard each, found by its
# variable, and refusals that name it. LSF and Grid Engine themselves are not to be had here.
#
#     TT_REPLAY=… FARM_CAPTURES=… FAULTS=… sh tests/farm/environment.sh
. "$(dirname "$0")/lib.sh"
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP
unset SLURM_ARRAY_TASK_ID LSB_JOBINDEX SGE_TASK_ID PARALLEL_SEQ

# says TEXT: the last command said it.
says() {
    grep -qF -- "$1" out || { cat out; fail "it does not say: $1"; }
}

captures 24
want "plan" 0 "$TT_REPLAY" farm plan captures -N 5 -o farm
for system in sbatch bsub qsub parallel; do
    [ -n "$(line $system out)" ] || fail "the plan has no line for $system"
done
run="$TT_REPLAY farm run farm"

want "no system" 2 $run
says "which shard? --shard K/5"
# Outside an array job LSF says 0, Grid Engine a word.
LSB_JOBINDEX=0 want "LSF without an array" 2 $run
says "which shard?"
SGE_TASK_ID=undefined want "Grid Engine without an array" 2 $run
says "which shard?"
SGE_TASK_ID=6 want "Grid Engine, past the end" 2 $run
says "SGE_TASK_ID is '6', but the plan has the shards 1 to 5"
LSB_JOBINDEX=two want "LSF, no number" 2 $run
says "LSB_JOBINDEX is 'two'"
LSB_JOBINDEX=1 SGE_TASK_ID=2 want "two systems" 2 $run
says "LSB_JOBINDEX is '1' and SGE_TASK_ID is '2'"
[ -z "$(results farm)" ] || fail "a refusal left results"

LSB_JOBINDEX=1 want "LSF" 0 $run
says "shard 1/5 (LSB_JOBINDEX, LSF)"
SGE_TASK_ID=2 want "Grid Engine" 0 $run
says "shard 2/5 (SGE_TASK_ID, Grid Engine)"
LSB_JOBINDEX=0 SGE_TASK_ID=undefined SLURM_ARRAY_TASK_ID=3 want "Slurm" 0 $run
says "shard 3/5 (SLURM_ARRAY_TASK_ID, Slurm)"
PARALLEL_SEQ=4 want "GNU parallel" 0 $run
says "shard 4/5 (PARALLEL_SEQ, GNU parallel)"
[ "$(missing farm)" = "5 " ] || { cat out; fail "not shard 5 alone is missing"; }
SGE_TASK_ID=4 want "an option against a variable" 0 $run --shard 5/5
says "shard 5/5 (--shard)"
SGE_TASK_ID=5 want "the same shard again" 0 $run
says "done before"
merged farm
