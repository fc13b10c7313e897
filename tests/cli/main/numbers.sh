# Numbers of options are read in one way by all verbs: no sign, no spaces, nothing behind them, within their bounds.
for number in -1 +1 ' 1' 1x '' 99999999999999999999 0x10; do
    "$TT_REPLAY" diff run.db --limit="$number" 2>&1 | head -1
done
"$TT_REPLAY" why run.db l1:0 --depth=1001 2>&1 | head -1
"$TT_REPLAY" audit run.db --tile=0x100000000 2>&1 | head -1
"$TT_REPLAY" bisect case.ttcap --budget=0 2>&1 | head -1
"$TT_REPLAY" batch captures -o all.db --max-steps=0 2>&1 | head -1
"$TT_REPLAY" replay case.ttcap -o run.db --checkpoint-word=-4 2>&1 | head -1
"$TT_REPLAY" farm plan captures -o farm -N 0 2>&1 | head -1
"$TT_REPLAY" batch captures -o all.db --order backwards 2>&1 | head -1
