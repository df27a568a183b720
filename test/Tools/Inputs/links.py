# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""links.py ROOT: checks that each link in the Markdown files that git tracks leads to a file, and to a heading in
it."""
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
LINK = re.compile(r"\]\(([^)\s#]*)(?:#([^)\s]*))?\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def anchors(text):
    """The anchors of a page's headings, as GitHub makes them: lower case letters and digits, hyphens for blanks."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


pages = subprocess.run(["git", "-C", root, "ls-files", "*.md"], check=True, stdout=subprocess.PIPE,
                       text=True).stdout.split()
texts = {page: (root / page).read_text(encoding="utf-8") for page in pages}
links = broken = 0
for page, text in texts.items():
    for name, anchor in LINK.findall(CODE.sub("", text)):
        if "://" in name:
            continue
        links += 1
        target = (root / page).parent / name if name else root / page
        relative = str(target.resolve().relative_to(root.resolve()))
        known = relative in texts
        if not target.exists() or (anchor and not (known and anchor in anchors(texts[relative]))):
            broken += 1
            print(f"{page}: nothing at '{name}{'#' + anchor if anchor else ''}'")
print(f"{len(pages)} pages, {'many' if links > 100 else links} links, {broken} broken")
