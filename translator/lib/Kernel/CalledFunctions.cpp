// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes device forms of the user's functions that read global variables. A device does not have these variables, so a
// form gets them as parameters. For
//
//     static double at(int i) { return table[i] + base; }
//
// in region 2:
//
//     static double hetrt_called_2_at(__typeof__(table[0]) *hetrt_given_table, double hetrt_given_base, int i) {...}
//
// and a call `at(k)`, in the body or in another such function, becomes `hetrt_called_2_at(table, base, k)`. The added
// parameters come first, because trailing parameters may have default arguments. In C, all forms are placed before the
// region's function. In C++, a form is placed after each declaration of its function, where names have the same
// meaning: in the same class or namespace, and as a template if the function is one.
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Types.h"
#include "Directive/LineMarker.h"
#include "Kernel/KernelWriter.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

std::string KernelWriter::calledName(const DeviceFunction &F) const {
  return "hetrt_called_" + std::to_string(R.Site.Source->Id) + "_" + F.Definition->getNameAsString();
}

/// Returns the names of the added parameters of a form.
static std::vector<std::string> givenNames(const DeviceFunction &F) {
  std::vector<std::string> Names;
  for (const ValueDecl *Each : F.Needs) {
    const std::string Base = "hetrt_given_" + Each->getNameAsString();
    std::string Name = Base;
    for (unsigned Count = 2; llvm::is_contained(Names, Name); ++Count)
      Name = Base + "_" + std::to_string(Count);
    Names.push_back(std::move(Name));
  }
  return Names;
}

static std::string givenName(const DeviceFunction &F, const ValueDecl *Variable) {
  return givenNames(F)[size_t(llvm::find(F.Needs, Variable->getCanonicalDecl()) - F.Needs.begin())];
}

/// Returns the added arguments of a call of `F`'s form. The call is in the form of the function `By`; if `By` is null,
/// in the body.
std::string KernelWriter::handed(const DeviceFunction &F, const DeviceFunction *By) const {
  auto Name = [&](const ValueDecl *D) { return By ? givenName(*By, D) : localName(*R.entity(D)); };
  return llvm::join(llvm::map_range(F.Needs, Name), ", ");
}

/// Edits calls so that they call the forms. The calls are in the form of the function `By`; if `By` is null, in the
/// body.
void KernelWriter::editCalls(ArrayRef<const CallExpr *> Calls, const DeviceFunction *By, TokenEdits &Edits) const {
  for (const CallExpr *Call : Calls) {
    const DeviceFunction &F = *R.Functions.find(Call);
    const Expr *Callee = Call->getCallee()->IgnoreImpCasts(), *Name = Callee->IgnoreParens();
    auto *Member = dyn_cast<MemberExpr>(Name);
    const bool IsOfClass = isa<CXXMethodDecl>(F.Definition);
    const SourceLocation At = Member ? Member->getMemberLoc() : cast<DeclRefExpr>(Name)->getLocation();
    const size_t First = IsOfClass ? Tokens.find(At) : Tokens.find(Name->getBeginLoc()), Last = Tokens.find(At),
                 Behind = Tokens.find(Callee->getEndLoc());
    const size_t Open = Behind == TokenStream::None ? Behind : Behind + 1;
    if (llvm::is_contained({First, Last, Open}, TokenStream::None) || Open + 1 >= Tokens.size() ||
        Tokens[Open].isNot(tok::l_paren)) {
      Edits.insertBefore(Tokens.find(Call->getBeginLoc()), NotRecorded);
      continue;
    }
    // A kernel is outside of the user's classes and namespaces, so the name of the function must be qualified.
    auto *Ref = dyn_cast<DeclRefExpr>(Name);
    const bool IsBare = !IsOfClass || (!By && Ref && !Ref->hasQualifier());
    std::string Scope = isCXX() && IsBare ? "::" + qualifiedName(*F.Definition) : "";
    Scope.resize(Scope.size() - std::min(Scope.size(), F.Definition->getName().size()));
    Edits.replace(First, Last, Scope + calledName(F));
    Edits.insertAfter(Open, handed(F, By) + (Tokens[Open + 1].is(tok::r_paren) ? "" : ", "));
  }
}

/// Returns the declarations of the added parameters.
std::string KernelWriter::givenParameters(const DeviceFunction &F) const {
  const std::vector<std::string> Names = givenNames(F);
  std::vector<std::string> Parameters;
  for (size_t I = 0; I < Names.size(); ++I) {
    const ValueDecl &Each = *F.Needs[I];
    const QualType T = Each.getType();
    const std::string Of = isCXX() ? "::" + qualifiedName(Each) : Each.getNameAsString();
    if (isCXX() && hasTypeAnywhere(Each))
      Parameters.push_back(
          declare(T->isArrayType() ? Context.getArrayDecayedType(T) : T.getUnqualifiedType(), Names[I]));
    else
      Parameters.push_back(T->isArrayType() ? "__typeof__(" + Of + "[0]) *" + Names[I]
                                            : "__typeof__(" + Of + ") " + Names[I]);
  }
  return llvm::join(Parameters, ", ");
}

/// Returns the text of a form, made from the declaration `D` of the function. If `Body` is set, the text has the
/// function's body; otherwise it is a declaration.
std::string KernelWriter::calledFunction(const DeviceFunction &F, const FunctionDecl &D, bool Body) const {
  const FunctionTypeLoc Type = D.getFunctionTypeLoc();
  const FunctionTemplateDecl *Template = D.getDescribedFunctionTemplate();
  const size_t Begin = Tokens.find(D.getBeginLoc()), Name = Tokens.find(D.getLocation()),
               First = Template ? Tokens.find(Template->getBeginLoc()) : Begin, Open = Tokens.find(Type.getLParenLoc()),
               Close = Tokens.find(Type.getRParenLoc()),
               End =
                   Tokens.find(Body || !D.doesThisDeclarationHaveABody() ? D.getEndLoc() : D.getBody()->getBeginLoc());
  if (llvm::is_contained({First, Begin, Name, Open, Close, End}, TokenStream::None))
    return NotRecorded;
  TokenEdits Edits;
  const bool IsOfClass = isa<CXXMethodDecl>(D);
  for (size_t I = Begin; I < Name && !IsOfClass; ++I)
    if (Tokens[I].isOneOf(tok::kw_static, tok::kw_extern, tok::kw_inline))
      Edits.replace(I, I, "");
  if (!IsOfClass)
    Edits.insertBefore(Begin, "static __attribute__((__unused__))\n");
  Edits.replace(Name, Name, calledName(F));
  if (D.param_empty())
    Edits.replace(Open, Close, "(" + givenParameters(F) + ")");
  else
    Edits.insertAfter(Open, givenParameters(F) + ", ");
  for (const DeclRefExpr *Use : F.Reads) {
    const size_t From = Tokens.find(Use->getBeginLoc()), To = Tokens.find(Use->getLocation());
    if (From != TokenStream::None && To != TokenStream::None)
      Edits.replace(From, To, givenName(F, cast<ValueDecl>(Use->getDecl())));
    else
      Edits.insertBefore(Begin, NotRecorded);
  }
  editCalls(F.Calls, &F, Edits);
  const size_t Last = Body || !D.doesThisDeclarationHaveABody() ? End : End - 1;
  return Tokens.print(First, Last, Edits, /*Lines=*/Body) + (Body ? "\n" + marker() : ";\n");
}

std::string KernelWriter::calledFunctions() const {
  std::string Text;
  for (bool Body : {false, true}) // declarations come first, because the functions may call each other
    for (const DeviceFunction &F : R.Functions.All)
      if (!isCXX())
        Text += calledFunction(F, *F.Definition, Body);
  return Text;
}

/// Returns the index of the last token of a declaration; None if it is not found.
size_t KernelWriter::endOf(const FunctionDecl &D) const {
  const bool Body = D.doesThisDeclarationHaveABody();
  size_t Last = Tokens.find(D.getEndLoc());
  while (!Body && Last < Tokens.size() && !Tokens[Last].isOneOf(tok::semi, tok::comma, tok::l_brace, tok::r_brace))
    ++Last; // skips attributes
  const bool Found = Last < Tokens.size() && Tokens[Last].is(Body ? tok::r_brace : tok::semi);
  return Found && Tokens[Last].getLocation().isFileID() ? Last : TokenStream::None;
}

std::vector<CalledForm> KernelWriter::calledForms() const {
  const SourceManager &SM = Context.getSourceManager();
  std::vector<CalledForm> Forms;
  for (const DeviceFunction &F : R.Functions.All)
    for (const FunctionDecl *D : F.Declarations) {
      const size_t Last = endOf(*D);
      // In `int f(), g();` the end is not found; the function then gets no form, and the compiler reports the call.
      if (Last == TokenStream::None)
        continue;
      const SourceLocation End = Lexer::getLocForEndOfToken(Tokens[Last].getLocation(), 0, SM, Context.getLangOpts());
      if (llvm::any_of(Forms, [&](const CalledForm &Other) {
            return Other.Behind == End;
          })) // another template instance has the same form
        continue;
      const std::string Text = calledFunction(F, *D, D->doesThisDeclarationHaveABody());
      Forms.push_back({D, End,
                       "\n" + marker() + Tokens.withoutMacros(Text, /*Restored=*/true) +
                           lineMarker(SM, End, 0, /*Generated=*/false) + "\n"});
    }
  return Forms;
}
