# SPDX-License-Identifier: Apache-2.0
"""A capture of twenty million events, and how much memory each verb takes of it: under 64 MiB without a trace, however
long the capture is. docs/performance.md#memory

    memory.py TT-REPLAY TT-REPEAT CAPTURE [MILLIONS]"""

import os
import sys
import tempfile

import measure

LIMIT_MEBIBYTES = 64
EVENTS_OF_CAPTURE = 735


def main():
    tool, repeat, capture = sys.argv[1:4]
    millions = int(sys.argv[4]) if len(sys.argv) > 4 else 20
    times = millions * 1000000 // EVENTS_OF_CAPTURE + 1
    too_much = False
    with tempfile.TemporaryDirectory() as folder:
        large, bundle = os.path.join(folder, "large.ttcap"), os.path.join(folder, "bundle")
        made, run_db = os.path.join(folder, "made.ttcap"), os.path.join(folder, "run.db")
        measure.run([repeat, "--events", str(times), capture, large])
        measure.run([repeat, "--events", str(times // 10), "--bundle", capture, bundle])
        measured = [
            ("info", [tool, "info", large], {}),
            ("verify", [tool, "verify", large], {}),
            ("the head of a dump", [tool, "dump", large], {"lines": 10, "expected": (0, 2, -13)}),
            ("replay, executed order", [tool, "replay", large, "--record", made, "--force"], {}),
            ("replay, program order", [tool, "replay", large, "--order", "program", "--record", made, "--force"], {}),
            ("import of a tenth as a bundle", [tool, "import", bundle, "-o", made, "--force"], {}),
            ("replay of a hundredth, traced", [tool, "replay", large, "--range", f"0:{millions * 10000}", "-o", run_db],
             {"expected": (0, 3)}),
        ]
        print(f"A capture of {times * EVENTS_OF_CAPTURE:,} events, {os.path.getsize(large):,} bytes.\n")
        print("| what | processor seconds | MiB at most |\n|---|---|---|")
        for name, command, how in measured:
            cost = measure.run(command, **how)
            print(f"| {name} | {cost.seconds:.1f} | {cost.mebibytes:.1f} |", flush=True)
            if cost.mebibytes > LIMIT_MEBIBYTES:
                too_much = True
                print(f"memory.py: {name} takes more than {LIMIT_MEBIBYTES} MiB", file=sys.stderr)
    return 1 if too_much else 0


if __name__ == "__main__":
    sys.exit(main())
