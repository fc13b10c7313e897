# lane: night
# A capture that cannot be read at all stops no other, is reported, and is tried again the next time.
mkdir kernels
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" kernels/copy.ttcap
ln -s nowhere kernels/one.ttcap
ln -s nowhere kernels/two.ttcap
ln -s nowhere kernels/note.txt
"$TT_REPLAY" batch kernels -o all.db
rm kernels/one.ttcap kernels/two.ttcap
cp "$TRACES/kernels/binary_ADD_i8_nice.ttcap" kernels/one.ttcap
"$TT_REPLAY" batch kernels -o all.db | sed -n 3p
