// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: edits the text of the user's files. The result is the text of the main file, and copies of all
// headers with edits and of all headers that include such headers; `#include` lines name the copies. A header may have
// different contents each time it is included, so each inclusion (FileID) has its own edits and its own copy. A unit
// has two SourceEdits, one for the host source and one for the device source.
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

/// The texts of a unit after its edits: the main file, and the copies of headers by path.
struct EditedUnit {
  std::string Main;
  std::map<std::string, std::string> Headers;
};

/// Collects edits, and returns the edited texts in finish().
class SourceEdits {
public:
  explicit SourceEdits(clang::Preprocessor &PP);
  /// Returns an object for the same unit that has no edits.
  SourceEdits beside() const;

  void insert(clang::SourceLocation Loc, llvm::StringRef Text) { Edits.InsertTextAfter(Loc, Text); }
  void insertBefore(clang::SourceLocation Loc, llvm::StringRef Text) { Edits.InsertTextBefore(Loc, Text); }
  /// Replaces file characters [Begin, End).
  void replace(clang::SourceLocation Begin, clang::SourceLocation End, llvm::StringRef Text);

  /// Puts the texts of headers back into a preprocessed main file, since clang has read `#include` lines in their place
  /// (Preprocessed.h).
  void restore(llvm::ArrayRef<ReplacedHeader> Sections);

  /// Returns the edited texts; no edits may follow. Copies of headers get paths in Folder, or relative names if Folder
  /// is empty, and names that begin with Prefix.
  EditedUnit finish(llvm::StringRef Folder, llvm::StringRef Prefix);

private:
  /// An `#include` line that the preprocessor has executed, or a `__has_include` that was true.
  struct Inclusion {
    clang::FileID Includer; ///< the file with the line
    /// The header. If an include guard kept the preprocessor from reading the header again, the header's previous
    /// inclusion. Invalid for `__has_include`.
    clang::FileID Included;
    clang::SourceLocation Next;  ///< of the word `include_next`; invalid for `include`
    clang::CharSourceRange Name; ///< the header's name in the includer, with its quotes or angle brackets
    bool Angled;                 ///< the name is in angle brackets
    std::string Path;            ///< the header's path
  };
  class Recorder;
  using CopyPaths = std::map<clang::FileID, std::string>;

  SourceEdits(clang::Preprocessor &PP, std::shared_ptr<std::vector<Inclusion>> Inclusions);
  std::string textOf(clang::FileID File) const;
  CopyPaths planCopies(llvm::StringRef Folder, llvm::StringRef Prefix) const;
  void redirect(const CopyPaths &Copies);

  clang::Preprocessor &PP;
  clang::Rewriter Edits;
  std::shared_ptr<std::vector<Inclusion>> Inclusions; ///< shared by all SourceEdits of the unit
};

/// Writes the copies of headers. Prints an error if a copy cannot be written.
Outcome writeHeaders(const EditedUnit &Unit, llvm::StringRef Folder);

} // namespace hetcc
#endif
