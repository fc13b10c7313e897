printf "abcd" >a.bin
printf "cX" >b.bin
"$TT_REPLAY" import --arch blackhole --l1 0x100=a.bin --l1 0x102=b.bin -o d.ttcap
code=$?
ls -A
exit $code
