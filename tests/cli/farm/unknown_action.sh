"$TT_REPLAY" farm sow
