"$TT_REPLAY" verify absent.ttcap
