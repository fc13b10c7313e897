# What --json prints is what schemas/info.schema.json says; an opcode nobody defines is in it too.
. "$FIXTURES/lib.sh"
bundle small
edit small/events.jsonl -e 's/"k":"exec","t":2,"w":[0-9]*/"k":"exec","t":2,"w":4294967295/'
"$TT_REPLAY" import small -o small.ttcap && "$TT_REPLAY" info small.ttcap --json | "$SCHEMA_CHECK" "$SCHEMAS/info.schema.json"
