# SPDX-License-Identifier: Apache-2.0
# lane: night
# A simulator behind the protocol of bundles: it has the start and the words, and leaves 2 KiB of L1. Here it is this
# tile, with one reading planted.
cat >simulator <<END
set -e
"$TT_REPLAY" import "\$1" -o case.ttcap --force 2>/dev/null
"$TT_REPLAY" replay case.ttcap -o run.db --force \$PLANTED >/dev/null 2>&1 || [ \$? = 3 ]
"$TT_REPLAY" export run.db --region l1:0x20000-0x20800 --unknown 0 -o l1.npy --force >/dev/null
mkdir "\$2"
tail -c 2048 l1.npy >"\$2/l1.bin"
echo '{"format": "tensix-dump-bundle", "version": 1, "arch": "blackhole", "name": "x", "source": {"kind": "simulator"},
    "checkpoints": [{"id": "begin", "after_event": -1, "regions": []},
    {"id": "end", "after_event": -1, "regions": [{"name": "l1", "file": "l1.bin", "addr": 131072}]}]}' >"\$2/bundle.json"
END
export PLANTED=
"$TT_REPLAY" fuzz --against 'cmd:sh simulator {bundle} {out}' --unit pack --count 6 --strict
PLANTED="--variant pack.l1.write_through=on"
"$TT_REPLAY" fuzz --against 'cmd:sh simulator {bundle} {out}' --unit pack -o first.ttcap --budget 60 >text
echo "exit $?"
grep -oE '^  (first .*|cause|perhaps)' text | head -3
"$TT_REPLAY" fuzz --against 'cmd:true {bundle} {out}' --count 4
"$TT_REPLAY" fuzz --against 'cmd:false {bundle} {out}' --unit unpack0 --count 4
