"$TT_REPLAY" verify
