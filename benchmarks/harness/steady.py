# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds a virtual machine steady while programs are measured (--steady).

Two habits of hosts show as noise. A processor that sleeps is given a hardware thread anew when it wakes, at times one of
the core that runs another of ours: both are then at two thirds of their speed, for tens of milliseconds or for good.
And memory that nobody uses is taken back after seconds, and returned page by page, 10 us each, to whoever touches it next.
So processors are kept from sleeping by processes that run only where nothing else does, and before each run some
memory is touched and freed, which is then the first to be given out. On a machine of one's own neither changes anything."""

import contextlib
import mmap
import os
import subprocess
import sys

TOUCHED_BYTES = 512 << 20
FREE_PART = 4  # of which at most one is touched

holding = False


# Gives way all the time, so that nobody waits for the end of its slice, and ends when its parent does, however that ends.
SPIN = """
import os
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(100000):
        os.sched_yield()
"""


def keep_awake(processor):
    """A process that occupies the processor whenever that has nothing else to do."""
    def settle():
        os.sched_setaffinity(0, {processor})
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    return subprocess.Popen([sys.executable, "-c", SPIN], preexec_fn=settle)


@contextlib.contextmanager
def held(wanted=True):
    """While it lasts, the processors are awake and free memory is there; not wanted: as they are. Yields the processes
    that see to it."""
    global holding
    keepers = [keep_awake(each) for each in sorted(os.sched_getaffinity(0))] if wanted else []
    holding = wanted
    try:
        yield keepers
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
    size = min(TOUCHED_BYTES, os.sysconf("SC_AVPHYS_PAGES") // FREE_PART * page)
    with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        memory.madvise(mmap.MADV_HUGEPAGE)
        memory[::page] = bytes(len(range(0, size, page)))
