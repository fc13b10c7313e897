# Where a core stands when nothing can go on: by symbol, and by its line of source.
cp "$FIXTURES/lines/plain.elf" .
"$TT_REPLAY" import --arch blackhole --source simulator --elf t0=plain.elf -o p.ttcap >/dev/null
"$TT_REPLAY" replay p.ttcap --order firmware --max-steps 200 -o p.db | sed -n '/deadlock/,/verdict/p'
"$TT_REPLAY" replay p.ttcap --order firmware --max-steps 200 -o q.db --json | tee r.json | grep '"text"'
"$SCHEMA_CHECK" "$SCHEMAS/replay.schema.json" <r.json
