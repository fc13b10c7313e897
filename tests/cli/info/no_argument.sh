"$TT_REPLAY" info
