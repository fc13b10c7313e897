# lane: night
# Failures of one cause are one line; what to type next.
. "$FIXTURES/lib.sh"
batch_folder kernels
rm kernels/garbage.ttcap
"$TT_REPLAY" batch kernels/ -o all.db --variant pack.bfp.round=truncate
