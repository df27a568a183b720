# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""interrupt.py FOLDER COMMAND...: runs a hetcc command whose host compiler (FOLDER/slow-cc) never ends, sends the
command SIGTERM, then in a second run SIGINT, and prints how the command ended and whether the compiler still runs."""
import os
import signal
import subprocess
import sys
import time

folder, command = sys.argv[1], sys.argv[2:]
pid_file = os.path.join(folder, "pid")
environment = dict(os.environ, TMPDIR=os.path.join(folder, "tmp"), HETCC_HOST_CC=os.path.join(folder, "slow-cc"))


def is_alive(pid):
    try:
        os.kill(pid, 0)
        return True
    except ProcessLookupError:
        return False


def wait_for(condition):
    for _ in range(1000):
        if condition():
            return True
        time.sleep(0.02)
    return False


for name in ("SIGTERM", "SIGINT"):
    number = getattr(signal, name)
    process = subprocess.Popen(command, env=environment, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    wait_for(lambda: os.path.exists(pid_file) and os.path.getsize(pid_file))
    compiler = int(open(pid_file).read())
    os.remove(pid_file)
    process.send_signal(number)
    status = process.wait()
    end = "ended by " + name if status == -number else "ended with %d" % status
    print(end + ", compiler " + ("gone" if wait_for(lambda: not is_alive(compiler)) else "still there"))
