# SPDX-License-Identifier: Apache-2.0
"""Runs a command and says what it cost: processor time and the most memory it ever held."""

import os
import subprocess
import sys


class Cost:
    def __init__(self, status, seconds, mebibytes):
        self.status, self.seconds, self.mebibytes = status, seconds, mebibytes


def run(command, expected=(0,), lines=None):
    """The cost of one run. `lines`: stop reading its output after so many, as `head` does. A child's memory counts from
    that of this interpreter (some 10 MiB), which it has for an instant."""
    out = subprocess.PIPE if lines else subprocess.DEVNULL
    child = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, close_fds=False)
    if lines:
        for _ in range(lines):
            child.stdout.readline()
        child.stdout.close()
    said = child.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stderr.close()
    if child.returncode not in expected:
        sys.exit(f"{' '.join(command)}: exit {child.returncode}: {said.strip()}")
    return Cost(child.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
