# SPDX-License-Identifier: Apache-2.0
# lane: change
# A core counts until the host holds it. A recording of ours says how many rounds each operation came later, so that the
# count is what it was; without these lines the host is as fast as can be, and the count never comes.
counting() {
    printf 'WRITE core=1,1 addr=0x0 size=24 data=372700002320070083270700938717002320f7006ff05fff\n'
    printf 'RESET_DEASSERT core=1,1 addr=0x0 size=4 data=00000000\n'
    printf '# ROUNDS 300\nREAD core=1,1 addr=0x2000 size=4 data=00000000 reply=%s\n' "$1"
    printf '# ROUNDS 100\n# ROUNDS 100\nRESET_ASSERT core=1,1 addr=0x0 size=4 data=00000000\n'
    printf 'READ core=1,1 addr=0x2000 size=4 data=00000000 reply=%s\n' "$2"
    printf 'EXIT core=0,0 addr=0x0 size=4 data=00000000\n'
}
counting 4a000000 7c000000 >count.wire
"$TT_REPLAY" run --arch wormhole_b0 --wire count.wire
grep -v ROUNDS count.wire >fast.wire
"$TT_REPLAY" run --arch wormhole_b0 --wire fast.wire --max-steps 1000 | sed -n '/read-backs/,$p'
# What is no number of rounds is a comment as any other.
sed 's/ROUNDS 100$/ROUNDS 100 or so/' count.wire >other.wire
"$TT_REPLAY" run --arch wormhole_b0 --wire other.wire | sed -n '/read-backs/,$p'
