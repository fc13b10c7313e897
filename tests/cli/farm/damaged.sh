# lane: night
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
edit farm/plan.json 's/"tt_replay_plan": 3/"tt_replay_plan": 4/'
try
edit farm/plan.json 's/"bytes": [0-9]*/"bytes": -1/'
try
edit farm/plan.json 's/"root"/"rot"/'
try
edit farm/plan.json 's/"variants": *\[\]/"variants": 1/'
try
edit farm/plan.json 's/"sets": *\[\]/"sets": [1]/'
try
edit farm/plan.json 's/"order": "executed"/"order": "backwards"/'
try
edit farm/plan.json 's/"checkpoint_word": 0/"checkpoint_word": 4294967296/'
try
edit farm/plan.json 's/"waivers_hash": ""/"waivers_hash": "0"/'
try
edit farm/plan.json 's/"day": ""/"day": "2026-01-01"/'
try
edit farm/plan.json 's/"shards": 2/"shards": 0/'
try
edit farm/plan.json 's/"name": "[^"]*"/"name": "\/absolute"/'
try
head -c 300 whole.json >farm/plan.json
try
for result in farm/results/*.json; do :; done
edit "$result" 's/"verdict": "[a-z ]*"/"verdict": "fine"/'
"$TT_REPLAY" farm merge farm -o all.db 2>&1 | sed 's/results.*json/results\/KEY.json/' >&2
try_result() {
    cp "$result" result.json
    edit "$result" "$1"
    ${2:-:} "$result"
    "$TT_REPLAY" farm merge farm -o all.db 2>&1 | sed -n 's/results\/.*json/results\/KEY.json/;s/z*[0-9a-f]\{39,64\}/HASH/g;1p' >&2
    cp result.json "$result"
}
for shard in 1 2; do "$TT_REPLAY" farm run farm --shard $shard >/dev/null 2>>said; done
sed 's/[0-9a-f]\{64\}/KEY/; s/note: [^ ]* is replayed/note: NAME is replayed/' said >&2
rm said
try_result 's/"key": "./"key": "z/'
try_result 's/"hash": "..../"hash": "0000/' reseal
try_result 's/"class"/"klass"/; s/"verdict"/"findings": 1, "verdict"/'
try_result 's/"tags": *\[.*\]/"tags": [1]/'
try_result 's/"tt_replay_result": 2/"tt_replay_result": 3/'
# What only the seal shows.
try_result 's/"known_bytes": /"known_bytes": 1/'
edit farm/plan.json 's/"causes": [0-9]*/"causes": 7/'
"$TT_REPLAY" farm merge farm -o all.db 2>&1 | sed 's/[0-9a-f]\{64\}/HASH/g' >&2
cp whole.json farm/plan.json
rm result.json
for shard in 1 2; do "$TT_REPLAY" farm run farm --shard $shard >/dev/null; done
"$TT_REPLAY" farm merge farm -o all.db | sed -n 3p
rm -r farm
"$TT_REPLAY" farm resume farm
ls
