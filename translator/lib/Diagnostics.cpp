// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers the messages of Diagnostics.def with clang's DiagnosticsEngine.
#include "Diagnostics.h"
#include "llvm/ADT/SmallString.h"

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

/// Returns clang's id of a message. Registers a message at its first use only, because most units have no messages of
/// hetcc.
unsigned Diagnostics::idOf(message::Id Id, bool IsSilent) {
  unsigned &Known = (IsSilent ? SilentIds : Ids)[Id];
  if (Known == 0)
    Known = IsSilent ? Engine.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Remark,
                                                                  std::string(Table[Id].Text) + " ")
                     : Engine.getDiagnosticIDs()->getCustomDiagID(Table[Id].Level, Table[Id].Text);
  return Known;
}

clang::DiagnosticBuilder Diagnostics::report(clang::SourceLocation Loc, message::Id Id) {
  if (!Silenced && Table[Id].Level == clang::DiagnosticIDs::Error)
    ++Errors;
  return Engine.Report(Loc, idOf(Id, Silenced));
}

bool Diagnostics::isOurs(unsigned ClangId) const { return llvm::is_contained(Ids, ClangId); }

std::optional<Group> Diagnostics::groupOf(unsigned ClangId) const {
  for (unsigned I = 0; I < message::Count; ++I)
    if (Ids[I] == ClangId)
      return Table[I].In;
  return std::nullopt;
}

bool Diagnostics::keepSilent(const clang::Diagnostic &Info) const {
  const auto *Found = llvm::find(SilentIds, Info.getID());
  if (Found == std::end(SilentIds))
    return false;
  const clang::DiagnosticIDs::Level Level = Table[Found - std::begin(SilentIds)].Level;
  const bool IsError = Level == clang::DiagnosticIDs::Error;
  if (!Silenced || (!IsError && (Level != clang::DiagnosticIDs::Warning || !Silenced->Text.empty())) ||
      (IsError && Silenced->IsError))
    return true;
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  *Silenced = {Info.getLocation(), Text.str().rtrim().str(), IsError};
  return true;
}
