"$TT_REPLAY" relpay
