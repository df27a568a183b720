// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain mode: our directives become OpenMP's, by tokens alone, for units that clang cannot parse.
#ifndef HETCC_LIB_FRONTEND_PLAINMODE_H
#define HETCC_LIB_FRONTEND_PLAINMODE_H

#include "hetcc/Translate.h"
#include "clang/Frontend/FrontendAction.h"
#include <memory>

namespace hetcc {

std::unique_ptr<clang::FrontendAction> createPlainAction(const TranslateOptions &Options, Outcome &Result);

} // namespace hetcc
#endif
