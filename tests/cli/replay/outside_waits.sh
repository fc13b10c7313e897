# SPDX-License-Identifier: Apache-2.0
# lane: change
# A host stores behind words that nothing holds. In the round in which the last pipe that could go on takes a word and waits
# with it nothing moves, and yet it is not the end: the host's store comes in the next. Words of a broadcast on Wormhole,
# of which T0's unpacker waits for a bank that T1's math hands back.
mkdir small
awk '{
    core = $2 == "-" ? "" : ",\"t\":" $2 ",\"core\":\"t" $2 "\",\"pc\":" 16 * NR
    what = $1 == "push" ? "\"w\":" $3 : "\"a\":" $4 ",\"v\":" $3
    printf "{\"i\":%d,\"k\":\"%s\",%s%s}\n", NR - 1, $1, what, core
}' >small/events.jsonl <<'END'
mopw 1 2 0
mopw 1 2 1
mopw 1 33554432 2
mopw 1 927727619 3
mopw 1 33554432 4
mopw 1 671612928 5
mopw 1 33554432 6
mopw 1 671612928 7
mopw 1 671612928 8
push 1 2736783368
push 1 25165824
push 1 931135488
push 1 25165824
push 1 931135488
push 1 2751463432
push 1 25165824
push 1 931135488
push 1 25165824
push 1 931135488
push 1 2751463432
push 1 25165824
push 1 931135488
push 1 25165824
push 1 931135488
push 1 2751463432
push 1 2795569162
mopw 0 2 0
mopw 0 2 1
mopw 0 1115717825 2
mopw 0 1413480577 3
mopw 0 33554432 4
mopw 0 1107329217 5
mopw 0 33554432 6
mopw 0 1107329217 7
mopw 0 1107329217 8
push 0 25165824
push 1 25165824
push 1 931135488
push 0 25165824
push 1 25165824
push 1 931135488
push 1 25165824
push 1 931135488
mmio - 4 4289986576
push 0 25165824
push 2 2768240648
push 1 25165824
push 1 25165824
push 1 931135488
push 0 25165824
mmio - 4207 4289798640
push 2 2768240648
push 0 25165824
push 0 25165824
END
cat >small/bundle.json <<'END'
{"format": "tensix-dump-bundle", "version": 1, "arch": "wormhole_b0", "name": "small", "source": {"kind": "simulator"}, "events": "events.jsonl",
 "checkpoints": [{"id": "begin", "after_event": -1, "regions": []}, {"id": "end", "after_event": 53, "regions": []}]}
END
"$TT_REPLAY" import small -o small.ttcap
"$TT_REPLAY" replay small.ttcap --order program
echo "exit $?"
