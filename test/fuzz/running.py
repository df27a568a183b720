# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that are started with settings, and with none of the caller's."""
import os
import subprocess

LIMIT = 60  # seconds for each program that is started


def run(command, settings=None):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("HETRT_", "OMP_", "GOMP_"))}
    environment |= {name: value for name, value in (settings or {}).items() if value}
    environment["OMP_WAIT_POLICY"] = "passive"
    try:
        return subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", timeout=LIMIT,
                              check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -99, "", f"ran for more than {LIMIT} s")
