# The start from one dump, what the device held from another; the rest is unknown.
printf "abcdefgh" >in.bin
printf "ABCD" >out.bin
"$TT_REPLAY" import --arch wormhole_b0 --l1 0x20000=in.bin --at end --l1 0x30002=out.bin -o d.ttcap &&
    "$TT_REPLAY" info d.ttcap && "$TT_REPLAY" dump d.ttcap --at begin --memory 0x20000:16 &&
    "$TT_REPLAY" dump d.ttcap --at end --memory 0x30000:16
