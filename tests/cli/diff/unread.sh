# SPDX-License-Identifier: Apache-2.0
# SrcA that the start does not hold and that nothing reads has no vote, and is said apart; a word behind the end may read it.
mkdir a
head -c 768 /dev/zero >a/gpr.bin
head -c 8192 /dev/zero >a/srca.bin
cat >a/bundle.json <<'END'
{"format": "tensix-dump-bundle", "version": 1, "arch": "blackhole", "name": "unread", "source": {"kind": "silicon"},
 "events": "events.jsonl", "checkpoints": [
  {"id": "begin", "after_event": -1, "regions": [{"name": "gpr", "file": "gpr.bin"}]},
  {"id": "end", "after_event": 1, "regions": [
   {"name": "gpr", "file": "gpr.bin"}, {"name": "srca", "file": "srca.bin"}]}]}
END
nop='{"i": 0, "k": "exec", "t": 1, "w": 33554432}'
store='{"i": 1, "k": "gprw", "t": 0, "a": 4, "v": 0}'
move='{"i": 2, "k": "exec", "t": 1, "w": 150994944}' # MOVDBGA2D
for events in "$nop $store" "$nop $store $move"; do
    printf '%s\n' "$events" | sed 's/} {/}\n{/g' >a/events.jsonl
    "$TT_REPLAY" import a -o a.ttcap --force >/dev/null
    "$TT_REPLAY" replay a.ttcap -o a.db --force | sed -n '/verdict/,$p'
    "$TT_REPLAY" diff a.db
    echo $?
done
