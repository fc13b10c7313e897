"$TT_REPLAY" --help
