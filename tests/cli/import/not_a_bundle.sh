mkdir folder
"$TT_REPLAY" import folder -o x.ttcap
