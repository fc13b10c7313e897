# Passed, differed with what differs, and one that nothing executes, with a name that is no markup.
printf '%s\n' '{"name":"SETC16/good","arch":"blackhole","mode":"exec","ops":[[1,2989704826]],"pre":{},"post":{"thread_cfg":[[115,"7a46"]]}}' '{"name":"SETC16_2/<bad>","arch":"blackhole","mode":"exec","ops":[[1,2989704826]],"pre":{},"post":{"thread_cfg":[[115,"7a47"]],"l1":[[16,"01"]]}}' '{"name":"SEQ/new","arch":"blackhole","mode":"exec","ops":[[0,2989704826],[0,4261412864]],"pre":{},"post":{}}' >a.jsonl
"$TT_REPLAY" conform --show 5 --junit a.xml a.jsonl >table.txt
echo "exit $?"
fold -w 79 a.xml
echo 'nonsense' >>a.jsonl
"$TT_REPLAY" conform --junit b.xml a.jsonl >table.txt
ls b.xml 2>/dev/null || echo "no file is left"
