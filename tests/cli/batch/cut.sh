# lane: night
# A capture that was cut is judged by what is whole of it, and the result says so; a bundle that is damaged says where.
. "$FIXTURES/lib.sh"
mkdir kernels
head -c 2850 "$TRACES/kernels/wormhole_tiny_add_2f2r2c_bfp4_bfp4_f16b_bfp4_nice.ttcap" >kernels/cut.ttcap
packed kernels/packed
edit kernels/packed/bundle.json 's/"end"/"begin"/'
"$TT_REPLAY" batch kernels -o all.db --json | grep -o '"name": "[a-z.]*"\|"verdict": "[a-z ]*"\|"reason": [^,]*'
