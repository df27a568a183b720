# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""big-run.py DEVICES PASSES REPORT TRACE: writes an invented report and trace, as of a run with so many devices and
passes. No program runs."""
import json
import sys

devices, passes = int(sys.argv[1]), int(sys.argv[2])
names = [f"cpu:{i}" for i in range(devices - devices // 4)] + [f"cuda:{i}" for i in range(devices // 4)]
step, region = 1000, "far/away/<b>&amp;</script>stencil.c:12"


def row(name):
    made = {"name": name, "kind": name.split(":")[0], "simd_width": 1, "iterations": [100] * passes,
            "seconds": [1e-4] * passes, "bytes_in": 0, "bytes_out": 0, "bytes_across": 0, "given_up": False}
    if name.startswith("cuda"):
        made["parts"] = dict.fromkeys(("decide", "move", "launch", "wait", "commit"), 1e-3)
        made["queues"] = {"copy_in": 1e-3, "compute": 2e-3, "copy_out": 1e-3, "hidden": 0}
    return made


seconds = passes * 1e-3
report = {"version": 1,
          "regions": [{"location": region, "scheduler": "static", "reason": "", "no_accelerator": "", "passes": passes,
                       "plain_passes": 0, "seconds": seconds, "planning": 0,
                       "parts": {"planning": 0, "start_up": 0, "computing": seconds / 2, "waiting": seconds / 2},
                       "speed_up": None, "pass_seconds": [1e-3] * passes, "devices": [row(name) for name in names]}],
          "between_regions": [],
          "totals": {"passes": passes, "seconds": seconds, "bytes_in": 0, "bytes_out": 0, "bytes_across": 0}}
with open(sys.argv[3], "w", encoding="utf-8") as file:
    json.dump(report, file)

events = [{"name": "hetrt_trace", "ph": "M", "pid": 1, "tid": 0, "args": {"version": 1}}]
for number, name in enumerate(["passes"] + names):
    events.append({"name": "thread_name", "ph": "M", "pid": 1, "tid": number, "args": {"name": name}})
for number in range(passes):
    events.append({"name": region, "cat": "pass", "pid": 1, "tid": 0, "ts": number * step, "ph": "X", "dur": step - 1,
                   "args": {"region": region, "iterations": 100 * devices, "planning": 0, "why": "static"}})
    for track, name in enumerate(names, 1):
        events.append({"name": region, "cat": "range", "pid": 1, "tid": track, "ts": number * step + 10, "ph": "X",
                       "dur": 100 + track % 7 + number / passes,
                       "args": {"device": name, "region": region, "first": 100 * track, "last": 100 * track + 100}})
events.append({"name": "hetrt_end", "ph": "M", "pid": 1, "tid": 0, "args": {}})
with open(sys.argv[4], "w", encoding="utf-8") as file:
    file.write("[\n" + ",\n".join(map(json.dumps, events)) + "\n]\n")
