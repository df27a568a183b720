// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the program's path from /proc/self/exe, or from the auxiliary vector (AT_EXECFN).
#include "Files/Program.h"

#include <climits>
#include <cstdlib>
#include <sys/auxv.h>
#include <unistd.h>

namespace hetrt {

std::string programPath() {
  char Buffer[PATH_MAX];
  if (const ssize_t Length = readlink("/proc/self/exe", Buffer, sizeof Buffer); Length > 0)
    return {Buffer, static_cast<size_t>(Length)};
  const auto *Executed = reinterpret_cast<const char *>(getauxval(AT_EXECFN));
  return Executed && realpath(Executed, Buffer) ? Buffer : "";
}

} // namespace hetrt
