head -c 100 /dev/zero >cfg.bin
"$TT_REPLAY" import --arch blackhole --cfg cfg.bin -o d.ttcap
