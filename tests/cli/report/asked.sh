# SPDX-License-Identifier: Apache-2.0
# What was asked beside the verdict is in the page as the verbs have it; without the capture there is no page.
cp "$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap" one.ttcap
"$TT_REPLAY" replay one.ttcap --by-path -o run.db >/dev/null
"$TT_REPLAY" report run.db --precision --residue -o asked.html
"$TT_REPLAY" precision run.db --json >precision.json
lines() { grep -o "{\"$1\": *.*}" "$2" | tr -d ' '; }
for key in source tile; do
    lines $key precision.json >verb
    lines $key asked.html >page
    cmp verb page && echo "$(wc -l <page) lines of $key"
done
sed -n '/"residue": *{/,$p' asked.html | grep -o '"place": *"[^"]*"' | sed 's/.*: *"//; s/"$//' | sort >page
"$TT_REPLAY" residue one.ttcap | grep -B1 '^    decides ' | grep '^  [^ ]' | sed 's/^  //' | sort >verb
cmp verb page && echo "$(wc -l <page) places"
"$TT_REPLAY" report run.db -o plain.html >/dev/null
grep -c '"precision": *{\|"residue": *{' plain.html
"$TT_REPLAY" report run.db --precision --budget 3 -o none.html
echo "exit $?"
"$TT_REPLAY" report run.db --residue --budget 1 -o least.html
"$TT_REPLAY" replay one.ttcap --unit pack -o pack.db >/dev/null
"$TT_REPLAY" report pack.db --residue -o none.html
echo "exit $?"
rm one.ttcap
"$TT_REPLAY" report run.db --precision -o none.html
echo "exit $?"
"$TT_REPLAY" report run.db --residue -o none.html
echo "exit $?"
ls *.html
