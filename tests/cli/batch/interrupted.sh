# Stopped in the middle, it says how to go on, leaves nothing half, and the same command goes on from there.
. "$FIXTURES/lib.sh"
TMPDIR=$PWD/scratch
export TMPDIR
mkdir scratch kernels
cp "$TRACES"/kernels/datacopy*.ttcap kernels
disturbed rename:9:SIGTERM:held "$TT_REPLAY" batch kernels -o all.db -j 1 --variant pack.bfp.round=truncate
echo "$?, with $(ls all.db.parts | wc -l) of 22"
ls
find . -name '.*' -type f
ls -A scratch
"$TT_REPLAY" batch kernels -o all.db --variant pack.bfp.round=truncate 2>said | sed -n 3p
grep -o '[0-9]* of 22 taken over' said
"$TT_REPLAY" batch kernels -o fresh.db --variant pack.bfp.round=truncate >/dev/null
cmp all.db fresh.db && echo 'as if nothing had been'
