# lane: night
# What is no database of a batch is not replaced unasked, and neither is another page.
mkdir kernels
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" kernels
echo precious >all.db
"$TT_REPLAY" batch kernels -o all.db
echo precious >all.html
"$TT_REPLAY" batch kernels -o new.db --report all.html
cat all.db all.html
"$TT_REPLAY" batch kernels -o all.db --report all.html --force | sed -n 3p
head -c 15 all.db && echo && head -1 all.html
