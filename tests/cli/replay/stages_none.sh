# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Verdict, findings and what differs, and nothing of single events: who asks for those is refused. Undefined behaviour is
# followed as with everything stored.
packed a
poke a/end/l1_05ffc0.bin 0x52 101
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db --stages none >/dev/null
"$TT_REPLAY" diff a.db
for question in "why a.db l1:0x60012" "audit a.db" "audit a.db --lint" "export a.db --timeline -o t.json" "config a.db"; do
    # shellcheck disable=SC2086 # several words
    "$TT_REPLAY" $question
    echo "$question: $?"
done
"$TT_REPLAY" report a.db -o a.html
for stages in all none; do
    "$TT_REPLAY" replay "$TRACES/kernels/datacopy_u16_rand.ttcap" -o "$stages.db" --stages "$stages" --json \
        --set THCON_SEC0_REG1_Out_data_format=12 | sed "s/$stages.db/RUN.db/" >"$stages.json"
done
cmp all.json none.json
sqlite3 none.db "SELECT stores, (SELECT count(*) FROM instruction_page) + (SELECT count(*) FROM access_page) + \
    (SELECT count(*) FROM stage_group) + (SELECT count(*) FROM taint) + (SELECT count(*) FROM origin) FROM run" \
    "SELECT code, times, instruction FROM v_findings_by_code JOIN v_finding USING (code) GROUP BY code"
