# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two commands measured in turns, so that whatever else the machine does meets both."""
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "benchmarks"))
from harness.figures import geometric_mean, interval, paired_ratios  # noqa: E402,F401: for those who measure


def spent(command, statuses=(0,), **where):
    """The seconds that pass while a command runs, and the processor time of it and of all that it starts. `where`: as
    for Popen; what it prints goes nowhere else. Ends the script where it ends with another status than these."""
    silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    begin = time.perf_counter()
    with subprocess.Popen(command, **(silent | where)) as process:
        _, status, used = os.wait4(process.pid, 0)
        passed = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in statuses:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: error: status {process.returncode}: {' '.join(map(str, command))}")
    return passed, used.ru_utime + used.ru_stime


def in_turns(one, other, pairs):
    """What two functions return, each called first in every other pair."""
    samples = [], []
    for pair in range(pairs):
        for which in (0, 1) if pair % 2 else (1, 0):
            samples[which].append((one, other)[which]())
    return samples


def verdict(found, limit):
    """Where an interval lies beside a limit."""
    low, high = found
    return "within" if high <= limit else "beyond" if low > limit else "undecided"
