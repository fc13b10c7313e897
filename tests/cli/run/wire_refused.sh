# SPDX-License-Identifier: Apache-2.0
# lane: change
# What is no conversation, or not of this chip, is refused by file, line, what was found and what was expected.
write='WRITE core=1,1 addr=0x0 size=4 data=00000000'
# refuse LINE...: a conversation of these lines.
refuse() {
    printf '%s\n' "$@" >hostile.wire
    "$TT_REPLAY" run --arch wormhole_b0 --wire hostile.wire
    echo "exit $?"
}
refuse '# nothing but this'
refuse "$write" 'write core=1,1'
refuse 'WRITE core=64,1 addr=0x0 size=4 data=00000000'
refuse 'WRITE core=1 addr=0x0 size=4 data=00000000'
refuse 'WRITE core=1,1 addr=0 size=4 data=00000000'
refuse 'WRITE core=1,1 addr=0x10000000000000000 size=4 data=00000000'
refuse 'WRITE core=1,1 addr=0x0 size=4294967296 data=00000000'
refuse 'WRITE core=1,1 addr=0x0 size=4 data=000000'
refuse 'WRITE core=1,1 addr=0x0 size=4 data=0000000'
refuse 'WRITE core=1,1 addr=0x0 size=4 data='
refuse 'READ core=1,1 addr=0x0 size=4 data=00000000 reply=-'
refuse 'READ core=1,1 addr=0x0 size=4 data=00000000 reply=00000000 more'
refuse 'READ core=1,1 addr=0x0 size=4 data=00000000 reply='
refuse 'EXIT core=0,0 addr=0x0 size=4 data=00000000' "$write"
refuse "$(printf 'WRITE \033core=1,1')"
refuse 'WRITE core=10,1 addr=0x0 size=4 data=00000000'
refuse 'WRITE core=1,1 addr=0x16dffe size=4 data=00000000'
refuse 'WRITE core=0,11 addr=0x7ffffffe size=4 data=00000000'
refuse 'WRITE core=1,1 addr=0xffb121b0 size=4 data=01000000'
printf '%s' "$write" >hostile.wire
"$TT_REPLAY" run --wire hostile.wire
"$TT_REPLAY" run --arch wormhole_b0 --wire hostile.wire --elf b=b.elf
"$TT_REPLAY" run --arch wormhole_b0 --wire hostile.wire -o hostile.wire --force
"$TT_REPLAY" run --arch wormhole_b1 --wire hostile.wire
"$TT_REPLAY" run --arch wormhole_b0 --wire absent.wire
"$TT_REPLAY" run --arch wormhole_b0 --wire hostile.wire | grep verdict
ls
