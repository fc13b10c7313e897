mkdir empty
"$TT_REPLAY" conform empty
