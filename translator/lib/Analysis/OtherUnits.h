// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that loops of other units call (docs/design/other-units.md). Of such a callee a caller knows its type
// alone, and relies on it that what a parameter says is `const` is not written; the unit that defines it tells the
// rest in a record.
#ifndef HETCC_LIB_ANALYSIS_OTHERUNITS_H
#define HETCC_LIB_ANALYSIS_OTHERUNITS_H

#include "clang/AST/Decl.h"
#include <optional>
#include <string>
#include <vector>

namespace hetcc {

/// Why a function that the unit does not define stays on the host whatever its own unit says of it; empty: it need not.
std::string whyNotOfOtherUnit(const clang::FunctionDecl &F, clang::ASTContext &Context);

/// Whether other units can call a definition, and its unit alone has it.
bool isForOtherUnits(const clang::FunctionDecl &F, clang::ASTContext &Context);

/// Whether the unit's code is compiled for a shared library.
bool isForSharedLibrary(const clang::ASTContext &Context);

/// Whether a program may have another definition in place of this one of a shared library, that of its own or of a
/// library that is loaded first. A compiler may not count on this one then, and the host's code calls whichever it is.
bool isReplaceable(const clang::FunctionDecl &Definition, clang::ASTContext &Context);

/// The name by which the linker knows a function.
std::string linkageName(const clang::FunctionDecl &F, clang::ASTContext &Context);

/// All its names there: constructors and destructors have names for whole objects and for those that are a base.
std::vector<std::string> linkageNames(const clang::FunctionDecl &F, clang::ASTContext &Context);

/// A linkage name as a part of a name in generated code.
std::string suffixOf(llvm::StringRef LinkageName);
/// The hetrt_callee of a function of another unit, or of one that may be replaced.
inline std::string calleeName(llvm::StringRef LinkageName) { return "hetcc_callee_" + suffixOf(LinkageName); }

/// Equal where two units declare the function with the same types.
uint64_t signatureOf(const clang::FunctionDecl &F, clang::ASTContext &Context);

/// Parameters, by bits, and behind them the object of a member function: those through which, by their types, nothing
/// is written.
uint64_t keptParameters(const clang::FunctionDecl &F);

/// Whether a parameter of this type is given an address.
inline bool isAddress(clang::QualType T) { return T->isPointerType() || T->isReferenceType(); }

/// What keeps a function from devices.
struct FunctionLimits {
  std::string Why;                                      ///< what in its own unit keeps it; empty: nothing
  std::vector<const clang::FunctionDecl *> Elsewhere;   ///< functions of other units that it, or what it calls, calls
  std::vector<const clang::FunctionDecl *> Replaceable; ///< likewise, of this unit
  std::vector<const clang::FunctionDecl *> HandsApart;  ///< see Region
};
FunctionLimits findFunctionLimits(const clang::FunctionDecl &F, clang::ASTContext &Context);

/// A function sets the elements of what a parameter leads to from First to the one before End, or that many more as
/// the value of another parameter says, and reads none that it has not set.
struct FilledParameter {
  unsigned Parameter = 0;
  int64_t First = 0, End = 0;
  std::optional<unsigned> Counted; ///< that other parameter
};

/// A function of another unit on which a loop relies to do so. The constants among the arguments may say how many
/// elements that is.
struct FilledElsewhere {
  const clang::FunctionDecl *To = nullptr;
  unsigned Parameter = 0;
  int64_t First = 0, End = 0;
  std::vector<std::optional<int64_t>> Arguments;
};

/// Whether a function may leave the addresses that it is given where they are found when it has returned: its types
/// say that there is no such place, other than variables of the program's.
bool mayKeepAddresses(const clang::FunctionDecl &F);

} // namespace hetcc
#endif
