# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds one annotated source under several odd file names, with hetcc and with the host compiler, and compares
status, messages, make rule and the built program's output.
Usage: odd-names.py HETCC HOST_CC SOURCE"""
import os
import shutil
import subprocess
import sys

NAMES = {
    "quote": 'a"b.c',
    "backslash": "a\\b\\n.c",
    "comma and blank": "a,b c.c",
    "line's end": "a\nb.c",
    "a directive": 'a"\n#error injected\n.c',
    "dollar and percent": "$a%s.c",
}


def run(*words):
    return subprocess.run(words, capture_output=True, text=True)


def result(compiler, source, *options):
    """Status, messages and make rule of a build, and what the built program prints: its sum and its __FILE__."""
    for made in ("prog", "rule"):
        if os.path.exists(made):
            os.remove(made)
    built = run(compiler, "-Wall", "-g", "-MMD", "-MF", "rule", *options, source, "-o", "prog")
    printed = run("./prog").stdout if os.path.exists("prog") else ""
    rule = open("rule").read() if os.path.exists("rule") else ""
    return built.returncode, built.stderr, rule, printed


def main(hetcc, host, source):
    text = open(source).read() + '\n__attribute__((destructor)) static void name(void) { puts(__FILE__); }\n'
    text += "static void unused(void) {}\n"
    for title, name in NAMES.items():
        with open(name, "w") as file:
            file.write(text)
        for pedantic in ((), ("-pedantic",)):
            ours = result(hetcc, name, "--hetcc-no-cuda", *pedantic)
            theirs = result(host, name, "-fno-openmp", "-Wno-unknown-pragmas", *pedantic)
            if ours != theirs:
                print(title, "differs:", ours, theirs)
                break
        else:
            print(title + ": equal")
        os.remove(name)
    header = 'x\n#pragma omp parallel for hetero(1)\n".h'
    shutil.copy(source, header)
    open("z.c", "w").write("int z;\n")
    refused = run(hetcc, "-include", header, "z.c", "-o", "prog")
    print("header:", "refused" if refused.returncode == 1 and "in its name" in refused.stderr else refused)


main(*sys.argv[1:])
