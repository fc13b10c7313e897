# lane: change
# What lies neither beside the farm nor in the current folder is read where the command line names it; what is no capture
# is never held against a hash.
. "$FIXTURES/lib.sh"
mkdir -p far/captures near/work
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" far/captures/a.ttcap
cp far/captures/a.ttcap far/captures/b.ttcap
"$TT_REPLAY" farm plan far/captures -o near/farm --json | grep -o '"line": "seq.*"' | sed "s|$PWD|HERE|g" >&2
cd near/work || exit 1
"$TT_REPLAY" farm run ../farm --shard 1 2>&1 | sed "s|${PWD%/near/work}|HERE|g" >&2
"$TT_REPLAY" farm run ../farm --shard 1 --from ../../far/captures/a.ttcap 2>&1 | sed "s|${PWD%/near/work}|HERE|g" >&2
"$TT_REPLAY" farm run ../farm --shard 1 --from ../../far
# A guess that is right and one that is wrong, of what is no capture, say the same.
cd ../..
mkdir many
printf 'private\n' >many/a.ttcap
"$TT_REPLAY" farm plan many -o right >/dev/null
"$TT_REPLAY" farm run right --shard 1
printf 'another\n' >many/a.ttcap
"$TT_REPLAY" farm run right --shard 1 --fresh
grep -h '"reason"' right/results/*.json
