. "$FIXTURES/lib.sh"
cp "$FIXTURES/program/program.elf" wide.elf
poke wide.elf 4 002
"$TT_REPLAY" import --arch blackhole --elf t0=wide.elf -o p.ttcap
