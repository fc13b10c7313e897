"$TT_REPLAY" verify --help
