"$TT_REPLAY" dump --help
