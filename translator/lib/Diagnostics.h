// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The translator's diagnostics, all from the one table Diagnostics.def:
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

class Diagnostics {
public:
  explicit Diagnostics(clang::DiagnosticsEngine &Engine) : Engine(Engine) {}
  clang::DiagnosticBuilder report(clang::SourceLocation Loc, message::Id Id);
  /// Whether `ClangId` is one of ours, and an error or not.
  bool isOurs(unsigned ClangId) const;
  bool is(unsigned ClangId, message::Id Id) const { return Ids[Id] == ClangId; }
  /// The group of one of our warnings; nothing for other messages.
  std::optional<Group> groupOf(unsigned ClangId) const;
  unsigned errorCount() const { return Errors; }
  clang::DiagnosticsEngine &engine() { return Engine; }

  /// What was said of a loop that the program has not asked to have split: the first error, or else the first warning.
  struct Silent {
    clang::SourceLocation Loc;
    std::string Text;
    bool IsError = false;
  };
  /// Keeps messages to itself while it lives. One inside of another one takes the messages for itself.
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
  /// Whether `ClangId` is of a message that is not for the user; notes its text.
  bool keepSilent(const clang::Diagnostic &Info) const;

private:
  unsigned idOf(message::Id Id, bool IsSilent);

  clang::DiagnosticsEngine &Engine;
  unsigned Ids[message::Count] = {};       ///< 0, which is no message of clang's: not reported so far
  unsigned SilentIds[message::Count] = {}; ///< the same as remarks, since an error changes what clang does next
  unsigned Errors = 0;
  Silent *Silenced = nullptr;
};

} // namespace hetcc
#endif
