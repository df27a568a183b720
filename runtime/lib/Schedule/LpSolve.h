// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lp_solve 5.5, opened at run time. It is under the LGPL, so it stays the system's and is no part of libhetrt.
#ifndef HETRT_SCHEDULE_LP_SOLVE_H
#define HETRT_SCHEDULE_LP_SOLVE_H

#include <lpsolve/lp_lib.h>

#include <string>

namespace hetrt {

/// The functions of lp_lib.h that we call. Each member is the function of its name.
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

  std::string File;    ///< where it was found
  std::string Version; ///< "5.5.2.5"

  /// The library where the loader finds "liblpsolve55.so", or where Debian's package lp-solve has it. Opened once and
  /// never closed; null if it is not there, or is no version 5.5. Any thread.
  static const LpSolve *find();
};

} // namespace hetrt

#endif
