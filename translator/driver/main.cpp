// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hetcc and hetcc++: compilers to be used in place of gcc and g++. One program; its name says which.
#include "Driver.h"
#include "Files.h"
#include "Process.h"

int main(int ArgumentCount, char **Arguments) {
  hetcc::driver::protectFromSurroundings();
  bool CxxDriver = hetcc::driver::namePart(Arguments[0]).ends_with("++");
  return hetcc::driver::runDriver(std::vector<std::string>(Arguments + 1, Arguments + ArgumentCount), CxxDriver);
}
