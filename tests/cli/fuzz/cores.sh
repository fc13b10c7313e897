# SPDX-License-Identifier: Apache-2.0
# Programs of one core to three: the same build reports the same of them, with another tile asked for memory too, and a
# simulator gets where each core starts, in a bundle.
for chip in blackhole wormhole_b0; do
    "$TT_REPLAY" fuzz --against "exe:$TT_REPLAY" --reports --undefined --unit core --count 40 --chip $chip
done
cat >simulator <<END
set -e
grep -o '"core": *"[^"]*"' "\$1/bundle.json" | wc -l >>cores
"$TT_REPLAY" import "\$1" -o case.ttcap --force 2>/dev/null
"$TT_REPLAY" replay case.ttcap --order firmware -o run.db --force >/dev/null 2>&1 || [ \$? = 3 ]
"$TT_REPLAY" export run.db --region l1:0x20000-0x21800 --unknown 0 -o l1.npy --force >/dev/null
mkdir "\$2"
tail -c 6144 l1.npy >"\$2/l1.bin"
echo '{"format": "tensix-dump-bundle", "version": 1, "arch": "blackhole", "name": "x", "source": {"kind": "simulator"},
    "checkpoints": [{"id": "begin", "after_event": -1, "regions": []},
    {"id": "end", "after_event": -1, "regions": [{"name": "l1", "file": "l1.bin", "addr": 131072}]}]}' >"\$2/bundle.json"
END
"$TT_REPLAY" fuzz --against 'cmd:sh simulator {bundle} {out}' --unit core --count 12
sort -u cores
