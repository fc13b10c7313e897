# SPDX-License-Identifier: Apache-2.0
# Each sentence has the place, what was found and what is expected; nothing is printed of the lines before.
for line in PACK 'PACR lst=1' 'PACR last=2' 'PACR last=-1' 'PACR last=' 'PACR last' 'PACR last=1 last=0' \
    'NOP unnamed=0x1000000' 'PACR unnamed=1' '.word' '.word 1 2' ' '; do
    printf 'NOP\n%s\n' "$line" | "$TT_REPLAY" asm
    echo "exit $?"
done
"$TT_REPLAY" asm NOP 'SFPGT mod1=1' --chip wormhole_b0
echo "exit $?"
"$TT_REPLAY" asm --chip grayskull NOP
