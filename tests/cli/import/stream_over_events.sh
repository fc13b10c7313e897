. "$FIXTURES/lib.sh"
bundle small
printf "02000000\\n" >words.txt
"$TT_REPLAY" import small --stream 0=words.txt -o s.ttcap
