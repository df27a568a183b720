# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the comparison of counted kernels (counted.py), with invented counters: no program runs."""

import json
import pathlib
import tempfile
import unittest

from . import counted, programs


def launch(instructions, load_sectors, distinct):
    traffic = {"requests": 1, "bytes": 1, "sectors": 0, "distinct_sectors": 0}
    return {"kernel": "k", "warp_instructions": {"integer": instructions, "float32": 1},
            "global_loads": traffic | {"sectors": load_sectors, "distinct_sectors": distinct},
            "global_stores": traffic | {"sectors": 1, "distinct_sectors": 1}, "global_updates": traffic, "shared_replays": 2}


class Counted(unittest.TestCase):
    work = {"handwritten_bytes": 320.0, "handwritten_operations": 100.0, "handwritten_operations64": 0.0}

    def row(self, ours, theirs, **more):
        sums = [counted.counts(json.dumps({"launches": each})) for each in (ours, theirs)]
        return counted.row("x", *sums, self.work | more)

    def test_launches_are_summed(self):
        self.assertEqual(counted.counts(json.dumps({"launches": [launch(9, 5, 3), launch(9, 5, 3)]})),
                         {"launches": 2, "instructions": 20, "sectors": 12, "distinct": 8, "replays": 4})

    def test_distinct_sectors_count_where_memory_decides(self):
        near = self.row([launch(9, 7, 10)], [launch(9, 15, 9)])
        self.assertEqual((near["instructions"], near["sectors"], near["of_needed"], near["handwritten_of_needed"]),
                         (1, 0.5, 1.1, 1.0))
        self.assertEqual((near["decides"], near["verdict"]), ("memory", "within"))
        far = [[launch(9, 7, 11)], [launch(9, 15, 9)]]
        self.assertEqual(self.row(*far)["verdict"], "beyond: distinct")
        self.assertEqual(self.row(*far, handwritten_operations=1e6)["verdict"], "within", "arithmetic decides")
        self.assertEqual(self.row(*far, handwritten_bytes=0.0)["verdict"], "within", "nobody knows")

    def test_a_ratio_beyond_its_limit_is_no_verdict_of_within(self):
        theirs = [launch(9, 9, 9)]
        self.assertEqual(self.row([launch(11, 11, 9)], theirs)["verdict"], "within", "1.2 is the limit itself")
        self.assertEqual(self.row([launch(12, 9, 9)], theirs)["verdict"], "beyond: instructions")
        self.assertEqual(self.row([launch(9, 12, 9)], theirs)["verdict"], "beyond: sectors")
        self.assertEqual(self.row([launch(99, 99, 99)], theirs)["verdict"], "beyond: instructions, sectors, distinct")

    def test_the_summary_is_held_to_each_and_to_the_means(self):
        theirs = [launch(9, 9, 9)]
        same, little, much = (self.row([launch(9 + more, 9, 9)], theirs) for more in (0, 1, 3))
        self.assertEqual(counted.summarise([same, same])["verdict"], "within")
        self.assertEqual((little["verdict"], counted.summarise([little])["verdict"]), ("within", "beyond"), "a mean of 1.1")
        self.assertEqual(counted.summarise([much] + [same] * 99)["verdict"], "beyond", "one of 1.3")

    def test_without_a_compiler_for_the_others_ours_are_counted_alone(self):
        ran = []

        def run(binary, arguments, settings):
            ran.append((binary, arguments, settings["HETRT_DEVICES"], settings["HETRT_LAUNCH_SHAPE"]))
            pathlib.Path(settings["HETCC_EMULATOR_COUNTERS"].removeprefix("json:")).write_text(
                json.dumps({"launches": [launch(9, 5, 3)]}))
            return self.work

        with tempfile.TemporaryDirectory() as scratch:
            rows = counted.measure([("gemm", ["--n", "8"], "gemm")], counted.Programs("library", scratch, run),
                                   lambda name: f"our {name}", None)
        self.assertEqual(ran, [("our gemm", ["--n", "8"], "cuda:1", "computed")])
        self.assertEqual(rows[0]["verdict"], "not compared")
        self.assertEqual(counted.summarise(rows), {"programs": 1, "compared": 0, "instructions": None, "sectors": None,
                                                   "verdict": "not compared"})

    def test_a_program_that_launches_nothing_is_a_mistake(self):
        with tempfile.TemporaryDirectory() as scratch:
            programs_here = counted.Programs("library", scratch, lambda *_: {})
            self.assertRaises(programs.Mistake, programs_here.counted, "binary", [])


if __name__ == "__main__":
    unittest.main()
