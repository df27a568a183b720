# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""what-if-page.py PAGE TOLD REPORT: checks in a browser that the PAGE which `hetsim --what-if --html PAGE` wrote shows
the table that hetsim printed (TOLD), and the figures of the simulated run (REPORT)."""
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "tools"))
from browser import Browser  # noqa: E402

page, told, report = sys.argv[1:]
with open(told, encoding="utf-8") as file:
    lines = [line.split() for line in file]
begin = lines.index(["devices", "seconds", "times", "ideal"]) + 1
told = [line for line in lines[begin:] if len(line) == 4]
with open(report, encoding="utf-8") as file:
    region = json.load(file)["regions"][0]


def same(found, wanted, what):
    assert found == wanted, f"{what}: wanted {wanted!r}, found {found!r}"


def rows(browser, section):
    return browser.evaluate(f"[...document.querySelector('#{section} table').tBodies[0].rows]"
                            ".map(row => [...row.cells].map(cell => cell.textContent))")


with Browser() as browser:
    browser.open(page)
    shown = rows(browser, "what-if")
    same([row[0] for row in shown], [line[0] for line in told], "mixes")
    same([row[2] for row in shown], [line[2] for line in told], "times")
    for row, line in zip(shown, told):  # both are rounded, to four digits and to six decimals
        number, unit = row[1].split()
        seconds = float(number) * {"s": 1, "ms": 1e-3, "us": 1e-6}[unit]
        assert abs(seconds - float(line[1])) <= 1e-3 * seconds + 1e-6, (row, line)
    same(rows(browser, "summary")[0][:3], [region["location"], region["scheduler"], str(region["passes"])], "the run")
    same([row[1] for row in rows(browser, "devices")], [str(sum(each["iterations"])) for each in region["devices"]], "iterations")
    assert "no program ran" in browser.text("#notes"), browser.text("#notes")
    same(browser.evaluate("document.querySelectorAll('#advice').length"), 0, "advice on a run that never was")
    assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the window"
    same(browser.said, [], "the console")
