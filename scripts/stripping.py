# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes copies of benchmarks/ and examples/ without the data clauses that hetcc can find by itself."""
import os
import re
import shutil

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = re.compile(r"\s*\b(part_copyin|part_copyout|part_copy|copyin|copyout|copy|map)\s*\(")


def closing(text, begin):
    """The index after the parenthesis that closes the one at `begin`."""
    depth = 0
    for at in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1
    raise ValueError(text)


def strip_directive(text):
    """A directive without its data clauses; it keeps its number of lines."""
    if not re.search(r"\bhetero\b", text) or re.search(r"\bpersist\b", text):
        return text
    lines, at = text.count("\n"), 0
    text = re.sub(r"\s*\\\n\s*", " ", text)
    while found := DATA.search(text, at):
        text = text[:found.start()] + text[closing(text, found.end() - 1):]
    return text + "\n" * lines


def strip(source):
    return re.sub(r"#pragma (?:[^\n\\]|\\\n|\\.)*", lambda found: strip_directive(found.group()), source)


def programs(work):
    """Copies the folders to `written` and `stripped` in `work`, and strips the latter. Yields (name, path in `written`,
    path in `stripped`) of each program that differs."""
    for copy in ("written", "stripped"):
        for folder in ("benchmarks", "examples"):
            shutil.copytree(os.path.join(ROOT, folder), os.path.join(work, copy, folder))
    for base, _, files in sorted(os.walk(os.path.join(work, "stripped"))):
        for name in sorted(files):
            path = os.path.join(base, name)
            if not name.endswith((".c", ".cpp")) or "/peers" in base or "/harness" in base:
                continue
            with open(path, encoding="utf-8") as file:
                text = file.read()
            if (bare := strip(text)) != text:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(bare)
                written = os.path.join(work, "written", os.path.relpath(path, os.path.join(work, "stripped")))
                yield os.path.splitext(name)[0], written, path
