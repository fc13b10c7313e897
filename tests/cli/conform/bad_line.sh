# lane: commit
printf '%s\n' '{"name":"SETC16/good","arch":"blackhole","mode":"exec","ops":[[1,2989704826]],"pre":{},"post":{"thread_cfg":[[115,"7a46"]]}}' 'nonsense' >a.jsonl
"$TT_REPLAY" conform a.jsonl
