# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the harness's own judgement: `python3 -m unittest harness.test_harness`, in benchmarks/."""

import json
import math
import pathlib
import random
import struct
import tempfile
import unittest
import xml.etree.ElementTree

from . import build, check, coexec, commands, figures, ordering, plot, process, programs


def dump(directory, name, values, tolerance, kind="f64"):
    path = pathlib.Path(directory) / name
    code = {"f64": "d", "f32": "f", "i32": "i"}[kind]
    path.write_bytes(f"x {kind} {len(values)} {tolerance!r}\n".encode() + struct.pack(f"{len(values)}{code}", *values))
    return process.read_dump(path)


class Figures(unittest.TestCase):
    quiet = (0.99, 1.01)

    def test_the_whole_interval_counts(self):
        self.assertEqual(figures.judge((0.99, 1.05), 1.05, self.quiet), "within 1.05")
        self.assertEqual(figures.judge((1.04, 1.06), 1.05, self.quiet), "undecided")
        self.assertEqual(figures.judge((1.051, 1.2), 1.05, self.quiet), "beyond 1.05")

    def test_nothing_counts_beside_a_baseline_that_is_off_from_itself(self):
        self.assertEqual(figures.judge((1.0, 1.01), 1.05, (0.99, 1.06)), "too noisy")
        self.assertEqual(figures.judge((1.0, 1.01), 1.05, (0.9, 1.0)), "too noisy")
        self.assertEqual(figures.judge((1.0, 1.0), 1.05, (float("nan"), 1.0)), "too noisy")

    def test_interval_by_hand(self):
        # Of 10 samples, ranks 2 and 9: below rank 2 lie 11 of 1024 draws, below rank 3 already 56.
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
        # 3 beside 6 seconds make 2, 3 beside 1 make 0.75; the cores alone need 6.
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
    """Schedulers that reality and hetsim put in opposite orders."""

    @staticmethod
    def row(name, interval, foretold):
        return {"scheduler": name, "interval": interval, "foretold": foretold}

    def test_opposite_orders_are_named(self):
        rows = [self.row("a", (0.9, 1.1), 2.0), self.row("b", (1.9, 2.1), 1.0)]
        self.assertEqual(ordering.disagreements(rows), ["a/b"])

    def test_what_noise_or_the_model_cannot_tell_apart_is_no_order(self):
        self.assertEqual(ordering.disagreements([self.row("a", (0.9, 2.0), 2.0), self.row("b", (1.9, 2.1), 1.0)]), [])
        self.assertEqual(ordering.disagreements([self.row("a", (0.9, 1.1), 1.04), self.row("b", (1.9, 2.1), 1.0)]), [])

    def test_the_same_order_is_fine(self):
        self.assertEqual(ordering.disagreements([self.row("a", (0.9, 1.1), 1.0), self.row("b", (1.9, 2.1), 2.0)]), [])


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

    def test_boxes_of_a_pass_fill_it(self):
        boxes = self.shapes(lambda path: plot.shares(path, "t", ["x", "y"], [("a", [(1, 3), (0, 0)])]))
        heights = [float(box["height"]) for box in boxes[1:5]]
        self.assertEqual(heights, [10.5, 31.5, 0, 0])

    def test_ticks_are_round(self):
        self.assertEqual(plot.ticks(1.05), [0, 0.5, 1.0])
        self.assertEqual(plot.ticks(25), [0, 5, 10, 15, 20, 25])


class Schedules(unittest.TestCase):
    def test_each_of_libgomps_schedules_has_a_way(self):
        self.assertIn("-DBENCH_SCHEDULE=schedule(guided)", build.way("gcc-guided").flags)
        self.assertNotIn("BENCH_SCHEDULE", " ".join(build.way("gcc").flags))
        for name in build.GCC_SCHEDULES.values():
            self.assertEqual(build.way(name).name, name)

    def test_the_mean_of_ratios_is_geometric(self):
        cases = [(case, ()) for case in programs.select(["gemm", "ep"], thorough=False)]
        rows = [{"ratio": 2.0, "noise_ratio": 1.0, "verdict": "too noisy"},
                {"ratio": 0.5, "noise_ratio": 1.0, "verdict": "within 1.05"}]
        means = commands.geometric_means(cases, rows)
        self.assertEqual(list(means), ["all"])
        self.assertEqual((means["all"]["ratio"], means["all"]["too_noisy"]), (1.0, 1))


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
