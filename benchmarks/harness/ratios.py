# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of ratios: on the terminal, as JSON and CSV files, and as bars."""

import pathlib

from . import figures, plot, report
from .sides import threads


def geometric_mean(rows, name):
    return {"name": name, "programs": len(rows), "ratio": figures.geometric_mean([row["ratio"] for row in rows]),
            "noise_ratio": figures.geometric_mean([row["noise_ratio"] for row in rows]),
            "too_noisy": sum(row["verdict"] == "too noisy" for row in rows)}


def geometric_means(cases, rows):
    """Group of programs -> the geometric mean of its rows' ratios, including rows that are too noisy."""
    groups = sorted({group for case, _ in cases for group in case.groups if group in ("coretsar", "polybench")})
    members = {"all": rows, **{group: [row for (case, _), row in zip(cases, rows) if group in case.groups]
                               for group in groups}}
    return {name: geometric_mean(chosen, name) for name, chosen in members.items() if len(chosen) > 1}


def print_ratios(command, rows, unit, baseline, noise, columns, subject="hetcc"):
    """Prints the rows of ratios as a table; `columns`: heading -> key, for further columns."""
    report.print_table(
        [command, f"{baseline} {unit}", f"{subject} {unit}", f"{subject}/{baseline}", "95%", f"{noise}/{noise}", "95%",
         *columns, "verdict"],
        [[row["name"], f"{row['baseline']:.4g}", f"{row['subject']:.4g}", f"{row['ratio']:.3f}",
          report.between(row["ratio_interval"]), f"{row['noise_ratio']:.3f}", report.between(row["noise_interval"]),
          *(row[key] for key in columns.values()), row["verdict"]] for row in rows])


def print_means(means, noise):
    for mean in means.values():
        print(f"geometric mean of {mean['programs']} programs ({mean['name']}): {mean['ratio']:.3f}, {noise}/{noise} "
              f"{mean['noise_ratio']:.3f}; too noisy: {mean['too_noisy']}")


def draw(folder, name, title, series, groups, limit):
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    plot.bars(pathlib.Path(folder) / f"{name}.svg", f"{title}, median and 95% interval", series, groups, limit)


def bar(row, figure="ratio"):
    return row[figure], *row[f"{figure.removesuffix('_ratio')}_interval"]


def save(command, options, ways, rows, summary, **more):
    """Writes the JSON and CSV files that the options name; `more`: further settings for the JSON file."""
    settings = {"size": options.size, "repeat": options.repeat, "layouts": options.layouts,
                "threads": threads(options), "clock": options.clock, **more}
    if options.json:
        report.write_json(options.json, report.document(command, ways, settings, rows, summary))
    if options.csv:
        report.write_csv(options.csv, rows)


def status(rows):
    """The exit status: 1 if a ratio is beyond its limit."""
    return int(any(row["verdict"].startswith("beyond") for row in rows))
