# lane: night
"$TT_REPLAY" batch --help
