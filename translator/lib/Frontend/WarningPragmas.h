// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `#pragma GCC diagnostic` for our groups of warnings: from where to where in the unit which one is ignored, a warning
// or an error.
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
  /// Called with the place of each pragma that names a group of ours, which the host compiler does not know.
  using Observer = std::function<void(clang::SourceLocation Begin, clang::SourceLocation LastToken)>;

  /// Takes these pragmas over from the preprocessor, if it has handlers of its own \p Instead of which they stand; its
  /// own warnings are the host compiler's to give.
  void install(clang::Preprocessor &PP, Observer OnOurs, bool Instead = true);

  /// What the last pragma before a place says of a group; nothing where none does.
  std::optional<Severity> severityAt(clang::SourceLocation Loc, Group G, const clang::SourceManager &SM) const;

private:
  friend class DiagnosticPragma;
  using State = std::array<std::optional<Severity>, unsigned(Group::Count)>;
  struct Change {
    clang::SourceLocation From;
    State Then;
  };
  State now() const { return Changes.empty() ? State() : Changes.back().Then; }

  std::vector<Change> Changes; ///< in the order of the unit
  std::vector<State> Pushed;
};

} // namespace hetcc
#endif
