# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""terms.py CHEAT-SHEET PAGE...: checks that the pages, read in this order, explain each word of the cheat sheet's table
where they first use it: at its first use, the word must be in *italics*. Words in code, and the words in KNOWN, are
exempt."""
import pathlib
import re
import sys

KNOWN = {"core", "accelerator", "device", "iteration"}  # the tutorial's first sentences explain these

sheet = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
table = sheet.split("## Words")[1].split("\n## ")[0]
terms = [term.strip() for row in re.findall(r"^\| ([^|`]+) \|", table, re.M) if row not in ("word", "---")
         for term in row.split(",")]
assert len(terms) > 10, terms
introduced, faults = set(KNOWN), []
for path in sys.argv[2:]:
    text = pathlib.Path(path).read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    text = re.sub(r"`[^`]*`|\]\([^)]*\)", "", text)
    uses = sorted((found.start(), term, found[1] == "*" and found[3] == "*") for term in terms
                  for found in re.finditer(rf"(\*?)\b({term})(?:s|es)?\b(\*?)", text, re.I))
    for at, term, is_italic in uses:
        if is_italic:
            introduced.add(term)
        elif term not in introduced:
            faults.append(f"{path}: '{term}' is not introduced: {' '.join(text[max(at - 40, 0):at + 40].split())}")
            introduced.add(term)
print("\n".join(faults) or f"{len(introduced - KNOWN)} words are introduced")
sys.exit(1 if faults else 0)
