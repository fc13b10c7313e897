# Plan and results are not trusted: what is wrong with them is said with its place.
. "$FIXTURES/lib.sh"
batch_folder kernels
"$TT_REPLAY" farm plan kernels -N 2 -o farm >/dev/null
"$TT_REPLAY" farm run farm --shard 1 >/dev/null
"$TT_REPLAY" farm run farm --shard 2 >/dev/null
cp farm/plan.json whole.json
try() {
    "$TT_REPLAY" farm merge farm -o all.db
    cp whole.json farm/plan.json
}
edit farm/plan.json 's/"shard": 1/"shard": 7/'
try
edit farm/plan.json 's/"shard": 1/"shard": 3/; s/"shard": 2/"shard": 1/; s/"shard": 3/"shard": 2/'
try
edit farm/plan.json 's/nightly\/add/..\/add/'
try
edit farm/plan.json 's/"tt_replay_plan": 1/"tt_replay_plan": 2/'
try
edit farm/plan.json 's/"bytes": [0-9]*/"bytes": -1/'
try
edit farm/plan.json 's/"root"/"rot"/'
try
head -c 300 whole.json >farm/plan.json
try
for result in farm/results/*.json; do :; done
edit "$result" 's/"verdict": "[a-z ]*"/"verdict": "fine"/'
"$TT_REPLAY" farm merge farm -o all.db 2>&1 | sed 's/results.*json/results\/KEY.json/' >&2
for shard in 1 2; do "$TT_REPLAY" farm run farm --shard $shard >/dev/null; done
"$TT_REPLAY" farm merge farm -o all.db | sed -n 3p
rm -r farm
"$TT_REPLAY" farm resume farm
ls
