# SPDX-License-Identifier: Apache-2.0
"""outcomes.py OUTCOMES LOG STATUS TABLE: what came of the suite's tests: by name, then counts; and as a table in Markdown."""

import json
import sys
from collections import Counter
from pathlib import Path

OUTCOMES = ("passed", "failed", "refused", "not compiled", "not imported", "needs sfpi", "skipped")
QUIET = ("passed", "skipped", "needs sfpi")


def read(path):
    """Outcomes by test and variant, the last of each, and how many variants each test has."""
    rows, variants = {}, {}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        variants.update(row.get("variants", {}))
        if "test" in row:
            rows[row["test"]] = row
    return rows, variants


def table(rows, variants):
    by_test = {}
    for name, row in rows.items():
        by_test.setdefault(name.split("[")[0], Counter())[row["outcome"]] += 1
    lines = ["| test | variants | run | " + " | ".join(OUTCOMES) + " |", "|---|" + "---|" * (len(OUTCOMES) + 2)]
    for test, counts in sorted(by_test.items()):
        lines.append(f"| `{test}` | {variants.get(test, '')} | {sum(counts.values())} | " +
                     " | ".join(str(counts[name] or "") for name in OUTCOMES) + " |")
    wrong = [row for row in rows.values() if row["outcome"] not in QUIET]
    lines += [""] + [f"- {row['outcome']}: `{row['test']}`: {row['why']}" for row in wrong]
    return by_test, lines


def main(outcomes, log, status, path):
    rows, variants = read(outcomes)
    if not rows:
        print(Path(log).read_text(encoding="utf-8", errors="replace")[-4000:])
        print(f"no test ran (pytest: {status})")
        return 2
    by_test, lines = table(rows, variants)
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
    for test, counts in sorted(by_test.items()):
        print(f"{test}: " + ", ".join(f"{counts[name]} {name}" for name in OUTCOMES if counts[name]))
    for row in rows.values():
        if row["outcome"] not in QUIET:
            print(f"{row['outcome']}: {row['test']}: {row['why']}")
    counts = Counter(row["outcome"] for row in rows.values())
    print(", ".join(f"{counts[name]} {name}" for name in OUTCOMES if counts[name] or name == "passed"))
    return 0 if set(counts) <= {*QUIET, "not imported"} else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
