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
  explicit Diagnostics(clang::DiagnosticsEngine &Engine);
  clang::DiagnosticBuilder report(clang::SourceLocation Loc, message::Id Id);
  /// Whether `ClangId` is one of ours, and an error or not.
  bool isOurs(unsigned ClangId) const;
  bool is(unsigned ClangId, message::Id Id) const { return Ids[Id] == ClangId; }
  /// The group of one of our warnings; nothing for other messages.
  std::optional<Group> groupOf(unsigned ClangId) const;
  unsigned errorCount() const { return Errors; }
  clang::DiagnosticsEngine &engine() { return Engine; }

private:
  clang::DiagnosticsEngine &Engine;
  unsigned Ids[message::Count];
  unsigned Errors = 0;
};

} // namespace hetcc
#endif
