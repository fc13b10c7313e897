# lane: night
"$TT_REPLAY" batch nowhere -o all.db
echo $?
mkdir empty
"$TT_REPLAY" batch empty -o all.db
echo $?
"$TT_REPLAY" batch "$TRACES/kernels/datacopy_u16_rand.ttcap" -o all.db 2>&1 | sed 's/^.*datacopy/tt-replay: datacopy/' >&2
ls
