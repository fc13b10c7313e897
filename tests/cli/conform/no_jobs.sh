# At least one thread.
"$TT_REPLAY" conform --jobs 0 "$TRACES/vectors"
