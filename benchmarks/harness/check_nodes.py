# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same as check.py for jobs of several ranks, under each installed MPI: rank 0 and the nodes must compute what the
serial program computes, and each job must end, and print nothing on standard error."""

import itertools

from . import jobs, process
from .check import Checker, misreported

SCHEDULERS = ("static", "adaptive", "chunk_dynamic", "guided", "auto")


class NodeChecker(Checker):
    def __init__(self, options, scratch):
        super().__init__(options, scratch)
        self.families = jobs.families()

    def combinations(self, case):
        """As in Checker, but with "MPI -n RANKS" instead of devices."""
        schedulers = self.options.scheduler or SCHEDULERS
        if case.thorough and not self.options.all:
            schedulers = schedulers[:1]
        every = list(itertools.product(self.families, self.options.nodes))
        return [(f"{family} -n {ranks}", scheduler, None) for (family, ranks) in every for scheduler in schedulers]

    def problem(self, case, binary, arguments, expected, job, scheduler, _seed):
        report, dump = self.scratch / "report.json", self.scratch / "dump"
        report.unlink(missing_ok=True)
        family, _, ranks = job.split()
        settings = jobs.environment() | {"HETRT_DEVICES": "cpu:1,node", "HETRT_SCHEDULE": scheduler, "OMP_NUM_THREADS": "1",
                                         "HETRT_REPORT": f"json:{report}"} | dict(self.options.setting)
        try:
            process.run(binary, [*arguments, "--dump", str(dump)], settings, self.options.timeout, silent=True,
                        launcher=jobs.launcher(family, int(ranks)))
        except process.ProgramFailed as failure:
            return str(failure), False
        found = process.read_dump(dump)
        wrong = process.difference(found, expected) or misreported(report, scheduler, "cpu:1,node" if int(ranks) > 1 else "cpu:1",
                                                                   case.shrinks)
        return wrong, all(found[name].raw == expected[name].raw for name in expected)
