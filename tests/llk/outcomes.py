# SPDX-License-Identifier: Apache-2.0
"""outcomes.py OUTCOMES LOG STATUS: what came of the suite's tests: counts, then by name what did not pass."""

import json
import sys
from collections import Counter
from pathlib import Path


def main(outcomes, log, status):
    rows = [json.loads(line) for line in Path(outcomes).read_text(encoding="utf-8").splitlines()]
    if not rows:
        print(Path(log).read_text(encoding="utf-8", errors="replace")[-4000:])
        print(f"no test ran (pytest: {status})")
        return 2
    counts = Counter(row["outcome"] for row in rows)
    for row in rows:
        if row["outcome"] not in ("passed", "skipped", "needs sfpi"):
            print(f"{row['outcome']}: {row['test']}: {row['why']}")
    for test in sorted({row["test"].split("[")[0] for row in rows if row["outcome"] == "needs sfpi"}):
        print(f"needs sfpi: {test}")
    print(", ".join(f"{counts[name]} {name}" for name in ("passed", "failed", "refused", "not compiled", "not imported",
                                                          "needs sfpi", "skipped") if counts[name] or name == "passed"))
    return 0 if set(counts) <= {"passed", "skipped", "needs sfpi", "not imported"} else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
