# What tt-exalens printed of L1 after the run, laid over a recording whose end lacks it, decides the verdict: the same, or, with
# one bit printed otherwise, not.
. "$FIXTURES/lib.sh"
packed case
edit case/bundle.json -z -e 's|,[^{}]*{[^{}]*"end/l1_05ffc0.bin"[^{}]*}||'
brxy() {
    echo "1-1 (0,0) : 0x0005ffc0 ($(wc -c <"$1") total bytes)"
    echo "(l1) : 0x0005ffc0 ($(wc -c <"$1") bytes)"
    od -A d -t x4 -v "$1" | awk 'NF > 1 { printf "0x%08x:", $1 + 393152; for (i = 2; i <= NF; i++) printf "  %s", $i; print "" }'
}
cp case/end/l1_05ffc0.bin held.bin
for what in same flipped; do
    brxy held.bin >$what.txt
    "$TT_REPLAY" import case --at end --exalens $what.txt -o $what.ttcap &&
        "$TT_REPLAY" replay $what.ttcap -o $what.db >/dev/null
    "$TT_REPLAY" diff $what.db | sed -n '/^SAME/p; /^DIFFERS/p; /end  *l1/p'
    poke held.bin 0x50 177 # a datum
done
