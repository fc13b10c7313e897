# lane: night
# Killed right before any of its calls that touch files, an import leaves the whole file under its name, or none; with
# --force the old one, or the new one.
. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o new
echo 'old' >old

# killed CALL OPTIONS...: before the first such call, the second, and so on, to the last there is.
killed() {
    call=$1 n=0
    shift
    while rm -f x .x.*; do
        [ $# = 0 ] || cp old x
        disturbed "$call:$n:SIGKILL" "$TT_REPLAY" import small -o x "$@" >/dev/null 2>&1
        code=$?
        if [ ! -e x ]; then echo none; elif cmp -s x old; then echo old; elif cmp -s x new; then echo new; else echo half; fi
        [ $code = 137 ] || break
        n=$((n + 1))
    done
    [ $code = 0 ] && [ $n -gt 0 ] || echo "$call: exit status $code, killed $n times"
}

for call in open write close sync place; do killed $call; done | sort -u
echo 'with --force'
for call in open write close sync place; do killed $call --force; done | sort -u
