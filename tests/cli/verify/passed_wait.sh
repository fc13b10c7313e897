# SPDX-License-Identifier: Apache-2.0
# lane: commit
# Words that a pending wait does not stop are executed before it (F22), as SETC16 behind a SEMWAIT of other kinds: that is
# no contradiction. A word that it stops is one.
mkdir -p b/end
word() { printf '%d' "$("$TT_REPLAY" asm --chip wormhole_b0 "$@")"; }
passes=$(word "SETC16 setc16_reg=1") behind=$(word "SETC16 setc16_reg=2")
# held BLOCK_MASK: both words are pushed behind the wait, and executed before it.
held() {
    wait=$(word "SEMWAIT wait_sem_cond=2 sem_sel=2 stall_res=$1")
    cat > b/bundle.json <<'J'
{"format": "tensix-dump-bundle", "version": 1, "arch": "wormhole_b0", "name": "wait", "source": {"kind": "simulator"}, "events": "events.jsonl",
 "checkpoints": [{"id": "begin", "after_event": -1, "regions": []}, {"id": "end", "after_event": 5, "regions": []}]}
J
    i=0
    for event in push:$wait push:$passes push:$behind exec:$passes exec:$behind exec:$wait; do
        echo "{\"i\":$i,\"k\":\"${event%:*}\",\"t\":1,\"w\":${event#*:}}"
        i=$((i + 1))
    done > b/events.jsonl
    rm -f a.ttcap
    "$TT_REPLAY" import b -o a.ttcap && "$TT_REPLAY" verify a.ttcap
    echo "exit $?"
}
echo "== matrix and packers"
held 68
echo "== configuration, too"
held 196
