# SPDX-License-Identifier: Apache-2.0
# lane: commit
# Values of two tiles never become one capture: not from one session, and not from two.
# block TILE ADDRESS: what brxy prints of 16 bytes.
block() {
    printf 'Reading from device 0\n%s : 0x%08x (16 total bytes)\n(l1) : 0x%08x (16 bytes)\n' "$1" "$2" "$2"
    printf '0x%08x:  00000001  00000002  00000003  00000004\n' "$2"
}
block 0,0 $((0x20000)) >one.txt
block 0,1 $((0x30000)) >other.txt
block 0,0 $((0x40000)) >more.txt
cat one.txt other.txt >both.txt
for from in '--exalens both.txt' '--exalens one.txt --exalens other.txt' '--exalens one.txt --exalens more.txt'; do
    "$TT_REPLAY" import --arch blackhole $from -o a.ttcap
    echo "exit $?"
done
