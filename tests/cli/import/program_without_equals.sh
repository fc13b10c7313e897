"$TT_REPLAY" import --arch blackhole --elf x.elf -o p.ttcap
