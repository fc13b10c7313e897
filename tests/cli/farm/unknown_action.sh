# lane: night
"$TT_REPLAY" farm sow
