# One with an opcode that the chip does not define, one that goes through the expanders and leaves nothing.
printf '%s\n' '{"name":"SETC16/good","arch":"blackhole","mode":"exec","ops":[[1,2989704826]],"pre":{},"post":{"thread_cfg":[[115,"7a46"]]}}' '{"name":"SEQ/new","arch":"blackhole","mode":"exec","ops":[[0,2989704826],[0,4261412864]],"pre":{},"post":{}}' '{"name":"MOP/push","arch":"blackhole","mode":"push","ops":[[0,25165824]],"pre":{},"post":{}}' >a.jsonl
"$TT_REPLAY" conform a.jsonl
