// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that a loop calls and another translation unit defines (docs/design/other-units.md). The calling unit knows
// only the function's type, and trusts a `const` in it: the function does not write objects that its parameters lead to
// as `const`. The defining unit emits a record about the function, from which the runtime learns the rest.
#ifndef HETCC_LIB_ANALYSIS_CALLS_OTHERUNITS_H
#define HETCC_LIB_ANALYSIS_CALLS_OTHERUNITS_H

#include "Analysis/Region/ForeignFunctions.h"
#include "clang/AST/Decl.h"
#include <string>
#include <vector>

namespace hetcc {

/// Why a loop that calls a function of another unit stays on the host, whatever the defining unit's record says. If
/// empty, the record decides.
std::string whyNotOfOtherUnit(const clang::FunctionDecl &F, clang::ASTContext &Context);

/// Whether other units can call the function F, and have no definition of F themselves, as they have of inline
/// functions.
bool isForOtherUnits(const clang::FunctionDecl &F, clang::ASTContext &Context);

/// Whether the unit's code is compiled for a shared library.
bool isForSharedLibrary(const clang::ASTContext &Context);

/// Whether the dynamic linker may replace a definition in a shared library by one of the program or of a library that
/// is loaded earlier (symbol interposition). The host's code then calls the replacement.
bool isReplaceable(const clang::FunctionDecl &Definition, clang::ASTContext &Context);

/// A hash of the function's type. It is equal in two units that declare the function with the same types.
uint64_t signatureOf(const clang::FunctionDecl &F, clang::ASTContext &Context);

/// A bit mask of the parameters that are pointers or references to `const`: bit I for parameter I. The bit after that
/// of the last parameter is for the object of a member function.
uint64_t keptParameters(const clang::FunctionDecl &F);

/// Whether the argument of a parameter of type T is an address.
inline bool isAddress(clang::QualType T) { return T->isPointerType() || T->isReferenceType(); }

/// What decides whether devices can run a function that this unit defines; the unit's record for other units contains
/// it.
struct FunctionLimits {
  std::string Why; ///< why devices cannot run the function; empty if they can
  ForeignFunctions Foreign;
};
/// The limits of function F, of its own body and of the functions of this unit that F calls.
FunctionLimits findFunctionLimits(const clang::FunctionDecl &F, clang::ASTContext &Context);

/// Whether a function may keep an address that it gets, so that other code can use the address after the function has
/// returned. Only the function's types are looked at: false if they have no place for an address. Global variables, in
/// which any function can keep an address, do not count.
bool mayKeepAddresses(const clang::FunctionDecl &F);

/// For each parameter that leads to elements: which of these elements the function F sets before it reads any of them.
/// The function's record contains this list, so that other units know it.
std::vector<FilledParameter> filledParameters(const clang::FunctionDecl &F, clang::ASTContext &Context);

} // namespace hetcc
#endif
