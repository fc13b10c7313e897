# A file that an option takes, given without one.
cp "$FIXTURES/program/program.elf" .
printf '\223NUMPY\001\000' >a.npy
"$TT_REPLAY" import program.elf -o p.ttcap
"$TT_REPLAY" import a.npy -o p.ttcap
printf 'abcdefgh' >a.bin
"$TT_REPLAY" import a.bin -o p.ttcap
