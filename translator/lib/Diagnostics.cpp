// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers the table of diagnostics with clang's engine.
#include "Diagnostics.h"

using namespace hetcc;

namespace {
struct Row {
  clang::DiagnosticIDs::Level Level;
  const char *Text;
  std::optional<Group> In;
};
constexpr Row Table[] = {
#define DIAG(Name, Level, Text) {clang::DiagnosticIDs::Level, Text, std::nullopt},
#define WARNING(Name, In, Text) {clang::DiagnosticIDs::Warning, Text, Group::In},
#include "Diagnostics.def"
};
constexpr bool everyWarningHasGroup() {
  for (const Row &Each : Table)
    if (Each.Level == clang::DiagnosticIDs::Warning && !Each.In)
      return false;
  return true;
}
static_assert(everyWarningHasGroup(), "a warning is a row of WARNING");
} // namespace

Diagnostics::Diagnostics(clang::DiagnosticsEngine &Engine) : Engine(Engine) {
  for (unsigned I = 0; I < message::Count; ++I)
    Ids[I] = Engine.getDiagnosticIDs()->getCustomDiagID(Table[I].Level, Table[I].Text);
}

clang::DiagnosticBuilder Diagnostics::report(clang::SourceLocation Loc, message::Id Id) {
  if (Table[Id].Level == clang::DiagnosticIDs::Error)
    ++Errors;
  return Engine.Report(Loc, Ids[Id]);
}

bool Diagnostics::isOurs(unsigned ClangId) const { return llvm::is_contained(Ids, ClangId); }

std::optional<Group> Diagnostics::groupOf(unsigned ClangId) const {
  for (unsigned I = 0; I < message::Count; ++I)
    if (Ids[I] == ClangId)
      return Table[I].In;
  return std::nullopt;
}
