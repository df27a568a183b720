// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text of records. For `double at(const double *x, int i)` and a loop that calls it,
//
//     static void hetcc_address_at(void) __attribute__((weakref("at")));
//     extern const hetrt_function hetcc_record_at __asm__("hetcc_function_at") __attribute__((weak));
//     static const hetrt_callee hetcc_callee_at = {"at", hetcc_address_at, &hetcc_record_at, ...};
//
// where it is called, and where it is defined `hetcc_function_at`, whose address of the function is that of an alias:
// under the function's own name a program may have another one. All names begin with `hetcc_`, since an object that
// names something of `hetrt_` is linked with the runtime, which a unit without loops does not need.
#include "Frontend/FunctionRecords.h"
#include "Analysis/Callees.h"
#include "Directive/LineMarker.h"
#include "Directive/TokenStream.h"
#include "Rewrite/Initializer.h"
#include "Rewrite/RegionEmitter.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace hetcc;
using namespace clang;

static std::string numberOf(uint64_t Value) {
  return Value ? "0x" + llvm::utohexstr(Value, /*LowerCase=*/true) + "ULL" : "0";
}

/// Functions at namespace scope. Those in classes are inline, so that whoever calls them sees them.
static void collectDefinitions(const DeclContext &In, ASTContext &Context, std::vector<const FunctionDecl *> &Found) {
  for (const Decl *D : In.decls())
    if (auto *F = dyn_cast<FunctionDecl>(D); F && isForOtherUnits(*F, Context))
      Found.push_back(F);
    else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
      collectDefinitions(*cast<DeclContext>(D), Context, Found);
}

void FunctionRecords::describe() {
  std::vector<const FunctionDecl *> Definitions;
  collectDefinitions(*Context.getTranslationUnitDecl(), Context, Definitions);
  Callees Uses(Context);
  for (const FunctionDecl *F : Definitions) {
    Record Of{F, findFunctionLimits(*F, Context)};
    const FunctionUse *Use = Uses.of(F);
    if (!Use && Of.Limits.Why.empty())
      Of.Limits.Why = "what it does to its parameters is not known";
    for (unsigned I = 0; Use && I < Use->size(); ++I)
      Of.Written |= uint64_t((*Use)[I].Written) << I;
    if (!Of.Limits.Why.empty())
      Of.Limits.Elsewhere.clear();
    for (const FunctionDecl *Callee : Of.Limits.Elsewhere)
      note(Callee);
    Own.push_back(std::move(Of));
  }
}

void FunctionRecords::call(const RegionGroup &G) {
  if (G.hasDeviceForm())
    for (const Region &R : G.Instances)
      for (const FunctionDecl *Callee : R.Elsewhere)
        note(Callee);
}

void FunctionRecords::note(const FunctionDecl *Callee) {
  std::string Name = linkageName(*Callee, Context);
  if (llvm::none_of(Called, [&](const auto &Each) { return Each.first == Name; }))
    Called.emplace_back(std::move(Name), Callee);
}

std::string FunctionRecords::callee(const FunctionDecl &F) const {
  const std::string Symbol = linkageName(F, Context), Name = suffixOf(Symbol);
  return "static void hetcc_address_" + Name + "(void) __attribute__((weakref(" + quoted(Symbol) + ")));\n" +
         "extern const hetrt_function hetcc_record_" + Name + " __asm__(" + quoted("hetcc_function_" + Symbol) +
         ") __attribute__((weak));\n" +
         Initializer()
             .set("name", quoted(F.getNameAsString()))
             .set("address", "hetcc_address_" + Name)
             .set("function", "&hetcc_record_" + Name)
             .set("signature", numberOf(signatureOf(F, Context)))
             .set("kept", numberOf(keptParameters(F)))
             .define("static const hetrt_callee " + calleeName(Symbol));
}

static std::string linkage(const ASTContext &Context, const std::string &Text) {
  return Text.empty() || !Context.getLangOpts().CPlusPlus ? Text : "extern \"C\" {\n" + Text + "}\n";
}

std::string FunctionRecords::record(const Record &Of) const {
  const FunctionDecl &F = *Of.Function;
  const SourceManager &SM = Context.getSourceManager();
  const PresumedLoc At = SM.getPresumedLoc(SM.getExpansionLoc(F.getLocation()));
  const std::string Symbol = linkageName(F, Context), Name = suffixOf(Symbol);
  const bool Hidden = F.getVisibility() == HiddenVisibility;
  // Where another unit's definition takes the place of a weak one, its record takes the place of the weak one's.
  const std::string Weak = F.isWeak() ? ", weak" : "";
  std::string Text = "static void hetcc_own_" + Name + "(void) __attribute__((alias(" + quoted(Symbol) + ")));\n";
  std::vector<std::string> Callees;
  for (const FunctionDecl *Callee : Of.Limits.Elsewhere)
    Callees.push_back("&" + calleeName(linkageName(*Callee, Context)));
  if (!Callees.empty())
    Text += "static const hetrt_callee *const hetcc_callees_" + Name + "[] = " + braced(Callees) + ";\n";
  const std::string Record = "const hetrt_function hetcc_record_of_" + Name;
  return Text + "extern " + Record + " __asm__(" + quoted("hetcc_function_" + Symbol) + ") __attribute__((visibility(" +
         (Hidden ? quoted("hidden") : quoted("default")) + ")" + Weak + "));\n" +
         Initializer()
             .set("abi", "HETRT_ABI")
             .set("size", "sizeof(hetrt_function)")
             .set("name", quoted(F.getNameAsString()))
             .set("location", quoted((llvm::sys::path::filename(At.getFilename()) + ":" + Twine(At.getLine())).str()))
             .set("address", "hetcc_own_" + Name)
             .set("signature", numberOf(signatureOf(F, Context)))
             .set("written", numberOf(Of.Written))
             .set("why", Of.Limits.Why.empty() ? "0" : quoted(Of.Limits.Why))
             .set("callees", Callees.empty() ? "0" : "hetcc_callees_" + Name)
             .set("callee_count", Callees.size())
             .define(Record);
}

std::string FunctionRecords::text() const {
  std::string Text;
  for (const auto &[Symbol, F] : Called)
    Text += callee(*F);
  for (const Record &Each : Own)
    Text += record(Each);
  if (Text.empty())
    return Text;
  // That an alias has another type would be said where warnings about system headers are wanted.
  const std::string Quiet = "#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC diagnostic ",
                    Loud = "\n#endif\n";
  Text = Quiet + "push\n#pragma GCC diagnostic ignored \"-Wattribute-alias\"" + Loud + linkage(Context, Text) + Quiet +
         "pop" + Loud;
  const SourceManager &SM = Context.getSourceManager();
  return lineMarker(SM, SM.getLocForStartOfFile(SM.getMainFileID()), 0, /*Generated=*/true) + "\n" +
         Tokens.withoutMacros(Text, /*Restored=*/true);
}
