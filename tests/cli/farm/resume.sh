# lane: night
# What is missing is named, with the lines for just that.
. "$FIXTURES/lib.sh"
batch_folder kernels
"$TT_REPLAY" farm plan kernels -N 4 -o farm >/dev/null
"$TT_REPLAY" farm run farm --shard 2/4 >/dev/null
"$TT_REPLAY" farm resume farm
echo $?
"$TT_REPLAY" farm merge farm -o all.db
echo $?
"$TT_REPLAY" farm merge farm -o all.db --partial
echo $?
for shard in 1 3 4; do "$TT_REPLAY" farm run farm --shard $shard >/dev/null; done
"$TT_REPLAY" farm resume farm
