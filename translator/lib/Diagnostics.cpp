// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers the table of diagnostics with clang's engine.
#include "Diagnostics.h"

using namespace hetcc;

namespace {
struct Row {
  clang::DiagnosticIDs::Level Level;
  const char *Text;
};
constexpr Row Table[] = {
#define DIAG(Name, Level, Text) {clang::DiagnosticIDs::Level, Text},
#include "Diagnostics.def"
#undef DIAG
};
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

bool Diagnostics::isOurs(unsigned ClangId) const {
  for (unsigned Id : Ids)
    if (Id == ClangId)
      return true;
  return false;
}
