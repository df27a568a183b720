// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's messages on their way to the user: those about our directives pass, those about the rest of the unit are the
// host compiler's to give.
#ifndef HETCC_LIB_FRONTEND_MESSAGEFILTER_H
#define HETCC_LIB_FRONTEND_MESSAGEFILTER_H

#include "Diagnostics.h"
#include "Directive/PragmaHandler.h"
#include "Frontend/Unparsed.h"
#include "Frontend/WarningPragmas.h"
#include "hetcc/Translate.h"
#include "clang/Basic/Diagnostic.h"

namespace hetcc {

/// Lets through what concerns our directives, and remembers the first other error.
class MessageFilter : public clang::DiagnosticConsumer {
public:
  MessageFilter(clang::DiagnosticConsumer &Inner, DirectiveList &Directives, const TranslateOptions &Options,
                Refusals &Refused)
      : Inner(Inner), Directives(Directives), Options(Options), Refused(Refused) {}

  const Diagnostics *Ours = nullptr;
  const clang::Sema *Parsing = nullptr; ///< knows which function an error is in
  WarningPragmas Pragmas;
  unsigned DirectiveErrors = 0;
  llvm::SmallVector<clang::SourceLocation, 1> OpenMacros; ///< HETCC(...) without its closing parenthesis
  llvm::SmallVector<clang::SourceLocation, 1> NotLoops;   ///< statements that stand where a directive wants a loop

  void BeginSourceFile(const clang::LangOptions &Lang, const clang::Preprocessor *PP) override {
    Inner.BeginSourceFile(Lang, PP);
  }
  void EndSourceFile() override { Inner.EndSourceFile(); }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override;

private:
  bool inDirective(const clang::Diagnostic &Info) const;
  void noteOther(const clang::Diagnostic &Info);
  Severity severityOf(Group G, const clang::Diagnostic &Info) const;
  bool isWanted(clang::DiagnosticsEngine::Level Level, const clang::Diagnostic &Info, bool Own) const;
  void forward(clang::DiagnosticsEngine::Level Level, const clang::Diagnostic &Info, const std::string &Option);

  clang::DiagnosticConsumer &Inner;
  DirectiveList &Directives;
  const TranslateOptions &Options;
  Refusals &Refused;
  bool Forward = false;
  unsigned Shown = 0; ///< errors
};

} // namespace hetcc
#endif
