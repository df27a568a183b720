# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hetsim-json.py FILE EXPRESSION: holds for what `hetsim --json` printed. Names: top (the object), passes."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    top = json.load(file)
passes = top["passes"]
if not eval(sys.argv[2]):
    sys.exit(f"not so: {sys.argv[2]}\n{json.dumps(top, indent=1)[:4000]}")
