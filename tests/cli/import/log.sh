# A log of tt-metal: a checkpoint for each === CKPT; what stands outside of any goes where --at says.
cp "$FIXTURES/tools/ckpt.log" .
"$TT_REPLAY" import --arch blackhole --at end --log ckpt.log -o log.ttcap && "$TT_REPLAY" info log.ttcap | sed -n '/^sources/,$p'
for at in post_matmul 'post_matmul#2' end; do
    "$TT_REPLAY" dump log.ttcap --at="$at" --memory=0x20000:32
done
"$TT_REPLAY" dump log.ttcap --at=end --memory=0x1000:12
