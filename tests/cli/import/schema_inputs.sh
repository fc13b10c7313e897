. "$FIXTURES/lib.sh"
cp "$FIXTURES/program/program.elf" "$FIXTURES/program/gnu.txt" .
"$TT_REPLAY" import --arch blackhole --elf t0=program.elf --stream 0=gnu.txt -o p.ttcap &&
    "$TT_REPLAY" info p.ttcap --json | "$SCHEMA_CHECK" "$SCHEMAS/info.schema.json" &&
    "$TT_REPLAY" dump p.ttcap --events --json | "$SCHEMA_CHECK" "$SCHEMAS/dump.schema.json" &&
    "$TT_REPLAY" dump p.ttcap --events
