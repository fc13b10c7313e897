# lane: night
# A task of another build would mix results.
. "$FIXTURES/lib.sh"
batch_folder kernels
"$TT_REPLAY" farm plan kernels -o farm >/dev/null
edit farm/plan.json 's/"tool": "[^"]*"/"tool": "0.0.9 build 123456789abc"/'
reseal farm/plan.json
"$TT_REPLAY" farm run farm --shard 1 2>&1 | sed 's/this is .*: plan/this is ...: plan/' >&2
