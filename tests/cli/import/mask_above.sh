# A cfg-mask.json above a bundle is anybody's: it counts only where it is named, and the capture and its verdict say so.
mkdir -p work
cp -r "$FIXTURES/bundle" work/case
echo '{"blackhole":{"cfg_per_state":{},"cfg_shared":{},"thread_cfg":[]}}' >cfg-mask.json
"$TT_REPLAY" import work/case -o one.ttcap && "$TT_REPLAY" info one.ttcap --json | grep -c 'recorder.s mask'
"$TT_REPLAY" import work/case --mask cfg-mask.json -o two.ttcap && "$TT_REPLAY" info two.ttcap --json | grep -c 'recorder.s mask'
