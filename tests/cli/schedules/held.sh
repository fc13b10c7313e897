# SPDX-License-Identifier: Apache-2.0
# Core B keeps its place among the threads' cores, which is said; without that its store may come before theirs. Thread 1's core
# has read of that word what core B stored, and not the byte of thread 0's core beside it.
. "$FIXTURES/lib.sh"
printf '0 NOP\n' | pushed a
cat >>a/events.jsonl <<'EVENTS'
{"i":1,"k":"l1w","a":8192,"h":"01","t":0,"core":"t0","pc":16}
{"i":2,"k":"l1w","a":8193,"h":"02","core":"b","pc":32}
{"i":3,"k":"mmio","a":8193,"v":513,"core":"t1","pc":48}
{"i":4,"k":"l1w","a":8192,"h":"03","t":1,"core":"t1","pc":52}
EVENTS
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" schedules a.ttcap
"$TT_REPLAY" schedules a.ttcap --without place --delays d | fold -w 80
"$TT_REPLAY" replay a.ttcap --order program --delays d --without place | tail -1
