# SPDX-License-Identifier: Apache-2.0
# What passes and rests on less than was asked for has no verdict: a vector by a fact's name, a bundle by "evidence".
printf '%s\n' '{"name":"SETC16/good","arch":"blackhole","mode":"exec","ops":[[1,2989704826]],"pre":{},"post":{"thread_cfg":[[115,"7a46"]]}}' >a.jsonl
capture=$(ls "$TRACES"/kernels/*bfp8*nice.ttcap | head -n 1)
for level in simulator maker rumour; do
    echo "== $level"
    "$TT_REPLAY" conform --evidence $level a.jsonl "$capture"
    echo "exit $?"
done
"$TT_REPLAY" conform --evidence maker --allow-unsupported --verbose a.jsonl | head -n 1
