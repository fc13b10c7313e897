# lane: night
# The same command again does nothing again; a capture that changed is done again, and so is all of it with other
# settings or --fresh.
. "$FIXTURES/lib.sh"
batch_folder kernels
rm kernels/garbage.ttcap
"$TT_REPLAY" batch kernels -o all.db | sed -n 3p
cp all.db first.db
"$TT_REPLAY" batch kernels -o all.db | sed -n 3p
cmp first.db all.db && echo 'the same bytes'
cp "$TRACES/kernels/binary_ADD_i8_nice.ttcap" kernels/nightly/add.ttcap
"$TT_REPLAY" batch kernels -o all.db | sed -n 3p
"$TT_REPLAY" batch kernels -o all.db --unit pack | sed -n 3p
"$TT_REPLAY" batch kernels -o all.db --fresh | sed -n 3p
