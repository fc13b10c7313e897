# A program whose data is linked to be loaded where no loader reaches: --image says where it is put instead.
. "$FIXTURES/lib.sh"
cp "$FIXTURES/program/program.elf" .
poke program.elf 0x60 000
poke program.elf 0x61 000
poke program.elf 0x62 260
poke program.elf 0x63 377
"$TT_REPLAY" import --arch blackhole --elf t0=program.elf -o p.ttcap
"$TT_REPLAY" import --arch blackhole --elf t0=program.elf --image t1=0x8000 -o p.ttcap
"$TT_REPLAY" import --arch blackhole --elf t0=program.elf --image t0=0x8000 -o p.ttcap &&
    "$TT_REPLAY" dump p.ttcap --memory 0x8000:16
