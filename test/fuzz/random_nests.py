# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loop nests whose directives name no window: the compiler has to find what each array needs.

A nest is run here first, subscript by subscript. So arrays are exactly as long as they must be, no two iterations of the
outermost loop touch an element that one of them writes, and the serial program's result is right whatever order iterations
come in. All values are small integers, in whatever type, so results are the same bits.
"""
import dataclasses
import math
import random
import re

SIZES = [(23, 5), (64, 3), (2, 1), (0, 4)]  # n and m of the calls of each nest
TYPES = ["unsigned char", "short", "int", "long", "float", "double"]
INTEGERS = {"signed char": (8, True), "unsigned char": (8, False), "short": (16, True), "unsigned short": (16, False), "int": (32, True),
            "unsigned": (32, False), "long": (64, True), "size_t": (64, False)}
COUNTERS = ["int", "long", "unsigned", "size_t"]
MOST_STEPS = 30000
MOST_TURNS = 6  # of a loop to a length: those that are less than 0 may become large numbers


def converted(value, type):
    """What an integer becomes in a type of C's."""
    bits, signed = INTEGERS[type]
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


def common(*types):
    """The type in which C computes with numbers of these."""
    bits, signed = max((max(INTEGERS[each], (32, True), key=lambda form: form[0]) for each in types), key=lambda form: (form[0], not form[1]))
    return next(name for name, form in INTEGERS.items() if form == (bits, signed))


class Unusable(Exception):
    """What was drawn is no right program."""


@dataclasses.dataclass
class Sum:
    """A constant, and multiples of variables; reads alike in C and in Python."""

    factors: dict
    constant: int = 0

    def text(self):
        terms = [f"{factor} * {name}" if factor != 1 else name for name, factor in self.factors.items() if factor]
        if self.constant or not terms:
            terms.append(str(self.constant))
        return " + ".join(terms)

    def at(self, values):
        return self.constant + sum(factor * values[name] for name, factor in self.factors.items())


@dataclasses.dataclass
class Array:
    """An array of a nest: what it holds, and how the program says where it lies.

    form: pointer, flat (rows of `columns` elements in one dimension), vla and fixed (rows in two), rows (row pointers that
    are one block), apart (row pointers that are not), planes (pointers to such), cells (row pointers in structs, which say
    a length besides), global, member.
    holds: values, or of index arrays: permutation, ascending; or lengths, some less than 0 or more than the type has.
    """

    name: str
    type: str
    form: str
    holds: str = "values"
    columns: Sum = None
    length: str = "int"  # of cells, the type of their lengths
    alias_of: object = None
    least: dict = dataclasses.field(default_factory=dict)  # by call: the smallest subscript of the first dimension
    most: dict = dataclasses.field(default_factory=dict)

    def two(self):
        return self.form in ("vla", "fixed", "rows", "apart", "cells")

    def extents(self):
        """Of the dimensions behind the first one, where the text has them."""
        return [16] if self.two() else [4, 16] if self.form == "planes" else []

    def inner(self):
        return math.prod(self.extents())

    def content(self, at):
        if self.holds == "ascending":
            return 2 * at + at % 3
        if self.holds == "permutation":
            return at ^ 1
        return (at * 7 + len(self.name) + ord(self.name[0])) % 11

    def text(self, subscripts):
        name = f"all->{self.name}" if self.form == "member" else self.name
        if self.form == "cells":
            return f"{name}[{subscripts[0]}].x[{subscripts[1]}]"
        if self.form == "flat":
            return f"{name}[({subscripts[0]}) * ({self.columns.text()}) + ({subscripts[1]})]"
        return name + "".join(f"[{each}]" for each in subscripts)


@dataclasses.dataclass
class Access:
    """One element of an array, whose subscripts are sums, or elements of an index array."""

    array: Array
    subscripts: list
    through: object = None  # an index array: the first subscript is its element there

    def text(self):
        subscripts = [each.text() for each in self.subscripts]
        if self.through:
            subscripts[0] = self.through.text([subscripts[0]])
        return self.array.text(subscripts)


@dataclasses.dataclass
class Length:
    """An integer of the program's that a loop counts to, more or less than that, and what it is converted to."""

    array: Array
    subscript: Sum
    more: int
    cast: str

    def loaded(self):
        return self.array.length if self.array.form == "cells" else self.array.type

    def type(self):
        own = common(self.loaded(), "int") if self.more else self.loaded()
        return self.cast or own

    def text(self):
        element = f"{self.array.name}[{self.subscript.text()}]" + (".n" if self.array.form == "cells" else "")
        value = f"{element} + {self.more}" if self.more else element
        return f"({self.cast})({value})" if self.cast else value

    def value(self, at):
        value = converted(length(at, self.array.name), self.loaded())
        if self.more:
            value = converted(value + self.more, common(self.loaded(), "int"))
        return converted(value, self.type())


def length(at, name):
    return (at * 5 + len(name)) % 9 - 2 + ((1 << 32) if at % 4 == 1 else 256 if at % 4 == 2 else 0)


@dataclasses.dataclass
class Statement:
    target: Access  # or None: the sum of a reduction
    sources: list
    adds: bool
    guard: object = None  # None, (Access, divisor) or (Sum, Sum): 0 <= first < second

    def text(self):
        value = " + ".join([f"{2 + place} * (long){each.text()}" for place, each in enumerate(self.sources)] + ["i & 7"])
        value = value.replace("i & 7", "(i & 7)")
        if self.target is None:
            done = f"sum += {value};"
        elif self.adds:
            done = f"{self.target.text()} = ((long){self.target.text()} + {value}) % 97;"
        else:
            done = f"{self.target.text()} = ({value}) % 97;"
        if self.guard is None:
            return done
        if isinstance(self.guard[0], Access):
            return f"if ((long){self.guard[0].text()} % {self.guard[1]})\n  {done}"
        return f"if ({self.guard[0].text()} >= 0 && {self.guard[0].text()} < {self.guard[1].text()})\n  {done}"


@dataclasses.dataclass
class Loop:
    variable: str
    type: str
    first: object  # a Sum, or an Access of an ascending array, or a Length
    limit: object
    step: int
    inclusive: bool = False

    def stops(self):
        """The loop is left after some turns."""
        return isinstance(self.limit, Length)

    def text(self, first=None, limit=None):
        compare = ("<" if self.step > 0 else ">") + ("=" if self.inclusive else "")
        step = f"{self.variable}++" if self.step == 1 else f"{self.variable} += {self.step}" if self.step > 0 else f"{self.variable} -= {-self.step}"
        return f"for ({self.type} {self.variable} = {first or self.first.text()}; {self.variable} {compare} {limit or self.limit.text()}; {step})"


@dataclasses.dataclass
class Text:
    written: str

    def text(self):
        return self.written


class Nest:
    """A function with one nest; `make` draws until one is right."""

    def __init__(self, rng, number):
        self.number, self.rng = number, rng
        self.arrays, self.loops, self.statements = [], [], []
        self.lengths = rng.random() < 0.3
        self.draw()
        if self.lengths:
            self.choose_lengths()
        for call in range(len(SIZES)):
            self.run(call)

    # ---- Loops that count by pointers.

    walks = {}  # by variable: the array that the loop's pointer goes through

    def choose_walks(self, rng):
        """Of some loops the text counts by a pointer into an array of the nest: `i` is its distance from the first element."""
        arrays = [each for each in self.arrays if each.form in ("pointer", "global")]
        self.walks = {loop.variable: rng.choice(arrays) for loop in self.loops if arrays and rng.random() < 0.2 and not loop.stops() and not isinstance(loop.first, Length)}

    def walked(self, text):
        for name, array in self.walks.items():
            own = rf"\b{array.name}\[{name}(?: \+ (-?\d+))?\]"
            text = re.sub(own, lambda found, p=f"p{name}": f"{p}[{found[1]}]" if found[1] else f"(*{p})", text)
            text = re.sub(rf"\b{name}\b", f"(p{name} - {array.name})", text)
        return text

    def head(self, loop):
        array = self.walks.get(loop.variable)
        if not array:
            return self.walked(dataclasses.replace(loop, first=Text(self.unsigned(loop.first.text())), limit=Text(self.unsigned(loop.limit.text()))).text())
        start, limit = (f"{array.name} + ({self.walked(end.text())})" for end in (loop.first, loop.limit))
        return dataclasses.replace(loop, variable=f"p{loop.variable}", type=f"{array.type} *").text(start, limit)

    # ---- Loops to lengths.

    def choose_lengths(self):
        """Of some loops the text counts to a length, of a struct beside a row or of an array, or from one."""
        rng = self.rng
        for loop in self.loops[1:]:
            if isinstance(loop.first, Access) or self.collapsed or rng.random() < 0.2:
                continue
            cells = [each for each in self.arrays if each.form == "cells"]
            if cells and rng.random() < 0.7:
                array = rng.choice(cells)
            else:
                array = Array(f"len{self.number}_{len(self.arrays)}", rng.choice(list(INTEGERS)), rng.choice(["pointer", "global"]), "lengths")
                self.arrays.append(array)
            end = Length(array, Sum({"i": 1}, rng.choice([0, 0, 0, 1])), rng.choice([0, 0, 1, -1]), rng.choice(["", "", rng.choice(list(INTEGERS))]))
            loop.type = rng.choice(COUNTERS)
            if rng.random() < 0.8:
                loop.first, loop.limit = Sum({}, rng.choice([0, 0, 1])), end
            else:
                loop.first, loop.limit = end, Sum({}, MOST_TURNS)
            loop.step = rng.choice([1, 1, 1, 2])

    def unsigned(self, text):
        """Counters without a sign count in subscripts as other numbers do."""
        for loop in self.loops:
            if not INTEGERS[loop.type][1]:
                text = re.sub(rf"\b{loop.variable}\b", f"(long){loop.variable}", text)
        return text

    def compares(self, loop, at):
        if not isinstance(loop.limit, Length) and not isinstance(loop.first, Length):
            limit = self.end(loop.limit) + (loop.inclusive and (1 if loop.step > 0 else -1))
            return at < limit if loop.step > 0 else at > limit
        limit, type = self.end(loop.limit), loop.limit.type() if isinstance(loop.limit, Length) else "int"
        within = common(loop.type, type)
        return converted(at, within) < converted(limit, within)

    # ---- Drawing.

    def sum(self, variables, spread=3):
        rng = self.rng
        factors = {name: rng.choice([0, 1, 1, 1, 2, -1] if name in "ij" else [0, 0, 0, 1]) for name in variables}
        return Sum(factors, rng.randint(-spread, spread) if rng.random() < 0.6 else 0)

    def array(self, name, index=None):
        rng = self.rng
        if index:
            made = Array(name, rng.choice(["int", "long"]), rng.choice(["pointer", "pointer", "global"]), index)
        else:
            form = rng.choice(["pointer"] * 5 + ["flat"] * 3 + ["vla", "fixed", "rows", "apart", "planes", "global", "member"])
            if self.lengths and rng.random() < 0.5:
                form = rng.choice(["cells", "cells", "apart", "rows"])
            made = Array(name, rng.choice(TYPES), form)
            made.length = rng.choice(list(INTEGERS)) if form == "cells" else "int"
            made.columns = Sum({"m": 1}, rng.choice([0, 0, 1, 3])) if form == "flat" else None
        self.arrays.append(made)
        return made

    def draw_loops(self):
        rng = self.rng
        n, zero = Sum({"n": 1}), Sum({})
        step = rng.choice([1] * 6 + [2, 3, -1, -1, -2])
        bound = Sum({"n": 1}, rng.choice([0, 0, 0, -1, -2]))
        start = Sum({}, rng.choice([0, 0, 0, 1, 2]))
        kind = rng.choice(["int", "long"])
        self.loops.append(Loop("i", kind, start, bound, step) if step > 0 else Loop("i", kind, Sum({"n": 1}, -1), Sum({}, start.constant), step, True))
        self.collapsed = step > 0 and rng.random() < 0.06
        for name in "jk"[: rng.choice([0, 1, 1, 2])]:
            if self.collapsed and name == "j":
                first, limit = zero, Sum({"m": 1})
            elif rng.random() < 0.12:
                row = self.array(f"row{self.number}_{name}", "ascending")
                first, limit = Access(row, [Sum({"i": 1})]), Access(row, [Sum({"i": 1}, 1)])
            else:
                first = rng.choice([zero, zero, zero, Sum({}, 1), Sum({"i": 1})])
                limit = rng.choice([Sum({"m": 1}), Sum({"m": 1}), Sum({}, 3), Sum({"i": 1}), Sum({"i": 1}, 2), n])
            self.loops.append(Loop(name, rng.choice(["int", "long"]), first, limit, rng.choice([1, 1, 1, 1, 2])))
        self.collapsed = self.collapsed and len(self.loops) > 1

    def access(self, array, writes):
        rng, inner = self.rng, [loop.variable for loop in self.loops[1:]]
        if array.extents() or array.form == "flat":
            row = Sum({"i": 1}, rng.choice([0, 0, 0, 1])) if writes or rng.random() < 0.7 else self.sum(["i"] + inner, 2)
            column = rng.choice([Sum({rng.choice(inner): 1}, rng.choice([0, 0, 1])) if inner else Sum({}, 1), self.sum(inner, 2) if inner else Sum({}, 2)])
            middle = [Sum({rng.choice(inner): 1}) if inner and rng.random() < 0.5 else Sum({}, rng.randint(0, 2))] if array.form == "planes" else []
            return Access(array, [row, *middle, column])
        if writes:
            scale = rng.choice([1, 1, 1, 2, 3])
            subscript = Sum({"i": scale}, rng.choice([0, 0, 1, 5]))
            if inner and scale > 1:
                subscript.factors[rng.choice(inner)] = 1
        else:
            subscript = self.sum(["i"] + inner + ["n", "m"])
        if rng.random() < 0.12:
            index = self.array(f"at{self.number}_{len(self.arrays)}", "permutation" if writes or rng.random() < 0.5 else "values")
            return Access(array, [subscript], index)
        return Access(array, [subscript])

    def draw(self):
        rng = self.rng
        self.draw_loops()
        shared = [self.array(f"{name}{self.number}") for name in "xyz"[: rng.randint(1, 3)]]
        if len(shared) > 1 and rng.random() < 0.15 and shared[0].form == shared[1].form == "pointer":
            shared[1].alias_of, shared[1].type = shared[0], shared[0].type
        self.reduces = rng.random() < 0.15
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            target = None if self.reduces and rng.random() < 0.7 else self.access(rng.choice(shared), True)
            sources = [self.access(rng.choice(shared), False) for _ in range(rng.choice([0, 1, 1, 2, 3]))]
            guard = None
            if rng.random() < 0.15:
                guard = (self.sum(["i", "n"]), Sum({"n": 1}))
            elif rng.random() < 0.1:
                guard = (Access(self.array(f"flag{self.number}_{len(self.arrays)}", "values"), [Sum({"i": 1})]), rng.choice([2, 3]))
            self.statements.append(Statement(target, sources, rng.random() < 0.4, guard))
        used = {id(self.root(a)) for a in self.used()}
        self.arrays = [a for a in self.arrays if id(self.root(a)) in used]

    def used(self):
        for loop in self.loops:
            for end in (loop.first, loop.limit):
                if isinstance(end, (Access, Length)):
                    yield end.array
        for statement in self.statements:
            for each in [statement.target, *statement.sources, statement.guard[0] if statement.guard else None]:
                if isinstance(each, Access):
                    yield each.array
                    if each.through:
                        yield each.through

    @staticmethod
    def root(array):
        return array.alias_of or array

    # ---- What it touches.

    def run(self, call):
        self.call, self.steps, self.touched = call, 0, {}
        self.values = {"n": SIZES[call][0], "m": SIZES[call][1]}
        self.enter(0)

    def element(self, array, subscripts, writes):
        """Notes a touch; the array's content there, as far as nothing writes it."""
        root = self.root(array)
        shift = 4 if array.alias_of else 0
        if array.form == "flat":
            subscripts = [subscripts[0] * array.columns.at(self.values) + subscripts[1]]
        for subscript, extent in zip(subscripts[1:], array.extents()):
            if not 0 <= subscript < extent:
                raise Unusable("columns")
        first = subscripts[0] + shift
        if abs(first) > 100000 or (first < 0 and root.form in ("global", "rows", "apart", "planes", "member", "cells")):
            raise Unusable("far")
        root.least[self.call] = min(root.least.get(self.call, 0), first)
        root.most[self.call] = max(root.most.get(self.call, 0), first)
        place = (id(root), first, *subscripts[1:])
        by = self.values["i"] if not self.collapsed else (self.values["i"], self.values["j"])
        who, written = self.touched.setdefault(place, (by, False))
        if who != by and (writes or written):
            raise Unusable("race")
        self.touched[place] = ((by if who == by else None), writes or written)
        return root.content(first)

    def touch(self, access, writes):
        subscripts = [each.at(self.values) for each in access.subscripts]
        if access.through:
            subscripts[0] = self.element(access.through, [subscripts[0]], False)
        return self.element(access.array, subscripts, writes)

    def end(self, of):
        if isinstance(of, Length):
            at = of.subscript.at(self.values)
            of.array.least[self.call] = min(of.array.least.get(self.call, 0), at)
            of.array.most[self.call] = max(of.array.most.get(self.call, 0), at)
            if at < 0:
                raise Unusable("far")
            return of.value(at)
        return self.touch(of, False) if isinstance(of, Access) else of.at(self.values)

    def enter(self, depth):
        if depth == len(self.loops):
            for statement in self.statements:
                self.step(statement)
            return
        loop = self.loops[depth]
        at = converted(self.end(loop.first), loop.type)
        if isinstance(loop.first, Length) and not -3 <= at:
            raise Unusable("long")
        while self.compares(loop, at) and not (loop.stops() and at >= MOST_TURNS):
            self.values[loop.variable] = at
            self.enter(depth + 1)
            at += loop.step

    def step(self, statement):
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Unusable("long")
        if statement.guard:
            first, second = statement.guard
            holds = self.touch(first, False) % second != 0 if isinstance(first, Access) else 0 <= first.at(self.values) < second.at(self.values)
            if not holds:
                return
        for each in statement.sources:
            self.touch(each, False)
        if statement.target:
            if statement.adds:
                self.touch(statement.target, False)
            self.touch(statement.target, True)

    # ---- The text.

    def parameter(self, array):
        return {"pointer": f"{array.type} *{array.name}", "flat": f"{array.type} *{array.name}", "vla": f"{array.type} (*{array.name})[c]",
                "fixed": f"{array.type} (*{array.name})[16]", "rows": f"{array.type} **{array.name}", "apart": f"{array.type} **{array.name}",
                "planes": f"{array.type} ***{array.name}", "cells": f"struct cell_{array.name} *{array.name}"}.get(array.form)

    def globals(self):
        return [f"static {a.type} {a.name}[{max(a.most.values(), default=0) + 1}];" for a in self.arrays if a.form == "global"]

    def members(self):
        return [f"{a.type} *{a.name};" for a in self.arrays if a.form == "member"]

    def function(self, directive):
        text = []
        members = self.members()
        text += [f"struct cell_{a.name} {{ {a.length} n; {a.type} *x; }};" for a in self.arrays if a.form == "cells"]
        if members:
            text.append(f"struct all{self.number} {{ {' '.join(members)} }};")
        parameters = ["long n", "long m", "long c"] + [p for p in map(self.parameter, self.arrays) if p]
        if members:
            parameters.append(f"struct all{self.number} *all")
        text.append(f"__attribute__((noinline)) static long nest{self.number}({', '.join(parameters)}) {{")
        text.append("  long sum = 0;")
        clauses = (" collapse(2)" if self.collapsed else "") + (" reduction(+ : sum)" if self.reduces else "")
        text.append(f"#pragma omp parallel for{clauses} {directive}")
        for depth, loop in enumerate(self.loops):
            opens = loop.stops() or depth + 1 == len(self.loops)
            text.append("  " * (depth + 1) + self.head(loop) + (" {" if opens else ""))
            if loop.stops():
                text += ["  " * (depth + 2) + f"if ({loop.variable} >= {MOST_TURNS})", "  " * (depth + 3) + "break;"]
        indent = "  " * (len(self.loops) + 1)
        text += [indent + self.unsigned(self.walked(line)) for statement in self.statements for line in statement.text().split("\n")]
        closing = ["  " * (depth + 1) + "}" for depth, loop in enumerate(self.loops) if loop.stops() or depth + 1 == len(self.loops)]
        return "\n".join(text + closing[::-1] + ["  return sum;", "}"])

    def storage(self, array, call):
        """Elements before the one that the name points to, and all of them."""
        before = max(0, -array.least.get(call, 0))
        rows = before + array.most.get(call, 0) + 1
        return before, rows * array.inner()

    def case(self, call):
        """A call, with arrays of its own."""
        n, m = SIZES[call]
        text, after, arguments, members = [], [], [f"{n}", f"{m}", "16"], []
        for array in self.arrays:
            root = self.root(array)
            name = array.name
            if array.alias_of:
                arguments.append(f"{root.name}_ + 4")
                continue
            before, count = self.storage(array, call)
            kind = {"values": 0, "ascending": 1, "permutation": 2, "lengths": 3}[array.holds]
            where = name if array.form == "global" else f"{name}_"
            if array.form != "global":
                text.append(f"{array.type} *{name}_all = malloc({count} * sizeof *{name}_all), *{name}_ = {name}_all + {before * array.inner()};")
                after.append(f"free({name}_all);")
            first = -before * array.inner()
            of = len(name) if kind == 3 else len(name) + ord(name[0])
            text.append(f"for (long e = {first}; e < {first + count}; e++) {where}[e] = content(e, {kind}, {of});")
            after.insert(0, f"for (long e = {first}; e < {first + count}; e++) hash = hash * 31 + (unsigned long){where}[e];")
            if array.form == "cells":
                rows = count // 16
                text.append(f"struct cell_{name} *{name}_rows = malloc({rows} * sizeof *{name}_rows);")
                text.append(f"for (long e = 0; e < {rows}; e++) {name}_rows[e].x = {name}_ + 16 * (e * 7 % {rows} == e || {rows} % 7 == 0 ? e : e * 7 % {rows}), {name}_rows[e].n = content(e, 3, {len(name)});")
                after.append(f"free({name}_rows);")
                arguments.append(f"{name}_rows")
            elif array.form in ("rows", "apart", "planes"):
                rows = count // 16
                text.append(f"{array.type} **{name}_rows = malloc({rows} * sizeof *{name}_rows);")
                row = "e" if array.form == "rows" else f"(e * 7 % {rows} == e || {rows} % 7 == 0 ? e : e * 7 % {rows})"
                text.append(f"for (long e = 0; e < {rows}; e++) {name}_rows[e] = {name}_ + 16 * {row};")
                after.append(f"free({name}_rows);")
                if array.form == "planes":
                    text.append(f"{array.type} ***{name}_planes = malloc({rows // 4} * sizeof *{name}_planes);")
                    text.append(f"for (long e = 0; e < {rows // 4}; e++) {name}_planes[e] = {name}_rows + 4 * e;")
                    after.append(f"free({name}_planes);")
                arguments.append(f"{name}_planes" if array.form == "planes" else f"{name}_rows")
            elif array.form in ("vla", "fixed"):
                arguments.append(f"({array.type} (*)[16]){name}_")
            elif array.form == "member":
                members.append(f"{name}_")
            elif array.form != "global":
                arguments.append(f"{name}_")
        if members:
            text.append(f"struct all{self.number} all = {{{', '.join(members)}}};")
            arguments.append("&all")
        lines = [*text, f"hash += nest{self.number}({', '.join(arguments)});", *after]
        return "\n".join(["  if (is_chosen(" + str(self.number) + ")) {", "    unsigned long hash = 0;"] + ["    " + line for line in lines] +
                         [f'    printf("nest {self.number} call {call}: %lx\\n", hash);', "  }"])


def make(seed, number):
    """The nest of a seed and a number."""
    rng = random.Random(f"nest {seed} {number}")
    while True:
        try:
            nest = Nest(rng, number)
            nest.choose_walks(random.Random(f"walks {seed} {number}"))
            return nest
        except Unusable:
            continue


def program(nests, directive):
    """A C program; its arguments, if any, are the numbers of the nests that run."""
    head = ["#include <stdio.h>", "#include <stdlib.h>", "",
            "static int count;", "static char **chosen;",
            "static int is_chosen(int number) {", "  for (int c = 1; c < count; c++)", "    if (atoi(chosen[c]) == number)", "      return 1;",
            "  return count < 2;", "}",
            "static long content(long at, int kind, int name) {",
            "  if (kind == 3)", "    return (at * 5 + name) % 9 - 2 + (at % 4 == 1 ? 1l << 32 : at % 4 == 2 ? 256 : 0);",
            "  return kind == 1 ? 2 * at + at % 3 : kind == 2 ? at ^ 1 : ((at * 7 + name) % 11 + 11) % 11;", "}", ""]
    body = []
    for nest in nests:
        body += nest.globals() + [nest.function(directive), ""]
        body += [f"static void calls{nest.number}(void) {{"] + [nest.case(call) for call in range(len(SIZES))] + ["}", ""]
    main = ["int main(int argc, char **argv) {", "  count = argc, chosen = argv;"] + [f"  calls{nest.number}();" for nest in nests] + ["}", ""]
    return "\n".join(head + body + main)
