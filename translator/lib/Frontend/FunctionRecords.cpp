// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the text of records. A unit with a loop that calls `double at(const double *x, int i)` of another unit gets
//
//     static void hetcc_address_at(void) __attribute__((weakref("at")));
//     extern const hetrt_function hetcc_record_at __asm__("hetcc_function_at") __attribute__((weak));
//     static const hetrt_callee hetcc_callee_at = {"at", hetcc_address_at, &hetcc_record_at, ...};
//
// and the unit that defines `at` gets the record `hetcc_function_at`. The record has the function's address by an
// alias, since another definition in the program may replace the symbol `at` itself. If a loop calls a function of its
// own unit that may be replaced, the unit has a second record of it, which contains only this address, for its own
// loops. Under `-Werror=hetcc-host-only` the callee refers to `hetcc_device_function_at`, without `weak`. A record has
// this second name only if devices can run the function, so the linker reports functions that devices cannot run. All
// names begin with `hetcc_`, because an object that refers to a name with `hetrt_` is linked with the runtime, which a
// unit without loops does not need.
#include "Frontend/FunctionRecords.h"
#include "Analysis/Calls/Callees.h"
#include "Analysis/Calls/OtherUnits.h"
#include "Analysis/Syntax/LinkageNames.h"
#include "Directive/LineMarker.h"
#include "Directive/TokenStream.h"
#include "Rewrite/RegionEmitter.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace hetcc;
using namespace clang;

static std::string numberOf(uint64_t Value) {
  return Value ? "0x" + llvm::utohexstr(Value, /*LowerCase=*/true) + "ULL" : "0";
}

/// The text to append to a bit mask of parameters: the bit HETRT_ADDRESSES if `Addresses` is true.
static std::string mark(bool Addresses) { return Addresses ? " | HETRT_ADDRESSES" : ""; }

/// Collects the functions at namespace scope for which this unit needs records. Member functions that are defined in
/// their class need no records: they are inline, so each unit that calls them has their definitions.
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
    Record Of;
    Of.Function = F;
    Of.Limits = findFunctionLimits(*F, Context);
    const FunctionUse *Use = Uses.usesOf(F);
    if (!Use && Of.Limits.Why.empty())
      Of.Limits.Why = "what it does to its parameters is not known";
    for (unsigned I = 0; Use && I < Use->size(); ++I)
      Of.Written |= uint64_t((*Use)[I].Written) << I;
    Of.ComparesAddresses = Use && llvm::any_of(*Use, [](const ParameterUse &Each) { return Each.ComparedWith; });
    Of.Filled = filledParameters(*F, Context);
    if (!Of.Limits.Why.empty())
      Of.Limits.Foreign.Elsewhere.clear(), Of.Limits.Foreign.Replaceable.clear();
    note(Of.Limits.Foreign, /*Wanted=*/false);
    Own.push_back(std::move(Of));
  }
}

void FunctionRecords::call(const RegionGroup &G, bool Wanted) {
  if (G.hasDeviceForm())
    for (const Region *R : calling(G)) {
      note(R->Needs.Foreign, Wanted);
      // Listed separately, because the region itself may not call these functions.
      for (const FilledElsewhere &Each : R->Needs.Foreign.Filled)
        noted(linkageName(*Each.To, Context), Each.To);
    }
}

FunctionRecords::Function &FunctionRecords::noted(std::string Symbol, const FunctionDecl *Callee) {
  auto Found = llvm::find_if(Called, [&](const Function &Each) { return Each.Symbol == Symbol; });
  return Found != Called.end() ? *Found : Called.emplace_back(Function{std::move(Symbol), Callee});
}

void FunctionRecords::note(const ForeignFunctions &Called, bool Wanted) {
  for (const FunctionDecl *Callee : Called.Elsewhere) {
    Function &Known = noted(linkageName(*Callee, Context), Callee);
    Known.GetsSeveral |= llvm::is_contained(Called.GetSeveralAddresses, Callee);
    Known.Wanted |= Wanted;
  }
  for (const FunctionDecl *Callee : Called.Replaceable)
    for (std::string &Symbol : linkageNames(*Callee, Context))
      noted(std::move(Symbol), Callee).IsOwn = true;
}

/// Returns the fields that all records begin with.
Initializer FunctionRecords::begin(const FunctionDecl &F, StringRef Symbol) const {
  const SourceManager &SM = Context.getSourceManager();
  const PresumedLoc At = SM.getPresumedLoc(SM.getExpansionLoc(F.getLocation()));
  return Initializer()
      .set("abi", "HETRT_ABI")
      .set("size", "sizeof(hetrt_function)")
      .set("name", quoted(F.getNameAsString()))
      .set("location", quoted((llvm::sys::path::filename(At.getFilename()) + ":" + Twine(At.getLine())).str()))
      .set("address", "hetcc_own_" + suffixOf(Symbol))
      .set("signature", numberOf(signatureOf(F, Context)));
}

std::string FunctionRecords::callee(const Function &Of) const {
  const std::string Name = suffixOf(Of.Symbol), Record = "const hetrt_function hetcc_record_" + Name;
  return "static void hetcc_address_" + Name + "(void) __attribute__((weakref(" + quoted(Of.Symbol) + ")));\n" +
         (Of.IsOwn ? begin(*Of.Decl->getDefinition(), Of.Symbol).define("static " + Record)
                   : "extern " + Record + " __asm__(" +
                         quoted((Of.Wanted ? "hetcc_device_function_" : "hetcc_function_") + Of.Symbol) + ")" +
                         (Of.Wanted ? "" : " __attribute__((weak))") + ";\n") +
         Initializer()
             .set("name", quoted(Of.Decl->getNameAsString()))
             .set("address", "hetcc_address_" + Name)
             .set("function", "&hetcc_record_" + Name)
             .set("signature", numberOf(signatureOf(*Of.Decl, Context)))
             .set("kept", Of.IsOwn ? "0" : numberOf(keptParameters(*Of.Decl)) + mark(Of.GetsSeveral))
             .define("static const hetrt_callee " + calleeName(Of.Symbol));
}

static std::string ownAddress(StringRef Symbol) {
  return "static void hetcc_own_" + suffixOf(Symbol) + "(void) __attribute__((alias(" + quoted(Symbol) + ")));\n";
}

static std::string linkage(const ASTContext &Context, const std::string &Text) {
  return Text.empty() || !Context.getLangOpts().CPlusPlus ? Text : "extern \"C\" {\n" + Text + "}\n";
}

std::string FunctionRecords::record(const Record &Of) const {
  const FunctionDecl &F = *Of.Function;
  const std::string Symbol = linkageName(F, Context), Name = suffixOf(Symbol);
  const bool Hidden = F.getVisibility() == HiddenVisibility;
  // The record of a weak function is weak as well: if the linker chooses another unit's definition, it also chooses the
  // record of that unit.
  const std::string Weak = F.isWeak() ? ", weak" : "";
  std::string Text;
  std::vector<std::string> Callees;
  for (const auto *List : {&Of.Limits.Foreign.Elsewhere, &Of.Limits.Foreign.Replaceable})
    for (const FunctionDecl *Callee : *List)
      for (const std::string &Each : linkageNames(*Callee, Context))
        Callees.push_back("&" + calleeName(Each));
  if (!Callees.empty())
    Text += "static const hetrt_callee *const hetcc_callees_" + Name + "[] = " + braced(Callees) + ";\n";
  std::vector<std::string> Fillings;
  for (const FilledParameter &Each : Of.Filled)
    Fillings.push_back(Initializer()
                           .set("parameter", Each.Parameter)
                           .set("counted", Each.Counted ? *Each.Counted + 1 : 0)
                           .set("first", std::to_string(Each.First))
                           .set("end", std::to_string(Each.End))
                           .text());
  if (!Fillings.empty())
    Text += "static const hetrt_filling hetcc_fillings_" + Name + "[] = " + braced(Fillings) + ";\n";
  const std::string Seen = "visibility(" + quoted(Hidden ? "hidden" : "default") + ")";
  auto Define = [&](const std::string &Variable, const std::string &As) {
    const std::string Record = "const hetrt_function " + Variable + Name;
    return "extern " + Record + " __asm__(" + quoted(As + Symbol) + ") __attribute__((" + Seen + Weak + "));\n" +
           begin(F, Symbol)
               .set("written", numberOf(Of.Written) + mark(Of.ComparesAddresses))
               .set("why", Of.Limits.Why.empty() ? "0" : quoted(Of.Limits.Why))
               .set("callees", Callees.empty() ? "0" : "hetcc_callees_" + Name)
               .set("callee_count", Callees.size())
               .set("filling_count", Fillings.size())
               .set("fillings", Fillings.empty() ? "0" : "hetcc_fillings_" + Name)
               .define(Record);
  };
  Text += Define("hetcc_record_of_", "hetcc_function_");
  // If devices can run the function, the record is defined once more, under its second name. An alias of the first
  // record is not used, because under -fleading-underscore the linker would not find the alias.
  return Of.Limits.Why.empty() ? Text + Define("hetcc_device_record_of_", "hetcc_device_function_") : Text;
}

std::string FunctionRecords::text() const {
  std::string Text;
  llvm::StringSet<> Addressed;
  auto Address = [&](StringRef Symbol) { return Addressed.insert(Symbol).second ? ownAddress(Symbol) : ""; };
  for (const Function &Each : Called)
    Text += (Each.IsOwn ? Address(Each.Symbol) : "") + callee(Each);
  for (const Record &Each : Own)
    Text += Address(linkageName(*Each.Function, Context)) + record(Each);
  if (Text.empty())
    return Text;
  // Without these lines, gcc with -Wsystem-headers would warn that the aliases have other types than the functions.
  const std::string Quiet = "#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC diagnostic ",
                    Loud = "\n#endif\n";
  Text = Quiet + "push\n#pragma GCC diagnostic ignored \"-Wattribute-alias\"" + Loud + linkage(Context, Text) + Quiet +
         "pop" + Loud;
  const SourceManager &SM = Context.getSourceManager();
  return lineMarker(SM, SM.getLocForStartOfFile(SM.getMainFileID()), 0, /*Generated=*/true) + "\n" +
         Tokens.withoutMacros(Text, /*Restored=*/true);
}
