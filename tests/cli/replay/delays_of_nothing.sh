# SPDX-License-Identifier: Apache-2.0
# Delays of words that the run has not delay nothing: no verdict comes of them. One of two may be of another run, and delays
# of 0, or none, are the control.
# lane: change
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" run.ttcap
echo '{"thread": "math", "delay": 0, "event": 999999, "word": 0}' >none.jsonl
echo '{"thread": "math", "delay": 4, "event": 999999, "word": 0}' >absent.jsonl
for file in none absent; do
    "$TT_REPLAY" replay run.ttcap --order program --delays $file.jsonl
    echo "exit $?"
done
event=$("$TT_REPLAY" dump run.ttcap --json | sed -n 's/.*"seq": \([0-9]*\), "kind": "push", "thread": 1.*/\1/p' | head -n 1)
echo '{"thread": "math", "delay": 4, "event": '"$event"', "word": 0}' >>absent.jsonl
"$TT_REPLAY" replay run.ttcap --order program --delays absent.jsonl | tail -n 1
