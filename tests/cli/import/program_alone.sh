# A program of t0 alone: its segments, where it starts, its names.
cp "$FIXTURES/program/program.elf" .
"$TT_REPLAY" import --arch blackhole --elf t0=program.elf -o p.ttcap --name start && "$TT_REPLAY" info p.ttcap &&
    "$TT_REPLAY" dump p.ttcap --memory 0x6020:32 && "$TT_REPLAY" verify p.ttcap
