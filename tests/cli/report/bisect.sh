# SPDX-License-Identifier: Apache-2.0
# The page has the cause that bisect finds with the run's options; without it the command; without the capture neither page.
cp "$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap" "a b.ttcap"
"$TT_REPLAY" replay "a b.ttcap" --order program --variant pack.bfp.round=truncate --set PCK_EDGE_OFFSET_SEC0_mask=65535 --by-path -o run.db >/dev/null
why() { tr -d '\n' <"$1" | sed 's/.*"why": *{/{/; s/ *"first": *{.*//; s/  */ /g' | fold -s -w 78; echo; }
"$TT_REPLAY" report run.db -o plain.html
why plain.html
"$TT_REPLAY" report run.db --bisect --budget 400 -o why.html
why why.html
"$TT_REPLAY" report run.db --bisect --budget 1 -o least.html >/dev/null
why least.html | grep -o '"cause".*"is_budget_spent": *[a-z]*'
"$TT_REPLAY" report run.db --budget 3 -o none.html
echo "exit $?"
"$TT_REPLAY" replay "a b.ttcap" --unit pack -o pack.db >/dev/null
"$TT_REPLAY" report pack.db --bisect -o none.html
echo "exit $?"
mkdir elsewhere && mv run.db elsewhere && rm "a b.ttcap"
"$TT_REPLAY" report elsewhere/run.db --bisect -o none.html
echo "exit $?"
ls *.html
