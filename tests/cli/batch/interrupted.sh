# Stopped in the middle, it says how to go on, leaves nothing half, and the same command goes on from there.
scratch=$PWD/scratch
mkdir scratch kernels
cp "$TRACES"/kernels/datacopy*.ttcap kernels
TMPDIR=$scratch "$TT_REPLAY" batch kernels -o all.db -j 1 --variant pack.bfp.round=truncate &
while [ "$(ls all.db.parts 2>/dev/null | wc -l)" -lt 2 ]; do sleep 0.01; done
kill -TERM $!
{ wait $!; } 2>/dev/null
echo $?
ls
ls -A scratch
find . -name '.*' -type f
"$TT_REPLAY" batch kernels -o all.db --variant pack.bfp.round=truncate 2>said | sed -n 3p
grep -q 'of 22 taken over' said && ! grep -q '22 of 22' said && echo 'gone on with'
"$TT_REPLAY" batch kernels -o fresh.db --variant pack.bfp.round=truncate >/dev/null
cmp all.db fresh.db && echo 'as if nothing had been'
