"$TT_REPLAY" import --arch blackhole --stream 3=words.txt -o s.ttcap
