// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The source text of expressions; or the text that clang prints for an expression that is not written in the source.
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace hetcc;
using namespace clang;

/// Whether the source has the entity's name at the location of the use. It does not for a variable that a lambda
/// captures by default, whose use has the location of the lambda's `=` or `&`.
static bool isNamedThere(const DeclRefExpr *Use, const ASTContext &Context) {
  SmallString<64> Buffer;
  return Lexer::getSpelling(Use->getLocation(), Buffer, Context.getSourceManager(), Context.getLangOpts()) ==
         Use->getNameInfo().getAsString();
}

std::string hetcc::sourceText(const Expr *E, const ASTContext &Context) {
  E = E->IgnoreParenImpCasts();
  const SourceManager &SM = Context.getSourceManager();
  const auto *Use = dyn_cast<DeclRefExpr>(E);
  const auto *Member = dyn_cast<MemberExpr>(E);
  // ObjectArguments and Views contain expressions that Analysis has made and that are not in the source.
  const bool IsWritten = behindView(E) == E && (!Member || Member->getMemberLoc().isValid());
  std::string Text;
  if (IsWritten && E->getBeginLoc().isFileID() && E->getEndLoc().isFileID() && (!Use || isNamedThere(Use, Context)))
    Text = Lexer::getSourceText(CharSourceRange::getTokenRange(E->getSourceRange()), SM, Context.getLangOpts()).str();
  if (!Text.empty() && Text.find_first_of("\n\r\\/") == std::string::npos)
    return Text;
  Text.clear();
  llvm::raw_string_ostream Out(Text);
  E->printPretty(Out, nullptr, Context.getPrintingPolicy());
  return Text;
}

std::string hetcc::nameInFunction(const Expr *E, const ValueDecl *Decl, const ASTContext &Context) {
  std::string Name = Decl->getNameAsString();
  E = E->IgnoreParenImpCasts();
  if (auto *Member = dyn_cast<MemberExpr>(E); Member && isa<FieldDecl>(Decl)) {
    std::string Class;
    llvm::raw_string_ostream Out(Class);
    if (Member->hasQualifier())
      Member->getQualifier()->print(Out, Context.getPrintingPolicy());
    return "this->" + Class + Name;
  }
  if (isa<MemberExpr, UnaryOperator, CXXMemberCallExpr>(E)) {
    std::string Text;
    llvm::raw_string_ostream Out(Text);
    E->printPretty(Out, nullptr, Context.getPrintingPolicy());
    return Text;
  }
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  bool OfNamespace = Context.getLangOpts().CPlusPlus && Decl->getDeclContext()->getRedeclContext()->isFileContext();
  return OfNamespace || (Ref && Ref->hasQualifier()) ? "::" + qualifiedName(*Decl) : Name;
}

std::string hetcc::textOfMember(const MemberExpr &Member, const ASTContext &Context) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  Member.printPretty(Out, nullptr, Context.getPrintingPolicy());
  return Text;
}

std::string hetcc::qualifiedName(const NamedDecl &D) {
  PrintingPolicy Policy = D.getASTContext().getPrintingPolicy();
  Policy.SuppressUnwrittenScope = true;
  std::string Name;
  llvm::raw_string_ostream Out(Name);
  D.printQualifiedName(Out, Policy);
  return Name;
}
