# SPDX-License-Identifier: Apache-2.0
# What a line of the source has wrong is wrong in every round of its loop: a word that is missing, or one too many; another
# value of a field wherever an instruction stands, with whatever other operands; rows of a word that are too short, or too long.
. "$FIXTURES/lib.sh"
# run NAME: in each of six rounds a number, a half more, its product with another register, twos for each of ROW, stored.
run() {
    {
        printf '1 %s\n' 'SFPLOADI lreg_ind=1 imm16=0x4000' 'SFPLOADI lreg_ind=2 imm16=0x4020' 'SFPADDI imm16_math=0x3f00'
        for round in 1 2 3 4 5 6; do
            echo "1 SFPLOADI lreg_ind=0 imm16=0x3f8$round"
            for half in $HALVES; do echo '1 SFPADDI lreg_dest=0 imm16_math=0x3f00'; done
            echo "1 $OF lreg_dest=0 lreg_src_a=0 lreg_src_b=$((1 + round % 2)) lreg_src_c=9"
            for two in $ROW; do echo '1 SFPADDI lreg_dest=0 imm16_math=0x4000'; done
            echo "1 SFPSTORE lreg_ind=0 dest_reg_addr=$((4 * round))"
        done
    } | pushed "$1" blackhole exec
    "$TT_REPLAY" import "$1" -o "$1.ttcap" >/dev/null
}
ask() {
    echo "$1"
    run "$1"
    "$TT_REPLAY" bisect "$1.ttcap" --expect golden.npy --at dst:0,0 --budget 20000 >"$1.txt" 2>&1 || [ $? = 1 ] || cat "$1.txt"
    sed -n '/^  cause /,/^  diverges/p; /^  perhaps /,/^  diverges/p' "$1.txt" | sed '/^  diverges/d'
}
OF=SFPMAD ROW='1 2 3' HALVES=1
run right
"$TT_REPLAY" replay right.ttcap -o right.db >/dev/null
"$TT_REPLAY" export --region dst right.db -o golden.npy >/dev/null
ROW='1 2' ask short
ROW='1 2 3 4' ask long
ROW='1 2 3'
HALVES='' ask lost
HALVES='1 2' ask twice
HALVES=1
OF='SFPMAD instr_mod1=1' ask other
