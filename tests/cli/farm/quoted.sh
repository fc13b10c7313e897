# lane: night
# Names that a shell would take apart are quoted in the lines, and the lines work.
. "$FIXTURES/lib.sh"
mkdir kernels
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" kernels
"$TT_REPLAY" farm plan kernels -o "it's a farm" --json | grep -o '"line": .*"' >lines
cat lines >&2
PATH=$(dirname "$TT_REPLAY"):$PATH
sbatch() {
    for word; do
        case $word in --wrap=*) SLURM_ARRAY_TASK_ID=1 sh -c "${word#--wrap=}" ;; esac
    done
}
eval "$(sed -n 's/^"line": "\(sbatch .*\)"$/\1/p' lines | sed 's/\\\\/\\/g')"
