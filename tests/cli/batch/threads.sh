# lane: night
# The same bytes from one thread and from several, and from shards of any number. Of 64, those behind the first four have
# nothing to do.
. "$FIXTURES/lib.sh"
batch_folder kernels
set -- --variant pack.bfp.round=truncate
"$TT_REPLAY" batch kernels -o one.db --report one.html -j 1 --json "$@" >one.json
"$TT_REPLAY" batch kernels -o four.db --report four.html -j 4 --json "$@" >four.json
for kind in db html json; do cmp one.$kind four.$kind && echo "$kind: the same bytes from 1 and 4 threads"; done
for shards in 1 3 64; do
    "$TT_REPLAY" farm plan kernels -o farm$shards -N $shards "$@" >/dev/null
    for shard in $(seq $((shards < 5 ? shards : 5))); do "$TT_REPLAY" farm run farm$shards --shard $shard/$shards >/dev/null; done
    "$TT_REPLAY" farm merge farm$shards -o farm.db --report farm.html --json --force >farm.json
    for kind in db html json; do cmp one.$kind farm.$kind && echo "$kind: the same bytes from $shards shards"; done
done
