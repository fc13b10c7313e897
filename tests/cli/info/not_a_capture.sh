echo "just text" >x.ttcap
"$TT_REPLAY" info x.ttcap
