# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the harness's own judgement: `python3 -m unittest harness.test_harness`, in benchmarks/."""

import json
import pathlib
import struct
import tempfile
import unittest

from . import check, figures, process, programs


def dump(directory, name, values, tolerance, kind="f64"):
    path = pathlib.Path(directory) / name
    code = {"f64": "d", "f32": "f", "i32": "i"}[kind]
    path.write_bytes(f"x {kind} {len(values)} {tolerance!r}\n".encode() + struct.pack(f"{len(values)}{code}", *values))
    return process.read_dump(path)


class Figures(unittest.TestCase):
    def test_a_ratio_counts_only_beside_a_quiet_baseline(self):
        self.assertEqual(figures.judge(1.01, 1.05, 0.019), "within 1.05")
        self.assertEqual(figures.judge(1.01, 1.05, 0.021), "too noisy")
        self.assertEqual(figures.judge(1.25, 1.05, 0.05), "beyond 1.05")
        self.assertEqual(figures.judge(1.05, 1.05, 0.0), "too noisy")
        self.assertEqual(figures.judge(1.0, 1.05, float("nan")), "too noisy")

    def test_pairs_cancel_what_both_runs_share(self):
        row = figures.compare([2.0, 4.0, 8.0], [2.0, 4.0, 8.0], [2.0, 4.0, 8.0], 1.05)
        self.assertEqual((row["ratio"], row["noise_spread"], row["verdict"]), (1.0, 0.0, "within 1.05"))

    def test_a_baseline_that_is_off_from_itself_is_noise(self):
        row = figures.compare([1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.1, 1.1, 1.1], 1.05)
        self.assertEqual(row["verdict"], "too noisy")

    def test_one_sample_proves_nothing(self):
        self.assertEqual(figures.compare([1.0], [1.0], [1.0], 1.05)["verdict"], "too noisy")


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
    def judge(self, scheduler, devices, cpu, emulated):
        entries = [{"kind": "cpu", "iterations": cpu}, {"kind": "emulated", "iterations": emulated}]
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "report.json"
            path.write_text(json.dumps({"regions": [{"location": "a.c:1", "devices": entries}]}))
            return check.misreported(path, scheduler, devices)

    def test_devices_take_part_where_they_should(self):
        self.assertIsNone(self.judge("adaptive", "cpu:1,emulated:1", [5, 6], [5, 4]))
        self.assertIsNone(self.judge("cpu", "cpu:1,emulated:1", [10, 10], [0, 0]))
        self.assertIsNone(self.judge("gpu", "cpu:1,emulated:1", [0], [10]))
        self.assertIn("no iteration ran", self.judge("static", "cpu:1,emulated:1", [10], [0]))
        self.assertIn("none should", self.judge("cpu", "cpu:1,emulated:1", [9], [1]))
        self.assertIn("none should", self.judge("gpu", "cpu:1,emulated:1", [1], [9]))

    def test_every_pass_runs_all_iterations(self):
        self.assertIn("9 to 10", self.judge("adaptive", "cpu:1,emulated:1", [5, 5], [5, 4]))

    def test_a_missing_report_is_a_failure(self):
        self.assertIn("no readable report", check.misreported(pathlib.Path("/nonexistent"), "cpu", "cpu:1"))


class Programs(unittest.TestCase):
    def test_names_select_cases_or_programs(self):
        self.assertEqual([case.name for case in programs.select(["cg"], thorough=True)], ["cg", "cg-w", "cg-a"])
        self.assertEqual([case.name for case in programs.select(["cg-w"], thorough=False)], ["cg-w"])
        self.assertRaises(programs.Mistake, programs.select, ["gem2"], True)

    def test_every_case_has_its_source(self):
        for case in programs.CASES:
            self.assertTrue(case.source.exists(), case.source)


if __name__ == "__main__":
    unittest.main()
