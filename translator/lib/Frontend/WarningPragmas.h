// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: reads `#pragma GCC diagnostic` for hetcc's groups of warnings: records in which parts of the
// unit each group is ignored, a warning or an error.
#ifndef HETCC_LIB_FRONTEND_WARNINGPRAGMAS_H
#define HETCC_LIB_FRONTEND_WARNINGPRAGMAS_H

#include "MessageOptions.h"
#include "clang/Basic/SourceManager.h"
#include <array>
#include <functional>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace hetcc {

class WarningPragmas {
public:
  /// Called with the location of each pragma that names one of hetcc's groups, which the host compiler does not know.
  using Observer = std::function<void(clang::SourceLocation Begin, clang::SourceLocation LastToken)>;

  /// Registers handlers for `GCC diagnostic` and `clang diagnostic`. With \p Instead, removes clang's own handlers of
  /// these pragmas first: clang's warnings are not needed, because the host compiler prints its own.
  void install(clang::Preprocessor &PP, Observer OnOurs, bool Instead = true);

  /// Returns the severity that the last pragma before `Loc` gives the group; nullopt if no pragma sets it.
  std::optional<Severity> severityAt(clang::SourceLocation Loc, Group G, const clang::SourceManager &SM) const;

private:
  friend class DiagnosticPragma;
  using State = std::array<std::optional<Severity>, unsigned(Group::Count)>;
  /// The severities that hold from the location `From` on, up to the next change.
  struct Change {
    clang::SourceLocation From;
    State Then;
  };
  State now() const { return Changes.empty() ? State() : Changes.back().Then; }

  std::vector<Change> Changes; ///< in the order of the unit's text
  std::vector<State> Pushed;   ///< the states that `push` pragmas have saved and no `pop` has restored yet
};

} // namespace hetcc
#endif
