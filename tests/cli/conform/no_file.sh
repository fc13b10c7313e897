"$TT_REPLAY" conform absent.jsonl
