# lane: night
# What was packed came from Dst, which the recording does not hold: no verdict, exit 3.
. "$FIXTURES/lib.sh"
mkdir kernels
packed kernels/packed
cp "$FIXTURES/packed_without_dst.json" kernels/packed/bundle.json
"$TT_REPLAY" batch kernels --unit pack -o all.db
