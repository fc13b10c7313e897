# lane: night
# Which shard is meant must be clear.
. "$FIXTURES/lib.sh"
batch_folder kernels
"$TT_REPLAY" farm plan kernels -N 2 -o farm >/dev/null
"$TT_REPLAY" farm run farm
SLURM_ARRAY_TASK_ID=1 PARALLEL_SEQ=2 "$TT_REPLAY" farm run farm
SLURM_ARRAY_TASK_ID=0 "$TT_REPLAY" farm run farm
LSB_JOBINDEX=3 "$TT_REPLAY" farm run farm
"$TT_REPLAY" farm run farm --shard 3/2
"$TT_REPLAY" farm run farm --shard 1/64
"$TT_REPLAY" farm run farm --shard 1/
"$TT_REPLAY" farm run farm --shard one
ls farm/results
