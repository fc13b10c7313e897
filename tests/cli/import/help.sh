"$TT_REPLAY" import --help
