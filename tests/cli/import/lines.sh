# Lines of source of a program travel in the capture, under other folders than the compiler's, or not at all.
. "$FIXTURES/lib.sh"
cp "$FIXTURES/lines/pack.elf" .
import() { "$TT_REPLAY" import --arch blackhole --elf t2=pack.elf --name lines --force -o p.ttcap "$@"; }
import && "$TT_REPLAY" info p.ttcap | sed -n "/^programs/,/^replay/p"
"$TT_REPLAY" verify p.ttcap && import --no-lines >/dev/null && "$TT_REPLAY" verify p.ttcap
for prefixes in "--lines-prefix /home/me/=" "--lines-prefix /nowhere= --lines-prefix /home/me/kernel=/src" \
    "--lines-prefix /home/me/kernel/pack.cpp=no-name-is-left"; do
    lines_run --force $prefixes
    "$TT_REPLAY" why lines.db l1:0x60010 --json | sed -n 's/.*\("file": [^,]*\).*/\1/p' | sort -u
    rm lines.db recorded.ttcap
done
import --lines-prefix /home/me
import --lines-prefix =/home/me
