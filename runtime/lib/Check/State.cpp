// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checker's global variables, and functions that tell which memory belongs to a thread.
#include "Check/State.h"

#include <iterator>
#include <link.h>

__thread int hetrt_check_state = HETRT_CHECK_NOTHING;
int hetrt_check_kept = 0;

namespace hetrt::check {

bool IsActive = false;
Checker *TheChecker = nullptr;

Checker &Checker::instance() {
  static Checker *All = TheChecker = new Checker;
  return *All;
}

bool isThreadLocal(std::uintptr_t Address) {
  struct Query {
    std::uintptr_t Address;
    bool Found;
  } Ask{Address, false};
  dl_iterate_phdr(
      [](dl_phdr_info *Info, std::size_t, void *Data) {
        auto &Of = *static_cast<Query *>(Data);
        const auto First = reinterpret_cast<std::uintptr_t>(Info->dlpi_tls_data);
        for (int I = 0; First && I < Info->dlpi_phnum; ++I)
          Of.Found |= Info->dlpi_phdr[I].p_type == PT_TLS && Of.Address >= First &&
                      Of.Address < First + Info->dlpi_phdr[I].p_memsz;
        return Of.Found ? 1 : 0;
      },
      &Ask);
  return Ask.Found;
}

bool isAllocatedHere(const Running &Who, std::uintptr_t Address) {
  auto Next = Who.Blocks.upper_bound(Address);
  return Next != Who.Blocks.begin() && Address < std::prev(Next)->second;
}

std::uintptr_t endOfStack() {
  pthread_attr_t Attributes;
  void *First = nullptr;
  std::size_t Size = 0;
  if (pthread_getattr_np(pthread_self(), &Attributes) != 0)
    return 0;
  pthread_attr_getstack(&Attributes, &First, &Size);
  pthread_attr_destroy(&Attributes);
  return reinterpret_cast<std::uintptr_t>(First) + Size;
}

} // namespace hetrt::check
