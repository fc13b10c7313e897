# lane: night
# What the database says.
. "$FIXTURES/lib.sh"
command -v sqlite3 >/dev/null || { echo 'sqlite3 is not installed'; exit 77; }
batch_folder kernels
"$TT_REPLAY" batch kernels -o all.db --variant pack.bfp.round=truncate >/dev/null
sqlite3 all.db 'PRAGMA application_id; PRAGMA user_version; PRAGMA integrity_check;'
sqlite3 all.db 'SELECT verdict, captures, cause, quickest FROM v_cause'
sqlite3 all.db 'SELECT name, chip, verdict, unit, stage, event, address FROM v_capture ORDER BY name'
sqlite3 all.db 'SELECT * FROM v_tag LIMIT 4'
sqlite3 all.db "SELECT name, copy_of FROM capture WHERE copy_of IS NOT NULL"
