# The other half of a thread word and a byte of L1 that nobody wrote; an instruction that changes another register.
printf '%s\n' '{"name":"SETC16/good","arch":"blackhole","mode":"exec","ops":[[1,2989704826]],"pre":{},"post":{"thread_cfg":[[115,"7a46"]]}}' '{"name":"SETC16_2/bad","arch":"blackhole","mode":"exec","ops":[[1,2989704826]],"pre":{},"post":{"thread_cfg":[[115,"7a47"]],"l1":[[16,"01"]]}}' '{"name":"SETDMAREG/bad","arch":"wormhole_b0","mode":"exec","ops":[[0,1165020937]],"pre":{},"post":{"state":{"adc.0.pack.ch1.x":1}}}' >a.jsonl
"$TT_REPLAY" conform --verbose a.jsonl
