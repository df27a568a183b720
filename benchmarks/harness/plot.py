# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plots as SVG files: bars with intervals for ratios, stacks for parts of a time, stacked boxes for each device's
iterations in each pass."""

import html
import math

COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#999999")
FONT = 'font-family="sans-serif" font-size="11"'
HEIGHT, LEFT, TOP, BOTTOM = 220, 48, 44, 84


class Drawing:
    def __init__(self, width, height, title):
        self.width, self.height, self.parts = max(width, 520), height, []
        self.text(LEFT, 18, title, size=13)

    def text(self, x, y, words, anchor="start", turn=0, size=11):
        turned = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{turned}>'
                          f'{html.escape(str(words))}</text>')

    def box(self, x, y, width, height, colour):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}" '
                          f'fill="{colour}"/>')

    def line(self, x1, y1, x2, y2, colour="#333333", dashes=""):
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"{dashed}/>')

    def legend(self, names, y):
        x = LEFT
        for name, colour in zip(names, COLOURS * len(names)):
            self.box(x, y - 9, 10, 10, colour)
            self.text(x + 14, y, name)
            x += 26 + 7 * len(name)

    def write(self, path):
        body = "\n".join(self.parts)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:.0f} {self.height:.0f}" '
                       f'{FONT}>\n<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n')


def ticks(top):
    """About five round numbers from 0 to `top`."""
    rough = top / 5
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return [step * i for i in range(int(top / step + 1e-9) + 1)]


def axis(drawing, top):
    """Draws lines at round numbers from 0 to `top`; returns a function from a number to its y coordinate."""
    def height(value):
        return TOP + HEIGHT * (1 - value / top)

    for tick in ticks(top):
        drawing.line(LEFT, height(tick), drawing.width - 10, height(tick), "#dddddd")
        drawing.text(LEFT - 6, height(tick) + 4, f"{tick:g}", anchor="end")
    return height


def bars(path, title, series, groups, reference):
    """Writes a plot with groups of bars, (label, [(value, low, high) for each series]), and a dashed line at
    `reference`."""
    # An interval that is far wider than its bar is cut off at the top.
    medians = [values[0] for _, group in groups for values in group]
    ends = [values[2] for _, group in groups for values in group if values[2] < 2 * max(medians)]
    top = 1.05 * max([reference, *medians, *ends])
    bar = 14 if len(series) == 1 else 9
    step = bar * len(series) + 10
    bottom = max(BOTTOM, 24 + 4.5 * max(len(label) for label, _ in groups))  # room for the slanting labels
    drawing = Drawing(LEFT + step * len(groups) + 20, TOP + HEIGHT + bottom, title)
    height = axis(drawing, top)
    for at, (label, values) in enumerate(groups):
        x = LEFT + 6 + step * at
        for index, (value, low, high) in enumerate(values):
            left = x + bar * index
            drawing.box(left, height(value), bar - 1, TOP + HEIGHT - height(value), COLOURS[index % len(COLOURS)])
            drawing.line(left + bar / 2, height(min(max(low, 0), top)), left + bar / 2, height(min(high, top)))
        drawing.text(x + step / 2, TOP + HEIGHT + 12, label, anchor="end", turn=-45)
    drawing.line(LEFT, height(reference), drawing.width - 10, height(reference), "#333333", "4 3")
    drawing.legend(series, TOP - 8)
    drawing.write(path)


def stacks(path, title, series, groups):
    """Writes a plot with a stack of boxes for each group: (label, [value for each series])."""
    top = 1.05 * max(sum(values) for _, values in groups)
    bar, step = 36, 56
    drawing = Drawing(LEFT + step * len(groups) + 20, TOP + HEIGHT + 30, title)
    height = axis(drawing, top)
    for at, (label, values) in enumerate(groups):
        x, below = LEFT + 10 + step * at, 0
        for colour, value in zip(COLOURS, values):
            drawing.box(x, height(below + value), bar, HEIGHT * value / top, colour)
            below += value
        drawing.text(x + bar / 2, TOP + HEIGHT + 16, label, anchor="middle")
    drawing.legend(series, TOP - 8)
    drawing.write(path)


def shares(path, title, devices, panels):
    """Writes a plot with a row for each panel, (label, [iterations of each device] for each pass), that has a stack of
    boxes for each pass."""
    most = max(len(passes) for _, passes in panels)
    stack, row = max(3, min(16, 420 // most)), 54
    drawing = Drawing(LEFT + 100 + stack * most + 20, TOP + row * len(panels) + 10, title)
    for at, (label, passes) in enumerate(panels):
        bottom = TOP + row * (at + 1) - 8
        drawing.text(LEFT + 90, bottom - 16, label, anchor="end")
        for index, iterations in enumerate(passes):
            y, whole = bottom, sum(iterations)
            for device, count in enumerate(iterations):
                part = (row - 12) * count / whole if whole else 0
                y -= part
                drawing.box(LEFT + 100 + stack * index, y, stack - 1, part, COLOURS[device % len(COLOURS)])
    drawing.legend(devices, TOP - 8)
    drawing.write(path)
