"$TT_REPLAY" batch --help
