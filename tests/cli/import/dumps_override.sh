printf "abcd" >a.bin
printf "cX" >b.bin
"$TT_REPLAY" import --arch blackhole --override --l1 0x100=a.bin --l1 0x102=b.bin -o d.ttcap &&
    "$TT_REPLAY" dump d.ttcap --memory 0x100:8
