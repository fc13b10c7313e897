# SPDX-License-Identifier: Apache-2.0
# Each field and setting has a name, a value and a meaning; shown are the first field and the settings that are not 0.
. "$FIXTURES/lib.sh"
packed a
run_of a
"$TT_REPLAY" audit a.db --rows 0:2 --json >a.json
python3 - <<'END'
import json
audit = json.load(open("a.json"))
for row in audit["fields"] + audit["settings"]:
    assert row["name"] and row["meaning"] and isinstance(row["value"], int), row
audit["fields"] = audit["fields"][:1]
audit["settings"] = [{**row, "meaning": "*"} for row in audit["settings"] if row["value"]]
print(json.dumps(audit, indent=1))
END
