# A session of tt-exalens with colours over the JSON of the same tile: not one bit is said two ways.
for chip in blackhole wormhole; do
    cp "$FIXTURES/tools/llk_$chip.json" "$FIXTURES/tools/exalens_$chip.txt" .
    "$TT_REPLAY" import --llk-json llk_$chip.json --exalens exalens_$chip.txt -o $chip.ttcap
    "$TT_REPLAY" dump $chip.ttcap --memory=0x20000:72
done
