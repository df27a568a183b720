# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""diagnostics.py PAGE TABLE HETCC HETCC++: checks that the page about diagnostics agrees with their table (a .def
file), and that hetcc reports for the page's programs what the page says.

The page has one entry for each diagnostic of the table; the entry's heading is the diagnostic's text, and a comment in
the entry contains its name. The entry's program is compiled twice: without the lines that end with `// right`, hetcc
must report the diagnostic; without the lines that end with `// wrong`, it must report neither the diagnostic nor any
error. A program without such lines must give a remark. An entry without a program must say why ("No example:").
"""
import collections
import concurrent.futures
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

Row = collections.namedtuple("Row", "name level text group")
SELECT = re.compile(r"%select\{(.*?)\}\d")


def rows(table):
    groups = dict(re.findall(r'^GROUP\((\w+), "([^"]*)"', table, re.M))
    return [Row(name, "warning" if kind != "DIAG" else level.lower(), text, groups.get(level)) for kind, name, level, text in
            re.findall(r'^(DIAG|WARNING|DRIVER)\((\w+), (\w+), "((?:[^"\\]|\\.)*)"\)', table, re.M)]


def readable(text):
    """The text of a diagnostic as the page shows it: `...` for each argument, and of each %select the longest part."""
    text = SELECT.sub(lambda found: max(found[1].split("|"), key=len), text)
    return re.sub(r"%s?\d", lambda found: "s" if found[0][1] == "s" else "...", text)


def heading(row):
    group = f" (`-W{row.group}`)" if row.group else ""
    return f"{row.level}: {readable(row.text)}{group}"


def pattern(row):
    """A pattern that matches hetcc's message for a diagnostic, whatever its arguments are."""
    made = ""
    for part in re.split(r"(%select\{.*?\}\d|%s?\d)", row.text):
        if part.startswith("%select"):
            made += "(" + "|".join(re.sub(r"\\%\d|%\d", ".*", re.escape(each)) for each in SELECT.match(part)[1].split("|")) + ")"
        elif re.fullmatch(r"%s?\d", part):
            made += "s?" if part[1] == "s" else ".*"
        else:
            made += re.escape(part)
    return re.compile(rf"{row.level}: {made}")


def entries(page):
    """Yields (heading, names of diagnostics, text, language, program) of each entry of the page."""
    for part in re.split(r"^### ", page, flags=re.M)[1:]:
        part = re.split(r"^## ", part, flags=re.M)[0]
        names = re.search(r"^<!-- (.*) -->$", part, re.M)
        block = re.search(r"^```(c|cpp)\n(.*?)^```$", part, re.M | re.S)
        yield (part.splitlines()[0], names[1].split() if names else [], part, *(block.groups() if block else (None, None)))


def variant(program, without, with_):
    lines = [line for line in program.splitlines() if not line.endswith(f"// {without}")]
    return "\n".join(re.sub(rf" *// {with_}$", "", line) for line in lines) + "\n"


def said(compilers, language, program, folder, name):
    path = pathlib.Path(folder, f"{name}.{language}")
    path.write_text(program, encoding="utf-8")
    command = [compilers[language == "cpp"], "-Wno-unused", "-fopenmp", "--hetcc-explain", "-fsyntax-only", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def faults_of(entry, table, compilers, folder):
    title, names, text, language, program = entry
    if not program:
        return [] if re.search(r"^No example: .", text, re.M) else [f"{names[0]}: no program, and no reason"]
    wrong = said(compilers, language, variant(program, "right", "wrong"), folder, names[0] + "-wrong")
    faults = [f"{name}: its program does not give it, but:\n{wrong}" for name in names if not pattern(table[name]).search(wrong)]
    if not re.search(r"// (wrong|right)$", program, re.M):
        return faults + ([] if table[names[0]].level == "remark" else [f"{names[0]}: what to write instead?"])
    right = said(compilers, language, variant(program, "wrong", "right"), folder, names[0] + "-right")
    if " error: " in right or pattern(table[names[0]]).search(right):
        faults.append(f"{names[0]}: what to write instead gives:\n{right}")
    return faults


def main():
    page, definitions, *compilers = sys.argv[1:]
    table = {row.name: row for row in rows(pathlib.Path(definitions).read_text(encoding="utf-8"))}
    listed = list(entries(pathlib.Path(page).read_text(encoding="utf-8")))
    faults = []
    count = collections.Counter(name for _, names, *_ in listed for name in names)
    faults += [f"{name}: {count[name]} entries on the page, wanted one" for name in table if count[name] != 1]
    faults += [f"{name}: not in the table" for name in count if name not in table]
    for title, names, *_ in listed:
        if not names:
            faults.append(f"'{title}': no comment that names its diagnostic")
        elif names[0] in table and title != heading(table[names[0]]):
            faults.append(f"{names[0]}: wanted the heading\n### {heading(table[names[0]])}\nfound\n### {title}")
    if not faults:
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
            faults = list(itertools.chain(*pool.map(lambda each: faults_of(each, table, compilers, folder), listed)))
    print("\n".join(faults) or f"{len(table)} diagnostics, {sum(1 for each in listed if each[4])} programs")
    return 1 if faults or not table else 0


if __name__ == "__main__":
    sys.exit(main())
