// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks clang for the mangled names of functions.
#include "Analysis/Syntax/LinkageNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace hetcc;
using namespace clang;

std::vector<std::string> hetcc::linkageNames(const FunctionDecl &F, ASTContext &Context) {
  if (!isa<CXXConstructorDecl, CXXDestructorDecl>(F))
    return {linkageName(F, Context)};
  return ASTNameGenerator(Context).getAllManglings(&F);
}

std::string hetcc::linkageName(const FunctionDecl &F, ASTContext &Context) {
  ASTNameGenerator Names(Context);
  return Names.getName(&F);
}

std::string hetcc::suffixOf(StringRef LinkageName) {
  if (llvm::all_of(LinkageName, [](char C) { return isAsciiIdentifierContinue(C); }))
    return LinkageName.str();
  return "of_" +
         llvm::utohexstr(llvm::xxh3_64bits(LinkageName), /*LowerCase=*/true); // a hash, because a name given by
                                                                              // `asm("...")` may contain any characters
}
