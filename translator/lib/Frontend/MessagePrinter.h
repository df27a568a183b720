// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages in the form that the command line asks for: clang's text, which is gcc's in other colours, gcc's JSON, or
// SARIF. Places inside HETCC(...) are those that the user wrote: our own macro is not the user's mistake.
#ifndef HETCC_LIB_FRONTEND_MESSAGEPRINTER_H
#define HETCC_LIB_FRONTEND_MESSAGEPRINTER_H

#include "MessageOptions.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/TextDiagnostic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace hetcc {

class MessagePrinter : public clang::DiagnosticConsumer {
public:
  using Level = clang::DiagnosticsEngine::Level;

  MessagePrinter(llvm::raw_ostream &Out, clang::DiagnosticOptions &TextOptions, const MessageOptions &Options);
  /// Formats that are one text for all messages are written here.
  ~MessagePrinter() override;

  void BeginSourceFile(const clang::LangOptions &Lang, const clang::Preprocessor *) override;
  void EndSourceFile() override { Text.reset(); }
  /// Before a source is read, clang warns of a command line and a processor that are the host compiler's matter.
  void HandleDiagnostic(Level L, const clang::Diagnostic &Info) override {
    if (Lang || L >= clang::DiagnosticsEngine::Error)
      print(L, Info, "");
  }
  /// `Option` is what turns the message off.
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
  llvm::json::Array Collected; ///< messages with their notes
};

} // namespace hetcc
#endif
