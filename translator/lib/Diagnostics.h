// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reports the translator's diagnostics, which are listed in Diagnostics.def:
//
//     Diags.report(Loc, message::err_clause_twice) << "hetero";
#ifndef HETCC_LIB_DIAGNOSTICS_H
#define HETCC_LIB_DIAGNOSTICS_H

#include "MessageOptions.h"
#include "clang/Basic/Diagnostic.h"

namespace hetcc {
namespace message {
enum Id {
#define DIAG(Name, Level, Text) Name,
#define WARNING(Name, Group, Text) Name,
#include "Diagnostics.def"
  Count
};
} // namespace message

/// Reports hetcc's messages through a clang DiagnosticsEngine.
class Diagnostics {
public:
  explicit Diagnostics(clang::DiagnosticsEngine &Engine) : Engine(Engine) {}
  clang::DiagnosticBuilder report(clang::SourceLocation Loc, message::Id Id);
  /// Whether `ClangId` is the id of a message of hetcc.
  bool isOurs(unsigned ClangId) const;
  bool is(unsigned ClangId, message::Id Id) const { return Ids[Id] == ClangId; }
  /// Returns the group of a warning of hetcc; nullopt for other messages.
  std::optional<Group> groupOf(unsigned ClangId) const;
  unsigned errorCount() const { return Errors; }
  clang::DiagnosticsEngine &engine() { return Engine; }

  /// The message that a Silence has kept: the first error; if there is no error, the first warning.
  struct Silent {
    clang::SourceLocation Loc;
    std::string Text;
    bool IsError = false;
  };
  /// Suppresses messages during its lifetime and keeps one of them as the reason why a plain OpenMP loop is not split.
  /// If such objects are nested, the innermost one keeps the messages.
  class Silence {
  public:
    explicit Silence(Diagnostics &Of) : Of(Of), Outer(Of.Silenced) { Of.Silenced = &Kept; }
    ~Silence() { Of.Silenced = Outer; }
    Silence(const Silence &) = delete;
    Silence &operator=(const Silence &) = delete;
    const Silent &kept() const { return Kept; }

  private:
    Diagnostics &Of;
    Silent *Outer, Kept;
  };
  /// Called by MessageFilter for each message. If a Silence suppresses the message, stores its text there and returns
  /// true.
  bool keepSilent(const clang::Diagnostic &Info) const;

private:
  unsigned idOf(message::Id Id, bool IsSilent);

  clang::DiagnosticsEngine &Engine;
  unsigned Ids[message::Count] = {};       ///< clang's id of each message; 0: not registered yet
  unsigned SilentIds[message::Count] = {}; ///< ids under a Silence; all are remarks, because errors would change
                                           ///< clang's state
  unsigned Errors = 0;
  Silent *Silenced = nullptr; ///< the message that the innermost Silence keeps; null if there is no Silence
};

} // namespace hetcc
#endif
