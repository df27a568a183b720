// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which of clang's messages the user gets.
#include "Frontend/MessageFilter.h"
#include "Frontend/MessagePrinter.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Sema/Sema.h"

using namespace hetcc;
using namespace clang;

namespace {

static bool isHetccMacro(const Diagnostic &Info) {
  SourceLocation Loc = Info.getLocation();
  if (!Info.hasSourceManager() || !Loc.isFileID())
    return false;
  const auto [File, Offset] = Info.getSourceManager().getDecomposedLoc(Loc);
  return Info.getSourceManager().getBufferData(File).drop_front(Offset).starts_with("HETCC(");
}

/// Whether the message is about a system header. Warnings about system headers are off, as in other compilers.
static bool inSystemHeader(const Diagnostic &Info) {
  return Info.hasSourceManager() && Info.getLocation().isValid() &&
         Info.getSourceManager().isInSystemHeader(Info.getSourceManager().getExpansionLoc(Info.getLocation()));
}

static std::string describe(const Diagnostic &Info) {
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
    return Text.str().str();
  PresumedLoc Where =
      Info.getSourceManager().getPresumedLoc(Info.getSourceManager().getExpansionLoc(Info.getLocation()));
  return std::string(Where.getFilename()) + ":" + std::to_string(Where.getLine()) + ": " + Text.str().str();
}

} // namespace

bool MessageFilter::inDirective(const Diagnostic &Info) const {
  if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
    return false;
  const SourceManager &SM = Info.getSourceManager();
  SourceLocation Loc = SM.getExpansionLoc(Info.getLocation());
  return llvm::any_of(Directives, [&](const Directive &D) {
    SourceLocation Begin = SM.getExpansionLoc(D.Begin), End = SM.getExpansionRange(D.End).getEnd();
    return SM.getFileID(Loc) == SM.getFileID(Begin) && SM.getFileOffset(Begin) <= SM.getFileOffset(Loc) &&
           SM.getFileOffset(Loc) <= SM.getFileOffset(End);
  });
}

/// Returns the severity of a warning of group `G`: `-w` decides first, then the last pragma before the warning's
/// location, then the command line.
Severity MessageFilter::severityOf(Group G, const Diagnostic &Info) const {
  if (Options.Messages.IgnoreAll || (inSystemHeader(Info) && !Options.Messages.SystemHeaders))
    return Severity::Ignored;
  std::optional<Severity> Here;
  if (Info.hasSourceManager())
    Here = Pragmas.severityAt(Info.getLocation(), G, Info.getSourceManager());
  return Here ? *Here : Options.Messages.severityOf(G);
}

bool MessageFilter::isWanted(DiagnosticsEngine::Level Level, const Diagnostic &Info, bool Own) const {
  if (Own)
    return Level != DiagnosticsEngine::Remark || Options.Explain ||
           (Ours->is(Info.getID(), message::remark_clauses) && Options.showsClauses());
  // Clang's errors in directives are forwarded. After an error outside of directives, an error may only be a
  // consequence of it, and the host compiler reports that first error.
  return Level >= DiagnosticsEngine::Error && Refused.First.empty() && inDirective(Info);
}

void MessageFilter::forward(DiagnosticsEngine::Level Level, const Diagnostic &Info, const std::string &Option) {
  const unsigned Most = Options.Messages.Fatal ? 1 : Options.Messages.MaxErrors;
  const bool Error = Level >= DiagnosticsEngine::Error;
  if (Most && Shown >= Most && (Error || Level == DiagnosticsEngine::Warning || Shown > Most)) {
    if (Shown++ == Most && Options.Messages.Format == MessageFormat::Text)
      llvm::errs() << "compilation terminated due to "
                   << (Options.Messages.Fatal ? "-Wfatal-errors" : "-fmax-errors=" + std::to_string(Most)) << ".\n";
    return;
  }
  Shown += Error;
  if (Options.Printer)
    return Options.Printer->print(Level, Info, Option);
  if (Option.empty())
    return Inner.HandleDiagnostic(Level, Info);
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  Text += " [" + Option + "]";
  Inner.HandleDiagnostic(Level, Diagnostic(Info.getDiags(), Text));
}

void MessageFilter::HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) {
  if (Level != DiagnosticsEngine::Note)
    AfterError = Level >= DiagnosticsEngine::Error;
  else if (AfterError && Info.getID() == clang::diag::note_constexpr_step_limit_exceeded)
    Refused.NeedsSteps = true;
  if (Ours && Ours->keepSilent(Info)) {
    Forward = false;
    return;
  }
  const bool Own = Ours && Ours->isOurs(Info.getID());
  std::string Option;
  if (Level != DiagnosticsEngine::Note)
    Forward = isWanted(Level, Info, Own);
  if (const std::optional<Group> G = Own ? Ours->groupOf(Info.getID()) : std::nullopt) {
    const Severity S = severityOf(*G, Info);
    const bool Remarked = S == Severity::Ignored && Options.Explain && !inSystemHeader(Info);
    Forward = S != Severity::Ignored || Remarked; // --hetcc-explain reports each loop even under `-w`
    Level = Remarked ? DiagnosticsEngine::Remark : S == Severity::Error ? DiagnosticsEngine::Error : Level;
    Option = Remarked ? "" : MessageOptions::optionOf(*G, S);
  }
  const bool Error = Level >= DiagnosticsEngine::Error;
  if (Forward)
    forward(Level, Info, Option);
  if (!Error)
    return;
  if (Info.getID() == clang::diag::err_unterm_macro_invoc && isHetccMacro(Info)) {
    OpenMacros.push_back(Info.getLocation());
    return;
  }
  if (Info.getID() == clang::diag::err_omp_not_for && Refused.First.empty())
    NotLoops.push_back(Info.getLocation());
  if (Forward)
    ++DirectiveErrors;
  else
    noteOther(Info);
}

void MessageFilter::noteOther(const Diagnostic &Info) {
  const std::string Text = describe(Info);
  if (Refused.First.empty())
    Refused.First = Text;
  // An error in a directive may be a consequence of an error in another function, so it is not stored in Functions. If
  // it is not a consequence, the next attempt to read the unit, which skips the bodies of functions with errors, finds
  // it again.
  const FunctionDecl *Around = Parsing && !inDirective(Info) ? outermostFunction(Parsing->CurContext) : nullptr;
  if (Around)
    Refused.Functions.try_emplace(placeOf(*Around, Parsing->getSourceManager()), Text);
}
