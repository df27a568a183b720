// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Works on tokens as the preprocessor hands them out; nothing is parsed but directives.
#include "Frontend/PlainMode.h"
#include "Diagnostics.h"
#include "Directive/DirectiveParser.h"
#include "Directive/LineMarker.h"
#include "Directive/PragmaHandler.h"
#include "Frontend/Outputs.h"
#include "Frontend/SourceEdits.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

using namespace hetcc;
using namespace clang;

namespace {

class PlainHandler : public PragmaHandler {
public:
  PlainHandler(StringRef Name, Preprocessor &PP, Diagnostics &Diags, SourceEdits &Edits, unsigned &Count)
      : PragmaHandler(Name), PP(PP), Diags(Diags), Edits(Edits), Count(Count) {}
  void HandlePragma(Preprocessor &, PragmaIntroducer Introducer, Token &First) override {
    SmallVector<Token, 64> Line;
    Token T = First;
    for (; T.isNot(tok::eod) && T.isNot(tok::eof); PP.Lex(T))
      Line.push_back(T);
    if (!isOurDirective(Line, PP))
      return;
    std::optional<Directive> D = parseDirective(Line, Introducer.Loc, PP, Diags);
    if (!D || D->HashLoc.isMacroID())
      return;
    ++Count;
    const SourceManager &SM = PP.getSourceManager();
    SourceLocation End = Lexer::getLocForEndOfToken(SM.getExpansionRange(D->End).getEnd(), 0, SM, PP.getLangOpts());
    std::string Text = D->Kind == DirectiveKind::Depersist ? "" : "#pragma omp " + plainDirective(*D);
    Edits.replace(SM.getExpansionLoc(D->HashLoc), End,
                  "\n" + lineMarker(PP.getSourceManager(), D->HashLoc, 0, false) + "\n" + Text + "\n" +
                      lineMarker(PP.getSourceManager(), End, 1, false));
  }

private:
  Preprocessor &PP;
  Diagnostics &Diags;
  SourceEdits &Edits;
  unsigned &Count;
};

class PlainAction : public PreprocessorFrontendAction {
public:
  PlainAction(const TranslateOptions &Options, Outcome &Result) : Options(Options), Result(Result) {}

protected:
  void ExecuteAction() override {
    Preprocessor &PP = getCompilerInstance().getPreprocessor();
    Diagnostics Diags(PP.getDiagnostics());
    SourceEdits Edits(PP);
    unsigned Count = 0;
    PlainHandler OpenMP("omp", PP, Diags, Edits, Count), OpenACC("acc", PP, Diags, Edits, Count);
    PP.IgnorePragmas();
    PP.AddPragmaHandler(&OpenMP);
    PP.AddPragmaHandler(&OpenACC);
    PP.EnterMainSourceFile();
    Token T;
    do
      PP.Lex(T);
    while (T.isNot(tok::eof));
    PP.RemovePragmaHandler(&OpenMP);
    PP.RemovePragmaHandler(&OpenACC);
    Result = Diags.errorCount() ? Outcome::Errors : Count ? Outcome::Translated : Outcome::NoDirectives;
    if (Result != Outcome::Translated)
      return;
    llvm::Expected<std::string> Host = Edits.finish(Options.OutputDir);
    SourceLocation Start = PP.getSourceManager().getLocForStartOfFile(PP.getSourceManager().getMainFileID());
    if (!Host)
      llvm::errs() << "hetcc: error: " << llvm::toString(Host.takeError()) << '\n';
    if (!Host || !writeFile(Options.HostOutput, lineMarker(PP.getSourceManager(), Start, 0, false) + "\n" + *Host))
      Result = Outcome::Errors;
  }

private:
  const TranslateOptions &Options;
  Outcome &Result;
};

} // namespace

std::unique_ptr<FrontendAction> hetcc::createPlainAction(const TranslateOptions &Options, Outcome &Result) {
  return std::make_unique<PlainAction>(Options, Result);
}
