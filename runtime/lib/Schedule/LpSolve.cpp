// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens the shared library, checks its version and looks up its functions.
#include "Schedule/LpSolve.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <optional>

namespace hetrt {

static std::optional<LpSolve> open(const char *Name) {
  void *Library = dlopen(Name, RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return std::nullopt;
  LpSolve Found;
  bool Complete = true;
#define HETRT_LOOK_UP(Function)                                                                                        \
  Found.Function = reinterpret_cast<decltype(Found.Function)>(dlsym(Library, #Function));                              \
  Complete &= Found.Function != nullptr;
  HETRT_LP_SOLVE_FUNCTIONS(HETRT_LOOK_UP)
#undef HETRT_LOOK_UP
  int Numbers[4] = {};
  if (Complete)
    Found.lp_solve_version(&Numbers[0], &Numbers[1], &Numbers[2], &Numbers[3]);
  // Constants such as LE and OPTIMAL are those of the header of version 5.5.
  if (!Complete || Numbers[0] != 5 || Numbers[1] != 5) {
    dlclose(Library);
    return std::nullopt;
  }
  Found.Version = fmt::format("{}.{}.{}.{}", Numbers[0], Numbers[1], Numbers[2], Numbers[3]);
  Dl_info Where{};
  dladdr(reinterpret_cast<void *>(Found.solve), &Where);
  Found.File = Where.dli_fname ? Where.dli_fname : Name;
  return Found;
}

const LpSolve *LpSolve::find() {
  static const std::optional<LpSolve> Found = [] {
    std::optional<LpSolve> First = open("liblpsolve55.so");
    return First ? First : open("/usr/lib/lp_solve/liblpsolve55.so");
  }();
  return Found ? &*Found : nullptr;
}

} // namespace hetrt
