echo "just text" >x.ttcap
"$TT_REPLAY" verify x.ttcap
