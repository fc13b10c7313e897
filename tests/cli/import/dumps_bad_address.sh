"$TT_REPLAY" import --arch wormhole_b0 --l1 0xzz=a.bin -o d.ttcap
