printf "02000000\\n0200000x\\n" >words.txt
"$TT_REPLAY" import --arch blackhole --stream 0=words.txt -o s.ttcap
code=$?
ls -A
exit $code
