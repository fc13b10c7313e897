"$TT_REPLAY" info --help
