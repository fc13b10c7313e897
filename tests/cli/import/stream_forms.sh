# Raw words, a word a line: one file each for a thread.
printf "\\000\\000\\000\\002\\001\\000\\000\\242" >raw.bin
printf "# two words\\n02000000\\n0xa2000001\\n" >words.txt
"$TT_REPLAY" import --arch blackhole --stream 0=raw.bin --stream t1=words.txt -o s.ttcap &&
    "$TT_REPLAY" dump s.ttcap && "$TT_REPLAY" info s.ttcap
