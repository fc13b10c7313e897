# lane: night
# Stopped in the middle, it says how to go on, leaves nothing half, and the same command goes on from there.
. "$FIXTURES/lib.sh"
TMPDIR=$PWD/scratch
export TMPDIR
mkdir scratch kernels
cp "$TRACES"/kernels/datacopy*.ttcap kernels
disturbed place:6:SIGTERM:held "$TT_REPLAY" batch kernels -o all.db -j 1 --variant pack.bfp.round=truncate
status=$? count=$(ls all.db.parts | wc -l)
[ "$count" -ge 1 ] && [ "$count" -le 6 ] && echo "$status, with some of 22"
ls
find . -name '.*' -type f
ls -A scratch
"$TT_REPLAY" batch kernels -o all.db --variant pack.bfp.round=truncate 2>said | sed -n 3p
grep -q "^tt-replay: $count of 22 taken over" said && echo 'as many taken over'
"$TT_REPLAY" batch kernels -o fresh.db --variant pack.bfp.round=truncate >/dev/null
cmp all.db fresh.db && echo 'as if nothing had been'
