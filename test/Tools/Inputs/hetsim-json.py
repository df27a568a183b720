# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hetsim-json.py FILE EXPRESSION: fails unless the Python expression is true for FILE, which `hetsim --json` printed.
Names in the expression: top (the whole object), passes (its list of passes)."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    top = json.load(file)
passes = top["passes"]
if not eval(sys.argv[2]):
    sys.exit(f"not so: {sys.argv[2]}\n{json.dumps(top, indent=1)[:4000]}")
