"$TT_REPLAY" dump
