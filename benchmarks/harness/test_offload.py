# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of target.py, which rewrites programs with `omp target`, and of offload.py, which compares hetcc with the
result: `python3 -m unittest harness.test_offload`, in benchmarks/."""

import contextlib
import io
import json
import pathlib
import tempfile
import types
import unittest
import unittest.mock

from . import build, check, coexec, figures, offload, process, programs, target


def rewritten(clauses, loop="  for (int i = 0; i < n; i++)", declared="void f(int n, float *a, float *b) {"):
    """The lines that replace a directive with these clauses, without `#pragma omp` and the construct."""
    lines = target.region(f"#pragma omp parallel for HETCC({clauses[0]}){clauses[1]}", loop, declared).lines()
    return [line.removeprefix(f"#pragma omp {target.CONSTRUCT} ").strip() for line in lines]


class Clauses(unittest.TestCase):
    def maps(self, *clauses, others="", **more):
        return rewritten((" ".join(clauses), others), **more)

    def test_directions(self):
        self.assertEqual(self.maps("hetero(1)", "part_copyin(a[1:n])", "part_copyout(b[1:n])"),
                         ["map(to: a[0:n]) map(from: b[0:n])"])
        self.assertEqual(self.maps("part_copy(a[1:n])", "map(to: b[0:n*n])"), ["map(tofrom: a[0:n]) map(to: b[0:n*n])"])

    def test_flat_arrays_have_one_extent(self):
        self.assertEqual(self.maps("part_copyin(a[1:n+1:1][0:m])"), ["map(to: a[0:(n+1)*m])"])
        self.assertEqual(self.maps("part_copy(a[1:n:0][0:m:0])"), ["map(tofrom: a[0:n*m])"])

    def test_arrays_of_rows_keep_their_dimensions(self):
        rows = "void f(int n, int m, double (*a)[m], const double (*b)[m]) {"
        self.assertEqual(self.maps("part_copyin(a[1:n:1][0:m])", "part_copy(b[1:n][0:m])", declared=rows),
                         ["map(to: a[0:n][0:m]) map(tofrom: b[0:n][0:m])"])
        self.assertEqual(self.maps("part_copyin(a[1:n][0:m])", "persist(a)", declared=rows)[0],
                         "targetKeep(a, (sizeof *a)*n);")

    def test_what_the_iterations_have_is_what_moves(self):
        late = "  for (int j = k + 1; j < n; j++) {"
        self.assertEqual(self.maps("part_copy(a[1:n][0:m])", "part_copyout(b[1:n])", loop=late),
                         ["map(tofrom: a[(k + 1)*m:(n - (k + 1))*m]) map(from: b[k + 1:n - (k + 1)])"])
        inner = "  for (int i = 1; i < n - 1; i++)"
        self.assertEqual(self.maps("part_copyin(a[1:n:1])", "part_copy(b[1:n])", loop=inner),
                         ["map(to: a[0:n]) map(tofrom: b[1:n - 1 - 1])"])

    def test_what_is_not_written_comes_along(self):
        self.assertEqual(self.maps("part_copyout(a[0:m][1:n])", "part_copyout(b[1:n][1:n])"),
                         ["map(tofrom: a[0:m*n]) map(tofrom: b[0:n*n])"])

    def test_sums_come_back(self):
        self.assertEqual(self.maps("part_copyin(a[1:n])", others=" reduction(+ : x, y) collapse(2)"),
                         ["map(to: a[0:n]) reduction(+ : x, y) collapse(2) map(tofrom: x, y)"])

    def test_persistent_arrays_are_moved_once(self):
        found = self.maps("part_copyin(a[1:n+1][0:m])", "map(to: start[0:n+1], b[0:start[n]])", "persist(a, b)")
        self.assertEqual(found[:2], ["targetKeep(a, (sizeof *a)*(n+1)*m);", "targetKeep(b, (sizeof *b)*(start[n]));"])

    def test_what_has_no_counterpart_is_refused(self):
        for clauses, said in (("part_copyin(a[1:n]) balance(row)", "clause 'balance'"),
                              ("part_copyin(a[tied:n])", "condition 'tied'"), ("part_copyin(a)", "no array with"),
                              ("part_copyin(a[1:n)", "no bracket closes")):
            with self.assertRaisesRegex(programs.Mistake, said):
                self.maps(clauses)
        with self.assertRaisesRegex(programs.Mistake, "counts up by one"):
            self.maps("part_copyin(a[1:n])", loop="  for (int i = n; i > 0; i--)")


class Sources(unittest.TestCase):
    source = """#include "bench.h"
void f(int n, float *a) {
#pragma omp parallel for HETCC(hetero(1) \\
                               part_copy(a[1:n]) persist(a))
  for (int i = 0; i < n; i++)
    a[i] += 1;
}
#ifdef __HETCC__
#pragma omp parallel devices(any) partition(adaptive : i = 0; i < n; i++) \\
    map(to : b[0:n, i])
#endif
int main(int argc, char **argv) {
#ifdef __HETCC__
  float *same = a;
#pragma omp depersist(same)
#endif
"""

    def test_lines_keep_their_numbers(self):
        """After a #line N, each line of the rewritten text equals the source's line with that number."""
        lines, number, seen = self.source.splitlines(), None, 0
        for line in target.rewrite(self.source, "a.c").splitlines():
            if line.startswith("#line"):
                number = int(line.split()[1])
            elif number and not line.startswith("#pragma") and "target" not in line and line != "#if 1":
                self.assertEqual(line, lines[number - 1])
                seen += 1
            if number and not line.startswith("#line"):
                number += "targetKeep" not in line
        self.assertGreater(seen, 8)

    def test_only_what_releases_arrays_is_taken_out_of_its_condition(self):
        text = target.rewrite(self.source, "a.c")
        self.assertEqual((text.count("#ifdef __HETCC__"), text.count("#if 1\n  float *same = a;\n  targetRelease(same);")),
                         (1, 1))
        self.assertIn("int main(int argc, char **argv) { targetStart();", text)

    def test_every_loop_of_every_program_is_rewritten(self):
        for source in {case.source for case in programs.CASES}:
            before, after = source.read_text(), target.rewrite(source.read_text(), source)
            self.assertEqual(after.count(f"#pragma omp {target.CONSTRUCT}"), before.count("HETCC("), source)
            self.assertEqual(after.count("targetStart()"), 1, source)
            self.assertEqual("targetKeep" in after, "persist(" in before, source)
            self.assertEqual("targetRelease" in after, "depersist(" in before, source)
            self.assertNotIn("#pragma omp depersist", after, source)


class Built(unittest.TestCase):
    def check(self, way, *names):
        """(exit status, output) of `benchmarks/check --way`."""
        with tempfile.TemporaryDirectory() as directory, contextlib.redirect_stdout(io.StringIO()) as said:
            options = types.SimpleNamespace(way=way, hetcc=None, scheduler=["auto"], devices=["cpu:2"], all=False,
                                            timeout=300, programs=names, build_dir=directory, emulator=0, replay=False)
            return check.check(options), said.getvalue()

    def test_programs_by_gcc_on_the_host(self):
        """Programs with rows, halos and sums, with persistent arrays, and with a falling trip count have the serial
        programs' results."""
        status, said = self.check("target-host", "helmholtz", "mxv", "gramschmidt", "ep")
        self.assertEqual((status, said.count("ok   ")), (0, 4), said)

    @unittest.skipUnless(offload.clang_version(), "no clang that links device code")
    def test_programs_by_clang_on_a_device_with_memory_of_its_own(self):
        names = ("helmholtz", "mxv", "gramschmidt", "twodconv")
        status, said = self.check("target-copies", *names)
        self.assertEqual((status, said.count("ok   ")), (0, 4), said)
        with unittest.mock.patch.dict(target.MOVES, {"part_copyout": "to", "part_copy": "to"}):
            status, said = self.check("target-copies", "mxv", "gramschmidt", "twodconv")
        self.assertEqual((status, said.count("check failed")), (1, 3), said)


class Faster(unittest.TestCase):
    def test_noise_widens_the_interval(self):
        self.assertEqual(figures.judge_faster((0.5, 0.9), (0.95, 1.02)), "within 1")
        self.assertEqual(figures.judge_faster((0.5, 0.97), (0.95, 1.02)), "undecided")
        self.assertEqual(figures.judge_faster((1.1, 1.2), (0.95, 1.02)), "beyond 1")
        self.assertEqual(figures.judge_faster((1.04, 1.2), (0.95, 1.02)), "undecided")

    def test_few_samples_prove_nothing(self):
        everywhere = (float("-inf"), float("inf"))
        self.assertEqual(figures.judge_faster(everywhere, everywhere), "undecided")
        self.assertEqual(figures.judge_faster((0.1, 0.2), everywhere), "undecided")


PEERS = tuple(offload.Peer(name, "", "", lambda: "1", {"for": f"{name}-for", "for simd": f"{name}-simd"})
              for name in ("gcc", "clang"))


class Offload(unittest.TestCase):
    """Tests of offload.py, with invented seconds by the binary's name instead of programs on a GPU."""

    def setUp(self):
        self.seconds = {"our gemm": 1.0, "gemm gcc-for": 8.0, "gemm gcc-simd": 4.0, "gemm clang-for": 0.5,
                        "gemm clang-simd": 0.75}
        self.on_device, self.kind, self.said = 1, "cuda", []

    def run_one(self, binary, _arguments, settings):
        self.said.append((binary, settings.get("OMP_TARGET_OFFLOAD") or settings.get("HETRT_DEVICES")))
        if "HETRT_REPORT" in settings:
            device = {"kind": self.kind, "iterations": [1], "bytes_in": 0, "bytes_out": 0,
                      "queues": {"copy_in": 0.0, "compute": 1.0, "copy_out": 0.0}}
            pathlib.Path(settings["HETRT_REPORT"].removeprefix("json:")).write_text(
                json.dumps({"regions": [{"devices": [device]}]}))
        if binary not in self.seconds:
            raise process.ProgramFailed("exit status 1: check failed: wrong")
        return {"seconds": self.seconds[binary], "on_device": self.on_device}

    def compare(self, repeat=7, theirs=lambda name, way: f"{name} {way}"):
        with tempfile.TemporaryDirectory() as scratch:
            made = offload.Programs(lambda name: f"our {name}", theirs, scratch, self.run_one)
            return offload.compare(made, "gemm", [], repeat, PEERS)

    def test_each_peer_has_its_best_form(self):
        rows, left_out = self.compare()
        self.assertEqual([(row["name"], row["setting"], row["ratio"], row["verdict"]) for row in rows],
                         [("gemm gcc", "for simd", 0.25, "within 1"), ("gemm clang", "for", 2.0, "beyond 1")])
        self.assertEqual((left_out, rows[0]["searched"]), ([], {"for": 8.0, "for simd": 4.0}))

    def test_turns(self):
        self.compare(repeat=2)
        first = ["gemm gcc-simd", "gemm clang-for", "our gemm", "gemm gcc-simd", "gemm clang-for"]
        self.assertEqual([binary for binary, _ in self.said[-10:]], first + first[::-1])
        self.assertEqual({setting for binary, setting in self.said if binary != "our gemm"}, {"MANDATORY"})
        self.assertEqual({setting for binary, setting in self.said if binary == "our gemm"}, {"cuda:1"})
        # One run of our program and of each form before those that count, and the search between two forms of each
        # peer.
        self.assertEqual(len(self.said), 10 + 1 + 4 + 4 * 3)

    def test_a_form_that_fails_its_check_is_left_out_and_named(self):
        del self.seconds["gemm gcc-simd"]
        rows, left_out = self.compare()
        self.assertEqual([row["setting"] for row in rows], ["for", "for"])
        self.assertEqual(offload.told(left_out),
                         ["left out: gcc, `for simd`, of gemm: exit status 1: check failed: wrong"])

    def test_peers_that_do_not_build_are_left_out_in_one_line(self):
        source, way = pathlib.Path("gemm.c"), build.Way("clang-for", "clang", ())

        def theirs(name, which):
            if "clang" in which:
                raise build.CannotBuild(source, way, ["clang"], "note: x\nclang: error: no linker\nmore")
            return f"{name} {which}"

        rows, left_out = self.compare(theirs=theirs)
        self.assertEqual([row["name"] for row in rows], ["gemm gcc"])
        left_out += [each | {"program": "cg"} for each in left_out]
        self.assertEqual(offload.told(left_out), ["left out: clang, `for` and `for simd`, of gemm cg: does not build: "
                                                  "clang: error: no linker"])

    def test_nobody_measures_the_host(self):
        self.on_device = 0
        rows, left_out = self.compare()
        self.assertEqual((rows, len(left_out)), ([], 4))
        self.kind = "cpu"
        self.assertRaises(programs.Mistake, self.compare)

    def test_the_command_gpu_counts_all_that_it_measures(self):
        within, slower = {"verdict": "within"}, [{"verdict": "beyond 1"}]
        for kernels_say, rows, together, status in ((within, [], 0, 0), (within, slower, 0, 1), (within, [], 1, 1),
                                                    ({"verdict": "beyond"}, [], 0, 1)):
            with unittest.mock.patch.object(coexec.kernels, "compare", lambda _: ([], kernels_say)), \
                    unittest.mock.patch.object(offload, "measure", lambda _: (rows, {"means": {}})), \
                    unittest.mock.patch.object(coexec, "measure", return_value=together) as measured:
                self.assertEqual(coexec.gpu(types.SimpleNamespace(mix=None)), status)
            self.assertEqual(measured.call_args.args[3]["offload"], {"means": {}, "rows": rows})

    def test_means_are_over_each_peer(self):
        rows, left_out = self.compare()
        means = offload.summarise(rows, left_out)["means"]
        self.assertEqual({name: mean["ratio"] for name, mean in means.items()}, {"gcc": 0.25, "clang": 2.0})


if __name__ == "__main__":
    unittest.main()
