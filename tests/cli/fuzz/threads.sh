# SPDX-License-Identifier: Apache-2.0
# lane: night
# Programs of three threads: a build that ends by a signal where thread 2 packs and thread 1 posts is found, and what is
# left of the program still comes to its end in program order, on any schedule. Where what differs hangs on what one thread
# handed over to another, that stays. A simulator gets each word's thread.
cat >other <<END
#!/bin/sh
for last; do :; done
for file in \$(find "\$last" -name '*.ttcap'); do
    "$TT_REPLAY" dump --events "\$file" >events
    grep -q 'T2 *exec .*PACR' events && grep -q 'T1 *exec .*SEMPOST' events && kill -SEGV \$\$
done
exec "$TT_REPLAY" "\$@"
END
chmod +x other
"$TT_REPLAY" fuzz --against exe:./other --unit sync --budget 400 -o first.ttcap | grep -E 'the end|first' | sed 's/program.*template/template/'
"$TT_REPLAY" replay first.ttcap --order program >text
echo "program order: $?"
"$TT_REPLAY" schedules first.ttcap --budget 8 >text
echo "other orders: $?"
"$TT_REPLAY" fuzz --against variant:simulator --unit sync --seed 6 -o second.ttcap >text
echo "exit $?"
grep -E '^  (first|reduced)' text | head -2
"$TT_REPLAY" dump --events second.ttcap | grep exec | grep -c -E 'SEMPOST|SEMWAIT|SEMGET'
"$TT_REPLAY" schedules second.ttcap --budget 8 >text
echo "other orders: $?"
cat >simulator <<END
set -e
grep -o '"t":[0-9]' "\$1/events.jsonl" | sort -u | wc -l >>threads
"$TT_REPLAY" import "\$1" -o case.ttcap --force 2>/dev/null
"$TT_REPLAY" replay case.ttcap -o run.db --force >/dev/null 2>&1 || [ \$? = 3 ]
"$TT_REPLAY" export run.db --region l1:0x20000-0x20800 --unknown 0 -o l1.npy --force >/dev/null
mkdir "\$2"
tail -c 2048 l1.npy >"\$2/l1.bin"
echo '{"format": "tensix-dump-bundle", "version": 1, "arch": "blackhole", "name": "x", "source": {"kind": "simulator"},
    "checkpoints": [{"id": "begin", "after_event": -1, "regions": []},
    {"id": "end", "after_event": -1, "regions": [{"name": "l1", "file": "l1.bin", "addr": 131072}]}]}' >"\$2/bundle.json"
END
"$TT_REPLAY" fuzz --against 'cmd:sh simulator {bundle} {out}' --unit sync --count 8
sort -u threads
