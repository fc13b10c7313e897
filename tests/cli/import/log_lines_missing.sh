# A line of a dump of L1 is missing.
grep -v 0xdeadbeef "$FIXTURES/tools/ckpt.log" >ckpt.log
"$TT_REPLAY" import --arch blackhole ckpt.log -o log.ttcap
