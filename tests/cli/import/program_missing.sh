"$TT_REPLAY" import --arch blackhole --elf t0=x.elf -o p.ttcap
code=$?
ls -A
exit $code
