// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Translator.h"
#include "Analysis/Analysis.h"
#include "Analysis/Calls/OtherUnits.h"
#include "Analysis/Loop/ClauseExpressions.h"
#include "Directive/DirectiveParser.h"
#include "Directive/LineMarker.h"
#include "Frontend/ClauseFixes.h"
#include "Frontend/DeviceForms.h"
#include "Frontend/Explainer.h"
#include "Frontend/FunctionRecords.h"
#include "Frontend/HiddenPragmas.h"
#include "Frontend/Instances.h"
#include "Frontend/RegionEdits.h"
#include "Frontend/Summary.h"
#include "Frontend/TextFiles.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace hetcc;
using namespace clang;

Translator::Translator(CompilerInstance &Instance, const TranslateOptions &Options, Outcome &Result, Attempt &Try)
    : Instance(Instance), Options(Options), Result(Result), Try(Try), Diags(Instance.getDiagnostics()),
      Edits(Instance.getPreprocessor()), OldClient(Instance.getDiagnostics().takeClient()),
      Old(OldClient ? OldClient.get() : Instance.getDiagnostics().getClient()),
      Messages(*Old, Directives, Options, Try.Refused), Device{Instance, Directives, Edits, Options.Image} {
  Messages.Ours = &Diags;
  Instance.getDiagnostics().setClient(&Messages, /*ShouldOwnClient=*/false);
  Messages.Pragmas.install(Instance.getPreprocessor(), hidingPragmas(Instance.getPreprocessor(), Edits));
  Tokens.record(Instance.getPreprocessor());
  Result = Outcome::NoDirectives;
}

Translator::~Translator() {
  const bool Owned = OldClient != nullptr;
  Instance.getDiagnostics().setClient(Owned ? OldClient.release() : Old, Owned);
}

void Translator::InitializeSema(Sema &S) {
  installPragmaHandlers(S, Directives, Diags, {Options.Auto, Options.Checked});
  Messages.Parsing = &S;
}

void Translator::explain(const RegionGroup &G) {
  llvm::append_range(Missing, Explainer(Instance, Options, Diags).explain(G));
}

/// Called by clang's parser before it parses a function body.
bool Translator::shouldSkipFunctionBody(Decl *D) {
  const FunctionDecl *F = D->getAsFunction();
  if (!F || !Try.Skip.count(placeOf(*F, sources())))
    return false;
  Skipped.push_back(F);
  return true;
}

/// Finds the braces of all skipped bodies. The device source leaves out the skipped bodies of the main file.
void Translator::findSkippedBodies() {
  for (const FunctionDecl *F : Skipped) {
    SkippedBody Body = skippedBody(*F, Tokens, Try.Skip.at(placeOf(*F, sources())));
    SkippedBodies.push_back(Body);
    const FileID Main = sources().getMainFileID();
    if (Body.Begin.isFileID() && sources().getFileID(Body.Begin) == Main && sources().getFileID(Body.End) == Main)
      Device.Skipped.push_back({sources().getFileOffset(Body.Begin), sources().getFileOffset(Body.End)});
  }
}

/// Returns the skipped body that contains the directive; null if no skipped body does.
const SkippedBody *Translator::skippedAround(const Directive &D) const {
  auto Found = llvm::find_if(SkippedBodies, [&](const SkippedBody &B) { return B.contains(D.HashLoc, sources()); });
  return Found == SkippedBodies.end() ? nullptr : &*Found;
}

/// Warns about a directive in a skipped body.
void Translator::explainSkipped(const RegionGroup &G) {
  const SkippedBody *Body = G.Source->isRegion() && !G.Source->Automatic ? skippedAround(*G.Source) : nullptr;
  if (!Body)
    return;
  Diags.report(G.Source->Begin, message::warn_unparsed) << (G.Source->Kind == DirectiveKind::Block) << Body->Reason;
  Diags.report(G.Source->Begin, message::note_remedy)
      << "move it to a function of its own, away from what clang does not accept";
}

/// Reports hetcc directives that no loop follows. Sema's error names the OpenMP directive that replaces the user's
/// directive, so this message is needed to name the user's.
void Translator::reportMissingLoops() {
  for (SourceLocation Statement : Messages.NotLoops)
    for (const Directive &D : Directives)
      if (auto Next = Lexer::findNextToken(D.End, sources(), Instance.getLangOpts());
          Next && Next->getLocation() == Statement)
        Diags.report(D.Begin, message::err_no_loop) << D.Name;
}

/// Reports two directives that come from one use of a macro. A translated directive is written together with all other
/// tokens of its macro, so these tokens would be written twice.
void Translator::reportSharedMacros() {
  std::map<SourceLocation, Directive *> Uses;
  for (Directive &D : Directives) {
    if (D.HashLoc.isFileID())
      continue;
    Directive *&First = Uses.try_emplace(sources().getExpansionLoc(D.HashLoc), &D).first->second;
    if (First == &D)
      continue;
    for (Directive *Each : {First, &D})
      Each->WhyAsWritten = Each->Automatic ? "its macro holds several directives" : "";
    if (!D.Automatic || !First->Automatic)
      Diags.report(D.Begin, message::err_macro_shared) << D.Name;
  }
}

void Translator::HandleTranslationUnit(ASTContext &Context) {
  auto Failed = [&] { return Diags.errorCount() || Messages.DirectiveErrors; };
  for (SourceLocation Macro : Messages.OpenMacros)
    if (std::optional<OpenClause> Clause = findOpenClause(Macro, Instance.getPreprocessor()))
      Diags.report(Clause->Next, message::err_open_clause) << Clause->Name << Clause->NextName;
    else
      Diags.report(Macro, message::err_open_macro);
  reportMissingLoops();
  if (Failed()) {
    Result = Outcome::Errors;
    return;
  }
  if (!Try.Refused.First.empty()) {
    const bool None = Directives.empty() && Directives.HostConstructs.empty() && !Directives.Lost;
    Result = None ? Outcome::NoDirectives : Outcome::Unparsable;
    return;
  }
  if (!checkClauseExpressions(Context, Directives, Diags)) {
    Result = Outcome::Errors;
    return;
  }
  const bool NoLoops = llvm::all_of(Directives, [](const Directive &D) { return D.isOfData(); });
  const bool Nothing = Directives.empty() && Directives.HostConstructs.empty() && Directives.Requirements.empty();
  if (Nothing && !Directives.HasPlainLoops)
    Diags.report(sources().getLocForStartOfFile(sources().getMainFileID()), message::remark_no_loops);
  // A unit that has only data directives is left to the host compiler, except under --hetcc-auto: then plain OpenMP
  // loops of other units may run on devices and use the arrays that these directives name.
  const bool Left = NoLoops && (Options.Auto == AutoMode::Off || Nothing);
  using RecordsFor = TranslateOptions::RecordsFor;
  FunctionRecords Records(Context, Tokens);
  if (Options.Functions > (Left ? RecordsFor::UnitsWithDirectives : RecordsFor::NoUnit) &&
      !Context.getCurrentNamedModule())
    Records.describe();
  if (Left) {
    if (!Records.empty())
      Result = Failed() ? Outcome::Errors : writeOutputs(Records);
    return;
  }
  reportSharedMacros();
  findSkippedBodies();
  Groups = collectRegions(Context, Directives);
  if (!analyseGroups(Context)) {
    Result = Outcome::Errors;
    return;
  }
  if (!Failed() && !applyFixes(Missing, sources(), Instance.getPreprocessor().isMacroDefined("HETCC"))) {
    Result = Outcome::Unwritable;
    return;
  }
  edit(Context);
  const bool IsError = Options.Messages.severityOf(Group::host_only) == Severity::Error;
  // In a shared library, a missing record is no error of the link, because the library may be linked without the
  // functions that it calls.
  for (const RegionGroup &G : Groups)
    Records.call(G, IsError && !G.Source->Automatic && !isForSharedLibrary(Context));
  Result = Failed() ? Outcome::Errors : writeOutputs(Records);
}

/// Replaces the directive of a block, and the `bind_partition` and `padding_...` directives in the block.
void Translator::editBlock(RegionEdits &Writer, const RegionGroup &G) {
  bool Split = Writer.editBlock(G, Device.hasImage());
  for (unsigned Id : G.Inside)
    if (DirectiveKind Kind = Directives[Id].Kind; Kind == DirectiveKind::Bind || Kind == DirectiveKind::Padding)
      Writer.editInBlock(Directives[Id], Split ? &G : nullptr);
}

/// Reports `bind_partition` and `padding_...` outside of blocks with a partition.
bool Translator::checkOutside() {
  std::set<unsigned> Inside;
  for (const RegionGroup &G : Groups)
    Inside.insert(G.Inside.begin(), G.Inside.end());
  bool Good = true;
  for (const Directive &D : Directives)
    if ((D.Kind == DirectiveKind::Bind || D.Kind == DirectiveKind::Padding) && !Inside.count(D.Id) &&
        !skippedAround(D)) {
      Diags.report(D.Begin, message::err_outside_block) << D.Name;
      Good = false;
    }
  return Good;
}

/// Whether the region is inside of a block over places.
static bool isInside(const RegionGroup &G) { return !G.Instances.empty() && !G.Instances.front().Site.Around.empty(); }

void Translator::edit(ASTContext &Context) {
  RegionEdits Writer(Context, Tokens, Edits, Options, Diags, Directives.DynamicSchedules);
  // Regions inside of blocks are edited first, because a text that is inserted later at the same location is placed
  // around the texts inserted earlier.
  for (const RegionGroup &G : llvm::reverse(Groups))
    if (isInside(G))
      editGroup(Writer, G);
  for (const RegionGroup &G : Groups)
    if (!isInside(G))
      editGroup(Writer, G);
  for (const HostConstruct &Each : Directives.HostConstructs)
    Writer.editAsWritten(placeOf(Each), Each.StandsAlone);
  for (const MemoryRequirement &Each : Directives.Requirements)
    Writer.editRequirement(Each);
}

/// Replaces one directive.
void Translator::editGroup(RegionEdits &Writer, const RegionGroup &G) {
  const DirectiveKind Kind = G.Source->Kind;
  if (Kind == DirectiveKind::Depersist)
    Writer.editDepersist(*G.Source);
  else if (Kind == DirectiveKind::Bind || Kind == DirectiveKind::Padding) { // editBlock() replaces those inside of
                                                                            // blocks
    if (skippedAround(*G.Source))
      Writer.editInBlock(*G.Source, nullptr);
  } else if (!G.Source->WhyAsWritten.empty())
    G.Source->isLoop() && G.Instances.empty() ? void() // the loop is part of another construct, which is translated as
                                                       // a whole
                                              : Writer.editAsWritten(*G.Source, G.Source->standsAlone());
  else if (G.Source->isOfData())
    Writer.editData(*G.Source);
  else if (G.Instances.empty() || G.Fate.Where == RunsOn::Plain)
    Writer.editPlain(*G.Source);
  else if (Kind == DirectiveKind::Block)
    editBlock(Writer, G);
  else
    Writer.editRegion(G, Device.hasImage());
}

void Translator::explainNotSplit(const RegionGroup &G) {
  Diags.report(G.Source->Begin, message::remark_not_split) << G.Source->Name << G.Source->WhyAsWritten;
  if (!G.Fate.Remedy.empty())
    Diags.report(G.Source->Begin, message::note_remedy) << G.Fate.Remedy;
}

bool Translator::analyseGroups(ASTContext &Context) {
  bool Sound = true;
  for (RegionGroup &G : Groups) {
    explainSkipped(G);
    if (G.Source->Kind == DirectiveKind::Block) {
      Sound &= analyseBlock(Context, G);
      continue;
    }
    if (!G.Source->isLoop()) {
      std::optional<Diagnostics::Silence> Quiet;
      if (G.Source->Automatic)
        Quiet.emplace(Diags);
      const bool Stays = staysInBlocks(G, Context.getSourceManager(), Diags);
      if (Quiet && !Stays)
        G.Source->WhyAsWritten = Quiet->kept().Text;
      Sound &= Stays || Quiet;
      continue;
    }
    if (G.Source->Automatic) {
      if (analyseAutomatic(Context, G))
        explain(G);
      else if (!G.Instances.empty() || skippedAround(*G.Source))
        explainNotSplit(G);
      continue;
    }
    // Analysis goes on after an error in one region, so that errors in other regions are reported, too.
    if (analyseGroup(Context, G))
      explain(G);
    else
      Sound = false;
  }
  for (const HostConstruct &Each : Directives.HostConstructs)
    if (Each.IsLoop)
      Diags.report(Each.Begin, message::remark_not_split) << Each.Name << Each.Why;
  return Sound && checkOutside();
}

/// What the analysis of a group needs from this unit's options and writers. The driver passes what the host compiler
/// has refused by `--leave`.
GroupRules Translator::rulesFor(const RegionGroup &G, ASTContext &Context) const {
  GroupRules Rules{Tokens, {Options.Reassociate, Options.Barriers, Directives.Independent}, {}, {}, {}};
  if (auto Left = Options.Leave.find(std::to_string(G.Source->Id)); Left != Options.Leave.end())
    Rules.Refused = Left->second;
  Rules.Guard = [this, &Context](const Region &R) {
    ParameterNames Names;
    std::string WhyNot;
    return instanceGuard(R.Site.Function, KernelWriter(R, Context, Tokens), Context, Names, WhyNot).value_or("");
  };
  Rules.IsUniform = [this, &Context](const RegionGroup &Of) {
    const HostWriter Writer(Context, Tokens, Options, Device.hasImage());
    return Of.Source->Kind == DirectiveKind::Block ? Writer.isUniformBlock(Of) : Writer.isUniform(Of);
  };
  return Rules;
}

/// Analyses all instances of a loop and writes their GPU kernels.
bool Translator::analyseGroup(ASTContext &Context, RegionGroup &G) {
  if (!analyseLoopGroup(G, rulesFor(G, Context), Context, Diags))
    return false;
  if (!G.Instances.empty() && !(G.Source->Automatic && G.Fate.Where != RunsOn::Everywhere))
    DeviceForms(Context, Tokens, Options, Diags, Device).add(G);
  return true;
}

/// Analyses a plain OpenMP loop under --hetcc-auto. Returns true, and the loop is split, only if Analysis proves that
/// splitting does not change the results; otherwise sets `WhyAsWritten` to the reason, and the loop stays unchanged.
bool Translator::analyseAutomatic(ASTContext &Context, RegionGroup &G) {
  std::string &Why = G.Source->WhyAsWritten, Remedy;
  Diagnostics::Silence Quiet(Diags);
  if (const SkippedBody *Body = skippedAround(*G.Source))
    Why = "clang does not accept the function around it: " + Body->Reason;
  else if (G.Instances.empty())
    Why = "it is part of another construct, or of a template that is not used";
  else if (isa_and_nonnull<CoroutineBodyStmt>(G.Instances.front().Site.Function->getBody()))
    Why = "its function is a coroutine, of whose variables the host compiler makes others";
  else if (!Why.empty()) // checkClauseExpressions() or reportSharedMacros() has set the reason
    ;
  else if (!analyseGroup(Context, G))
    Why = Quiet.kept().Text;
  else if (G.Fate.Where != RunsOn::Everywhere)
    Why = G.Fate.Cause, Remedy = G.Fate.Remedy;
  if (!Why.empty())
    G.Fate.restrict(RunsOn::Plain, G.Source->Begin, Why, Remedy);
  return Why.empty();
}

/// Analyses a block with a partition and its loops, and writes their GPU kernels. Returns false after an error.
bool Translator::analyseBlock(ASTContext &Context, RegionGroup &G) {
  if (!analyseBlockGroup(G, LoopDirectives, Directives, rulesFor(G, Context), Context, Diags))
    return false;
  for (RegionGroup &L : G.Loops) {
    DeviceForms(Context, Tokens, Options, Diags, Device).add(L);
    Explainer(Instance, Options, Diags).explainLoops(L);
  }
  if (G.Fate.Where == RunsOn::Everywhere)
    return true;
  Diags.report(G.Fate.Loc, G.Fate.Where == RunsOn::Plain ? message::warn_block_serial : message::warn_block_host_only)
      << G.Fate.Cause;
  if (!G.Fate.Remedy.empty())
    Diags.report(G.Source->Begin, message::note_remedy) << G.Fate.Remedy;
  return true;
}

/// In a unit of a C++ module: moves `module;`, which begins the global module fragment, before the preamble, which
/// includes hetrt.h. Inserts the runtime's declarations after `module NAME;`.
void Translator::editModule() {
  ModuleWords Words = findModuleWords(Instance);
  if (Words.FragmentBegin.isValid())
    Edits.replace(Words.FragmentBegin, Words.FragmentEnd, "");
  if (SourceLocation End = Words.DeclarationEnd; End.isValid() && (Device.hasImage() || !Device.Functions.empty()))
    Edits.insert(End, "\n" + lineMarker(sources(), End, 0, true) + "\n" + Device.declarations() +
                          lineMarker(sources(), End, 0, false) + "\n");
}

/// Writes the device source and its copies of headers, if there are kernels.
Outcome Translator::writeDevice() const {
  if (Device.Kernels.empty() || Options.DeviceOutput.empty())
    return Outcome::Translated;
  if (Outcome Written = writeHeaders(Device.Source, llvm::sys::path::parent_path(Options.DeviceOutput));
      Written != Outcome::Translated)
    return Written;
  return writeFile(Options.DeviceOutput, Device.Source.Main) ? Outcome::Translated : Outcome::Unwritable;
}

/// Writes all outputs of the translation.
Outcome Translator::writeOutputs(const FunctionRecords &Records) {
  Device.Functions = Records.text();
  if (Try.Preprocessed)
    Edits.restore(Try.Preprocessed->Sections);
  if (Try.AllOfLibrary)
    Device.Definitions = "#define " + std::string(AllOfLibrary) + " 1\n";
  if (!Device.Kernels.empty())
    Device.finish(Tokens);
  if (Device.ofModule())
    editModule();
  const EditedUnit Host = Edits.finish(Options.OutputDir, "header");
  if (Outcome Written = writeHeaders(Host, Options.OutputDir); Written != Outcome::Translated)
    return Written;
  SourceLocation Start = sources().getLocForStartOfFile(sources().getMainFileID());
  std::string Text =
      Device.preamble(Tokens) + lineMarker(sources(), Start, 0, false) + "\n" + Host.Main + "\n" + Device.image();
  if (Outcome Written = writeDevice(); Written != Outcome::Translated)
    return Written;
  if (!Options.Regions.empty() && !writeFile(Options.Regions, regionList(Groups, sources())))
    return Outcome::Unwritable;
  auto IsInSkippedBody = [&](const Directive &D) { return skippedAround(D) != nullptr; };
  if (!Options.Summary.empty() &&
      !writeFile(Options.Summary, loopSummary(Groups, Directives, sources(), IsInSkippedBody)))
    return Outcome::Unwritable;
  return writeFile(Options.HostOutput, Text) ? Outcome::Translated : Outcome::Unwritable;
}
