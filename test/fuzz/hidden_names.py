# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names that mean something else in a loop than at the file's scope, for random programs.

A few names are declared at the file's scope, in C++ perhaps in a namespace around the function, and in blocks around the
loop, each time as something else: types, tags, enumerators, constants, tables, functions, variables, macros. What is
declared is made of what is in sight there. The loop asks for what each of them means where it stands.
"""

NAMES = ["alpha", "beta", "gamma", "delta", "epsilon"]
BASIC = ["char", "short", "int", "long", "double", "float"]


class Scope:
    """What names mean at a place: an expression of type long for each, by its kind."""

    def __init__(self, rng, cxx, names, outer=None):
        self.rng, self.cxx, self.names = rng, cxx, names
        self.ordinary = dict(outer.ordinary) if outer else {}
        self.tags = dict(outer.tags) if outer else {}
        self.here, self.tags_here = set(), set()

    def constant(self, but):
        """A small number, perhaps by way of a name other than the one that is being declared."""
        usable = [name for name, kind in self.ordinary.items() if kind in ("enumerator", "constant") and name != but]
        small = self.rng.randrange(1, 9)
        return f"{self.rng.choice(usable)} % 5 + {small}" if usable and self.rng.randrange(2) else str(small)

    def type(self, but):
        usable = [name for name, kind in self.ordinary.items() if kind == "type" and name != but]
        usable += [f"struct {tag}" for tag in self.tags if tag != but]
        return self.rng.choice(usable) if usable and self.rng.randrange(2) else self.rng.choice(BASIC)

    def number(self, but):
        usable = [name for name, kind in self.ordinary.items() if kind == "number" and name != but]
        return self.rng.choice(usable) if usable and self.rng.randrange(2) else self.rng.choice(BASIC)

    def declare(self, at_file):
        """The declaration of a name that this scope does not have yet; None if there is none left."""
        left = [name for name in self.names if name not in self.here]
        tags = [name for name in self.names if name not in self.tags_here and not (self.cxx and name in self.here)]
        if tags and self.rng.randrange(4) == 0:
            tag = self.rng.choice(tags)
            # In C++ a type has the name too, which an ordinary one of the same scope hides.
            text = f"struct {tag} {{ {self.type(tag)} first; char rest[{self.constant(tag)}]; }};"
            self.tags[tag] = True
            self.tags_here.add(tag)
            if self.cxx and tag not in self.here:
                self.ordinary[tag] = "type"
                self.here.add(tag)
            return text
        if not left:
            return None
        name = self.rng.choice(left)
        kinds = ["number", "type", "enumerator", "table"] + (["function"] if at_file else ["variable"]) + (
            ["constant"] if self.cxx else [])
        kind = self.rng.choice(kinds)
        text = {"number": lambda: f"typedef {self.number(name)} {name};",
                "type": lambda: f"typedef {self.type(name)} {name}[{self.constant(name)}];",
                "enumerator": lambda: f"enum {{ {name} = {self.constant(name)} }};",
                "constant": lambda: f"{self.rng.choice(['const', 'constexpr'])} int {name} = {self.constant(name)};",
                "table": lambda: f"static const short {name}[3] = {{ (short)({self.constant(name)}), {self.rng.randrange(99)}, 3 }};",
                "function": lambda: f"static inline long {name}(long x) {{ return x % 7 + {self.constant(name)}; }}",
                "variable": lambda: f"long {name} = {self.rng.randrange(99)} + k0;"}[kind]()
        self.ordinary[name] = kind
        self.here.add(name)
        if self.cxx and kind in ("number", "type"):
            self.tags.pop(name, None)  # `struct` and a typedef is none of C++
        return text

    def expressions(self):
        """What the loop asks."""
        of = {"number": "(long)((double)({0})(2.75 + {1}) * 4)", "type": "(long)sizeof({0})", "enumerator": "(long){0}",
              "constant": "(long)({0} + sizeof(char[{0} + 1]))", "table": "(long){0}[{1} % 3]", "function": "{0}({1})",
              "variable": "{0}"}
        found = [of[kind].format(name, self.rng.randrange(9)) for name, kind in self.ordinary.items()]
        return found + [f"(long)sizeof(struct {tag})" for tag in self.tags]


class Hidden:
    """Hides names around a loop. `expressions` are for its body; `behind` is what stands behind all functions."""

    def __init__(self, rng, cxx, node, number):
        self.rng, self.node = rng, node
        names = [f"{name}{number}" for name in NAMES]
        scope = Scope(rng, cxx, names)
        self.file = self.declarations(scope, rng.randrange(2, 6), True)
        self.space = []
        if cxx and rng.randrange(3) == 0:
            scope = Scope(rng, cxx, names, scope)
            self.space = self.declarations(scope, rng.randrange(1, 4), True)
        self.blocks, self.captured = [], []
        for depth in range(rng.randrange(1, 4)):
            scope, around = Scope(rng, cxx, names, scope), scope
            block = self.declarations(scope, rng.randrange(0, 4), False)
            if rng.randrange(2):
                block.append(self.variable(depth, scope))
            else:  # what it is declared by may be hidden from then on
                block.insert(0, self.variable(depth, around))
            self.blocks.append(block)
        self.expressions = scope.expressions() + self.captured
        self.macros = [f"#define {name} ({name} + 1)" for name, kind in scope.ordinary.items()
                       if kind in ("variable", "enumerator") and name not in scope.tags and rng.randrange(4) == 0]
        self.behind = [f"#define {name} 77" for name in names if rng.randrange(4) == 0]

    @staticmethod
    def declarations(scope, count, at_file):
        return [text for text in (scope.declare(at_file) for _ in range(count)) if text]

    def variable(self, depth, scope):
        """A variable of a type that may be hidden where the loop stands."""
        name = f"held{depth}"
        tags = list(scope.tags)
        numbers = [each for each, kind in scope.ordinary.items() if kind == "number"]
        if tags and self.rng.randrange(2):
            self.captured.append(f"(long)sizeof({name}.rest) + {name}.rest[0]")
            tag = self.rng.choice(tags)
            return f"struct {tag} {name}; __builtin_memset(&{name}, {depth + 1}, sizeof {name});"
        self.captured.append(f"(long)({name} * 2)")
        return f"{self.rng.choice(numbers + ['float'])} {name} = 9.5 + k0;"

    def around(self, nodes):
        """The nodes in blocks that declare names, and macros in the innermost."""
        Node = self.node
        nodes = [Node(macro) for macro in self.macros] + nodes + [Node("#undef " + macro.split()[1], needed=True) for macro in self.macros]
        for block in reversed(self.blocks):
            nodes = [Node("{", [Node(text) for text in block] + nodes, "}", needed=True)]
        return nodes

    def function(self, function, space):
        """The function with what stands before it."""
        Node = self.node
        if self.space:
            function = Node(f"namespace {space} {{", [Node(text) for text in self.space] + [function], "}", needed=True)
        return Node("", [Node(text) for text in self.file] + [function], needed=True)
