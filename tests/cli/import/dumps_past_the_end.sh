printf "abcd" >a.bin
"$TT_REPLAY" import --arch wormhole_b0 --l1 0x16dffe=a.bin -o d.ttcap
