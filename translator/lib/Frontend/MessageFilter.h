// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: filters clang's messages. The user gets the messages about hetcc directives; messages about the
// rest of the unit are dropped, because the host compiler reports them.
#ifndef HETCC_LIB_FRONTEND_MESSAGEFILTER_H
#define HETCC_LIB_FRONTEND_MESSAGEFILTER_H

#include "Diagnostics.h"
#include "Directive/PragmaHandler.h"
#include "Frontend/Unparsed.h"
#include "Frontend/WarningPragmas.h"
#include "hetcc/Translate.h"
#include "clang/Basic/Diagnostic.h"

namespace hetcc {

/// Forwards messages about hetcc directives to another consumer. Stores the first of the other errors, so that the
/// driver can explain why clang cannot read the unit.
class MessageFilter : public clang::DiagnosticConsumer {
public:
  MessageFilter(clang::DiagnosticConsumer &Inner, DirectiveList &Directives, const TranslateOptions &Options,
                Refusals &Refused)
      : Inner(Inner), Directives(Directives), Options(Options), Refused(Refused) {}

  const Diagnostics *Ours = nullptr;    ///< tells hetcc's messages from clang's
  const clang::Sema *Parsing = nullptr; ///< knows the function that is being parsed; null while no unit is parsed
  WarningPragmas Pragmas;
  unsigned DirectiveErrors = 0;
  llvm::SmallVector<clang::SourceLocation, 1> OpenMacros; ///< uses of HETCC(...) without its closing parenthesis
  llvm::SmallVector<clang::SourceLocation, 1> NotLoops;   ///< statements after a loop directive that are not loops

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
  bool AfterError = false; ///< the last message that was not a note was an error
  bool Forward = false; ///< the last message that was not a note was forwarded, so its notes are too
  unsigned Shown = 0;   ///< the number of forwarded errors
};

} // namespace hetcc
#endif
