. "$FIXTURES/lib.sh"
bundle small
printf "abcd" >a.bin
"$TT_REPLAY" import small --arch wormhole_b0 --l1 0=a.bin -o d.ttcap
