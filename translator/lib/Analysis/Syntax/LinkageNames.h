// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names by which the linker knows functions, and names in generated code that are made from them.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_LINKAGENAMES_H
#define HETCC_LIB_ANALYSIS_SYNTAX_LINKAGENAMES_H

#include "clang/AST/Decl.h"
#include <string>
#include <vector>

namespace hetcc {

/// The mangled name of a function, which the linker uses.
std::string linkageName(const clang::FunctionDecl &F, clang::ASTContext &Context);

/// All linkage names of a function: constructors and destructors have one for complete objects and one for base
/// objects.
std::vector<std::string> linkageNames(const clang::FunctionDecl &F, clang::ASTContext &Context);

/// A linkage name in a form that is valid as a part of a C identifier.
std::string suffixOf(llvm::StringRef LinkageName);
/// The name of the hetrt_callee variable for a function of another unit, or for one that may be replaced.
inline std::string calleeName(llvm::StringRef LinkageName) { return "hetcc_callee_" + suffixOf(LinkageName); }

} // namespace hetcc
#endif
