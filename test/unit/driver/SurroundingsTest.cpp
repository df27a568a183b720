// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Distinguishes steps that fail because of the environment (a full disk, a signal) from steps that fail because of
// their input.
#include "Process.h"

#include <csignal>
#include <gtest/gtest.h>

using namespace hetcc::driver;

namespace {

ExitStatus failed(const std::string &Errors, int Code = 1) {
  ExitStatus Status;
  Status.Code = Code;
  Status.Errors = Errors;
  return Status;
}

TEST(Surroundings, AreBlamedInTheSystemsWords) {
  for (const char *Errors : {
           "as: Fatal error: can't close x.o: No space left on device\n",
           "x.c:3:1: fatal error: error writing to /tmp/ccX.s: No space left on device\ncompilation terminated.\n",
           "as: Fatal error: can't write 12 bytes to section .text of x.o: 'File too large'\n",
           "LLVM ERROR: IO failure on output stream: Disk quota exceeded\n",
           "cc1: out of memory\nvirtual memory exhausted: Cannot allocate memory",
           "gcc: fatal error: Killed signal terminated program cc1\n",
           "gcc: internal compiler error: File size limit exceeded signal terminated program as\n",
           "clang: error: unable to execute command: Killed\n",
           "gcc: fatal error: cannot execute 'cc1': vfork: Resource temporarily unavailable\n",
       })
    EXPECT_TRUE(failed(Errors).isEnvironmentFault()) << Errors;
  EXPECT_TRUE(failed("", CannotRun).isEnvironmentFault());
  ExitStatus Ended;
  Ended.Signal = SIGXFSZ;
  EXPECT_TRUE(Ended.isEnvironmentFault());
}

TEST(Surroundings, AreNotBlamedForWhatASourceSays) {
  for (const char *Errors : {
           "x.c:3:1: error: expected ';' before 'n'\n",
           "    3 |   puts(\"No space left on device\");\n",
           "x.c:4:2: error: #error Killed by order\n",
           "gcc: internal compiler error: Segmentation fault signal terminated program cc1\n",
       })
    EXPECT_FALSE(failed(Errors).isEnvironmentFault()) << Errors;
  ExitStatus Crashed;
  Crashed.Signal = SIGSEGV;
  EXPECT_FALSE(Crashed.isEnvironmentFault());
  EXPECT_FALSE(failed("warning: No space left on device\n", 0).isEnvironmentFault());
}

} // namespace
