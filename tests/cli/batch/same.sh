# lane: night
# All are what the device held, those of bundles too; other files are passed over.
mkdir kernels
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" kernels/copy.ttcap
. "$FIXTURES/lib.sh"
packed kernels/packed
echo note >kernels/README
"$TT_REPLAY" batch kernels -o all.db
