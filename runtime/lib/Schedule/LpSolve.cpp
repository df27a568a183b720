// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens the shared library, checks its version and looks up its functions.
#include "Schedule/LpSolve.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace hetrt {

/// Opens a library. If it is there and cannot be used, notes that in `Unfit`.
static std::optional<LpSolve> open(const char *Name, std::string &Unfit) {
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
  if (Found.lp_solve_version)
    Found.lp_solve_version(&Numbers[0], &Numbers[1], &Numbers[2], &Numbers[3]);
  Found.Version = fmt::format("{}.{}.{}.{}", Numbers[0], Numbers[1], Numbers[2], Numbers[3]);
  // The values of lp_solve's constants that we use (LE, OPTIMAL, ...) are those of the header lp_lib.h of version 5.5.
  if (!Complete || Numbers[0] != 5 || Numbers[1] != 5) {
    Unfit = fmt::format("{} {}", Name,
                        Found.lp_solve_version && !(Numbers[0] == 5 && Numbers[1] == 5)
                            ? fmt::format("is version {}", Found.Version)
                            : "lacks functions");
    dlclose(Library);
    return std::nullopt;
  }
  Dl_info Where{};
  dladdr(reinterpret_cast<void *>(Found.solve), &Where);
  Found.File = Where.dli_fname ? Where.dli_fname : Name;
  return Found;
}

LpSolveSearch LpSolveSearch::among(std::initializer_list<const char *> Names) {
  LpSolveSearch All;
  for (const char *Each : Names)
    if ((All.Found = open(Each, All.Unfit)))
      break;
  return All;
}

const LpSolveSearch &LpSolveSearch::ofProcess() {
  static const LpSolveSearch Only = among({"liblpsolve55.so", "/usr/lib/lp_solve/liblpsolve55.so"});
  return Only;
}

std::string LpSolveSearch::description() const {
  if (Found)
    return fmt::format("lp_solve {}, {}", Found->Version, Found->File);
  if (!Unfit.empty())
    return fmt::format("the closed form, since {}, and lp_solve 5.5 is needed", Unfit);
  return "the closed form, since there is no liblpsolve55.so";
}

const LpSolve *LpSolve::find() {
  const LpSolveSearch &All = LpSolveSearch::ofProcess();
  return All.Found ? &*All.Found : nullptr;
}

} // namespace hetrt
