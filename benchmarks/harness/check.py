# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks results: compares each program, under every scheduler and on several mixes of devices, with the serial
program. For programs built by hetcc, the runtime's report must show that the devices have taken part. On the emulated
CUDA driver, the driver's checks must find nothing, in several orders of blocks and warps."""

import itertools
import pathlib
import subprocess
import sys
import tempfile

from . import build, process
from .programs import ROOT, select

sys.path.insert(0, str(ROOT / "scripts"))
import schedulers  # noqa: E402

SCHEDULERS = schedulers.names("runtime")
DEVICES = ("cpu:2", "cpu:1,emulated:1", "cpu:2,emulated:3")
# Passive waiting, since spinning threads would take cores from emulated devices and from other tests.
THREADS = {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}
REPLAY_DEVICES = ("cpu:1,emulated:1",)
# The mixes on the emulated CUDA driver, which runs blocks in another order with each seed.
EMULATED_DEVICES = ("cuda:1", "cpu:1,cuda:1", "cuda:2")


def iterations(region, kind):
    """For each pass, the number of iterations on all devices of a kind together."""
    passes = [device["iterations"] for device in region["devices"] if device["kind"] == kind]
    return [sum(column) for column in itertools.zip_longest(*passes, fillvalue=0)]


def misreported(path, scheduler, devices, shrinks=False):
    """A sentence about a figure in the runtime's report that cannot be right, or None. `shrinks`: passes may have
    different trip counts."""
    try:
        regions = process.read_report(path)
    except (OSError, ValueError, KeyError) as problem:
        return f"no readable report of the runtime ({problem})"
    cpu = sum(sum(iterations(region, "cpu")) for region in regions)
    kind = next((each for each in ("cuda", "node") if each in devices), "emulated")
    accelerated = sum(sum(iterations(region, kind)) for region in regions)
    if not regions or cpu + accelerated == 0:
        return "the runtime reports no iterations"
    has_accelerator = kind in devices
    if accelerated and (scheduler == "cpu" or not has_accelerator):
        return f"{accelerated} iterations ran on {kind} devices, none should"
    if has_accelerator and scheduler in schedulers.GIVES_SHARES and not accelerated:
        return f"no iteration ran on a device of kind {kind}"
    if has_accelerator and scheduler == "gpu" and cpu:
        return f"{cpu} iterations ran on the CPU, none should"
    for region in () if shrinks else regions:
        sums = [sum(column) for column in itertools.zip_longest(
            *(device["iterations"] for device in region["devices"]), fillvalue=0)]
        if len(set(sums)) > 1:
            return f"the passes of {region['location']} ran {min(sums)} to {max(sums)} iterations, not all the same"
    return None


class Checker:
    def __init__(self, options, scratch):
        self.options, self.scratch = options, pathlib.Path(scratch)
        self.serial = build.way("serial")
        self.tested = build.way(options.way, options.hetcc)

    def combinations(self, case):
        """The (devices, scheduler, seed) to try; a case that takes long is only run under `adaptive`, or under the
        first of the options' schedulers if that is not among them."""
        replay = self.options.replay
        schedulers = self.options.scheduler or (SCHEDULERS[:1] if replay else SCHEDULERS)
        seeds = range(1, self.options.emulator + 1) or (None,)
        devices = self.options.devices or (EMULATED_DEVICES if self.options.emulator else
                                           REPLAY_DEVICES if replay else DEVICES)
        if case.thorough and not self.options.all:
            schedulers = [name for name in schedulers if name == "adaptive"] or schedulers[:1]
        return list(itertools.product(devices, schedulers, seeds))

    def run(self, binary, arguments, settings):
        path = self.scratch / "dump"
        process.run(binary, [*arguments, "--dump", str(path)], settings, self.options.timeout,
                    silent=self.options.emulator > 0)
        return process.read_dump(path)

    def emulated(self, devices, seed):
        """Environment variables for the emulated CUDA driver, with its checks on."""
        return {"HETRT_CUDA_DRIVER": str(build.find_emulator(self.options.hetcc) / "libcuda.so.1"),
                "HETCC_EMULATOR_DEVICES": devices[-1], "HETCC_EMULATOR_SEED": str(seed), "HETCC_EMULATOR_CHECKS": "1"}

    def problem(self, case, binary, arguments, expected, devices, scheduler, seed):
        """Runs one combination; returns (what is wrong or None, whether the result has the serial program's bits)."""
        report = self.scratch / "report.json"
        report.unlink(missing_ok=True)
        settings = {"HETRT_DEVICES": devices, "HETRT_SCHEDULE": scheduler, "HETRT_REPORT": f"json:{report}"} | THREADS
        if seed:
            settings |= self.emulated(devices, seed)
        if self.tested.name in build.TARGET_WAYS:  # on the host: results of GPUs differ in their last bits
            settings["OMP_TARGET_OFFLOAD"] = "MANDATORY" if self.tested.name == "target-copies" else "DISABLED"
        try:
            found = self.run(binary, arguments, settings)
        except process.ProgramFailed as failure:
            return str(failure), False
        wrong = process.difference(found, expected)
        if not wrong and self.tested.name == "hetcc":
            wrong = misreported(report, scheduler, devices, case.shrinks)
        return wrong, all(found[name].raw == expected[name].raw for name in expected)

    def replayed(self, case, binary, arguments, expected, devices, scheduler, _seed):
        """Runs one combination twice; the second run replays a recording of the first, and must have the same ranges in
        the same order and the same bits. Returns what problem() returns, and prints how many ranges each device had."""
        settings = {"HETRT_DEVICES": devices, "HETRT_SCHEDULE": scheduler, "HETRT_DETERMINISTIC": "1"} | THREADS
        recording, traces, found = str(self.scratch / "recording"), [], []
        try:
            for use in ("HETRT_RECORD", "HETRT_REPLAY"):
                traces.append(str(self.scratch / use))
                found.append(self.run(binary, arguments, settings | {use: recording, "HETRT_TRACE": traces[-1]}))
        except process.ProgramFailed as failure:
            return str(failure), False
        compared = subprocess.run([sys.executable, str(ROOT / "test" / "tools" / "same-ranges"), *traces],
                                  capture_output=True, text=True)
        if compared.returncode:
            return compared.stderr.strip(), False
        if any(found[0][name].raw != found[1][name].raw for name in found[0]):
            return "the same ranges give other bits", False
        print(f"     {case.name} {devices} {scheduler}: {compared.stdout.strip()}", flush=True)
        return process.difference(found[1], expected), True

    def check(self, case):
        """Checks a case: prints one line if all is right, else one for each combination that fails; returns their
        number."""
        arguments = process.arguments(case, "small", self.options.build_dir)
        if self.options.emulator and not self.options.all:
            arguments += case.emulated
        reference = build.build(case.source, self.serial, self.options.build_dir)
        tested = build.build(case.source, self.tested, self.options.build_dir)
        expected = self.run(reference, arguments, {})
        failures, same = 0, True
        combinations, run = self.combinations(case), self.replayed if self.options.replay else self.problem
        for devices, scheduler, seed in combinations:
            wrong, equal = run(case, tested, arguments, expected, devices, scheduler, seed)
            same = same and equal
            if wrong:
                failures += 1
                where = f"{devices} {scheduler}" + (f" seed {seed}" if seed else "")
                print(f"FAIL {case.name} {where}: {wrong}", flush=True)
        if not failures:
            what = "replayed" if self.options.replay else "same bits" if same else "within tolerance"
            print(f"ok   {case.name}: {len(combinations)} runs, {what}", flush=True)
        return failures


def check(options, make=Checker):
    """Checks each case that the options name (on the emulated CUDA driver, only short ones), with the Checker that
    `make` returns; returns the exit status."""
    cases = select(options.programs, thorough=not options.emulator)  # these would take hours
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        checker = make(options, scratch)
        for case in cases:
            if case.photo and not process.photo.find(options.build_dir) and case.name not in options.programs:
                print(f"skip {case.name}: no package {process.photo.PACKAGE} (`benchmarks/run photo` fetches it)")
                continue
            failures += checker.check(case)
    return int(failures > 0)
