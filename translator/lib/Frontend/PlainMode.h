// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: plain mode, for units that clang cannot parse: replaces hetcc directives by OpenMP directives,
// so that the loops run on the CPUs. Only the preprocessor is used.
#ifndef HETCC_LIB_FRONTEND_PLAINMODE_H
#define HETCC_LIB_FRONTEND_PLAINMODE_H

#include "hetcc/Translate.h"
#include "clang/Frontend/FrontendAction.h"
#include <memory>

namespace hetcc {

/// Returns the action that translates a unit in plain mode and sets `Result`.
std::unique_ptr<clang::FrontendAction> createPlainAction(const TranslateOptions &Options, Outcome &Result);

} // namespace hetcc
#endif
