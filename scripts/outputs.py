# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the output of two builds of a program."""
import re

NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?")


def alike(one, other, ignored, digits, least):
    """Whether two outputs are equal, except for lines in which a pattern of `ignored` occurs, and for the last digits
    of numbers, since sums may be added in another order: two numbers may differ by `digits` times the larger one, or
    times `least` if both are smaller."""
    def kept(text):
        return [line for line in text.splitlines() if not any(pattern.search(line) for pattern in ignored)]
    a, b = kept(one), kept(other)
    return len(a) == len(b) and all(same_line(x, y, digits, least) for x, y in zip(a, b))


def same_line(x, y, digits, least):
    if x == y:
        return True
    if NUMBER.sub("#", x) != NUMBER.sub("#", y):
        return False
    pairs = zip(map(float, NUMBER.findall(x)), map(float, NUMBER.findall(y)))
    return all(abs(p - q) <= digits * max(abs(p), abs(q), least) for p, q in pairs)
