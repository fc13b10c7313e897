. "$FIXTURES/lib.sh"
cp "$FIXTURES/program/program.elf" .
printf "02000000\\na2000001\\n" >words.txt
"$TT_REPLAY" import --arch blackhole --elf t0=program.elf --stream 0=words.txt -o p.ttcap &&
    "$TT_REPLAY" info p.ttcap --json | "$SCHEMA_CHECK" "$SCHEMAS/info.schema.json" &&
    "$TT_REPLAY" dump p.ttcap --events --json | "$SCHEMA_CHECK" "$SCHEMAS/dump.schema.json" &&
    "$TT_REPLAY" dump p.ttcap --events
