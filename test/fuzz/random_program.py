# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random annotated programs in C and C++.

A program is a tree of nodes, so that one that fails can be made smaller by leaving nodes out. Nothing in it is undefined,
no subscript leaves its array, and all arithmetic is exact: integers, and floating-point numbers that are small integers.
So its serial elision says bit for bit what is right, whatever order devices compute in. Some are two units, whose
functions call each other three deep.
"""
import math
import pathlib
import random
import sys

import hidden_names

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import schedulers  # noqa: E402

SCHEDULERS = list(schedulers.names("cpu", "gpu", "runtime"))
MARGIN = 4  # iterations that use a halo keep so far from the ends of arrays
COLUMNS, PLANES = 7, 3
# Type and what its values stay below: sums of so many of them are exact.
TYPES = {"int": 1009, "unsigned": 1009, "long": 4001, "short": 127, "signed char": 61, "unsigned char": 61, "double": 1009,
         "float": 61, "unsigned long": 1009}


# What two units know of each other.
OTHER_DECLARATIONS = ["struct pair { long first, second; };", "long mix(long a, long b), middle(long a, struct pair *b);",
                      "void advance(struct pair *b, const long *steps);", "long peek(const long *values, long index);"]


class Node:
    """Lines, or a head and a tail with nodes between them. What is `needed` is not left out."""

    def __init__(self, head="", children=None, tail="", needed=False):
        self.head, self.children, self.tail, self.needed = head, children, tail, needed

    def render(self, indent=0):
        pad = "  " * indent
        lines = [line if line.startswith("#") else pad + line for line in self.head.split("\n")] if self.head else []
        for child in self.children or []:
            lines += child.render(indent + 1)
        return lines + ([pad + self.tail] if self.tail else [])


class Array:
    """An array and how it is declared; `tied` are the dimensions that follow the loop."""

    def __init__(self, name, element, extents, tied, form):
        self.name, self.element, self.extents, self.tied, self.form = name, element, extents, tied, form
        self.halo = 0
        self.written = False

    def at(self, indices):
        name = self.expression()
        if self.form in ("flat", "vector"):
            flat = indices[0]
            for extent, index in zip(self.extents[1:], indices[1:]):
                flat = f"({flat}) * {extent} + {index}"
            element = f"{name}[{flat}]"
        else:
            element = name + "".join(f"[{index}]" for index in indices)
        return element + (".value" if self.element == "struct cell" else "")

    def is_lent(self):
        """Whether other functions may read it at any index."""
        return not self.tied and len(self.extents) == 1 and self.element == "long" and self.form in ("static", "flat", "pointer")

    def number(self):
        """The type of the number in an element."""
        return "int" if self.element == "struct cell" else self.element

    def expression(self):
        return f"all->{self.name}" if self.form == "member" else self.name

    def storage(self):
        return f"{self.element} {self.name}_[{' * '.join(self.extents)}]"

    def parameter(self):
        if self.form == "static" or self.form == "member":
            return None
        if self.form == "vector":
            return f"std::vector<{self.element}> &{self.name}"
        rest = "".join(f"[{extent}]" for extent in self.extents[1:])
        if self.form == "flat" or not rest:
            return f"{self.element} *{self.name}"
        return f"{self.element} {self.name}[]{rest}" if self.form == "declared" else f"{self.element} (*{self.name}){rest}"

    def argument(self):
        if self.form == "vector":
            return f"{self.name}v"
        rest = "".join(f"[{extent}]" for extent in self.extents[1:])
        return f"({self.element} (*){rest}){self.name}_" if rest and self.form != "flat" else f"{self.name}_"


class Loop:
    """One annotated loop: its clauses and its body."""

    def __init__(self, program, rng):
        self.program, self.rng = program, rng
        self.arrays, self.scalars, self.reductions, self.extra = [], [], [], []
        self.hidden = []  # expressions of names that hide others
        self.names = 0
        self.uses_halo = False

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # ---- Arrays -----------------------------------------------------------------------------------------------------

    def choose_arrays(self):
        self.arrays = self.rng.sample(self.program.arrays, self.rng.randrange(2, 1 + min(5, len(self.program.arrays))))
        for array in self.arrays:
            array.written, array.halo = len(array.tied) == 1 and self.chance(45), 0
            if not array.written and array.tied and self.chance(50):
                array.halo = self.rng.randrange(1, MARGIN)
        tied = [array for array in self.arrays if len(array.tied) == 1]
        if not tied:
            return False
        if not any(array.written for array in tied):
            tied[0].written, tied[0].halo = True, 0
        self.uses_halo = any(array.halo for array in self.arrays)
        return True

    def window(self, array):
        """The clause of an array."""
        tied, name = array.tied, array.expression()
        if not tied:
            return f"map(to: {name}" + "".join(f"[0:{extent}]" for extent in array.extents) + ")" if array.form not in (
                "flat", "vector") else f"map(to: {name}[0:{' * '.join(array.extents)}])"
        self.program.features.add(f"rank {len(array.extents)}, dimension {tied[0]}")
        flat = array.form == "flat" and len(array.extents) > 1
        if self.chance(20) and len(array.extents) == 1 and array.form != "vector":
            before, after = (f"{array.halo}|", f"|{array.halo}") if array.halo else ("", "")
            kind = "tofrom" if array.written else "to"
            return f"map({kind}: {name}[{before}0:{array.extents[0]}{after}, i])"
        brackets = "".join(
            f"[{int(k in tied)}:{extent}" + (f":{array.halo}" if array.halo and k in tied else "") + "]"
            for k, extent in enumerate(array.extents))
        if flat and array.halo and len(tied) > 1:
            array.halo = 0
        clause = "part_copyin" if not array.written else self.rng.choice(["part_copy", "part_copy", "part_copyout"])
        if clause == "part_copyout":
            self.program.features.add("part_copyout")
        return f"{clause}({name}{brackets})"

    def indices(self, array, counters, reading=True):
        """Subscripts that the window allows."""
        result = []
        plus = len(array.tied) > 1 and self.rng.choice(array.tied)  # the dimension in which this one follows the loop
        for k, extent in enumerate(array.extents):
            if k in array.tied and (len(array.tied) == 1 or k == plus):
                shift = self.rng.randrange(-array.halo, array.halo + 1) if reading and array.halo else 0
                result.append(f"i {'-' if shift < 0 else '+'} {abs(shift)}" if shift else "i")
            else:
                result.append(self.inside(extent, counters))
        return result

    def inside(self, extent, counters):
        """A number below an extent."""
        bound = {"COLUMNS": COLUMNS, "PLANES": PLANES}.get(extent)
        usable = [name for name, limit in counters if limit and (not bound or limit <= bound)]
        if usable and self.chance(75):
            return self.rng.choice(usable)
        if bound:
            return str(self.rng.randrange(bound))
        return f"(unsigned long)({self.value([], 1)} + 1000000) % {extent}" if self.chance(30) else str(self.rng.randrange(5))

    # ---- Expressions ------------------------------------------------------------------------------------------------

    def leaf(self, counters):
        if self.hidden and self.chance(40):
            return self.rng.choice(self.hidden)
        kind = self.rng.randrange(10)
        readable = [a for a in self.arrays if counters is not None]
        if kind < 5 and readable:
            array = self.rng.choice(readable)
            indices = self.indices(array, counters)
            if self.program.units > 1 and array.is_lent():
                self.program.features.add("array read by another unit")
                return f"peek({array.name}, {indices[0]})"
            return f"(long){array.at(indices)}"
        names = [name for name, _ in counters or []] + self.scalars
        if kind < 8 and names:
            return f"(long){self.rng.choice(names)}"
        return f"table[{self.rng.randrange(8)}]" if kind == 8 else str(self.rng.randrange(1, 100))

    def value(self, counters, depth=2):
        """An expression of type long, of less than a million or so."""
        if depth == 0 or self.chance(25):
            return self.leaf(counters)
        a, b = self.value(counters, depth - 1), self.value(counters, depth - 1)
        kind = self.rng.randrange(9)
        if kind < 4:
            return f"({a} {self.rng.choice('+-')} {b})"
        if kind == 4:
            return f"({a} % 1009 * ({b} % 31))"
        if kind == 5:
            return f"({a} {self.rng.choice('&|^')} {b})"
        if kind == 6:
            return f"({self.condition(counters, depth - 1)} ? {a} : {b})"
        return f"mix({a}, {b})" if kind == 7 else f"TWICE({a})"

    def condition(self, counters, depth=1):
        return f"{self.value(counters, depth)} % {self.rng.choice([2, 3, 5])} {self.rng.choice(['==', '!=', '<', '>'])} 1"

    # ---- Statements -------------------------------------------------------------------------------------------------

    def store(self, counters):
        array = self.rng.choice([a for a in self.arrays if a.written])
        place = array.at(self.indices(array, counters, reading=False))
        limit, number = TYPES[array.number()], array.number()
        if number in ("double", "float") and self.chance(30):
            half = "" if number == "float" else ".0"
            return f"{place} = ({number})(({self.value(counters)}) % {limit // 4}) * 2{half or '.0f'};"
        before = f"(long){place} + " if self.chance(50) else ""
        positive = " & 1023" if number.startswith("unsigned") else ""
        return f"{place} = ({number})((({before}{self.value(counters)}){positive}) % {limit});"

    def reduce(self, counters):
        operator, name, number = self.rng.choice(self.reductions)
        value = f"({number})({self.value(counters)} % {17 if number == 'float' else 101})"
        if operator in ("min", "max"):
            return f"if ({value} {'<' if operator == 'min' else '>'} {name}) {name} = {value};"
        if operator in ("&&", "||"):
            return f"{name} = {name} {operator} {self.condition(counters)};"
        if operator == "atomic":
            return f"#pragma omp atomic\n{name}[(unsigned long)({self.value(counters, 1)} + 1000000) % 5] += {value};"
        if operator == "array":
            return f"{name}[(unsigned long)({self.value(counters, 1)} + 1000000) % 5] += {value};"
        if operator == "*":
            return f"{name} *= {value} | 1;"
        return f"{name} {operator}= {value};"

    def statements(self, counters, depth, count):
        return [self.statement(counters, depth) for _ in range(count)]

    def statement(self, counters, depth):
        kind = self.rng.randrange(12)
        if kind < 4 or (depth == 0 and kind < 9):
            return Node(self.store(counters))
        if kind < 6 and self.reductions:
            return Node(self.reduce(counters))
        if kind == 6 and depth:
            tail = self.statements(counters, depth - 1, 1) if self.chance(40) else []
            body = self.statements(counters, depth - 1, self.rng.randrange(1, 3))
            return Node(f"if ({self.condition(counters)}) {{", body + ([Node("} else {", tail)] if tail else []), "}")
        if kind in (7, 8, 9) and depth:
            return self.inner_loop(counters, depth)
        if kind == 10:
            name = self.name("t")
            made = Node(f"long {name} = {self.value(counters)};")
            return Node("{", [made, Node(self.store(counters + [(name, None)]))], "}")
        if kind == 11 and depth == 2 and not counters and self.chance(30):
            return Node(f"if ({self.condition(counters)}) continue;")
        return Node(self.store(counters))

    def inner_loop(self, counters, depth):
        name, (bound, limit) = self.name("j"), self.rng.choice([("COLUMNS", COLUMNS), ("PLANES", PLANES), ("m", COLUMNS)])
        form = self.rng.randrange(5)
        head = [f"for (int {name} = 0; {name} < {bound}; {name}++) {{", f"for (int {name} = 0; {name} < {bound}; {name}++) {{",
                f"for (int {name} = {bound} - 1; {name} >= 0; {name}--) {{", f"for (long {name} = 0; {name} < {bound}; {name} += 2) {{",
                f"for (unsigned {name} = 0; {name} < {bound}; {name}++) {{"][form]
        if self.chance(10):
            return Node(f"int {name} = 0;\nwhile ({name} < {bound}) {{",
                        self.statements(counters + [(name, limit)], depth - 1, 1) + [Node(f"{name}++;", needed=True)], "}")
        return Node(head, self.statements(counters + [(name, limit)], depth - 1, self.rng.randrange(1, 3)), "}")

    # ---- The loop as a whole ----------------------------------------------------------------------------------------

    def head(self):
        """The head of the loop; its iterator is called i, and its values are inside of all arrays."""
        low = MARGIN if self.uses_halo else 0
        most = self.program.extent - low
        first = self.rng.choice([low, low, low + 1, low + 2])
        end = self.rng.choice([most, most, most - 1, first + 1, first, (first + most) // 2])
        number = self.rng.choice(["int", "int", "int", "long", "unsigned", "unsigned long", "short"])
        step = self.rng.choice([1, 1, 1, 1, 2, 3, 5])
        text = {"first": f"k0 + {first}", "end": self.rng.choice([f"k0 + {end}", f"n - {self.program.extent - end}"])}
        self.program.features.add(f"step {step}")
        if self.chance(25) and number in ("int", "long", "short"):
            self.program.features.add("downwards")
            relation = self.rng.choice([">=", ">"])
            last = text["first"] + (" - 1" if relation == ">" else "")
            return f"for ({number} i = {text['end']} - 1; i {relation} {last}; " + ("i--)" if step == 1 else f"i -= {step})")
        if self.chance(15) and step == 1 and end >= first:
            return f"for ({number} i = {text['first']}; i != ({number})({text['end']}); ++i)"
        if self.chance(15):
            return f"for ({number} i = {text['first']}; i <= ({number})({text['end']}) - 1 && 1; i++)".replace(
                " && 1", "") if number in ("int", "long") else f"for ({number} i = {text['first']}; i < {text['end']}; i++)"
        return f"for ({number} i = {text['first']}; i < {text['end']}; " + ("i++)" if step == 1 else f"i += {step})")

    def choose_reductions(self):
        for _ in range(self.rng.choice([0, 0, 1, 1, 2])):
            operator = self.rng.choice(["+", "+", "-", "*", "&", "|", "^", "&&", "||", "min", "max", "array", "atomic"])
            number = self.rng.choice(["int", "long", "unsigned long", "double", "float"] if operator in ("+", "-", "min", "max")
                                     else ["unsigned long", "unsigned"] if operator in "*&|^" else ["long"])
            self.reductions.append((operator, self.name("r"), number))
            self.program.features.add(f"reduction {operator}")

    def directive(self, persist):
        rng = self.rng
        hetero = rng.choice(["hetero(1)", "hetero(1)", "hetero()", f"hetero(1, all, {rng.choice(SCHEDULERS)})",
                             f"hetero(n > 0, all, {rng.choice(SCHEDULERS)}, 0.{rng.randrange(1, 9)}, {rng.randrange(1, 7)})"])
        clauses = [hetero]
        for array in self.arrays:
            clauses.append(self.window(array))
        for operator, name, _ in self.reductions:
            if operator != "atomic":
                clauses.append(f"reduction(+ : {name}[0:5])" if operator == "array" else f"reduction({operator} : {name})")
        if persist:
            clauses.append("persist(" + ", ".join(persist) + ")")
        if any("lastprivate" in each for each in self.extra):
            self.program.features.add("lastprivate")
        clauses += self.extra
        if self.chance(10):
            clauses.append(rng.choice(["num_threads(2)", "if(n > 1)", "schedule(static)", "proc_bind(close)"]))
        rng.shuffle(clauses)
        name = rng.choice(["omp parallel for"] * 5 + ["omp parallel for simd", "omp target teams distribute parallel for",
                                                      "omp target parallel for"])
        if any("schedule" in each or "proc_bind" in each for each in clauses) and "target" in name:
            name = "omp parallel for"
        if rng.randrange(6) == 0:  # through a macro
            return f"HETCC_DO({name} {' '.join(clauses)})"
        return f"#pragma {name} " + " \\\n    ".join(clauses)

    def nodes(self, persist=()):
        """Declarations, the loop, and what prints what it leaves in variables."""
        before, after = [], []
        for operator, name, number in self.reductions:
            start = {"min": "1000", "max": "-1000", "&": "~(unsigned long)0", "*": "3", "&&": "1"}.get(operator, "0")
            before.append(Node(f"{number} {name}[5] = {{1, 2}};" if operator in ("array", "atomic") else f"{number} {name} = ({number})({start});"))
            printed = " + 3 * ".join(f"(long){name}[{k}]" for k in range(5)) if operator in ("array", "atomic") else f"(long){name}"
            after.append(Node(f'printf("%ld ", {printed});'))
        if self.chance(40):
            name = self.name("s")
            before.append(Node(f"long {name} = k0 + {self.rng.randrange(50)};"))
            self.scalars.append(name)
            if self.chance(40):
                self.extra.append(f"firstprivate({name})")
        body = self.statements([], 2, self.rng.randrange(1, 5))
        if self.chance(15):
            name = self.name("last")
            before.append(Node(f"long {name} = 5;"))
            body.append(Node(f"{name} = {self.value([])};"))
            self.extra.append(f"lastprivate({name})")
            after.append(Node(f'printf("%ld ", {name});'))
            body = [each for each in body if not each.head.endswith("continue;")]
        head = self.head()
        loop = Node(self.directive([a.expression() for a in self.arrays if a.name in persist]) + "\n" + head + " {", body, "}")
        return before + [loop] + after


class Program:
    """A program of several functions, each with loops on the program's arrays."""

    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.cxx = rng.randrange(3) == 0
        self.features = {"C++" if self.cxx else "C"}
        self.extent = rng.choice([17, 23, 37, 64, 101, 128, 255])
        self.units = random.Random(f"units {seed}").choice([1, 1, 2])
        if self.units > 1:
            self.features.add("two units")
        self.arrays = [self.array(f"a{k}") for k in range(rng.randrange(3, 8))]
        self.functions, self.behind = [], []  # `behind`: lines behind all functions
        for number in range(rng.randrange(1, 5)):
            kind = rng.randrange(10)
            make = self.loop_function if kind < 6 else self.kept_function if kind < 8 else rng.choice(
                [self.block_function, self.block_function, self.sparse_function, self.scatter_function, self.scatter_function])
            function = make(number)
            if function:
                self.functions.append(function)

    def array(self, name):
        rng = self.rng
        rank = rng.choice([1, 1, 1, 2, 2, 3])
        dimension = rng.randrange(rank)
        extents = [["COLUMNS"], ["COLUMNS"], ["COLUMNS", "PLANES"]][rank - 1][:rank - 1]
        extents.insert(dimension, "N")
        tied = [dimension] if rng.randrange(8) else []
        if rank == 2 and rng.randrange(12) == 0:
            extents, tied = ["N", "N"], [0, 1]
            self.features.add("two dimensions")
        forms = ["static", "flat", "flat", "pointer", "declared", "member"]
        if self.cxx and rank == 1:
            forms += ["vector", "vector"]
        form = rng.choice(forms)
        self.features.add(f"form {form}")
        element = rng.choice(list(TYPES) + ["struct cell"]) if form != "vector" else rng.choice(["int", "double", "long"])
        return Array(name, element, extents, tied, form)

    # ---- Functions: the signature, the body and the call ------------------------------------------------------------

    def function(self, number, arrays, body):
        # Members go through one pointer, and all arrays of a program may be used by each function.
        used = [a for a in self.arrays if a in arrays]
        parameters = ["int n", "int m", "int k0", "struct all *all"] + [a.parameter() for a in used if a.parameter()]
        arguments = ["N - 1 + argc", "COLUMNS - 1 + argc", "argc - 1", "&everything"] + [a.argument() for a in used if a.parameter()]
        prefix = "static void "
        name = f"loop{number}"
        if self.cxx and self.rng.randrange(4) == 0:
            self.features.add("template")
            prefix, name = "template <typename Unused> static void ", name
            call = f"{name}<int>({', '.join(arguments)});"
            if self.rng.randrange(2):
                call += f"\n{name}<long>({', '.join(arguments)});"
        else:
            call = f"{name}({', '.join(arguments)});"
        silence = Node("(void)n, (void)m, (void)k0, (void)all;", needed=True)
        return Node(f"{prefix}{name}({', '.join(parameters)}) {{", [silence] + body, "}", needed=True), Node(
            call + f'\nshow("{name}");')

    def loop_function(self, number):
        loop = Loop(self, self.rng)
        if not loop.choose_arrays():
            return None
        loop.choose_reductions()
        if not loop.chance(40):
            return self.function(number, loop.arrays, loop.nodes())
        self.features.add("hidden names")
        names = hidden_names.Hidden(self.rng, self.cxx, Node, number)
        loop.hidden = names.expressions
        self.behind += names.behind
        body, call = self.function(number, loop.arrays, names.around(loop.nodes()))
        if names.space:
            call.head = call.head.replace(f"loop{number}", f"space{number}::loop{number}").replace(f'"space{number}::', '"')
        return names.function(body, f"space{number}"), call

    def kept_function(self, number):
        """Several loops, several times, on arrays that devices keep."""
        kind = self.rng.choice(["persist", "persist", "target data", "acc data"])
        self.features.add(kind)
        kept = [a for a in self.arrays if a.tied and a.form not in ("vector",)]
        kept = self.rng.sample(kept, min(len(kept), self.rng.randrange(1, 4)))
        if not kept:
            return None
        body, used = [], []
        for _ in range(self.rng.randrange(1, 4)):
            loop = Loop(self, self.rng)
            if not loop.choose_arrays():
                continue
            names = {a.name for a in kept} if kind == "persist" else set()
            body.append(Node("{", loop.nodes(names), "}"))
            used += loop.arrays
        if not body:
            return None
        passes = Node(f"for (int pass = 0; pass < {self.rng.randrange(1, 4)}; pass++) {{", body, "}")
        # Arrays that the loops use otherwise are the host's again behind the region.
        if kind == "persist":
            names = [a for a in kept if a in used]
            ends = [Node(f"#pragma omp depersist({a.expression()})", needed=True) for a in names]
            return self.function(number, used, [passes] + ends)
        sections = ", ".join(a.expression() + self.section(a) for a in kept)
        head = f"#pragma omp target data map(tofrom: {sections})" if kind == "target data" else f"#pragma acc data copy({sections})"
        return self.function(number, used + kept, [Node(head + "\n{", [passes], "}", needed=True)])

    @staticmethod
    def section(array):
        if array.form in ("flat", "vector"):
            return f"[0:{' * '.join(array.extents)}]"
        return "".join(f"[0:{extent}]" for extent in array.extents)

    def block_function(self, number):
        """A partition over a block: sweeps over two arrays by turns, and a third that is read."""
        rng = self.rng
        usable = [a for a in self.arrays if len(a.extents) == 1 and a.tied and a.form in ("static", "flat", "pointer", "declared")]
        if len(usable) < 2:
            return None
        self.features.add("block")
        arrays = rng.sample(usable, min(len(usable), 3))
        loop = Loop(self, rng)
        halo = rng.randrange(0, MARGIN)
        u, v = arrays[:2]
        inputs = arrays[2:]
        for array in arrays:
            array.halo = halo
        def sweep(target, sources):
            loop.arrays = sources
            for each in sources:
                each.written = False
            own = f"(long){target.at(['i'])} + " if rng.randrange(2) else ""
            positive = " & 1023" if target.number().startswith("unsigned") else ""
            store = f"{target.at(['i'])} = ({target.number()})((({own}{loop.value([])}){positive}) % {TYPES[target.number()]});"
            update = [Node(f"#pragma omp target update padding_update_nearby({target.name})", needed=True)] if halo else \
                [Node("#pragma omp barrier", needed=True)]
            return [Node("for (int i = start; i < end; i++) {", [Node(store)], "}", needed=True)] + update
        padding = (f"{halo}|", f"|{halo}") if halo else ("", "")
        def section(array):
            return f"{array.name}[{padding[0]}0:N{padding[1]}, i]"
        clauses = [f"partition({rng.choice(['static', 'adaptive', 'adaptive', ''])}: i = start; i < end; i++)".replace("(: ", "(adaptive: "),
                   f"map(tofrom: {section(u)}, {section(v)})"] + [f"map(to: {section(each)})" for each in inputs]
        if rng.randrange(2):
            clauses.append(f"devices({rng.choice(['any', 'any', 'cpu', 'gpu'])})")
        head = "#pragma omp parallel " + " \\\n    ".join(clauses)
        body = sweep(v, [u] + inputs) + sweep(u, [v] + inputs)
        first, last = MARGIN, rng.choice([MARGIN, 0, 1])
        return self.function(number, arrays, [
            Node(f"int start = k0 + {first}, end = n - {MARGIN + last};", needed=True),
            Node(f"{head}\nfor (int sweep = 0; sweep < {rng.randrange(1, 4)}; sweep++) {{", body, "}")])

    def sparse_function(self, number):
        """The product of a sparse matrix and a vector."""
        rng = self.rng
        usable = [a for a in self.arrays if len(a.extents) == 1 and a.tied and a.form in ("static", "flat", "pointer", "declared")]
        if len(usable) < 2:
            return None
        x, y = rng.sample(usable, 2)
        self.features.add("sparse")
        step, indexed = rng.choice([1, 1, 1, 2]), rng.randrange(2)
        clauses = [f"partition({rng.choice(SCHEDULERS + ['', 'adaptive'])})",
                   "map(to, segmented: nonzero[0:ELEMENTS, row, i], column[0:ELEMENTS, row, i])",
                   f"map(to, indexed: {x.name}[0:N, column, i])" if indexed else f"map(to: {x.name}[0:N])",
                   f"map({rng.choice(['from', 'tofrom'])}: {y.name}[0:N, i])"] + (["balance(row)"] if rng.randrange(3) == 0 else [])
        rng.shuffle(clauses)
        positive = " & 1023" if y.number().startswith("unsigned") else ""
        body = [Node("long sum = 0;", needed=True),
                Node("for (int k = row[i]; k < row[i + 1]; k++)", [Node(f"sum += nonzero[k] * (long){x.at(['column[k]'])};")]),
                Node(f"{y.at(['i'])} = ({y.number()})((sum{positive}) % {TYPES[y.number()]});")]
        head = "#pragma omp parallel for " + " \\\n    ".join(clauses)
        return self.function(number, [x, y], [Node(f"{head}\nfor (int i = k0; i < n - {rng.randrange(3)}; i += {step}) {{", body, "}")])

    # ---- The text ---------------------------------------------------------------------------------------------------

    def scatter_function(self, number):
        """Iterations change elements of an array at indices that no window describes, each element at most one of them.
        Between two such loops may be one that follows the array."""
        rng = self.rng
        targets = [a for a in self.arrays if a.extents.count("N") == 1]
        if not targets:
            return None
        self.features.add("writes at any index")
        target = rng.choice(targets)
        sources = rng.sample([a for a in self.arrays if a is not target], min(len(self.arrays) - 1, rng.randrange(3)))
        for array in [target, *sources]:
            array.written, array.halo = False, 0
        body = []
        for _ in range(rng.randrange(1, 4)):
            body.append(Node("{", self.scatter(target, sources), "}"))
            if target.tied and rng.randrange(3) == 0:
                loop = Loop(self, rng)
                loop.arrays, target.written = [target], True
                body.append(Node("{", loop.nodes(), "}"))
                target.written = False
        return self.function(number, [target, *sources], body)

    def scatter(self, target, sources):
        rng, extent = self.rng, self.extent
        loop = Loop(self, rng)
        loop.arrays = sources
        stride = rng.choice([k for k in range(2, extent) if math.gcd(k, extent) == 1])
        index, end = rng.choice([(f"(int)(((long)i * {stride} + {rng.randrange(extent)}) % N)", extent), ("(i ^ 1)", extent // 2 * 2),
                                 ("N - 1 - i", extent), (f"2 * i + {rng.randrange(2)}", extent // 2), ("permutation[i]", extent)])
        element = target.at([index if k == "N" else "j" for k in target.extents])
        limit, number = TYPES[target.number()], target.number()
        positive = " & 1023" if number.startswith("unsigned") else ""
        change = Node(f"{element} = ({number})((((long){element} + {loop.value([])}){positive}) % {limit});")
        if rng.randrange(2):
            change = Node(f"if ({loop.condition([])})", [change])
        if len(target.extents) > 1:
            least = "PLANES" if "PLANES" in target.extents else "COLUMNS"
            change = Node(f"for (int j = 0; j < {least}; j++) {{", [change], "}")
        target_tied, target.tied = target.tied, []
        said = loop.window(target).replace("map(to:", "map(tofrom:")
        target.tied = target_tied
        known = target.form in ("static", "vector") or (target.form == "member" and self.inline_member(target))
        clauses = [rng.choice(["hetero(1)", f"hetero(1, all, {rng.choice(SCHEDULERS)})"])]
        clauses += [] if known and rng.randrange(2) else [said]
        clauses += [loop.window(each) for each in sources]
        if "permutation" in index:
            clauses += [] if rng.randrange(2) else ["map(to: permutation[0:N])"]
        first = rng.choice([0, 0, 1])
        return [Node("#pragma omp parallel for " + " ".join(clauses) + f"\nfor (int i = {first}; i < {end}; i++) {{", [change], "}")]

    def text(self):
        members = [a for a in self.arrays if a.form == "member"]
        lines = ["#include <stdio.h>", "#include <stdlib.h>"] + (["#include <vector>"] if self.cxx else []) + [
            "#define HETCC_DO(...) HETCC_DO_(__VA_ARGS__)", "#define HETCC_DO_(...) _Pragma(#__VA_ARGS__)",
            "#define TWICE(x) ((x) + (x))", f"enum {{ N = {self.extent}, COLUMNS = {COLUMNS}, PLANES = {PLANES} }};",
            "struct cell { short other; int value; };",
            "static const long table[8] = {3, 1, 4, 1, 5, 9, 2, 6};"]
        if self.units == 1:
            lines += ["static inline long mix(long a, long b) { return (a ^ (b >> 3)) % 10007 + b % 31; }"]
        else:
            lines += [*OTHER_DECLARATIONS, "long middle(long a, struct pair *b) {", "  advance(b, table);", "  return a ^ (b->first >> 3);", "}"]
        lines += [f"static {a.storage()};" for a in self.arrays if a.form not in ("static", "member")]
        lines += [f"static {a.element} {a.name}{''.join(f'[{e}]' for e in a.extents)};" for a in self.arrays if a.form == "static"]
        lines += [f"static std::vector<{a.element}> {a.name}v(N);" for a in self.arrays if a.form == "vector"]
        fields = [f"  {a.element} {a.name}{''.join(f'[{e}]' for e in a.extents)};" for a in members if self.inline_member(a)]
        fields += [f"  {a.element} (*{a.name}){''.join(f'[{e}]' for e in a.extents[1:])};" if len(a.extents) > 1 else
                   f"  {a.element} *{a.name};" for a in members if not self.inline_member(a)]
        lines += ["struct all {", "  int unused;", *fields, "};", "static struct all everything;"]
        lines += [f"static {a.storage()};" for a in members if not self.inline_member(a)]
        if "writes at any index" in self.features:
            lines.append("static int permutation[N];")
        if "sparse" in self.features:
            lines += ["enum { ELEMENTS = 4 * N };", "static int row[N + 1], column[ELEMENTS];", "static short nonzero[ELEMENTS];"]
        lines += ["static unsigned long hash = 7;",
                  "#define SHOW(a, count) for (long k = 0; k < (long)(count); k++) hash = hash * 31 + (unsigned long)(long)(a)[k]",
                  "#define SHOW_CELLS(a, count) for (long k = 0; k < (long)(count); k++) hash = hash * 31 + "
                  "(unsigned long)(long)(a)[k].value + 3 * (unsigned long)(a)[k].other",
                  "static void show(const char *name) {"]
        for a in self.arrays:
            show = "SHOW_CELLS" if a.element == "struct cell" else "SHOW"
            lines.append(f"  {show}(({a.element} *){self.start(a)}, {' * '.join(a.extents)});")
        lines += ['  printf("%s %lx\\n", name, hash);', "}"]
        calls = []
        for body, call in self.functions:
            lines += body.render()
            calls += call.render(1)
        lines += self.behind + ["int main(int argc, char **argv) {", "  (void)argv;"]
        if "writes at any index" in self.features:
            lines += ["  for (long k = 0; k < N; k++)", "    permutation[k] = (int)(k * 7 % N);"]  # no extent is a multiple of 7
        if "sparse" in self.features:
            lines += ["  for (long k = 0; k < ELEMENTS; k++)", "    nonzero[k] = (short)(k % 97), column[k] = (int)(k * 29 % N);",
                      "  for (long k = 0; k < N; k++)", "    row[k + 1] = row[k] + (int)(k * 7 % 5 == 4 ? 0 : k * 7 % 5);"]
        for k, a in enumerate(self.arrays):
            limit = TYPES[a.number()]
            target = f"(({a.element} *){self.start(a)})[k]" + (".value" if a.element == "struct cell" else "")
            if a.form == "member" and not self.inline_member(a):
                rest = "".join(f"[{e}]" for e in a.extents[1:])
                lines.append(f"  everything.{a.name} = " + (f"({a.element} (*){rest}){a.name}_;" if rest else f"{a.name}_;"))
            lines.append(f"  for (long k = 0; k < {' * '.join(a.extents)}; k++)")
            lines.append(f"    {target} = ({a.number()})(k * {37 + 2 * k} % {limit});")
        return "\n".join(lines + calls + ["  return 0;", "}", ""])

    @staticmethod
    def other_text():
        """The second unit: `mix` calls `middle` of the first one, which calls `advance` of this one."""
        return "\n".join([
            *OTHER_DECLARATIONS, "static const long weights[4] = {7, 2, 5, 3};",
            "static long bounded(long value) { return value % 10007; }",
            "void advance(struct pair *b, const long *steps) { b->first += steps[b->second & 7] - weights[b->first & 3]; }",
            "long mix(long a, long b) {", "  struct pair both = {b, 5};", "  return bounded(middle(a, &both)) + both.first % 31;", "}",
            "long peek(const long *values, long index) { return values[index]; }", ""])

    @staticmethod
    def inline_member(array):
        return int(array.name[1:]) % 2 == 0

    def start(self, array):
        if array.form == "vector":
            return f"{array.name}v.data()"
        if array.form == "member":
            return f"everything.{array.name}"
        return array.name if array.form == "static" else f"{array.name}_"
