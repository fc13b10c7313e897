# Killed a hundred times at moments spread over its run, an import leaves the whole file under its name, or none.
. "$FIXTURES/lib.sh"
bundle small
whole=0 none=0 bad=0
for i in 0 1 2 3 4 5 6 7 8 9; do
    for ms in 0 1 2 3 4 5 6 7 8 9; do
        rm -f small.ttcap
        "$TT_REPLAY" import small -o small.ttcap &
        sleep 0.00$ms$i
        kill -9 $!
        wait $!
        if [ ! -e small.ttcap ]; then
            none=$((none + 1))
        elif "$TT_REPLAY" verify small.ttcap >/dev/null; then
            whole=$((whole + 1))
        else
            bad=$((bad + 1))
        fi
    done
done 2>/dev/null
echo "$((whole + none)) whole or none, $bad half"
