# lane: change
# Words of the internal state: imported, shown, compared, given. The histogram is set by CLREXPHIST; a tile's size is known of
# no start; the registers of a core are taken over in this order.
mkdir -p b/begin b/end
cat > b/bundle.json <<'J'
{"format": "tensix-dump-bundle", "version": 1, "arch": "blackhole", "name": "internal", "source": {"kind": "silicon"}, "events": "events.jsonl",
 "checkpoints": [{"id": "begin", "after_event": -1, "regions": [{"name": "state", "file": "begin/state.json"}]},
  {"id": "end", "after_event": 0, "regions": [{"name": "state", "file": "end/state.json"}]}]}
J
echo '{"i":0,"k":"exec","t":0,"w":553648128}' > b/events.jsonl
cat > b/begin/state.json <<'J'
{"pack": {"zero_flags": [5]}, "tdma": {"hysteresis": 9}, "vector": {"sequence": [[1, 2]]}, "core": {"x": [[0, 17]]}}
J
held() {
    echo '{"pack": {"histogram": [[0, '"$1"'], [0]], "zero_flags": [5], "last_tile_size": [3]}, "tdma": {"hysteresis": 9},
 "vector": {"sequence": [[1, 2]]}, "core": {"x": [[0, 18]]}}' > b/end/state.json
    rm -f a.ttcap a.db
    "$TT_REPLAY" import b -o a.ttcap || echo "exit $?"
}
held 0
"$TT_REPLAY" info a.ttcap | tail -2
"$TT_REPLAY" dump a.ttcap --at end --space state
"$TT_REPLAY" replay a.ttcap | tail -3
held 1
"$TT_REPLAY" replay a.ttcap -o a.db | tail -2
"$TT_REPLAY" diff a.db | grep -A 5 '^First'
"$TT_REPLAY" replay a.ttcap --set state:pack.histogram.0.1=1 | tail -3
for set in core.x.0.1=9 pack.fifo_count.0=99 pack.histogram.0.32=1 pack.histogram.00.1=1 pack=1; do
    "$TT_REPLAY" replay a.ttcap --set state:$set
    echo "exit $?"
done
held 256
# Recorded: what the start holds of it goes along, of a simulator's too.
sed -i 's/silicon/simulator/' b/bundle.json
echo "{}" > b/end/state.json
"$TT_REPLAY" import b -o a.ttcap
"$TT_REPLAY" replay a.ttcap --record again.ttcap | tail -1
"$TT_REPLAY" dump again.ttcap --at begin --space state
"$TT_REPLAY" dump again.ttcap --at begin --space state --all | grep -o "core.x.0.1 .*"
