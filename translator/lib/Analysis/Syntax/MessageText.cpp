// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Syntax/MessageText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace hetcc;
using namespace clang;

std::string hetcc::nameInMessages(const ValueDecl &Decl) {
  const auto *Set = Decl.getAttr<AnnotateAttr>();
  return Set && Set->isImplicit() ? Set->getAnnotation().str() : Decl.getNameAsString();
}

void hetcc::nameForMessages(ValueDecl &Decl, const std::string &Name) {
  Decl.addAttr(AnnotateAttr::CreateImplicit(Decl.getASTContext(), Name, nullptr, 0));
}

std::string hetcc::lineText(SourceLocation At, const ASTContext &Context) {
  const PresumedLoc Place = Context.getSourceManager().getPresumedLoc(At);
  return Place.isValid()
             ? " (" + llvm::sys::path::filename(Place.getFilename()).str() + ":" + std::to_string(Place.getLine()) + ")"
             : "";
}
