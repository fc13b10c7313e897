# lane: night
# Two tasks of one shard at the same time do no harm, and a shard that was killed leaves nothing that is half.
. "$FIXTURES/lib.sh"
batch_folder kernels
cp "$TRACES"/kernels/datacopy_f16*.ttcap kernels
"$TT_REPLAY" batch kernels -o all.db --variant pack.bfp.round=truncate >/dev/null
"$TT_REPLAY" farm plan kernels -N 2 -o farm --variant pack.bfp.round=truncate >/dev/null
disturbed place:4:SIGKILL "$TT_REPLAY" farm run farm --shard 1/2 -j 1 >/dev/null 2>&1
status=$? count=$(ls farm/results | wc -l)
[ "$count" -ge 1 ] && [ "$count" -le 4 ] && echo "$status, with some done"
for shard in 1 1 2 2 1; do "$TT_REPLAY" farm run farm --shard $shard/2 -j 2 >/dev/null & done
wait
"$TT_REPLAY" farm merge farm -o farm.db | sed -n 3p
cmp all.db farm.db && echo 'the same bytes'
