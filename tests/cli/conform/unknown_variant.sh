"$TT_REPLAY" conform --variant pack.nothing=1 .
