"$TT_REPLAY" import --arch blackhole --elf t3=x.elf -o p.ttcap
