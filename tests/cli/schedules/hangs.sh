# SPDX-License-Identifier: Apache-2.0
# lane: commit
. "$FIXTURES/lib.sh"
# Two threads take two mutexes, the one in the other's order: rounds end, another order does not. Its delays show it.
pushed two <<'WORDS'
0 ATGETM mutex_index=2
0 ATGETM mutex_index=3
0 ATRELM mutex_index=3
0 ATRELM mutex_index=2
1 NOP
1 NOP
1 NOP
1 NOP
1 NOP
1 ATGETM mutex_index=3
1 ATGETM mutex_index=2
1 ATRELM mutex_index=2
1 ATRELM mutex_index=3
WORDS
"$TT_REPLAY" import two -o two.ttcap >/dev/null
"$TT_REPLAY" schedules two.ttcap --delays two.delays
echo "exit $?"
"$TT_REPLAY" replay two.ttcap --order program --delays two.delays | grep -A 1 -e deadlock -e delays
# Of more delays than are needed, and longer ones, `reduce` leaves that one; what changes nothing is refused.
{ sed 's/"delay": [0-9]*/"delay": 40/' two.delays
  echo '{"thread": "math", "event": 5, "delay": 3}'
  echo '{"thread": "unpack", "event": 3, "delay": 9}'
  echo '{"thread": "unpack", "event": 1, "core": true, "delay": 2}'
} >many.delays
"$TT_REPLAY" reduce two.ttcap --delays many.delays -o few.delays
"$TT_REPLAY" reduce two.ttcap --delays many.delays --variant pack.bfp.round=truncate -o few_truncated.delays
cmp few.delays few_truncated.delays && echo "the same"
sed -e 's/.*"event"/"event"/' -e 's/, "runs.*//' few.delays
"$TT_REPLAY" reduce two.ttcap --delays many.delays -o few.delays --force --json >few.json
"$SCHEMA_CHECK" "$SCHEMAS/reduce.schema.json" <few.json
sed -i 1d many.delays
"$TT_REPLAY" reduce two.ttcap --delays many.delays -o few.delays --force
"$TT_REPLAY" schedules two.ttcap --json >two.json
"$SCHEMA_CHECK" "$SCHEMAS/schedules.schema.json" <two.json
# In the same order of the mutexes none hangs.
edit two/events.jsonl -e '10s/"w":[0-9]*/"w":2684354562/' -e '11s/"w":[0-9]*/"w":2684354563/'
"$TT_REPLAY" import two -o one.ttcap >/dev/null
"$TT_REPLAY" schedules one.ttcap
echo "exit $?"
# A semaphore taken too soon, at 0, is full for ever afterwards: for a pipe, and for a core that polls it. What a loop of
# a core would have done with another value no capture says, so that order is counted and not called a hang.
pushed get <<'WORDS'
0 SEMINIT init_value=0 max_value=1 sem_sel=2
0 SEMPOST sem_sel=2
0 SEMWAIT stall_res=511 wait_sem_cond=2 sem_sel=2
0 NOP
1 NOP
1 NOP
1 SEMGET sem_sel=2
WORDS
"$TT_REPLAY" import get -o get.ttcap >/dev/null
"$TT_REPLAY" schedules get.ttcap
edit get/events.jsonl -e '3s/.*/{"i":2,"k":"semr","a":1,"v":1,"t":0}/' -e '4s/.*/{"i":3,"k":"semr","a":1,"v":0,"t":0}/'
"$TT_REPLAY" import get -o poll.ttcap >/dev/null
"$TT_REPLAY" schedules poll.ttcap | grep -e stuck -e hangs -e none
