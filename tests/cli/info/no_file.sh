"$TT_REPLAY" info absent.ttcap
