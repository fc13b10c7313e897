# SPDX-License-Identifier: Apache-2.0
# All writes to a field before an event are one line of SQL; each write begins where the one before it ended.
extension=$(dirname "$TT_REPLAY")/../results/tt_values
command -v sqlite3 >/dev/null && [ -e "$extension.so" ] || { echo "the sqlite3 shell or the extension is not here"; exit 77; }
# A sanitized one does not (unit_tt_values_extension holds that others do).
sqlite3 :memory: -cmd ".load $extension" "SELECT 1" >/dev/null 2>&1 || { echo "the extension does not load into this shell"; exit 77; }
ask() { sqlite3 run.db -cmd ".load $extension" "$1"; }
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap" --variant pack.bfp.round=truncate -o run.db >/dev/null
ask "SELECT seq, thread, old, new, space, copy, instruction FROM v_field_writes
    WHERE field = 'THCON_SEC0_REG1_Out_data_format' AND seq < 533"
echo "writes that begin otherwise than the one before ended:"
ask "SELECT count(*) FROM (SELECT old, lag(new) OVER (PARTITION BY field, copy ORDER BY seq) AS before FROM v_field_writes
    WHERE space <> 'state')
    WHERE before <> old"
ask "SELECT count(*) > 100, count(DISTINCT field) > 100, sum(old <> new) > 50 FROM v_field_writes"
echo "differing bytes, and those of the mismatches:"
ask "SELECT sum(differs), (SELECT sum(differing_bytes) FROM comparison) FROM v_held"
ask "SELECT space, address, held, replayed, known FROM v_held WHERE differs LIMIT 3"
