# lane: night
# A capture that cannot be read stops no other; trouble goes before a difference.
. "$FIXTURES/lib.sh"
batch_folder kernels
"$TT_REPLAY" batch kernels -o all.db --variant pack.bfp.round=truncate
