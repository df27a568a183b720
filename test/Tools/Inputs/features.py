#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that lit.cfg.py knows each feature that a test requires: a test that requires an unknown one never runs.

Usage: features.py TEST_FOLDER"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
config = (root / "lit.cfg.py").read_text()
known = set(re.findall(r'provide\("([\w-]+)"', config)) | {"target-x86_64", "target-aarch64"}
for names in re.findall(r"^for \w+ in \((.*)\):\n    provide\(", config, re.M):
    known |= set(re.findall(r'"([\w-]+)"', names))
unknown = [f"{path.relative_to(root)}: unknown feature '{name}'"
           for path in sorted(root.rglob("*")) if path.is_file() and path.suffix in (".c", ".cpp", ".cc", ".cu", ".test")
           for line in re.findall(r"^(?://|#|/\*) (?:REQUIRES|UNSUPPORTED|XFAIL): (.*?)(?: \*/)?$", path.read_text(errors="replace"), re.M)
           for name in re.findall(r"[\w-]+", line) if name not in known]
print("\n".join(unknown) or f"{len(known)} features, all that tests require among them")
sys.exit(bool(unknown))
