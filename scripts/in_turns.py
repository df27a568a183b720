# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures two commands in turns, so that other work of the machine affects both."""
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "benchmarks"))
from harness.figures import geometric_mean, interval, paired_ratios  # noqa: E402,F401: for importers


def spent(command, statuses=(0,), **where):
    """Runs a command; returns its elapsed seconds, and the processor time of the command and of all processes that it
    starts. `where`: arguments of Popen, for example stderr; other output is discarded. Ends the script if the command's
    exit status is not in `statuses`."""
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
    """Calls two functions `pairs` times in turn, beginning with the other one in every other pair; returns two lists of
    results."""
    samples = [], []
    for pair in range(pairs):
        for which in (0, 1) if pair % 2 else (1, 0):
            samples[which].append((one, other)[which]())
    return samples


def verdict(found, limit):
    """Whether an interval is within a limit, beyond it, or contains it (undecided)."""
    low, high = found
    return "within" if high <= limit else "beyond" if low > limit else "undecided"
