# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of how the harness computes and judges figures: `python3 -m unittest harness.test_harness`, in benchmarks/."""

import argparse
import contextlib
import io
import json
import math
import os
import pathlib
import random
import re
import struct
import tempfile
import types
import unittest
import unittest.mock
import xml.etree.ElementTree

from . import build, check, coexec, figures, kernels, ordering, overhead, papers, peers, plot, process, programs, ratios
from . import report, runtimes, sides, steady, sweeps


def dump(directory, name, values, tolerance, kind="f64"):
    path = pathlib.Path(directory) / name
    code = {"f64": "d", "f32": "f", "i32": "i"}[kind]
    path.write_bytes(f"x {kind} {len(values)} {tolerance!r}\n".encode() + struct.pack(f"{len(values)}{code}", *values))
    return process.read_dump(path)


class Figures(unittest.TestCase):
    quiet = (0.99, 1.01)

    def test_the_whole_interval_counts(self):
        self.assertEqual(figures.judge((0.99, 1.03), 1.05, self.quiet), "within 1.05")
        self.assertEqual(figures.judge((1.04, 1.06), 1.05, self.quiet), "undecided")
        self.assertEqual(figures.judge((1.07, 1.2), 1.05, self.quiet), "beyond 1.05")

    def test_noise_counts_against_what_lies_between_interval_and_limit(self):
        self.assertEqual(figures.judge((1.0, 1.01), 1.05, (0.99, 1.06)), "too noisy")
        self.assertEqual(figures.judge((1.0, 1.01), 1.05, (0.97, 1.03)), "within 1.05")
        self.assertEqual(figures.judge((1.0, 1.03), 1.05, (0.97, 1.03)), "too noisy")
        self.assertEqual(figures.judge((1.06, 1.1), 1.05, (0.97, 1.03)), "too noisy")
        self.assertEqual(figures.judge((1.04, 1.06), 1.05, (0.9, 1.1)), "too noisy", "more of them would not help")
        self.assertEqual(figures.judge((1.0, 1.0), 1.05, (float("nan"), 1.0)), "too noisy")
        self.assertEqual(figures.judge((1.0, 1.0), 1.05, (0.0, 1.0)), "too noisy")

    def test_a_wide_margin_bears_much_noise(self):
        self.assertEqual(figures.judge((0.06, 0.16), 1.05, (0.7, 1.3)), "within 1.05")
        self.assertEqual(figures.judge((1.8, 2.2), 1.05, (0.9, 1.1)), "beyond 1.05")

    def test_noise_to_one_side_is_noise(self):
        self.assertEqual(figures.judge((1.0, 1.01), 1.05, (1.045, 1.049)), "too noisy")
        self.assertEqual(figures.judge((1.06, 1.3), 1.05, (1.1, 1.2)), "too noisy")

    def test_interval_by_hand(self):
        # For 10 samples, the interval goes from rank 2 to rank 9: the median is below rank 2 in 11 of 1024 cases, but
        # below rank 3 in 56, more than 2.5%.
        self.assertEqual(figures.interval(range(1, 11)), (2, 9))
        self.assertEqual(figures.interval([5, 1, 4, 2, 3, 6]), (1, 6))
        self.assertEqual(figures.interval([1, 2, 3, 4, 5])[1], float("inf"))

    def test_interval_covers_the_median(self):
        draw = random.Random(1)
        missed = 0
        for _ in range(2000):
            low, high = figures.interval([draw.expovariate(1) for _ in range(24)])
            missed += not low <= math.log(2) <= high
        self.assertLess(missed, 100)

    def test_pairs_cancel_what_both_runs_share(self):
        row = figures.compare([2.0, 4.0, 8.0] * 3, [2.0, 4.0, 8.0] * 3, [2.0, 4.0, 8.0] * 3, 1.05)
        self.assertEqual((row["ratio"], row["noise_interval"], row["verdict"]), (1.0, (1.0, 1.0), "within 1.05"))

    def test_few_samples_prove_nothing(self):
        self.assertEqual(figures.compare([1.0] * 5, [1.0] * 5, [1.0] * 5, 1.05)["verdict"], "too noisy")


class Files(unittest.TestCase):
    def test_json_has_no_infinities_and_csv_has_two_cells_for_an_interval(self):
        rows = [{"name": "a", "ratio": 1.5, "ratio_interval": (-math.inf, math.inf), "samples": {"cpu": [1.0]}},
                {"name": "b", "ratio": 1.5, "ratio_interval": (1.0, 2.0), "samples": {"cpu": [1.0]}}]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "file"
            report.write_json(path, {"rows": rows})
            read = json.loads(path.read_text(encoding="utf-8"), parse_constant=self.fail)
            self.assertEqual([row["ratio_interval"] for row in read["rows"]], [[None, None], [1.0, 2.0]])
            self.assertEqual(report.between(read["rows"][0]["ratio_interval"]), "-")
            report.write_csv(path, rows)
            self.assertEqual(path.read_text(encoding="utf-8").split()[::2],
                             ["name,ratio,ratio_interval_low,ratio_interval_high", "b,1.5,1.0,2.0"])


class Steady(unittest.TestCase):
    def test_each_processor_is_awake_while_it_lasts(self):
        with steady.held() as keepers:
            self.assertTrue(report.machine()["held_steady"])
            self.assertTrue(all(each.poll() is None for each in keepers))
            self.assertEqual({os.sched_getscheduler(each.pid) for each in keepers}, {os.SCHED_IDLE})
            self.assertEqual(sorted(map(list, (os.sched_getaffinity(each.pid) for each in keepers))),
                             [[each] for each in sorted(os.sched_getaffinity(0))])
        self.assertTrue(all(each.poll() is not None for each in keepers))
        self.assertFalse(report.machine()["held_steady"])

    def test_nothing_is_left_of_it_when_a_run_fails(self):
        with self.assertRaises(process.ProgramFailed), steady.held() as keepers:
            process.run("false", [], {})
        self.assertTrue(all(each.poll() is not None for each in keepers))

    def test_memory_is_touched_only_while_it_lasts(self):
        with unittest.mock.patch.object(steady.mmap, "mmap", wraps=steady.mmap.mmap) as mapped:
            steady.touch_memory()
            with steady.held(False):
                steady.touch_memory()
            self.assertEqual(mapped.call_count, 0)
            with steady.held():
                steady.touch_memory()
            self.assertEqual(mapped.call_count, 1)


class Dumps(unittest.TestCase):
    def compare(self, found, expected, tolerance, kind="f64"):
        with tempfile.TemporaryDirectory() as directory:
            return process.difference(dump(directory, "a", found, tolerance, kind),
                                      dump(directory, "b", expected, tolerance, kind))

    def test_zero_tolerance_asks_for_the_same_values(self):
        self.assertIsNone(self.compare([1.0, 2.0], [1.0, 2.0], 0.0))
        self.assertIn("x[1] is 2.5", self.compare([1.0, 2.5], [1.0, 2.0], 0.0))
        self.assertIn("x[0] is 7", self.compare([7], [8], 0.0, "i32"))

    def test_zero_tolerance_asks_for_the_same_bits(self):
        self.assertIsNotNone(self.compare([-0.0], [0.0], 0.0))

    def test_tolerance_is_absolute(self):
        self.assertIsNone(self.compare([100.0], [100.5], 0.5))
        self.assertIsNotNone(self.compare([100.0], [100.5], 0.4))

    def test_no_number_is_never_right(self):
        self.assertIsNotNone(self.compare([float("nan")], [1.0], 10.0))

    def test_length_counts(self):
        self.assertIn("bytes", self.compare([1.0], [1.0, 1.0], 10.0))


class Reports(unittest.TestCase):
    def judge(self, scheduler, devices, cpu, emulated, shrinks=False):
        entries = [{"kind": "cpu", "iterations": cpu}, {"kind": "emulated", "iterations": emulated}]
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "report.json"
            path.write_text(json.dumps({"regions": [{"location": "a.c:1", "devices": entries}]}))
            return check.misreported(path, scheduler, devices, shrinks)

    def test_devices_take_part_where_they_should(self):
        self.assertIsNone(self.judge("adaptive", "cpu:1,emulated:1", [5, 6], [5, 4]))
        self.assertIsNone(self.judge("cpu", "cpu:1,emulated:1", [10, 10], [0, 0]))
        self.assertIsNone(self.judge("gpu", "cpu:1,emulated:1", [0], [10]))
        self.assertIn("no iteration ran", self.judge("static", "cpu:1,emulated:1", [10], [0]))
        self.assertIn("none should", self.judge("cpu", "cpu:1,emulated:1", [9], [1]))
        self.assertIn("none should", self.judge("gpu", "cpu:1,emulated:1", [1], [9]))

    def test_every_pass_runs_all_iterations(self):
        self.assertIn("9 to 10", self.judge("adaptive", "cpu:1,emulated:1", [5, 5], [5, 4]))
        self.assertIsNone(self.judge("adaptive", "cpu:1,emulated:1", [5, 5], [5, 4], shrinks=True))

    def test_a_missing_report_is_a_failure(self):
        self.assertIn("no readable report", check.misreported(pathlib.Path("/nonexistent"), "cpu", "cpu:1"))


def region(location, **seconds):
    return {"location": location,
            "devices": [{"kind": kind, "name": kind, "seconds": each, "iterations": [1] * len(each)}
                        for kind, each in seconds.items()]}


class Coexecution(unittest.TestCase):
    def sample(self, cpu, emulated, measured, again):
        return {"cpu:1": (cpu, [region("a.c:1", cpu=[cpu])]),
                "emulated:1": (emulated, [region("a.c:1", emulated=[emulated])]),
                "auto": (measured, []), "again": (again, [])}

    def test_the_ideal_is_worked_out_for_each_region(self):
        cpu = [region("a.c:1", cpu=[1, 2]), region("a.c:9", cpu=[3])]
        accelerator = [region("a.c:1", emulated=[1, 5]), region("a.c:9", emulated=[1])]
        # Regions of 3 and 6 seconds alone take 2 together, those of 3 and 1 take 0.75; the cores alone need 6.
        self.assertAlmostEqual(coexec.ideal_part([cpu, accelerator]), 2.75 / 6)
        self.assertAlmostEqual(coexec.ideal_part([cpu, cpu, cpu]), 1 / 3)

    def row(self, *sample):
        return coexec.judge_row(programs.CASES[0], "auto", [self.sample(*sample)] * 7, ["cpu:1", "emulated:1"])

    def test_efficiency_counts_where_the_accelerator_is_as_fast_as_a_core(self):
        self.assertEqual(self.row(2, 2, 1.05, 2)["verdict"], "within 1.08696")
        self.assertEqual(self.row(2, 2, 1.2, 2)["verdict"], "beyond 1.08696")
        self.assertAlmostEqual(self.row(2, 2, 1.25, 2)["efficiency"], 0.8)

    def test_elsewhere_the_cpus_alone_are_what_counts(self):
        self.assertEqual(self.row(2, 20, 2.05, 2)["verdict"], "within 1.05")
        self.assertEqual(self.row(2, 20, 2.2, 2)["verdict"], "beyond 1.05")

    def test_nothing_counts_beside_noise(self):
        self.assertEqual(self.row(2, 2, 1.05, 2.5)["verdict"], "too noisy")

    def test_a_device_that_was_not_there_is_told(self):
        self.assertTrue(coexec.kind_ran("cpu", [region("a.c:1", cpu=[1])]))
        self.assertFalse(coexec.kind_ran("cuda", [region("a.c:1", cpu=[1])]))


class Orders(unittest.TestCase):
    """Tests of ordering.py: schedulers that are in opposite orders in reality and in hetsim."""

    @staticmethod
    def row(name, interval, foretold):
        return {"scheduler": name, "interval": interval, "foretold": foretold}

    def told_apart(self, *rows):
        return ordering.told_apart([self.row(*row) for row in rows])

    def test_opposite_orders_are_counted_and_named(self):
        self.assertEqual(self.told_apart(("a", (0.9, 1.1), 2.0), ("b", (1.9, 2.1), 1.0)), (1, ["a/b"]))

    def test_what_noise_or_the_model_cannot_tell_apart_is_no_order(self):
        self.assertEqual(self.told_apart(("a", (0.9, 2.0), 2.0), ("b", (1.9, 2.1), 1.0)), (0, []))
        self.assertEqual(self.told_apart(("a", (0.9, 1.1), 1.04), ("b", (1.9, 2.1), 1.0)), (0, []))

    def test_too_few_repetitions_tell_nothing_apart(self):
        everywhere = (float("-inf"), float("inf"))
        self.assertEqual(self.told_apart(("a", everywhere, 1.0), ("b", everywhere, 2.0)), (0, []))

    def test_the_same_order_is_counted(self):
        self.assertEqual(self.told_apart(("a", (0.9, 1.1), 1.0), ("b", (1.9, 2.1), 2.0)), (1, []))


class Plots(unittest.TestCase):
    def shapes(self, draw):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "plot.svg"
            draw(path)
            elements = xml.etree.ElementTree.parse(path).iter()
            return [element.attrib for element in elements if element.tag.endswith("rect")]

    def test_bars_are_as_high_as_their_values(self):
        infinite = (0.5, float("-inf"), float("inf"))
        groups = [("a", [(1.0, 0.9, 1.1)]), ("b", [infinite])]
        boxes = self.shapes(lambda path: plot.bars(path, "<t>", ["s"], groups, 1))
        first, second = (float(box["height"]) for box in boxes if box["width"] == "13.0")
        self.assertAlmostEqual(first, 2 * second, delta=0.1)

    def test_stacks_stand_on_each_other(self):
        boxes = self.shapes(lambda path: plot.stacks(path, "t", ["x", "y"], [("a", [3.0, 1.0]), ("b", [1.0, 1.0])]))
        stack = [box for box in boxes if box["width"] == "36.0"]
        lower, upper = ({name: float(box[name]) for name in ("y", "height")} for box in stack[:2])
        self.assertAlmostEqual(lower["height"], 3 * upper["height"], delta=0.2)
        self.assertAlmostEqual(upper["y"] + upper["height"], lower["y"], delta=0.2)

    def test_boxes_of_a_pass_fill_it(self):
        boxes = self.shapes(lambda path: plot.shares(path, "t", ["x", "y"], [("a", [(1, 3), (0, 0)])]))
        heights = [float(box["height"]) for box in boxes[1:5]]
        self.assertEqual(heights, [10.5, 31.5, 0, 0])

    def test_ticks_are_round(self):
        self.assertEqual(plot.ticks(1.05), [0, 0.5, 1.0])
        self.assertEqual(plot.ticks(25), [0, 5, 10, 15, 20, 25])


class Sweeps(unittest.TestCase):
    def rows(self, *figures_of):
        """Rows made of (seconds, compute, moving) for each number of sweeps, in rising order."""
        samples = [{"seconds": [s], "compute": [c], "copy_in": [m / 2], "copy_out": [m / 2]} for s, c, m in figures_of]
        return [sweeps.make_row(count, each, samples[-1]) for count, each in zip(sweeps.SWEEPS, samples)]

    def test_what_is_computing_and_what_is_moving(self):
        first, last = self.rows((8.0, 1.0, 9.0), (2.0, 1.0, 1.0))
        self.assertEqual((first["computing"], first["ratio"], last["ratio"]), (0.1, 4.0, 1.0))

    def test_time_falls_and_computing_grows(self):
        good = ((8.0, 1.0, 9.0), (2.0, 3.0, 1.0))
        self.assertTrue(sweeps.falls(self.rows(*good)))
        for wrong in ((8.0, 2.0, 9.0), good[1]), (good[0], (2.0, 1.0, 1.0)), (good[0], (9.0, 3.0, 1.0)):
            self.assertFalse(sweeps.falls(self.rows(*wrong)))


class Schedules(unittest.TestCase):
    def test_schedules_are_chosen_when_a_program_runs(self):
        self.assertIn("-DBENCH_SCHEDULE=schedule(runtime)", build.way("gcc-runtime").flags)
        self.assertNotIn("BENCH_SCHEDULE", " ".join(build.way("gcc").flags))
        static, dynamic = runtimes.gomp_settings(["static", "dynamic,8"])
        self.assertEqual((static.way, static.environment), ("gcc", {}))
        self.assertEqual((dynamic.way, dynamic.environment), ("gcc-runtime", {"OMP_SCHEDULE": "dynamic,8"}))

    def test_schedules_have_chunks(self):
        self.assertEqual(runtimes.split_schedules("static,dynamic,8,guided"), ["static", "dynamic,8", "guided"])
        for wrong in ("static,8", "dynamic,0", "dinamic", "", "dynamic,"):
            self.assertRaises(argparse.ArgumentTypeError, runtimes.split_schedules, wrong)

    def test_the_mean_of_ratios_is_geometric(self):
        cases = [(case, ()) for case in programs.select(["gemm", "ep"], thorough=False)]
        rows = [{"ratio": 2.0, "noise_ratio": 1.0, "verdict": "too noisy"},
                {"ratio": 0.5, "noise_ratio": 1.0, "verdict": "within 1.05"}]
        means = ratios.geometric_means(cases, rows)
        self.assertEqual(list(means), ["all"])
        self.assertEqual((means["all"]["ratio"], means["all"]["too_noisy"]), (1.0, 1))


class Turns(unittest.TestCase):
    """Tests of sides.py: runs in turn, and the search for the best setting, with invented seconds."""

    def setUp(self):
        self.ran = []
        self.seconds = {"fast": 1.0, "slow": 2.0}
        for module, name, instead in ((process, "run", self.run_one), (build, "build", self.build_one)):
            patch = unittest.mock.patch.object(module, name, instead)
            patch.start()
            self.addCleanup(patch.stop)

    def run_one(self, binary, arguments, environment):
        self.ran.append((str(binary), environment.get("WHO"), environment.get("LEARNS")))
        return {"seconds": self.seconds.get(environment.get("WHO"), 0.0) + binary.layout}

    def build_one(self, source, way, directory, layout=0):
        binary = pathlib.Path(f"{way.name}-{layout}")
        return unittest.mock.Mock(layout=layout, __str__=lambda _: str(binary))

    options = types.SimpleNamespace(hetcc=None, flags=("-O3",), build_dir="x", threads=2, clock="wall", repeat=2)
    case = programs.CASES[0]

    def test_the_order_is_turned_round(self):
        made = {name: sides.make_side(self.case, [], sides.Setting(name, "gcc", {"WHO": name}), self.options, 2)
                for name in ("fast", "slow")}
        found = sides.take_turns(made, [], ["seconds"], 0, lambda side: None)
        self.assertEqual([who for _, who, _ in self.ran], ["fast", "slow", "slow", "fast"])
        self.assertEqual(found, {"seconds": {"fast": 1.5, "slow": 2.5}})

    def test_every_repetition_is_a_sample(self):
        made = {"fast": sides.make_side(self.case, [], sides.Setting("fast", "gcc", {"WHO": "fast"}), self.options, 1)}
        found = sides.measure(self.options, [(self.case, [])], {self.case.name: made}, ["seconds"], report.Progress(2))
        self.assertEqual(found, {self.case.name: {"seconds": {"fast": [1.0, 1.0]}}})

    def test_the_best_setting_is_found(self):
        settings = {"many": [sides.Setting(name, "gcc", {"WHO": name}) for name in ("slow", "fast")],
                    "one": [sides.Setting("slow", "gcc", {"WHO": "slow"})]}
        best = sides.search(self.options, self.case, [], settings, report.Progress(6))
        self.assertEqual((best["many"][0].name, best["one"][0].name), ("fast", "slow"))
        self.assertEqual((best["many"][1], best["one"][1]), ({"slow": 2.0, "fast": 1.0}, {}))
        self.assertEqual(len(self.ran), sides.search_steps(settings))

    def test_runtimes_that_learn_get_a_run_for_it(self):
        sides.make_side(self.case, [], sides.Setting("fast", "gcc", {"WHO": "fast"}, {"LEARNS": "1"}), self.options, 2)
        self.assertEqual(self.ran, [(str(binary), "fast", "1") for binary, _, _ in self.ran])
        self.assertEqual(len(self.ran), 2)


class Peers(unittest.TestCase):
    samples = {"libgomp": [2.0] * 9, "clang": [2.4] * 9, "tbb": [1.0] * 9, "starpu-rows": [0.5] * 9,
               "hetcc": [1.5] * 9, "hetcc-clang": [1.2] * 9, "again": [2.0] * 9}
    # In the search, tbb was faster than in the samples.
    searched = {"libgomp": 2.0, "clang": 1.5, "tbb": 0.9, "starpu-rows": 0.5}

    def rows(self, **instead):
        best = {name: (sides.Setting(f"{name}'s", "gcc"), {f"{name}'s": seconds})
                for name, seconds in self.searched.items()}
        best["hetcc"] = (sides.Setting("auto on clang", "hetcc-clang"), {"auto": 1.5, "auto on clang": 1.1})
        return peers.rows_of(programs.CASES[0], best, self.samples | instead)

    def test_each_peer_has_a_row_beside_the_same_host_compiler(self):
        self.assertEqual([(row["peer"], row["setting"], row["ratio"], row["verdict"]) for row in self.rows()],
                         [("libgomp", "libgomp's", 0.75, "within 1.05"), ("clang", "clang's", 0.5, "within 1.05"),
                          ("tbb", "tbb's", 1.5, "beyond 1.05"), ("starpu-rows", "starpu-rows's", 3.0, "beyond 1.05"),
                          ("the fastest", "tbb beside hetcc-clang", 1.2, "beyond 1.05")])

    def test_the_noise_is_that_of_libgomp(self):
        rows = self.rows(again=[3.0] * 9)
        self.assertEqual((rows[0]["noise_ratio"], rows[0]["verdict"]), (1.5, "too noisy"))

    def test_means_are_over_each_peer_and_over_the_fastest(self):
        means = peers.summarise(self.rows())
        self.assertEqual((means["over libgomp"]["ratio"], means["over the fastest"]["ratio"]), (0.75, 1.2))

    def test_who_answers_the_loops_is_read_from_the_linker(self):
        said = ("9: binding file /b/gemm [0] to /p/libtbb-loops.so [0]: normal symbol `GOMP_parallel' [GOMP_4.0]\n"
                "9: binding file /p/libtbb-loops.so [0] to /lib/libc.so.6 [0]: normal symbol `exit'\n"
                "9: binding file /b/gemm [0] to /lib/libgomp.so.1 [0]: normal symbol `GOMP_atomic_start' [GOMP_1.0]\n")
        self.assertEqual(runtimes.bindings(said, "/b/gemm"), {"GOMP_parallel": "/p/libtbb-loops.so",
                                                              "GOMP_atomic_start": "/lib/libgomp.so.1"})

    def test_a_loop_that_libgomp_would_run_is_refused(self):
        side = sides.Side((pathlib.Path("/bin/true"),), {"LD_PRELOAD": "/nowhere/libtbb-loops.so"})
        self.assertRaises(programs.Mistake, runtimes.demand_beneath, side)

    def test_what_is_missing_is_named_with_its_package(self):
        absent = runtimes.Runtime("x", "", "libx-dev", lambda: None, None)
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(runtimes.installed([absent]), [])
        self.assertEqual(said.getvalue(), "missing: x (apt install libx-dev)\n")


class Overhead(unittest.TestCase):
    def test_a_hot_team_is_held_to_what_others_do_by_default(self):
        found = overhead.pairs(dict.fromkeys(["libgomp", "clang", "hetcc", "hetcc hot"]))
        self.assertEqual([(peer, side, limits["after_10ms"]) for peer, side, limits in found],
                         [("libgomp", "hetcc", 1.05), ("clang", "hetcc on libomp", 1.05),
                          ("libgomp", "hetcc hot", 1.05), ("clang", "hetcc hot", 1.05)])
        self.assertEqual(found[0][2]["back_to_back"], 1.2)

    def test_parts_are_those_of_a_pass(self):
        parts = {"decide": 1.0, "move": 2.0, "launch": 4.0, "wait": 6.0, "commit": 8.0}
        region = {"passes": 2, "planning": 3.0, "devices": [{"kind": "cpu"}, {"kind": "emulated", "parts": parts}]}
        self.assertEqual(overhead.parts_of([region]),
                         {"decide": 2.0, "move": 1.0, "launch": 2.0, "wait": 3.0, "commit": 4.0})
        self.assertRaises(programs.Mistake, overhead.parts_of, [region, region])


class Kernels(unittest.TestCase):
    """Tests of kernels.py for an invented GPU, which moves 100 bytes and computes 10 operations (5 in double precision)
    per second, and whose link moves 4 bytes per second in and 2 out."""

    probe = {"memory_bytes_per_second": 100.0, "operations_per_second": 10.0, "operations64_per_second": 5.0,
             "link_in_bytes_per_second": 4.0, "link_out_bytes_per_second": 2.0, "launch_seconds": 1.0,
             "kernel_seconds": 0.0}
    work = {"handwritten_launches": 4, "handwritten_bytes": 1000.0, "handwritten_operations": 20.0, "handwritten_operations64": 0.0}

    def ran(self, compute, moved=0, copying=1.0):
        return {"compute": compute, "copy_in": copying, "copy_out": copying, "bytes_in": moved, "bytes_out": moved}

    def row(self, compute, theirs, **more):
        return kernels.row("x", self.probe, [self.ran(compute)], [self.work | {"handwritten_seconds": theirs} | more])

    def test_the_floor_is_what_takes_longer(self):
        self.assertEqual(kernels.floor(self.work, self.probe), (10, "memory"))
        self.assertEqual(kernels.floor(self.work | {"handwritten_operations64": 60.0}, self.probe), (14, "arithmetic"))
        self.assertEqual(kernels.floor(self.work, self.probe | {"kernel_seconds": 0.5}), (12, "memory"), "four launches")
        self.assertEqual(kernels.floor(self.work | {"handwritten_bytes": 0, "handwritten_operations": 0}, self.probe),
                         (0, "unknown"))

    def test_both_kinds_of_limits_count(self):
        self.assertEqual(self.row(12, 11)["verdict"], "within")
        self.assertEqual(self.row(12, 9)["verdict"], "slower than 1.2 of hand-written")
        self.assertEqual(self.row(13, 13)["verdict"], "below 80% of bandwidth")
        self.assertEqual(self.row(100, 100, handwritten_operations=120.0)["verdict"], "within", "arithmetic decides")

    def test_copies_count_where_they_are_many(self):
        few, many = kernels.FEW_BYTES // 4, float(kernels.FEW_BYTES)
        self.assertIsNone(kernels.link_share(self.ran(1, few), self.probe))
        seconds = many / 4 + many / 2
        self.assertAlmostEqual(kernels.link_share(self.ran(1, many, seconds), self.probe), 0.5)
        run = self.ran(10, many, seconds / 2 / 0.85)
        found = kernels.row("x", self.probe, [run], [self.work | {"handwritten_seconds": 10.0}])
        self.assertEqual(found["verdict"], "copies below 90% of the link")

    def test_the_mean_and_the_empty_region_count(self):
        rows = [self.row(10, 10), self.row(11.5, 10)]
        self.assertEqual(kernels.summarise(rows, self.probe, 1.5)["verdict"], "beyond", "a mean of 1.072")
        self.assertEqual(kernels.summarise(rows[:1], self.probe, 1.5)["verdict"], "within")
        self.assertEqual(kernels.summarise(rows[:1], self.probe, 2.5)["verdict"], "beyond")

    def test_only_the_gpu_counts(self):
        queues = {"copy_in": 1.0, "compute": 2.0, "copy_out": 3.0, "hidden": 0.0}
        gpu = {"kind": "cuda", "iterations": [7, 7], "queues": queues, "bytes_in": 5, "bytes_out": 6}
        cpu = {"kind": "cpu", "iterations": [0, 0], "bytes_in": 0, "bytes_out": 0}
        self.assertEqual(kernels.ours([{"devices": [cpu, gpu]}, {"devices": [gpu]}]),
                         {"copy_in": 2.0, "compute": 4.0, "copy_out": 6.0, "bytes_in": 10, "bytes_out": 12})
        self.assertRaises(programs.Mistake, kernels.ours, [{"devices": [cpu, gpu | {"iterations": [0]}]}])

    def test_a_whole_run(self):
        """A whole comparison, with a function instead of programs on a GPU, which knows them by their names."""
        said = []

        def run(binary, arguments, settings):
            said.append((binary, arguments, settings.get("HETRT_DEVICES"), settings.get("HETRT_HISTORY")))
            if "HETRT_REPORT" in settings:
                device = {"kind": "cuda", "iterations": [1], "bytes_in": 0, "bytes_out": 0,
                          "queues": {"copy_in": 0.0, "compute": 10.0, "copy_out": 0.0}}
                pathlib.Path(settings["HETRT_REPORT"].removeprefix("json:")).write_text(
                    json.dumps({"regions": [{"devices": [device]}]}))
            return {"probe": self.probe, "our overhead": {"back_to_back": 1e6}}.get(
                binary, self.work | {"handwritten_seconds": 10.0})

        with tempfile.TemporaryDirectory() as scratch:
            made = kernels.Programs(lambda name: f"our {name}", lambda name: f"their {name}", lambda: "probe", scratch, run)
            rows, summary = kernels.measure([("gemm", ["--n", "8"])], made, 2)
        self.assertEqual([(each["name"], each["ratio"], each["verdict"]) for each in rows], [("gemm", 1, "within")])
        self.assertEqual((summary["launch_ratio"], summary["verdict"]), (1, "within"))
        tuning = ["our gemm"] * kernels.TUNING_RUNS
        self.assertEqual([each[0] for each in said],
                         ["probe", *tuning, "our gemm", "their gemm", "our gemm", "their gemm", "our overhead"])
        self.assertEqual(said[1][1:], (["--n", "8"], "cuda:1", "on"), "shapes are tuned")
        self.assertEqual(said[-5][1:], (["--n", "8"], "cuda:1", "read"), "and then measured")
        self.assertEqual(said[-4][1:], (["--n", "8"], None, None))

    def test_row_lengths_are_compared_per_element(self):
        class Level:
            def ours(self, name, arguments):
                length = int(arguments[arguments.index("--ny") + 1])
                return {"compute": length * (1.5 if length == 8200 else 1.0)}

        found, ratio = kernels.row_lengths(Level())
        self.assertEqual((len(found), ratio), (32, 1.5))

    def test_every_annotated_function_has_a_hand_written_one(self):
        other_ways = {"transposedTimesVectorByColumns", "leftProductByColumns", "addTransposedProductByColumns",
                      "sweepsOnPartition"}  # loops that only options of the programs choose
        for source in {case.source for case in programs.CASES}:
            wanted = set(re.findall(r"^BENCH_LOOP .*?(\w+)\(", source.read_text(), re.M)) - other_ways
            written = set(re.findall(r'^extern "C" .*?(\w+)\(', source.with_suffix(".cu").read_text(), re.M))
            self.assertTrue(wanted, source)
            self.assertEqual(wanted, written, source)


class Papers(unittest.TestCase):
    """Tests of papers.py: claims compared with invented results."""

    def page(self, **documents):
        where = {"machine": {"processor": "p", "cores_granted": 2}, "commit": "c", "time": "t"}
        with tempfile.TemporaryDirectory() as folder:
            for name, document in documents.items():
                (pathlib.Path(folder) / f"{name}.json").write_text(json.dumps(where | document))
            return papers.page(folder)

    @staticmethod
    def small_tasks(ratio, verdict="within 1.05"):
        return {"rows": [{"program": "gemm", "peer": "starpu-rows", "setting": "s", "ratio": ratio, "verdict": verdict}]}

    def test_a_claim_that_is_met(self):
        text = self.page(peers=self.small_tasks(0.4))
        self.assertIn("2.50 times as fast as StarPU (s) | yes |", text)
        self.assertIn("Nowhere in this table.", text)

    def test_falling_short_is_told(self):
        text = self.page(peers=self.small_tasks(0.8))
        self.assertIn("1.25 times as fast as StarPU (s) | no |", text)
        self.assertIn("- GEMM with one task per row: twice as fast as StarPU [D14]: 1.25 times", text)

    def test_noise_is_no_answer(self):
        self.assertIn("(s), too noisy | cannot be told |", self.page(peers=self.small_tasks(0.8, "too noisy")))

    def test_few_figures_among_much_noise_are_no_answer(self):
        def averse(*verdicts):
            return {"rows": [{"program": str(number), "scheduler": "auto", "amenable": False, "speedup": 1,
                              "efficiency": 1, "verdict": verdict} for number, verdict in enumerate(verdicts)],
                    "settings": {"mix": "m"}}
        self.assertIn("| yes |", self.page(coexec=averse("within 1.05", "too noisy")))
        text = self.page(coexec=averse("within 1.05", "too noisy", "too noisy"))
        self.assertIn("| cannot be told |", text)
        self.assertNotIn("| yes |", text)

    def test_claims_without_figures_name_their_command(self):
        text = self.page()
        for claim in papers.CLAIMS:
            self.assertIn(f"| {claim.text} | `{claim.command}` |", text)

    def test_every_claim_has_a_source(self):
        sources = {claim.source for claim in papers.CLAIMS} | {source for source, _, _ in papers.WITHOUT}
        self.assertEqual(sources, set(papers.SOURCES))

    def test_co_execution(self):
        row = {"program": "mxv", "scheduler": "auto", "amenable": True, "efficiency": 0.995, "verdict": "undecided"}
        averse = {"program": "cg", "scheduler": "auto", "amenable": False, "speedup": 0.8, "verdict": "undecided"}
        text = self.page(coexec={"rows": [row, averse], "settings": {"mix": "m"},
                                 "summary": {"auto": {"amenable": 1, "mean_efficiency": 0.9}}})
        self.assertIn("0.995 under auto (m) | yes |", text)
        self.assertIn("cg 1.250 under auto | no |", text)
        self.assertIn("0.900 under auto, 1 programs (m) | yes |", text)

    def test_schedulers_beside_the_best(self):
        rows = [{"program": "cg", "scheduler": name, "ratio": ratio} for name, ratio in (("adaptive", 1.0), ("cpu", 0.8))]
        self.assertIn("cg 1.250 of cpu | no |", self.page(ordering={"rows": rows}))

    def test_gpus(self):
        rows = [{"program": name, "scheduler": "auto", "cpu": 3.0, "others": 2.0, "verdict": "undecided"}
                for name in ("gemm", "cg")]
        self.assertIn("cg 1.50 (paper 0.17); gemm 1.50 (paper 99.18) | 1 of 2 |", self.page(gpu={"rows": rows}))


class Programs(unittest.TestCase):
    def test_names_select_cases_or_programs(self):
        self.assertEqual([case.name for case in programs.select(["cg"], thorough=True)], ["cg", "cg-w", "cg-a"])
        self.assertEqual([case.name for case in programs.select(["cg-w"], thorough=False)], ["cg-w"])
        self.assertRaises(programs.Mistake, programs.select, ["gem2"], True)

    def test_groups_select_what_the_papers_measured(self):
        self.assertEqual(len(programs.select(["coretsar"], thorough=True)), 19)
        self.assertEqual(len(programs.select(["polybench"], thorough=True)), 15)
        self.assertEqual([case.name for case in programs.select(["navarro", "ep"], thorough=False)],
                         ["mxv", "barneshut", "ep"])

    def test_every_program_has_a_case(self):
        folders = {path.parent.name for path in programs.SOURCES.glob("*/*.c") if path.stem == path.parent.name}
        self.assertEqual(folders, {case.program for case in programs.CASES} | {"overhead"})

    def test_every_case_has_its_source(self):
        for case in programs.CASES:
            self.assertTrue(case.source.exists(), case.source)


if __name__ == "__main__":
    unittest.main()
