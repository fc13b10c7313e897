# SPDX-License-Identifier: Apache-2.0
# lane: change
# Parts in a folder: together they are the whole, none is run again, and what is damaged, of another question or a link
# out of the folder is refused.
cp "$TRACES/../examples/kernels/exp_fp32.words" .
run() { "$TT_REPLAY" census --kernel exp_fp32.words --format fp32 --population 0x3F800000-0x3F80FFFF -j1 "$@"; }
run --function exp --json >whole.json
run --function exp --shard 2/5 --keep parts --json >second.json
run --function exp --shard 2/5 --json | cmp - second.json && echo "a part: as without a folder"
run --function exp --shard all/5 --keep parts --json | cmp - whole.json && echo "all parts: the whole"
run --function exp --shard all/5 --keep parts >/dev/null
echo "inexact: exit $?"
ls parts
touch -d 2001-01-01 parts/*
run --function exp --shard all/5 --keep parts --json | cmp - whole.json && echo "again: the same"
find parts -type f -newermt 2002-01-01
run --function exp2 --shard 1/5 --keep parts
printf x | dd of=parts/part-4-of-5.census bs=1 seek=500 conv=notrunc 2>/dev/null
run --function exp --shard all/5 --keep parts
printf x >parts/part-4-of-5.census
run --function exp --shard 4/5 --keep parts
ln -s /etc/passwd parts/part-1-of-1.census
run --function exp --keep parts
run --function exp --keep exp_fp32.words
run --function exp --keep no/folder
run --function exp --shard all/5
run --function exp --keep parts --csv
# Lines for a batch system, of the parts that are missing; a task finds its part, and succeeds where that is stored.
lines() { run --function "exp(x)" --shard=plan/3 --keep other "$@"; }
lines | sed "s, --kernel.*--shard, ... --shard,; /^      --kernel/d"
SLURM_ARRAY_TASK_ID=2 run --function "exp(x)" --shard task/3 --keep other | grep shard
SLURM_ARRAY_TASK_ID=4 run --function "exp(x)" --shard task/3 --keep other
lines --json >missing.json
"$SCHEMA_CHECK" "$SCHEMAS/farm_lines.schema.json" <missing.json
PATH=$(dirname "$TT_REPLAY"):$PATH
sbatch() {
    for word; do
        case $word in --wrap=*) SLURM_ARRAY_TASK_ID=3 sh -c "${word#--wrap=}"; echo "exit $?" ;; esac
    done
}
eval "$(sed -n 's/^ *{"system": "slurm", "line": "\(.*\)"},$/\1/p' missing.json | sed 's/\\\\/\\/g')" | grep -E '"shard"|exit'
lines | grep missing
