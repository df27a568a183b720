// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edits of the user's files, and their way out: the main file as one text, headers that hold regions (and headers
// that include those) as copies beside it, each include directive pointing at the copy. A header that is included
// twice means something else each time, so each inclusion has its own edits and its own copy: files go by FileID here.
// Host and device have edits of their own of one unit.
#ifndef HETCC_LIB_FRONTEND_SOURCEEDITS_H
#define HETCC_LIB_FRONTEND_SOURCEEDITS_H

#include "Frontend/Preprocessed.h"
#include "hetcc/Translate.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Rewrite/Core/Rewriter.h"
#include <map>
#include <memory>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace hetcc {

/// A unit after its edits: the main file, and copies of headers by their paths, or the names by which it includes them.
struct EditedUnit {
  std::string Main;
  std::map<std::string, std::string> Headers;
};

class SourceEdits {
public:
  explicit SourceEdits(clang::Preprocessor &PP);
  /// No edits yet, of the unit that others are of.
  SourceEdits beside() const;

  void insert(clang::SourceLocation Loc, llvm::StringRef Text) { Edits.InsertTextAfter(Loc, Text); }
  void insertBefore(clang::SourceLocation Loc, llvm::StringRef Text) { Edits.InsertTextBefore(Loc, Text); }
  /// Replaces file characters [Begin, End).
  void replace(clang::SourceLocation Begin, clang::SourceLocation End, llvm::StringRef Text);

  /// Puts back what stood in the main file before clang was given another text of the same length.
  void restore(llvm::ArrayRef<ReadAnew> Sections);

  /// The texts, by which the edits are at their end. Where Folder is empty, headers are named as if they lay beside the
  /// main file.
  EditedUnit finish(llvm::StringRef Folder, llvm::StringRef Prefix);

private:
  /// An active `#include`, or a question of `__has_include` with its answer.
  struct Inclusion {
    clang::FileID Includer;
    clang::FileID Included;      ///< skipped for its guard: the inclusion that was not; invalid if nothing is included
    clang::SourceLocation Next;  ///< of the word `include_next`; invalid with other words
    clang::CharSourceRange Name; ///< in the includer, quotes included
    bool Angled;
    std::string Path;
  };
  class Recorder;
  using CopyPaths = std::map<clang::FileID, std::string>;

  SourceEdits(clang::Preprocessor &PP, std::shared_ptr<std::vector<Inclusion>> Inclusions);
  std::string textOf(clang::FileID File) const;
  CopyPaths planCopies(llvm::StringRef Folder, llvm::StringRef Prefix) const;
  void redirect(const CopyPaths &Copies);

  clang::Preprocessor &PP;
  clang::Rewriter Edits;
  std::shared_ptr<std::vector<Inclusion>> Inclusions; ///< of the unit, which its edits share
};

/// Writes the copies of headers. What keeps it from that is printed.
Outcome writeHeaders(const EditedUnit &Unit, llvm::StringRef Folder);

} // namespace hetcc
#endif
