# Another reading shows as a difference.
. "$FIXTURES/lib.sh"
need_oracle
"$TT_REPLAY" conform --variant pack.bfp.round=truncate --show 1 "$ORACLE/vectors/wormhole_b0/PACR.jsonl.zst"
