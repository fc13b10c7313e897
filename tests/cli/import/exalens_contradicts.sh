# The session prints another value of one register than the JSON.
cp "$FIXTURES/tools/llk_blackhole.json" state.json
printf 'Value of register PACK_COUNTERS0_pack_reads_per_xy_plane on device 0 and location 0,0:\n3\n' >session.txt
"$TT_REPLAY" import --llk-json state.json --exalens session.txt -o out.ttcap
status=$?
ls
"$TT_REPLAY" import --llk-json state.json --exalens session.txt -o out.ttcap --override &&
    "$TT_REPLAY" dump out.ttcap --registers | grep -F pack_reads_per_xy_plane
exit $status
