# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites a program's source with `omp target` instead of hetcc's clauses, as a user of offloading would write it. The
map clauses are derived from hetcc's clauses.

    #pragma omp parallel for HETCC(hetero(1) part_copyin(a[1:n][0:m]) part_copyout(y[1:n]))
    #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n])

If the first dimension of an array follows the loop, without a halo, the rows of the iterations are mapped, else the
whole array. Arrays in `persist` move to the device before their first loop, and stay there until `depersist`
(common/target.h). All loops are rewritten; a clause without a counterpart is an error."""

import os
import pathlib
import re

from .programs import Mistake

CONSTRUCT = "target teams distribute parallel for TARGET_SIMD"
# Clauses about sharing a loop between devices, which have no meaning for a single device.
DROPPED = ("hetero", "persist")
MOVES = {"part_copyin": "to", "part_copyout": "from", "part_copy": "tofrom"}
STAYS = ("map", "reduction", "private", "firstprivate", "collapse")

DIRECTIVE = re.compile(r"#pragma omp parallel for HETCC(\(.*)")
LOOP = re.compile(r"\s*for \(int (\w+) = (?P<first>[^;]+); \1 < (?P<end>[^;]+); \1\+\+\)")
RELEASE = re.compile(r"#pragma omp depersist\((.*)\)")
MAIN = re.compile(r"int main\(.*\) \{")
# Matches the declaration of a pointer to rows, as `float (*a)[`; {} stands for the name.
ROWS = r"\(\*\s*(?:const )?{}\)\s*\["


def closing(text, begin):
    """The index after the parenthesis or bracket that closes the one at `begin`."""
    depth = 0
    for at in range(begin, len(text)):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text[at], 0)
        if not depth:
            return at + 1
    raise Mistake(f"no bracket closes '{text[begin:]}'")


def split(text, separator):
    """The parts of the text between separators outside of brackets, without blanks around them."""
    parts, begin, at = [], 0, 0
    while at < len(text):
        if text[at] in "([":
            at = closing(text, at)
            continue
        if text[at] == separator:
            parts.append(text[begin:at].strip())
            begin = at + 1
        at += 1
    return [*parts, text[begin:].strip()]


def clauses(text):
    """(name, argument) of each clause in the text; the argument is None for a clause without parentheses."""
    found, text = [], text.strip(" ,")
    while text:
        name = re.match(r"\w+", text)
        if not name:
            raise Mistake(f"no clause begins with '{text}'")
        text = text[name.end():].lstrip()
        end = closing(text, 0) if text.startswith("(") else 0
        found.append((name.group(), text[1:end - 1].strip() if end else None))
        text = text[end:].lstrip(" ,")
    return found


def array(text):
    """'a[1:n:1][0:m]' -> ('a', [['1', 'n', '1'], ['0', 'm']])"""
    name, rest, dimensions = re.match(r"\w*", text).group(), text[text.find("["):], []
    while rest.startswith("["):
        end = closing(rest, 0)
        dimensions.append(split(rest[1:end - 1], ":"))
        rest = rest[end:]
    if not name or rest or not dimensions or not all(len(each) > 1 for each in dimensions):
        raise Mistake(f"'{text}' is no array with its extents")
    return name, dimensions


def factor(text):
    """The text as a factor or subtrahend: in parentheses if it is not a single word."""
    return text if re.fullmatch(r"\w+", text) else f"({text})"


def product(*texts):
    factors = [text for text in texts if text != "1"] or ["1"]
    return "*".join(map(factor, factors)) if len(factors) > 1 else factors[0]


class Region:
    """A directive with its loop. `ours`, `others`: hetcc's clauses and OpenMP's; `declared`: the text that declares the
    arrays."""

    def __init__(self, ours, others, loop, declared):
        self.ours, self.others, self.loop, self.declared = ours, others, loop, declared
        for name, _ in [*ours, *others]:
            if name not in (*DROPPED, *MOVES, *STAYS):
                raise Mistake(f"no counterpart of the clause '{name}' in 'omp target'")

    def has_rows(self, name):
        return re.search(ROWS.format(name), self.declared) is not None

    def follows(self, dimension):
        """Whether the dimension follows the loop; raises Mistake if that is only known at run time."""
        if dimension[0] not in ("0", "1"):
            raise Mistake(f"no counterpart of the condition '{dimension[0]}' in 'omp target'")
        return dimension[0] == "1"

    def section(self, name, dimensions):
        """(the section of the array to map, whether it consists of exactly the elements of the loop's iterations)"""
        first, others = dimensions[0], [each[1] for each in dimensions[1:]]
        own = self.follows(first) and first[2:] in ([], ["0"]) and not any(map(self.follows, dimensions[1:]))
        begin, end = (self.loop["first"], self.loop["end"]) if own else ("0", first[1])
        count = end if begin == "0" else f"{end} - {factor(begin)}"
        if self.has_rows(name):
            return f"{name}[{begin}:{count}]" + "".join(f"[0:{each}]" for each in others), own
        return f"{name}[{product(begin, *others) if begin != '0' else '0'}:{product(count, *others)}]", own

    def moved(self):
        """The map clauses for the part_copy clauses. A part_copyout array that is mapped as a whole is `tofrom`, so
        that elements which no iteration writes keep their values."""
        found = []
        for name, argument in self.ours:
            if name in MOVES:
                section, own = self.section(*array(argument))
                found.append(f"map({MOVES[name] if own or name != 'part_copyout' else 'tofrom'}: {section})")
        return found

    def kept(self):
        """Statements that move the whole arrays in `persist` to the device."""
        names = [name for clause, argument in self.ours if clause == "persist" for name in split(argument, ",")]
        extents = {}
        for clause, argument in self.ours:
            if clause in MOVES:
                name, dimensions = array(argument)
                extents[name] = [each[1] for each in dimensions]
            elif clause == "map":
                extents |= {name: [each[1] for each in dimensions]
                            for name, dimensions in map(array, split(argument.split(":", 1)[1], ","))}
        return [f"  targetKeep({name}, {product(f'sizeof *{name}', *extents[name][:1 if self.has_rows(name) else None])});"
                for name in names]

    def lines(self):
        """The lines that replace the directive: statements for persistent arrays, and the rewritten directive."""
        staying = [(name, argument) for name, argument in [*self.ours, *self.others] if name in STAYS]
        sums = [f"map(tofrom: {argument.split(':', 1)[1].strip()})" for name, argument in staying if name == "reduction"]
        stated = [f"{name}({argument})" for name, argument in staying]
        return [*self.kept(), " ".join([f"#pragma omp {CONSTRUCT}", *self.moved(), *stated, *sums])]


def region(directive, loop, declared):
    """The Region for a directive's line, and for the line after it, which must be a loop."""
    text = DIRECTIVE.match(directive).group(1)
    end, found = closing(text, 0), LOOP.match(loop)
    if not found:
        raise Mistake(f"no loop that counts up by one: '{loop.strip()}'")
    return Region(clauses(text[1:end - 1]), clauses(text[end:]), found.groupdict(), declared)


def logical_lines(text):
    """Yields (number of physical lines, line); a directive that is continued over several lines is one line."""
    count, begun = 0, ""
    for physical in text.splitlines():
        count += 1
        if physical.endswith("\\") and (begun or physical.startswith("#pragma omp")):
            begun += physical[:-1]
            continue
        yield count, re.sub(r"\s+", " ", begun + physical) if begun else physical
        count, begun = 0, ""


def condition(lines, at):
    """The index of the `#ifdef __HETCC__` before a line."""
    begin = at
    while lines[begin].strip() != "#ifdef __HETCC__":
        if not begin or lines[begin].startswith("#endif"):
            raise Mistake(f"'{lines[at]}' is not in an '#ifdef __HETCC__'")
        begin -= 1
    return begin


def rewrite(text, name):
    """The rewritten source. `name`: the file's name for the compiler's messages."""
    source, out = list(logical_lines(text)), ['#include "../common/target.h"', f'#line 1 "{name}"']
    number, begin = 1, 0  # of the next line, and where in `out` the function begins
    for at, (count, line) in enumerate(source):
        number += count
        new = [line]
        if line == "}":
            begin = len(out)
        if DIRECTIVE.match(line):
            new = [*region(line, source[at + 1][1], "\n".join(out[begin:])).lines(), f'#line {number} "{name}"']
        elif found := RELEASE.match(line):
            out[condition(out, len(out) - 1)] = "#if 1"
            new = ["  " + " ".join(f"targetRelease({each});" for each in split(found.group(1), ","))]
        elif MAIN.match(line):
            new = [line + " targetStart();"]
        elif count > 1:
            new += [f'#line {number} "{name}"']
        out += new
    return "\n".join(out) + "\n"


def write(source, folder):
    """Writes the rewritten source into a folder, and returns its path."""
    source = pathlib.Path(source)
    output = pathlib.Path(folder) / f"{source.stem}.target.c"
    partial = output.with_name(f"{output.name}.{os.getpid()}")
    try:
        partial.write_text(rewrite(source.read_text(encoding="utf-8"), source), encoding="utf-8")
    except Mistake as mistake:
        raise Mistake(f"{source.name}: {mistake}") from None
    os.replace(partial, output)
    return output
