# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports and traces, checked, and brought to the form that the page reads."""
import json

VERSION = 1  # of both


class Unreadable(Exception):
    """A file that no page can be made of."""


def read_run(files):
    """One run: {"files", "notes", "report" or None, "trace" or None}. Notes say what is missing."""
    run = {"files": list(files), "notes": [], "report": None, "trace": None}
    raw = []
    for path in files:
        kind, content = read_file(path, run["notes"])
        if kind == "trace":
            raw.append((path, content))
        elif run["report"]:
            raise Unreadable(f"'{path}': wanted one report of a run, found a second one; --against compares two runs")
        else:
            run["report"] = content
    if raw:
        run["trace"] = Trace(raw, run["notes"]).compact()
    if not run["report"]:
        run["notes"].append("no report was given, so there are no figures of regions: HETRT_REPORT=json:FILE writes one")
    if not run["trace"]:
        run["notes"].append("no trace was given, so there is no timeline: HETRT_TRACE=FILE writes one")
    return run


def read_file(path, notes):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError as problem:
        raise Unreadable(f"cannot read '{path}': {problem.strerror}") from None
    if text.lstrip()[:1] == "[":
        return "trace", read_trace(path, text, notes)
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        what = "is empty" if not text.strip() else "is not whole JSON; was the program ended while it wrote?"
        raise Unreadable(f"'{path}' {what}") from None
    check_report(path, content)
    return "report", content


def check_version(path, what, found):
    if found != VERSION:
        found = "none" if found is None else f"version {found}"
        raise Unreadable(f"'{path}': wanted a {what} of version {VERSION}, found {found}: use the hetreport that belongs "
                         "to the libhetrt which wrote it")


DEVICE = {"name": str, "kind": str, "iterations": list, "seconds": list, "bytes_in": int, "bytes_out": int,
          "bytes_across": int, "given_up": bool}
INSIDE = {"name": str, "iterations": int, "seconds": (int, float), "bytes_in": int, "bytes_out": int, "given_up": bool}
REGION = {"location": str, "scheduler": str, "reason": str, "no_accelerator": str, "passes": int, "plain_passes": int,
          "seconds": (int, float), "parts": dict, "pass_seconds": list, "devices": list}


def check_fields(path, where, what, wanted):
    for name, kind in wanted.items():
        if not isinstance(what, dict) or not isinstance(what.get(name), kind):
            raise Unreadable(f"'{path}': {where}: wanted a field '{name}' as HETRT_REPORT=json:FILE writes it")


def check_report(path, content):
    if not isinstance(content, dict) or not isinstance(content.get("regions"), list):
        raise Unreadable(f"'{path}': wanted a report (HETRT_REPORT=json:FILE) or a trace (HETRT_TRACE=FILE)")
    check_version(path, "report", content.get("version"))
    check_fields(path, "the report", content, {"between_regions": list, "totals": dict})
    for number, region in enumerate(content["regions"], 1):
        where = f"region {number}"
        check_fields(path, where, region, REGION)
        for device in region["devices"]:
            check_fields(path, where, device, DEVICE)
            for name in ("iterations", "seconds"):
                if len(device[name]) != region["passes"] or not all(isinstance(v, (int, float)) for v in device[name]):
                    raise Unreadable(f"'{path}': {where}: wanted {region['passes']} numbers in '{name}' of "
                                     f"'{device['name']}'")
            check_inside(path, where, device)


def check_inside(path, where, device):
    """Of devices that divide what they get."""
    check_fields(path, where, {"inside": [], "cores_alone": ""} | device, {"inside": list, "cores_alone": str})
    for own in device.get("inside", []):
        check_fields(path, f"{where}, inside of '{device['name']}'", own, INSIDE)


def read_trace(path, text, notes):
    """The events. One that is cut off has them on whole lines, but for the last."""
    try:
        events = json.loads(text)
        cut = not any(isinstance(each, dict) and each.get("name") == "hetrt_end" for each in events)
    except (ValueError, RecursionError):
        events, cut = read_lines(text), True
    events = [each for each in events if isinstance(each, dict)]
    versions = [each.get("args", {}).get("version") for each in events if each.get("name") == "hetrt_trace"]
    check_version(path, "trace", versions[0] if versions else None)
    if cut:
        notes.append(f"'{path}' is cut off: the program was ended from outside, or the disk was full. The last quarter of "
                     "a second, and passes that were under way, may be missing")
    return events


def read_lines(text):
    events = []
    for line in text.splitlines():
        try:
            events.append(json.loads(line.strip().rstrip(",")))
        except (ValueError, RecursionError):
            continue  # "[", or where it was cut
    return events


class Table:
    """Texts by number."""

    def __init__(self):
        self.texts, self.numbers = [], {}

    def number(self, text):
        if text not in self.numbers:
            self.numbers[text] = len(self.texts)
            self.texts.append(text)
        return self.numbers[text]


class Trace:
    """The events of traces by track and depth: those of one row lie apart, in order of time, so that what is in view is
    found by halving. Times are in microseconds since the first event; events of one row are five lists."""

    def __init__(self, raw, notes):
        self.names, self.texts = Table(), Table()
        self.tracks, self.arrays, self.queues, self.why = {}, {}, {}, []
        self.count = self.skipped = 0
        self.came = set()  # arrays on devices
        self.program = ""
        self.moving = 0  # seconds in which host threads started copies, or copied
        timed = [self.checked(each, number) for number, (_, events) in enumerate(raw) for each in events]
        timed = [each for each in timed if each]
        self.start = min((each["ts"] for each in timed), default=0)
        self.end = max((each["ts"] + each.get("dur", 0) for each in timed), default=0) - self.start
        several = len(raw) > 1
        named = {}
        for number, (_, events) in enumerate(raw):
            for each in events:
                args = each.get("args") if isinstance(each.get("args"), dict) else {}
                if each.get("name") == "process_name":
                    self.program = str(args.get("name", ""))
                if each.get("name") == "thread_name":
                    prefix = f"run part {number + 1}, " if several else ""
                    named[number, each.get("tid")] = [prefix + str(args.get("name", "")), 0]
                if each.get("name") == "thread_sort_index" and (number, each.get("tid")) in named:
                    named[number, each.get("tid")][1] = args.get("sort_index", 0)
        self.named = named
        # An event that contains others comes before them.
        for each in sorted(timed, key=lambda one: (one["ts"], -one.get("dur", 0))):
            self.add(each)
        if self.skipped:
            notes.append(f"{self.skipped} events of the trace have no time or no track, and are not shown")
        if not self.count:
            notes.append("the trace has no events: no region ran, or the program was ended before any was written")

    def checked(self, event, number):
        if event.get("ph") not in ("X", "i"):
            return None
        times = [event.get("ts"), event.get("dur", 0)]
        if not all(isinstance(t, (int, float)) and t >= 0 for t in times) or "tid" not in event:
            self.skipped += 1
            return None
        if not isinstance(event.get("args"), dict):
            event["args"] = {}
        event["track"] = (number, event["tid"])
        return event

    def add(self, event):
        self.count += 1
        args, category = event["args"], str(event.get("cat", ""))
        begin, length = event["ts"] - self.start, event.get("dur", 0)
        track = self.tracks.setdefault(event["track"], {"around": [], "rows": []})
        around = track["around"]
        while around and around[-1] <= begin + 0.0015:
            around.pop()
        depth = len(around)
        if event["ph"] == "X" and length > 0:
            around.append(begin + length)
        while len(track["rows"]) <= depth:
            track["rows"].append([[], [], [], [], []])
        row = track["rows"][depth]
        shown = {key: value for key, value in args.items() if key not in ("device", "region")}
        texts = "; ".join(f"{key}: {value}" for key, value in shown.items())
        for into, value in zip(row, (round(begin, 3), round(length, 3), self.names.number(str(event.get("name", ""))),
                                     self.names.number(category), self.texts.number(texts))):
            into.append(value)
        self.sum_up(event, category, args)

    def sum_up(self, event, category, args):
        if category == "moved":
            self.move(str(args.get("array", "?")), str(event.get("name")).removeprefix("moved "),
                      str(args.get("device", "?")), args.get("copies", 0), args.get("bytes", 0))
        elif category == "queue":
            device = self.queues.setdefault(str(args.get("device", "?")), {})
            device[event["name"]] = device.get(event["name"], 0) + event.get("dur", 0) / 1e6
        elif category == "host" and event.get("name") == "move":
            self.moving += event.get("dur", 0) / 1e6
        elif category == "pass":
            self.decide(event, str(args.get("region", "?")), str(args.get("why", "")), 1)
        elif category == "decision":
            self.decide(event, str(args.get("region", "?")), f"{args.get('device', '?')} {event['name']}", 0)

    def move(self, array, way, device, copies, count):
        """Times, copies and bytes of each way; and of what came in, times and bytes but for each device's first."""
        sums = self.arrays.setdefault(array, {"in": [0, 0, 0], "out": [0, 0, 0], "across": [0, 0, 0], "again": [0, 0]})
        if way not in ("in", "out", "across"):
            return
        for index, value in enumerate((1, copies, count)):
            sums[way][index] += value
        if way == "in" and (array, device) in self.came:
            sums["again"][0] += 1
            sums["again"][1] += count
        elif way == "in":
            self.came.add((array, device))

    def decide(self, event, region, why, passes):
        """One row for passes of a region that follow each other with the same reason."""
        last = next((each for each in reversed(self.why) if each["region"] == region), None)
        if passes and last and last["why"] == why and last["passes"]:
            last["passes"] += 1
            last["until"] = event["ts"] + event.get("dur", 0) - self.start
            return
        self.why.append({"region": region, "why": why, "passes": passes, "from": event["ts"] - self.start,
                         "until": event["ts"] + event.get("dur", 0) - self.start})

    def compact(self):
        tracks = []
        for key, track in self.tracks.items():
            name, order = self.named.get(key, [f"track {key[1]}", 0])
            tracks.append({"name": name, "order": [key[0], order], "rows": track["rows"]})
        tracks.sort(key=lambda each: each["order"])
        return {"program": self.program, "end": self.end, "count": self.count, "names": self.names.texts,
                "texts": self.texts.texts, "tracks": tracks, "arrays": self.arrays, "queues": self.queues,
                "moving": self.moving, "why": self.why}
