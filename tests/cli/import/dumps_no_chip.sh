printf "abcd" >a.bin
"$TT_REPLAY" import --l1 0=a.bin -o d.ttcap
