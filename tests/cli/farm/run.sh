# lane: night
# A shard by option and by the variable of each system; again it does no harm.
. "$FIXTURES/lib.sh"
batch_folder kernels
"$TT_REPLAY" farm plan kernels -N 2 -o farm >/dev/null
"$TT_REPLAY" farm run farm --shard 1/2
"$TT_REPLAY" farm run farm --shard 1/2
SLURM_ARRAY_TASK_ID=2 "$TT_REPLAY" farm run farm
LSB_JOBINDEX=2 "$TT_REPLAY" farm run farm
SGE_TASK_ID=2 PARALLEL_SEQ=2 "$TT_REPLAY" farm run farm
PARALLEL_SEQ=2 SGE_TASK_ID=undefined LSB_JOBINDEX=0 "$TT_REPLAY" farm run farm
SLURM_ARRAY_TASK_ID=2 "$TT_REPLAY" farm run farm --shard 1
"$TT_REPLAY" farm merge farm -o all.db
