# lane: night
# The shards follow from the contents; the lines for four systems.
. "$FIXTURES/lib.sh"
batch_folder kernels
"$TT_REPLAY" farm plan kernels -N 2 -o farm
grep -o '"name": "[^"]*"\|"shard": [0-9]*' farm/plan.json
ls farm
