# A compressed file that is cut.
. "$FIXTURES/lib.sh"
need_oracle
head -c 1000 "$ORACLE/vectors/SETC16.jsonl.zst" >a.jsonl.zst
"$TT_REPLAY" conform a.jsonl.zst
