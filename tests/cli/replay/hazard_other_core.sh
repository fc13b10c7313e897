# SPDX-License-Identifier: Apache-2.0
# lane: commit
. "$FIXTURES/lib.sh"
# Thread 1's core stores the format that thread 0's UNPACR reads. Thread 0's own STALLWAIT for TRISC_CFG does not cover it, nor a
# semaphore that the core posts; a STALLWAIT of thread 1 with a SEMPOST that it stops does.
hazards() {
    "$TT_REPLAY" import case -o case.ttcap --force >/dev/null
    "$TT_REPLAY" replay case.ttcap --order program | sed -n '/hazards/,/verdict/p' | sed '/verdict/d'
    echo "--"
}
pushed case <<'WORDS'
0 SEMINIT max_value=1 sem_sel=2
0 STALLWAIT wait_res=1024 stall_res=8
0 UNPACR last=1
1 NOP
WORDS
edit case/events.jsonl '4s/.*/{"i":3,"k":"cfgw","s":0,"a":72,"v":1,"t":1}/'
hazards
pushed case <<'WORDS'
0 SEMWAIT wait_sem_cond=1 sem_sel=2 stall_res=8
0 UNPACR last=1
1 NOP
1 NOP
WORDS
edit case/events.jsonl -e '3s/.*/{"i":2,"k":"cfgw","s":0,"a":72,"v":1,"t":1}/' -e '4s/.*/{"i":3,"k":"semw","a":1,"op":"post","t":1}/'
hazards
pushed case <<'WORDS'
0 SEMWAIT wait_sem_cond=1 sem_sel=2 stall_res=8
0 UNPACR last=1
1 NOP
1 STALLWAIT wait_res=1024 stall_res=2
1 SEMPOST sem_sel=2
WORDS
edit case/events.jsonl '3s/.*/{"i":2,"k":"cfgw","s":0,"a":72,"v":1,"t":1}/'
hazards
