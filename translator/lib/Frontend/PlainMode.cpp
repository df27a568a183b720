// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the tokens of the preprocessor and parses only directives among them.
#include "Frontend/PlainMode.h"
#include "Diagnostics.h"
#include "Directive/DirectiveParser.h"
#include "Directive/LineMarker.h"
#include "Directive/PragmaHandler.h"
#include "Frontend/DirectiveEdits.h"
#include "Frontend/HiddenPragmas.h"
#include "Frontend/TextFiles.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Collects hetcc directives, and `omp requires` with clauses about memory.
class PlainHandler : public PragmaHandler {
public:
  PlainHandler(StringRef Name, Preprocessor &PP, Diagnostics &Diags, std::vector<Directive> &Found,
               std::vector<MemoryRequirement> &Required)
      : PragmaHandler(Name), PP(PP), Diags(Diags), Found(Found), Required(Required) {}
  void HandlePragma(Preprocessor &, PragmaIntroducer Introducer, Token &First) override {
    const PragmaLine Line = readPragma(PP, First);
    if (std::optional<MemoryRequirement> Each = memoryRequirementOf(Line.Tokens, Introducer.Loc, PP)) {
      Required.push_back(std::move(*Each));
      return;
    }
    if (!isOurDirective(Line.Tokens, PP))
      return;
    if (Line.Inside.isValid()) {
      Diags.report(Line.Inside, message::err_pragma_inside);
      return;
    }
    if (std::optional<Directive> D = parseDirective(Line.Tokens, Introducer.Loc, PP, Diags); D && !D->isOfData())
      Found.push_back(std::move(*D));
  }

private:
  Preprocessor &PP;
  Diagnostics &Diags;
  std::vector<Directive> &Found;
  std::vector<MemoryRequirement> &Required;
};

class PlainAction : public PreprocessorFrontendAction {
public:
  PlainAction(const TranslateOptions &Options, Outcome &Result) : Options(Options), Result(Result) {}

protected:
  void ExecuteAction() override {
    Preprocessor &PP = getCompilerInstance().getPreprocessor();
    Diagnostics Diags(PP.getDiagnostics());
    SourceEdits Edits(PP);
    std::vector<Directive> Found;
    TokenStream Tokens;
    Tokens.record(PP);
    std::vector<MemoryRequirement> Required;
    PlainHandler OpenMP("omp", PP, Diags, Found, Required), OpenACC("acc", PP, Diags, Found, Required);
    PP.IgnorePragmas();
    PP.AddPragmaHandler(&OpenMP);
    PP.AddPragmaHandler(&OpenACC);
    WarningPragmas Warnings;
    Warnings.install(PP, hidingPragmas(PP, Edits), /*Instead=*/false);
    PP.EnterMainSourceFile();
    Token T;
    do
      PP.Lex(T);
    while (T.isNot(tok::eof));
    PP.RemovePragmaHandler(&OpenMP);
    PP.RemovePragmaHandler(&OpenACC);
    Result = Diags.errorCount() ? Outcome::Errors : !Found.empty() ? Outcome::Translated : Outcome::NoDirectives;
    if (Result != Outcome::Translated)
      return;
    DirectiveEdits Directives(PP.getSourceManager(), PP.getLangOpts(), Tokens, Edits);
    for (const Directive &D : Found)
      Directives.replace(D, plainDirective(D), /*Generated=*/false);
    for (const MemoryRequirement &Each : Required)
      Directives.replace(placeOf(Each), hostText(Each), /*Generated=*/false);
    const EditedUnit Host = Edits.finish(Options.OutputDir, "header");
    Result = writeHeaders(Host, Options.OutputDir);
    SourceLocation Start = PP.getSourceManager().getLocForStartOfFile(PP.getSourceManager().getMainFileID());
    auto Marker = [&](bool Generated) { return lineMarker(PP.getSourceManager(), Start, 0, Generated) + "\n"; };
    // The include is placed at the end of the unit, because in a C++ module nothing may precede `module;`.
    const std::string Mark = Options.Marked ? "\n" + Marker(true) + "#include <hetrt/plain.h>\n" : "";
    if (Result == Outcome::Translated && !writeFile(Options.HostOutput, Marker(false) + Host.Main + Mark))
      Result = Outcome::Unwritable;
  }

private:
  const TranslateOptions &Options;
  Outcome &Result;
};

} // namespace

std::unique_ptr<FrontendAction> hetcc::createPlainAction(const TranslateOptions &Options, Outcome &Result) {
  return std::make_unique<PlainAction>(Options, Result);
}
