"$TT_REPLAY" conform --help
