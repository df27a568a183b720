// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: prints messages in the format that the command line requests: clang's text (which resembles
// gcc's), gcc's JSON, or SARIF. Messages about code in the macro HETCC(...) get the location in the user's source,
// without notes about the macro.
#ifndef HETCC_LIB_FRONTEND_MESSAGEPRINTER_H
#define HETCC_LIB_FRONTEND_MESSAGEPRINTER_H

#include "MessageOptions.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/TextDiagnostic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace hetcc {

/// Prints all messages of one compiler instance.
class MessagePrinter : public clang::DiagnosticConsumer {
public:
  using Level = clang::DiagnosticsEngine::Level;

  MessagePrinter(llvm::raw_ostream &Out, clang::DiagnosticOptions &TextOptions, const MessageOptions &Options);
  /// Writes the JSON or SARIF document, which contains all messages.
  ~MessagePrinter() override;

  void BeginSourceFile(const clang::LangOptions &Lang, const clang::Preprocessor *) override;
  void EndSourceFile() override { Text.reset(); }
  /// Prints messages that do not come through MessageFilter. Drops warnings that clang reports before it reads the
  /// source, because these are about options, which the host compiler checks.
  void HandleDiagnostic(Level L, const clang::Diagnostic &Info) override {
    if (Lang || L >= clang::DiagnosticsEngine::Error)
      print(L, Info, "");
  }
  /// Prints one message. `Option` is the option that controls the warning, as in "-Whetcc-host-only"; "" if no option
  /// controls it.
  void print(Level L, const clang::Diagnostic &Info, llvm::StringRef Option);

private:
  struct Message;
  void printText(const Message &M);
  void addJson(const Message &M);
  void addSarif(const Message &M);

  llvm::raw_ostream &Out;
  clang::DiagnosticOptions &TextOptions;
  const MessageOptions &Options;
  const clang::LangOptions *Lang = nullptr;
  std::unique_ptr<clang::TextDiagnostic> Text;
  llvm::json::Array Collected; ///< the messages that the JSON or SARIF document will contain, with their notes
};

} // namespace hetcc
#endif
