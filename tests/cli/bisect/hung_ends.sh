# SPDX-License-Identifier: Apache-2.0
# lane: change
. "$FIXTURES/lib.sh"
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
# Runs that hang, and of which nothing but that is known: a wait for what nothing posts is another one; a post is too
# many; what a recorded hang holds is of the device as it hung; a core that posted waits where its recording ends.
causes() {
    "$TT_REPLAY" import "$1" -o "$1.ttcap" >/dev/null
    "$TT_REPLAY" bisect "$1.ttcap" --budget 3000 | grep -A 4 ' cause \| perhaps \| either \| or  ' | grep -v '^--'
}
pushed vain <<END
0 SEMINIT sem_sel=2 max_value=2
0 SEMPOST sem_sel=2
1 SEMWAIT wait_sem_cond=1 sem_sel=4 stall_res=2
1 SEMGET sem_sel=2
END
causes vain
pushed post <<END
0 SEMINIT sem_sel=2 max_value=1
0 SEMINIT sem_sel=4 max_value=1
0 SEMPOST sem_sel=4
0 SEMPOST sem_sel=2
1 SEMWAIT wait_sem_cond=1 sem_sel=2 stall_res=2
1 SEMGET sem_sel=2
1 SEMWAIT wait_sem_cond=2 sem_sel=4 stall_res=2
END
causes post
packed_start start 301
"$TT_REPLAY" import start -o start.ttcap >/dev/null
"$TT_REPLAY" replay start.ttcap --order program --record recorded.ttcap >/dev/null
"$TT_REPLAY" bisect recorded.ttcap --order program --budget 3000 | sed -n '/perhaps/,/in part/p'
pushed core <<END
1 SEMWAIT wait_sem_cond=1 sem_sel=2 stall_res=2
END
sed 's/"i":0/"i":1/' core/events.jsonl >core/wait
printf '{"i":0,"k":"semw","a":5,"op":"post","t":0}\n' | cat - core/wait >core/events.jsonl
causes core
"$TT_REPLAY" bisect core.ttcap --json >core.json
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <core.json
python3 -c 'import json; print(json.load(open("core.json"))["unpaired"])'
