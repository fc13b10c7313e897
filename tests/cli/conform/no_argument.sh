"$TT_REPLAY" conform
