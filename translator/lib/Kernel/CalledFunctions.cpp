// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forms of the user's functions that are handed what they read of the file's variables. For
//
//     static double at(int i) { return table[i] + base; }
//
// in region 2:
//
//     static double hetrt_called_2_at(int i, __typeof__(table[0]) *table, __typeof__(base) base) {...}
//
// and `at(k)` in the body, or in another of these functions, is `hetrt_called_2_at(k, table, base)`.
#include "Analysis/Body.h"
#include "Kernel/KernelWriter.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

std::string KernelWriter::calledName(const DeviceFunction &F) const {
  return "hetrt_called_" + std::to_string(R.Source->Id) + "_" + F.Definition->getNameAsString();
}

/// What is handed over, by name.
static std::string handed(const Region &R, const DeviceFunction &F) {
  return llvm::join(llvm::map_range(F.Needs, [&](const ValueDecl *D) { return localName(*R.entity(D)); }), ", ");
}

void KernelWriter::editCalls(ArrayRef<const CallExpr *> Calls, TokenEdits &Edits) const {
  for (const CallExpr *Call : Calls) {
    const DeviceFunction &F = *R.Functions.find(Call);
    const Expr *Name = Call->getCallee()->IgnoreImpCasts();
    const size_t First = Tokens.find(Name->getBeginLoc()), Last = Tokens.find(Name->getEndLoc()),
                 Close = Tokens.find(Call->getRParenLoc());
    if (First == TokenStream::None || Last == TokenStream::None || Close == TokenStream::None)
      continue;
    Edits.replace(First, Last, calledName(F));
    Edits.insertBefore(Close, (Call->getNumArgs() ? ", " : "") + handed(R, F));
  }
}

std::string KernelWriter::calledFunction(const DeviceFunction &F, bool Body) const {
  const FunctionDecl &D = *F.Definition;
  const FunctionTypeLoc Type = D.getFunctionTypeLoc();
  const size_t First = Tokens.find(D.getBeginLoc()), Name = Tokens.find(D.getLocation()),
               Open = Tokens.find(Type.getLParenLoc()), Close = Tokens.find(Type.getRParenLoc()),
               Begin = Tokens.find(D.getBody()->getBeginLoc()), End = Tokens.find(D.getBody()->getEndLoc());
  if (llvm::is_contained({First, Name, Open, Close, Begin, End}, TokenStream::None))
    return NotRecorded;
  TokenEdits Edits;
  for (size_t I = First; I < Name; ++I)
    if (Tokens[I].isOneOf(tok::kw_static, tok::kw_extern, tok::kw_inline))
      Edits.replace(I, I, "");
  Edits.replace(Name, Name, calledName(F));
  std::vector<std::string> Parameters;
  for (const ValueDecl *Each : F.Needs) {
    const std::string Of = Each->getNameAsString(), Own = localName(*R.entity(Each));
    Parameters.push_back(Each->getType()->isArrayType() ? "__typeof__(" + Of + "[0]) *" + Own
                                                        : "__typeof__(" + Of + ") " + Own);
  }
  const std::string All = llvm::join(Parameters, ", ");
  if (D.param_empty())
    Edits.replace(Open, Close, "(" + All + ")");
  else
    Edits.insertBefore(Close, ", " + All);
  for (const DeclRefExpr *Use : F.Reads)
    if (size_t At = Tokens.find(Use->getLocation()); At != TokenStream::None)
      Edits.replace(At, At, localName(*R.entity(cast<ValueDecl>(Use->getDecl()->getCanonicalDecl()))));
  editCalls(F.Calls, Edits);
  return "static __attribute__((__unused__))\n" + Tokens.print(First, Body ? End : Begin - 1, Edits, /*Lines=*/Body) +
         (Body ? "\n" + marker() : ";\n");
}

std::string KernelWriter::calledFunctions() const {
  std::string Text;
  for (bool Body : {false, true}) // they may call each other
    for (const DeviceFunction &F : R.Functions.All)
      Text += calledFunction(F, Body);
  return Text;
}
