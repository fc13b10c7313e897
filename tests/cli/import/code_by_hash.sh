# SPDX-License-Identifier: Apache-2.0
# The hash of a code region stands in place of its bytes: a program of another build is refused, though no byte of the
# region was dumped, and the right one is taken; of a part of the region nothing can be said.
# lane: change
mkdir -p case/begin
printf '%s' '{"format": "tensix-dump-bundle", "version": 1, "arch": "blackhole", "name": "code", "description": "",
"source": {"kind": "silicon"}, "events": null, "checkpoints": [{"id": "begin", "after_event": -1, "regions": [
{"name": "l1", "addr": 40960, "hash_window": 8, "hash_bytes": 8, "file": "begin/code.xxh128"}]}]}' >case/bundle.json
printf '\210\357\357\312\032\364\141\370\122\023\346\076\335\353\010\247' >case/begin/code.xxh128
"$TT_REPLAY" import case -o case.ttcap
"$TT_REPLAY" info case.ttcap | grep hash
printf 'RISC-V..' >code.bin
printf 'RISC-V.!' >stale.bin
printf 'RISC-5' >part.bin
for given in code stale part; do
    echo $given
    "$TT_REPLAY" import case.ttcap --at begin --l1 0xa000=$given.bin -o $given.ttcap
    echo "exit $?"
done
"$TT_REPLAY" import case.ttcap --at begin --l1 0xa000=stale.bin --override -o stale.ttcap
"$TT_REPLAY" info stale.ttcap | grep -c hash
"$TT_REPLAY" import code.ttcap --at begin --l1 0xa000=stale.bin -o again.ttcap
echo "exit $?"
