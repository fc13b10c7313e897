# SPDX-License-Identifier: Apache-2.0
# lane: change
# The pages of a program: a map, and a page of each tile, in a folder that appears whole; other folders stay as they are.
"$TT_REPLAY" import --wire "$FIXTURES/program/two_tiles.wire" -o two
"$TT_REPLAY" report two -o pages
ls pages
"$TT_REPLAY" report two -o pages
echo "exit $?"
"$TT_REPLAY" report two -o pages --force
mkdir other && echo mine >other/index.html
"$TT_REPLAY" report two -o other --force
echo "exit $?"
cat other/index.html
"$TT_REPLAY" report two -o two --force
echo "exit $?"
"$TT_REPLAY" report two -o x --bisect
echo "exit $?"
"$TT_REPLAY" report two --tile 1,1 -o one.html
# What the page draws is what the verbs say.
sed -n '/<script type="application.json" id="data">/,/<\/script>/p' pages/index.html | sed '1d;$d' >page.json
"$TT_REPLAY" replay two --json >replay.json
"$TT_REPLAY" bisect two --json >bisect.json
python3 - <<'END'
import json
page, run, why = (json.load(open(name)) for name in ("page.json", "replay.json", "bisect.json"))
assert page["run"] == run, "the run"
assert page["answer"] == {key: why[key] for key in ("causes", "timings")}, "the answer"
for flow in page["flows"]:
    print(*flow.values())
for one in page["pages"]:
    print(*one.values())
print(page["grid"][1]["places"])
END
