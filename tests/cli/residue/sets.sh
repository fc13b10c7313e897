# SPDX-License-Identifier: Apache-2.0
# What two kernels leave each other: places of which each hides the other, banks whose pointers are in step (which cannot matter),
# templates of SFPLOADMACRO, an open data tile; and in program order a mutex, a replay buffer, a semaphore that was waited for.
. "$FIXTURES/lib.sh"
# capture NAME [exec|push] [CHIP]: the words of standard input; Dst is held at the end.
capture() {
    pushed "$1" "${3:-blackhole}" "$2"
    mkdir -p "$1/end"
    head -c 32768 /dev/zero >"$1/end/dst.bin"
    last=$(($(wc -l <"$1/events.jsonl") - 1))
    end='{"id": "end", "after_event": '$last', "regions": [{"name": "dst", "file": "end/dst.bin"}]}'
    edit "$1/bundle.json" "s|\"regions\": \[\]}|\"regions\": []}, $end|"
    "$TT_REPLAY" import "$1" -o "$1.ttcap" >/dev/null
}
setup='1 SFPENCC imm12_math=3 instr_mod1=10
1 SFPLOADI imm16=16256
1 SFPSTORE instr_mod0=2'
packer='2 RMWCIB1 cfg_reg_addr=70 mask=15 data=5
2 RMWCIB0 cfg_reg_addr=70 mask=241 data=81
2 RMWCIB3 cfg_reg_addr=1 mask=30 data=10
2 RMWCIB0 cfg_reg_addr=24 mask=255 data=255
2 RMWCIB1 cfg_reg_addr=24 mask=255 data=255'
pack='2 SETADCXX x_end2=15 cnt_set_mask=4
2 PACR last=1'
macro='1 SFPLOADI imm16=17 instr_mod0=10
1 SFPLOADI imm16=36880 instr_mod0=8
1 SFPCONFIG
1 SFPLOADI imm16=132 instr_mod0=2
1 SFPCONFIG config_dest=4'
used='1 SFPLOADI imm16=16256 lreg_ind=1
1 SFPLOADMACRO lreg_ind=1 instr_mod0=2 dest_reg_addr=64
1 SFPNOP
1 SFPNOP
1 SFPNOP
1 SFPSTORE instr_mod0=2 lreg_ind=1 dest_reg_addr=128'
copy='0 SETDVALID setvalid=1
1 MOVD2A instr_mod=2
1 MOVA2D instr_mod=2 dst=128'
from() {
    capture "$1" exec
    "$TT_REPLAY" residue "$1.ttcap" --since "$2" --from "$3"
    echo "exit $?"
}
# An empty mask of edges, and rows that hold zeros: the packer gives zeros unless both are put back.
printf '%s\n' "$setup" "$packer" '2 RMWCIB0 cfg_reg_addr=24 mask=255 data=0' '2 RMWCIB1 cfg_reg_addr=24 mask=255 data=0' \
    '2 RMWCIB1 cfg_reg_addr=180 mask=15 data=1' "$pack" | from hidden 8 11
printf '%s\n' "$setup" '0 SETDVALID setvalid=1' '1 SETRWC clear_ab_vld=1' '1 SETC16 setc16_reg=1 setc16_value=64' "$copy" | from in_step 3 6
printf '%s\n' "$setup" "$packer" '2 SETADCXX x_end2=15 cnt_set_mask=4' '2 PACR' "$pack" | from open_tile 8 10
# The same by two captures.
printf '%s\n' "$macro" | capture before exec
printf '%s\n' "$setup" "$used" | capture behind exec
"$TT_REPLAY" residue behind.ttcap --after before.ttcap
echo "exit $?"
printf '%s\n' '0 SETDVALID setvalid=1' '1 SETRWC clear_ab_vld=1' | capture turned exec
printf '%s\n' "$setup" "$copy" | capture copied exec
"$TT_REPLAY" residue copied.ttcap --after turned.ttcap
echo "exit $?"
printf '%s\n' '1 ATGETM mutex_index=2' '1 REPLAY load_mode=1 len=1' '1 SFPLOADI imm16=16512' '1 SEMINIT sem_sel=4 init_value=1 max_value=2' |
    capture pushed_before push
printf '%s\n' "$setup" '1 REPLAY len=1' '1 SFPSTORE instr_mod0=2 dest_reg_addr=128' '2 ATGETM mutex_index=2' | capture pushed_behind push
"$TT_REPLAY" residue pushed_behind.ttcap --after pushed_before.ttcap --order program
echo "exit $?"
printf '%s\n' "$setup" '2 SEMWAIT wait_sem_cond=1 sem_sel=4 stall_res=511' "2 SETADCXX x_end2=15 cnt_set_mask=4" | capture waiting push
"$TT_REPLAY" residue waiting.ttcap --after pushed_before.ttcap --order program
echo "exit $?"
