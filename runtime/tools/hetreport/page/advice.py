# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What would help: each piece of advice is {"what", "why", "seconds"}, where the seconds are the most that it could save,
or None where that is not known. A rule speaks only where the figures are there, and where it is worth a look."""


def of(run):
    found = []
    regions = run["report"]["regions"] if run["report"] else []
    for region in regions:
        for rule in (starts_up, waits, slower_together, given_up, shows_copies, unbalanced, plain):
            found += rule(region)
    if run["trace"]:
        found += moved_again(run["trace"])
    return together(sorted(found, key=lambda each: -(each["seconds"] or 0)))


def together(found):
    """One piece of each advice, at the place of the first, with what all of them could save."""
    kept = {}
    for each in found:
        kept.setdefault(each["what"], []).append(each)
    merged = []
    for what, same in kept.items():
        seconds = sum(each["seconds"] or 0 for each in same) or None
        others = "" if len(same) == 1 else f"; the same holds {counted(len(same) - 1, 'more time', 'more times')}"
        merged.append({"what": what, "why": same[0]["why"] + others, "seconds": seconds})
    return sorted(merged, key=lambda each: -(each["seconds"] or 0))


def counted(count, one, more):
    return f"{count} {one if count == 1 else more}"


def advise(what, why, seconds=None):
    return [{"what": what, "why": why, "seconds": seconds}]


def accelerators(region):
    return [each for each in region["devices"] if each["kind"] not in ("cpu", "place")]


def size(count):
    for unit in ("bytes", "kB", "MB", "GB"):
        if count < 1000 or unit == "GB":
            return f"{count:.0f} {unit}" if unit == "bytes" else f"{count:.1f} {unit}"
        count /= 1000
    return ""


NOTABLE = 0.2  # of a region's time


def starts_up(region):
    seconds = region["parts"].get("start_up", 0)
    if seconds < NOTABLE * region["seconds"] or region["seconds"] <= 0:
        return []
    return advise("HETRT_HISTORY=on lets the first passes follow what earlier runs measured",
                  f"{region['location']}: {seconds:.4g} of {region['seconds']:.4g} s went into passes' start-up: threads, "
                  "kernels, room on devices. A run with more passes, or of longer ones, pays for it once as well")


def waits(region):
    seconds = region["parts"].get("waiting", 0)
    if seconds < NOTABLE * region["seconds"] or region["passes"] < 2:
        return []
    return advise("OMP_WAIT_POLICY=active and HETRT_WAIT=spin keep threads awake, on a machine that this program has to "
                  "itself; fewer and longer passes need it less",
                  f"{region['location']}: {seconds:.4g} of {region['seconds']:.4g} s passed until threads woke and "
                  f"gathered, in {counted(region['passes'], 'pass', 'passes')}", seconds)


def slower_together(region):
    times = region.get("speed_up")
    if not times or times >= 1:
        return []
    return advise("HETRT_SCHEDULE=cpu, or 'hetero' without accelerators, leaves this loop to the cores",
                  f"{region['location']}: passes with accelerators were {1 / times:.2f} times as long as those of the cores "
                  "alone", region["seconds"] * (1 - times))


def given_up(region):
    return [each for device in accelerators(region) if device["given_up"]
            for each in advise("fewer copies, or more work for each element, would make it worth its while: see the arrays "
                               "below; HETRT_SCHEDULE=cpu spares the trials",
                               f"{region['location']}: {device['name']} was given up: it was slower than a core for what "
                               "it got")]


def shows_copies(region):
    found = []
    for device in accelerators(region):
        queues = device.get("queues", {})
        copying = queues.get("copy_in", 0) + queues.get("copy_out", 0)
        seen, all_seconds = copying - queues.get("hidden", 0), copying + queues.get("compute", 0)
        if all_seconds > 0 and seen > 0.5 * all_seconds:
            found += advise("'persist' or a data region keeps arrays on the device between passes",
                            f"{region['location']}: {device['name']} copied for {copying:.4g} s, computed for "
                            f"{queues.get('compute', 0):.4g} s, and only {queues.get('hidden', 0):.4g} s of the copying went on "
                            "behind kernels", seen)
    return found


def unbalanced(region):
    """Of the later half of the passes: the first ones find out."""
    half = region["passes"] // 2
    working = [sum(each["seconds"][half:]) for each in region["devices"] if sum(each["iterations"][half:])]
    if region["scheduler"] != "static" or region["passes"] < 2 or len(working) < 2:
        return []
    longest, mean = max(working), sum(working) / len(working)
    if longest < 1.25 * mean:
        return []
    return advise("HETRT_SCHEDULE=adaptive, or 'auto', moves iterations to whoever is faster",
                  f"{region['location']}: under 'static' the slowest device took {longest:.4g} s in the later half of the "
                  f"passes, the mean of all {mean:.4g} s", longest - mean)


def plain(region):
    if not region["plain_passes"]:
        return []
    why = region["no_accelerator"] or "the condition in 'hetero(...)' was false, or another pass of the region was under way"
    return advise("look at the condition, and at who calls the loop",
                  f"{region['location']}: {region['plain_passes']} of {counted(region['passes'], 'pass', 'passes')} ran as plain OpenMP: {why}")


def moved_again(trace):
    """Arrays that went to devices again and again, and not only the little that others changed of a copy that a device
    keeps. What of the copying's time each took is told by its bytes; devices that do not measure copies make them while
    their host threads move."""
    found = []
    all_in = sum(each["in"][2] for each in trace["arrays"].values())
    copying = sum(device.get("copy in", 0) for device in trace["queues"].values()) or trace["moving"]
    for name, ways in trace["arrays"].items():
        times, _, count = ways["in"]
        again, more = ways["again"]
        if again < 8 or not all_in:
            continue
        is_kept = more / again < 0.5 * (count - more) / (times - again)
        if is_kept:
            continue
        found += advise(f"persist({name}), or a data region around the passes, if the host does not change it between them; in a data "
                        "region that is there already, 'target update' with less of it, and less often",
                        f"'{name}' went to devices {times} times, {size(count)} in all", copying * more / all_in)
    return found
