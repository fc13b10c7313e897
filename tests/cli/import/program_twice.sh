# Two programs for one place: both are named.
cp "$FIXTURES/program/program.elf" a.elf
cp a.elf b.elf
. "$FIXTURES/lib.sh"
poke b.elf 0x78 101
"$TT_REPLAY" import --arch blackhole --elf t0=a.elf --elf t1=b.elf -o both.ttcap
code=$?
ls -A
exit $code
