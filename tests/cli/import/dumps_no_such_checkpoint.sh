. "$FIXTURES/lib.sh"
bundle small
printf "abcd" >a.bin
"$TT_REPLAY" import small --at mid7 --l1 0=a.bin -o d.ttcap
