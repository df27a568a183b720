// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads one unit, and translates it (Translator.h). If clang cannot parse a function, translate() reads the unit again
// and skips the function's body.
#include "hetcc/Translate.h"
#include "AcceptedByGcc.h"
#include "Frontend/Invocation.h"
#include "Frontend/MessagePrinter.h"
#include "Frontend/PlainMode.h"
#include "Frontend/Translator.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticBuffer.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace hetcc;
using namespace clang;

namespace {

/// Makes the Translator of one attempt.
class TranslateAction : public ASTFrontendAction {
public:
  TranslateAction(const TranslateOptions &Options, Outcome &Result, Attempt &Try)
      : Options(Options), Result(Result), Try(Try) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Instance, StringRef) override {
    return std::make_unique<Translator>(Instance, Options, Result, Try);
  }

private:
  const TranslateOptions &Options;
  Outcome &Result;
  Attempt &Try;
};

/// Owns the attempt of a PluginTranslator. It is a base class, so that the attempt is constructed before the
/// Translator.
class OneAttempt {
protected:
  Attempt Only;
};
/// The translator as a clang plugin. There is only one attempt, because the user's clang reads the unit once.
class PluginTranslator : OneAttempt, public Translator {
public:
  PluginTranslator(CompilerInstance &Instance, const TranslateOptions &Options, Outcome &Result)
      : Translator(Instance, Options, Result, Only) {}
};

} // namespace

std::unique_ptr<ASTConsumer> hetcc::createTranslator(CompilerInstance &Instance, const TranslateOptions &Options,
                                                     Outcome &Result) {
  return std::make_unique<PluginTranslator>(Instance, Options, Result);
}

/// Calls `Run(Instance, Options)` with a new compiler instance that prints messages in the format of
/// `Options.Messages`.
template <typename Function>
static void execute(std::shared_ptr<CompilerInvocation> Invocation, const TranslateOptions &Options, Function Run) {
  CompilerInstance Instance;
  Instance.setInvocation(std::move(Invocation));
  MessagePrinter Printer(llvm::errs(), Instance.getDiagnosticOpts(), Options.Messages);
  Instance.createDiagnostics(&Printer, /*ShouldOwnClient=*/false);
  TranslateOptions Shown = Options;
  Shown.Printer = &Printer;
  Run(Instance, Shown);
}

/// Makes clang read the text `Try.Preprocessed` instead of the source file, and defines _GNU_SOURCE if
/// `Try.AllOfLibrary` is set.
static void setSource(CompilerInvocation &Invocation, const Attempt &Try) {
  if (Try.Preprocessed)
    Invocation.getPreprocessorOpts().addRemappedFile(
        sourceOf(Invocation), llvm::MemoryBuffer::getMemBufferCopy(Try.Preprocessed->Text).release());
  if (Try.AllOfLibrary)
    Invocation.getPreprocessorOpts().addMacroDef(AllOfLibrary);
}

namespace {

/// Collects the names of macros that system headers define and that are expanded in the text of the main file.
struct ExpandedMacros : PPCallbacks {
  ExpandedMacros(const SourceManager &SM, std::set<std::string> &Names) : SM(SM), Names(Names) {}
  void MacroExpands(const Token &Name, const MacroDefinition &Macro, SourceRange, const MacroArgs *) override {
    const MacroInfo *Info = Macro.getMacroInfo();
    if (Info && !Name.getLocation().isMacroID() && SM.getFileID(Name.getLocation()) == SM.getMainFileID() &&
        SM.isInSystemHeader(Info->getDefinitionLoc()) && Name.getIdentifierInfo()->getName() != "HETCC")
      Names.insert(Name.getIdentifierInfo()->getName().str());
  }
  const SourceManager &SM;
  std::set<std::string> &Names;
};

/// Preprocesses the unit and collects the names that ExpandedMacros finds.
struct FindExpandedMacros : PreprocessOnlyAction {
  std::set<std::string> Names;
  void ExecuteAction() override {
    CompilerInstance &Instance = getCompilerInstance();
    Instance.getPreprocessor().addPPCallbacks(std::make_unique<ExpandedMacros>(Instance.getSourceManager(), Names));
    PreprocessOnlyAction::ExecuteAction();
  }
};

} // namespace

/// Returns names in a preprocessed source that would be macros only because clang reads the system headers again. In a
/// preprocessed text, all macros have been expanded. So if the text still contains the name of a header's macro, the
/// original source undefined it, as in `#undef SEEK_SET`, and then perhaps declared a constant of that name.
static std::vector<std::string> macrosOfHeadersAlone(const CompilerInvocation &How, const Attempt &Try) {
  auto Invocation = std::make_shared<CompilerInvocation>(How);
  setSource(*Invocation, Try);
  CompilerInstance Instance;
  Instance.setInvocation(std::move(Invocation));
  Instance.createDiagnostics(new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  FindExpandedMacros Action;
  Instance.ExecuteAction(Action);
  return {Action.Names.begin(), Action.Names.end()};
}

/// Makes one attempt to read and translate the unit.
static void read(const CompilerInvocation &How, const TranslateOptions &Options, Outcome &Result, Attempt &Try) {
  auto Invocation = std::make_shared<CompilerInvocation>(How);
  Invocation->getFrontendOpts().SkipFunctionBodies = !Try.Skip.empty();
  setSource(*Invocation, Try);
  execute(std::move(Invocation), Options, [&](CompilerInstance &Instance, const TranslateOptions &Shown) {
    TranslateAction Action(Shown, Result, Try);
    Instance.ExecuteAction(Action);
  });
}

/// Makes the settings for clang from the arguments of the host compiler's command line. Null after an error.
static std::shared_ptr<CompilerInvocation> invocation(ArrayRef<const char *> Arguments, const char *Program) {
  std::vector<const char *> Line = {Program, "-fsyntax-only", "-fopenmp", "-D__HETCC__=1"};
  Line.insert(Line.end(), Arguments.begin(), Arguments.end());
  CreateInvocationOptions How;
  // Clang's errors about options that only gcc knows are not shown to the user, because the host compiler gets these
  // options.
  TextDiagnosticBuffer Errors;
  How.Diags = CompilerInstance::createDiagnostics(new DiagnosticOptions, &Errors, /*ShouldOwnClient=*/false);
  std::shared_ptr<CompilerInvocation> Result = createInvocation(Line, How);
  if (!Result) {
    if (Errors.err_begin() != Errors.err_end())
      llvm::errs() << Errors.err_begin()->second << '\n';
    return nullptr;
  }
  Result->getDiagnosticOpts().Warnings.clear();
  for (const char *Each : AcceptedByGcc)
    Result->getDiagnosticOpts().Warnings.push_back(std::string("no-error=") + Each);
  Result->getDiagnosticOpts().ErrorLimit = 0; // no limit: all functions with errors must be found
  Result->getLangOpts().BracketDepth = BracketDepth;
  Result->getLangOpts().ConstexprStepLimit = FewConstexprSteps;
  dropUnknownProcessor(*Result);
  return Result;
}

static bool needsMoreSteps(const Attempt &Try, const CompilerInvocation &How) {
  return Try.Refused.NeedsSteps && How.getLangOpts().ConstexprStepLimit < ConstexprSteps;
}

/// Prepares the next attempt: raises the limit of steps for constants, defines _GNU_SOURCE, or makes the attempt skip
/// the function bodies in which the last attempt had errors. Returns false if there is nothing to change.
static bool prepareNext(Attempt &Try, CompilerInvocation &How) {
  if (needsMoreSteps(Try, How)) {
    How.getLangOpts().ConstexprStepLimit = ConstexprSteps;
    return true;
  }
  if (Try.Preprocessed && !Try.AllOfLibrary)
    return Try.AllOfLibrary = true;
  const size_t Before = Try.Skip.size();
  Try.Skip.insert(Try.Refused.Functions.begin(), Try.Refused.Functions.end());
  return Try.Skip.size() > Before;
}

Outcome hetcc::translate(const TranslateOptions &Options, ArrayRef<const char *> Arguments, const char *Program) {
  const std::shared_ptr<CompilerInvocation> How = invocation(Arguments, Program);
  if (!How)
    return Outcome::Unparsable;
  Outcome Result = Outcome::Unparsable;
  if (Options.Plain) {
    execute(How, Options, [&](CompilerInstance &Instance, const TranslateOptions &Shown) {
      Instance.ExecuteAction(*createPlainAction(Shown, Result));
    });
    return Result;
  }
  std::optional<PreprocessedSource> Source = preprocessed(*How, Options.Preprocessed);
  Attempt Try;
  Try.Preprocessed = Source ? &*Source : nullptr;
  for (;;) {
    if (Try.Preprocessed && Try.Skip.empty())
      if (const auto Names = macrosOfHeadersAlone(*How, Try); !Names.empty())
        Source = preprocessed(*How, Options.Preprocessed, Names);
    Result = Outcome::Unparsable;
    Try.Refused = {};
    read(*How, Options, Result, Try);
    if (Result != Outcome::Unparsable && !needsMoreSteps(Try, *How))
      return Result;
    if (!prepareNext(Try, *How))
      break;
  }
  llvm::errs() << Try.Refused.First << '\n';
  return Result;
}
