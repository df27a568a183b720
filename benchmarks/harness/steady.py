# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds a virtual machine steady while programs are measured (--steady).

Two habits of hosts cause noise. When a virtual processor wakes from sleep, the host assigns it a hardware thread,
sometimes one whose core is already in use: then the processor has two thirds of its speed or less, for tens of
milliseconds or until the end. And the host takes free memory back after some seconds, and returns it page by page, in
10 us each, when a program touches it. So processes of the lowest priority keep the processors from sleeping, and before
each run some memory is touched and freed, which the kernel then gives to the program first. This has a price: new
threads that start on a busy processor may be moved to another one later than if that one slept, which lengthens the
first loop of a program."""

import contextlib
import mmap
import os
import subprocess
import sys

from .programs import Mistake

TOUCHED_BYTES = 512 << 20
FREE_PART = 4  # at most 1 / FREE_PART of the free memory is touched

holding = False


# A program that keeps a processor awake. It yields all the time, so that other programs need not wait for the end of
# its time slice, and ends when its parent ends, even if that is killed.
SPIN = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
while os.getppid() == int(sys.argv[1]):
    for _ in range(100000):
        os.sched_yield()
"""


def keep_awake(processor):
    """Starts a process that runs on the processor whenever that is idle otherwise."""
    def settle():
        os.sched_setaffinity(0, {processor})
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    return subprocess.Popen([sys.executable, "-c", SPIN, str(os.getpid())], preexec_fn=settle, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextlib.contextmanager
def held(wanted=True):
    """A context manager: meanwhile the processors are kept awake, and touch_memory() touches memory; if not `wanted`,
    nothing is done. Yields the processes that keep the processors awake."""
    global holding
    keepers = []
    try:
        for processor in sorted(os.sched_getaffinity(0)) if wanted else []:
            keepers.append(keep_awake(processor))
        holding = wanted
        yield keepers
    except subprocess.SubprocessError as refused:
        raise Mistake(f"--steady: cannot keep a processor awake: {refused}")
    finally:
        holding = False
        for each in keepers:
            each.kill()
            each.wait()


def touch_memory():
    """Touches memory and frees it, inside of held()."""
    if not holding:
        return
    page = os.sysconf("SC_PAGESIZE")
    size = min(TOUCHED_BYTES, max(os.sysconf("SC_AVPHYS_PAGES") // FREE_PART, 1) * page)
    with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        with contextlib.suppress(OSError, AttributeError): # the kernel or Python has no huge pages
            memory.madvise(mmap.MADV_HUGEPAGE)
        memory[::page] = bytes(len(range(0, size, page)))
