// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main program of hetcc and hetcc++, compilers that take the place of gcc and g++. Both are the same program; the
// name by which it is started decides the language.
#include "Driver.h"
#include "Files.h"
#include "Process.h"

int main(int ArgumentCount, char **Arguments) {
  hetcc::driver::protectFromEnvironment();
  bool CxxDriver = hetcc::driver::namePart(Arguments[0]).ends_with("++");
  return hetcc::driver::runDriver(std::vector<std::string>(Arguments + 1, Arguments + ArgumentCount), CxxDriver);
}
