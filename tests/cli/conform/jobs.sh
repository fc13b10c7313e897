# The same bytes with one thread and with several: what differs explained in the order of the files, the table, and what
# is reported before a bad line.
mkdir in
cp "$TRACES"/vectors/cfg-mask.json "$TRACES"/vectors/SFPSHFT*.jsonl.zst "$TRACES"/vectors/PACR_2.jsonl.zst in
cp "$TRACES"/kernels/binary_*.ttcap in
for jobs in 1 2 5; do
    "$TT_REPLAY" conform -j $jobs --verbose --show 7 --variant pack.bfp.round=truncate in >out.$jobs
    echo "exit $?"
    "$TT_REPLAY" conform --jobs=$jobs --json --show 7 --variant pack.bfp.round=truncate in >json.$jobs 2>errors.$jobs
done
cmp out.1 out.2 && cmp out.1 out.5
cmp json.1 json.2 && cmp json.1 json.5
cmp errors.1 errors.2 && cmp errors.1 errors.5
grep -c ': held ' out.1

zstd -dcq in/PACR_2.jsonl.zst | sed '40s/"ops"/"opz"/' >in/PACR_3.jsonl
for jobs in 1 3; do
    "$TT_REPLAY" conform -j $jobs --verbose --variant pack.bfp.round=truncate in >bad.$jobs
    echo "exit $?"
done
cmp bad.1 bad.3
grep -c differed bad.1
