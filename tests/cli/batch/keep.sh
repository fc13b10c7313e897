# lane: night
# --keep: the whole database of each that differs, as replay makes it; also of one that was judged before without.
. "$FIXTURES/lib.sh"
batch_folder kernels
packed kernels/packed
poke kernels/packed/end/l1_05ffc0.bin 0x50 177
"$TT_REPLAY" batch kernels -o all.db --variant pack.bfp.round=truncate >/dev/null 2>&1
"$TT_REPLAY" batch kernels -o all.db --variant pack.bfp.round=truncate --keep differ >/dev/null
find differ -type f | LC_ALL=C sort
"$TT_REPLAY" diff differ/tiny.ttcap.db | sed -n 4p
"$TT_REPLAY" diff differ/packed.db | sed -n 4p
