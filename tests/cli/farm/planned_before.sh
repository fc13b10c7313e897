# lane: night
# A plan is not replaced unasked; with --force results of what did not change stay.
. "$FIXTURES/lib.sh"
batch_folder kernels
"$TT_REPLAY" farm plan kernels -N 2 -o farm | sed -n 1p
for shard in 1 2; do "$TT_REPLAY" farm run farm --shard $shard; done
"$TT_REPLAY" farm plan kernels -N 3 -o farm
"$TT_REPLAY" farm plan kernels -N 3 -o farm --force | sed -n 1p
"$TT_REPLAY" farm resume farm
