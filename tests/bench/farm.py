# SPDX-License-Identifier: Apache-2.0
"""What a farm costs with the number of captures, as a table: processor time of plan, of all its tasks, of resume and
merge, and the most memory. docs/performance.md#many-captures

    farm.py TT-REPLAY MANY-CAPTURES [COUNT...]

Exit status 1: ten times the captures cost more than MOST_GROWTH times the time."""

import os
import sys
import tempfile

import measure

MOST_GROWTH = 12.5
LEAST_SECONDS = 0.1
SHARDS = 16


def measure_all(tool, many, count, folder):
    """[(step, Cost)]; the tasks as one."""
    captures, farm = os.path.join(folder, "captures"), os.path.join(folder, "farm")
    database, page = os.path.join(folder, "all.db"), os.path.join(folder, "all.html")
    measure.run([many, captures, str(count)])
    costs = [("plan", measure.run([tool, "farm", "plan", captures, "-N", str(SHARDS), "-o", farm]))]
    tasks = [measure.run([tool, "farm", "run", farm, "--shard", f"{shard}/{SHARDS}"]) for shard in range(1, SHARDS + 1)]
    costs.append((f"{SHARDS} tasks", measure.Cost(0, sum(task.seconds for task in tasks),
                                                  max(task.mebibytes for task in tasks))))
    costs.append(("resume", measure.run([tool, "farm", "resume", farm])))
    costs.append(("merge, database and page", measure.run([tool, "farm", "merge", farm, "-o", database, "--report", page],
                                                          expected=(1,))))
    return costs


def main():
    tool, many, *counts = sys.argv[1:]
    counts = [int(count) for count in counts] or [1000, 10000]
    tables = []
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            tables.append(measure_all(tool, many, count, folder))
    print("| captures | " + " | ".join(step for step, _ in tables[0]) + " |")
    print("|---|" + "---|" * len(tables[0]))
    for count, table in zip(counts, tables):
        print(f"| {count:,} | " + " | ".join(f"{cost.seconds:.2f} s, {cost.mebibytes:.0f} MiB" for _, cost in table) + " |")
    is_bad = False
    for (few, less), (many_, more) in zip(zip(counts, tables), zip(counts[1:], tables[1:])):
        for (step, before), (_, after) in zip(less, more):
            most = max(before.seconds, LEAST_SECONDS) * MOST_GROWTH * many_ / few / 10
            if after.seconds > most:
                print(f"{step}: {before.seconds:.2f} s for {few}, {after.seconds:.2f} s for {many_}")
                is_bad = True
    sys.exit(is_bad)


main()
