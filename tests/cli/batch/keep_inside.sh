# lane: night
# The stored databases must not lie where the next batch would take it for captures.
mkdir kernels
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" kernels/copy.ttcap
"$TT_REPLAY" batch kernels -o all.db --keep kernels/differ
echo $?
"$TT_REPLAY" batch kernels -o all.db --keep kernels-differ | sed -n 3p
