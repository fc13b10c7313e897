# What --json prints is what schemas/conform.schema.json says.
printf '%s\n' '{"name":"SETC16/good","arch":"blackhole","mode":"exec","ops":[[1,2989704826]],"pre":{},"post":{"thread_cfg":[[115,"7a46"]]}}' '{"name":"SETC16_2/bad","arch":"blackhole","mode":"exec","ops":[[1,2989704826]],"pre":{},"post":{"thread_cfg":[[115,"7a47"]],"l1":[[16,"01"]]}}' '{"name":"SEQ/new","arch":"blackhole","mode":"exec","ops":[[0,2989704826],[0,4261412864]],"pre":{},"post":{}}' >a.jsonl
"$TT_REPLAY" conform --json a.jsonl | "$SCHEMA_CHECK" "$SCHEMAS/conform.schema.json"
