// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lp_solve 5.5, loaded at run time with dlopen(). Its licence is the LGPL, so libhetrt neither contains it nor is
// linked with it.
#ifndef HETRT_SCHEDULE_LP_SOLVE_H
#define HETRT_SCHEDULE_LP_SOLVE_H

#include <lpsolve/lp_lib.h>

#include <initializer_list>
#include <optional>
#include <string>

namespace hetrt {

/// The functions of lp_lib.h that we call. LpSolve has a pointer for each, with the function's name.
#define HETRT_LP_SOLVE_FUNCTIONS(FUNCTION)                                                                             \
  FUNCTION(make_lp)                                                                                                    \
  FUNCTION(delete_lp)                                                                                                  \
  FUNCTION(set_verbose)                                                                                                \
  FUNCTION(set_minim)                                                                                                  \
  FUNCTION(set_scaling)                                                                                                \
  FUNCTION(set_mat)                                                                                                    \
  FUNCTION(set_constr_type)                                                                                            \
  FUNCTION(set_rh)                                                                                                     \
  FUNCTION(set_upbo)                                                                                                   \
  FUNCTION(set_bounds)                                                                                                 \
  FUNCTION(set_int)                                                                                                    \
  FUNCTION(solve)                                                                                                      \
  FUNCTION(get_variables)                                                                                              \
  FUNCTION(lp_solve_version)

struct LpSolve {
#define HETRT_MEMBER(Name) decltype(&::Name) Name = nullptr;
  HETRT_LP_SOLVE_FUNCTIONS(HETRT_MEMBER) // NOLINT(readability-identifier-naming): lp_solve's names
#undef HETRT_MEMBER

  std::string File;    ///< the library's path
  std::string Version; ///< such as "5.5.2.5"

  /// Loads the library "liblpsolve55.so" from the dynamic loader's search path, or from the folder where Debian's
  /// package lp-solve installs it. The first call loads it, and it is never closed. Null if it is not installed or is
  /// not version 5.5. May be called by any thread.
  static const LpSolve *find();
};

/// What a search for the library has found.
struct LpSolveSearch {
  std::optional<LpSolve> Found; ///< Version 5.5.
  std::string Unfit;            ///< A library that was found and is not used: its name, and why; mostly "".

  /// Opens the first of these libraries that is version 5.5.
  static LpSolveSearch among(std::initializer_list<const char *> Names);

  /// The one search of the process, with the result of LpSolve::find().
  static const LpSolveSearch &ofProcess();

  /// What computes shares under limits, for hetinfo: the library, or else the closed form, and why.
  std::string description() const;
};

} // namespace hetrt

#endif
