"$TT_REPLAY" import
