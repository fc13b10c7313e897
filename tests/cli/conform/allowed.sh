printf '%s\n' '{"name":"SETC16/good","arch":"blackhole","mode":"exec","ops":[[1,2989704826]],"pre":{},"post":{"thread_cfg":[[115,"7a46"]]}}' '{"name":"SEQ/new","arch":"blackhole","mode":"exec","ops":[[0,2989704826],[0,4261412864]],"pre":{},"post":{}}' >a.jsonl
"$TT_REPLAY" conform --allow-unsupported a.jsonl
