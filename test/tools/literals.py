# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds string literals in C++ sources, by their text. For the tools that compare the texts of messages with a page."""
import re

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\\])\'|.', re.S)
LITERAL = re.compile(r'"((?:\\.|[^"\\])*)"')


def source(path):
    """The text of a source file without comments, with adjacent literals joined."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"(?m)//.*$", "", file.read())
    return re.sub(r'"\s*\n\s*"', "", text)


def arguments(text, at):
    """The arguments of the call whose opening parenthesis is at `at`; for an assignment, its right side."""
    depth, before, current = 0, [], ""
    is_call = text[at] == "("
    while at < len(text):
        token = TOKEN.match(text, at).group(0)
        at += len(token)
        if token in ("(", "[", "{"):
            depth += 1
        elif token in (")", "]", "}"):
            depth -= 1
            if depth < 0 or (is_call and depth == 0):
                break
        elif token == ";" and depth == 0:
            break
        elif token == "," and depth == 1:
            before.append(current)
            current = ""
            continue
        current += token
    return before + [current]


def first_with_text(text, at):
    """The first argument that contains a string literal, or nothing."""
    return next((each for each in arguments(text, at) if '"' in each), "")


def within(text):
    return LITERAL.findall(text)


def rows(page, heading=None):
    """The cells of the table rows of a page that begin with code, or of one section of it."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    if heading:
        text = text.partition(heading)[2].partition("\n## ")[0]
    return [[cell.strip() for cell in line.strip().strip("|").split(" | ")] for line in text.splitlines()
            if line.startswith("| `")]
