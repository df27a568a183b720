# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds a virtual machine steady while programs are measured (--steady).

Two habits of hosts show as noise. A processor that sleeps is given a hardware thread anew when it wakes, at times one of
a core that others use, ours or a neighbour's: it is then at two thirds of its speed or less, for tens of milliseconds or for good.
And memory that nobody uses is taken back after seconds, and returned page by page, 10 us each, to whoever touches it next.
So processors are kept from sleeping by processes of the lowest priority, and before each run some memory is touched and
freed, which is then the first to be given out. It has a price: threads that are made where another one runs may be moved
later than on processors that sleep, which lengthens the first loop of a process."""

import contextlib
import mmap
import os
import subprocess
import sys

from .programs import Mistake

TOUCHED_BYTES = 512 << 20
FREE_PART = 4  # of which at most one is touched

holding = False


# Gives way all the time, so that nobody waits for the end of its slice, and ends when its parent does, however that ends.
SPIN = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
while os.getppid() == int(sys.argv[1]):
    for _ in range(100000):
        os.sched_yield()
"""


def keep_awake(processor):
    """A process that occupies the processor whenever that has nothing else to do."""
    def settle():
        os.sched_setaffinity(0, {processor})
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    return subprocess.Popen([sys.executable, "-c", SPIN, str(os.getpid())], preexec_fn=settle, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextlib.contextmanager
def held(wanted=True):
    """While it lasts, the processors are awake and free memory is there; not wanted: as they are. Yields the processes
    that see to it."""
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
    """Touches memory and frees it, if the machine is held."""
    if not holding:
        return
    page = os.sysconf("SC_PAGESIZE")
    size = min(TOUCHED_BYTES, max(os.sysconf("SC_AVPHYS_PAGES") // FREE_PART, 1) * page)
    with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        with contextlib.suppress(OSError, AttributeError): # a kernel, or a Python, that knows no huge pages
            memory.madvise(mmap.MADV_HUGEPAGE)
        memory[::page] = bytes(len(range(0, size, page)))
