# lane: night
# What is waived stays out of the verdict; the expired and the unknown do not.
. "$FIXTURES/lib.sh"
mkdir kernels
packed kernels/packed
poke kernels/packed/end/l1_05ffc0.bin 0x50 177
"$TT_REPLAY" batch kernels -o all.db | sed -n 3p
printf 'tile0:face0:r0:c0 9999-12-31 the recording was poked\n' >waivers.txt
"$TT_REPLAY" batch kernels -o all.db --waivers waivers.txt | sed -n 1,3p
printf 'tile0:face0:r0:c0 2000-01-01 long ago\n' >waivers.txt
"$TT_REPLAY" batch kernels -o all.db --waivers waivers.txt | sed -n 3p
printf 'tile0:face0:r0:c0 tomorrow perhaps\n' >waivers.txt
"$TT_REPLAY" batch kernels -o all.db --waivers waivers.txt
