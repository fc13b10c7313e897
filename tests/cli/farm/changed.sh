# lane: night
# A capture that is no longer what was planned is refused, recorded as that, and named by resume until it is back.
. "$FIXTURES/lib.sh"
batch_folder kernels
"$TT_REPLAY" farm plan kernels -N 1 -o farm >/dev/null
mv kernels/tiny.ttcap tiny
cp kernels/again.ttcap kernels/tiny.ttcap
rm kernels/nightly/add.ttcap
"$TT_REPLAY" farm run farm --shard 1
echo $?
"$TT_REPLAY" farm resume farm | sed -n 1,4p
"$TT_REPLAY" farm merge farm -o all.db | sed -n 3,14p
mv tiny kernels/tiny.ttcap
"$TT_REPLAY" farm run farm --shard 1
