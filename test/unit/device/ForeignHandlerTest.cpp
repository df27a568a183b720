// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A handler for invalid accesses that the user installed before the first emulated accelerator is made still gets the
// user's own faults. A separate program, since handlers are installed once per process.

#include "Device/Emulated/EmulatedDevice.h"

#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>

namespace {

sigjmp_buf Back;
volatile int Calls = 0;
volatile std::uintptr_t Unmapped = 64;

void usersHandler(int) {
  Calls = Calls + 1;
  siglongjmp(Back, 1);
}

void fault() {
  if (sigsetjmp(Back, 1) == 0)
    *reinterpret_cast<volatile int *>(Unmapped) = 1;
}

} // namespace

int main() {
  std::signal(SIGSEGV, usersHandler);
  hetrt::EmulatedDevice Device(0, hetrt::EmulatedOptions());
  fault();
  if (sigsetjmp(Back, 1) == 0)
    raise(SIGSEGV);
  fault();
  std::printf("%d of 3 faults reached the user's handler\n", Calls);
  return Calls == 3 ? 0 : 1;
}
