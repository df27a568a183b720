// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: inserts the text that HostWriter generates into the source.
#ifndef HETCC_LIB_FRONTEND_REGIONEDITS_H
#define HETCC_LIB_FRONTEND_REGIONEDITS_H

#include "Diagnostics.h"
#include "Directive/LineMarker.h"
#include "Directive/PragmaHandler.h"
#include "Directive/TokenStream.h"
#include "Frontend/DirectiveEdits.h"
#include "Frontend/SourceEdits.h"
#include "Rewrite/HostWriter.h"
#include "hetcc/Translate.h"
#include "clang/AST/ASTContext.h"

namespace hetcc {

/// Replaces directives and loops of one unit in its host source.
class RegionEdits {
public:
  RegionEdits(clang::ASTContext &Context, const TokenStream &Tokens, SourceEdits &Edits,
              const TranslateOptions &Options, Diagnostics &Diags, const DynamicScheduleLines &DynamicSchedules)
      : Context(Context), Tokens(Tokens), Edits(Edits), Options(Options), Diags(Diags),
        DynamicSchedules(DynamicSchedules),
        Directives(Context.getSourceManager(), Context.getLangOpts(), Tokens, Edits) {}

  void editDepersist(const Directive &D);
  void editData(const Directive &D);
  /// Replaces the directive by the plain OpenMP directive, so that its loop or block runs on the CPUs alone.
  void editPlain(const Directive &D);
  void editRequirement(const MemoryRequirement &Of);
  /// Leaves an OpenMP construct to the host compiler, and inserts a call before it that copies data from devices to the
  /// host.
  void editAsWritten(const Directive &Place, bool StandsAlone);
  /// Splits the loop over devices. HasImage: the unit has a device image.
  void editRegion(const RegionGroup &G, bool HasImage);
  /// Divides a block over devices. If this is not possible, returns false; one thread then runs the block.
  bool editBlock(const RegionGroup &G, bool HasImage);
  /// Replaces a directive inside of a block. If the block is not divided, `Block` is null, and the directive is
  /// removed.
  void editInBlock(const Directive &D, const RegionGroup *Block);

private:
  void insertBefore(const Region &R, const std::string &Text);
  void insertForms(const RegionGroup &G);
  bool isWritten(const clang::Stmt *S, const Region &R, clang::SourceLocation &End) const;
  std::string dataCalls(const Directive &D) const;
  bool editBounds(const Region &R, const RegionText &Text);
  bool editText(const Region &R, const RegionText &Text);
  bool editTokens(const Region &R, const RegionText &Text);
  std::optional<std::string> directivesIn(clang::SourceLocation Begin, clang::SourceLocation End) const;
  clang::SourceLocation startOf(const clang::FunctionDecl &F) const;
  const clang::SourceManager &sources() const { return Context.getSourceManager(); }
  std::string marker(clang::SourceLocation Loc, int Offset, bool Generated) const {
    return lineMarker(sources(), Loc, Offset, Generated);
  }

  clang::ASTContext &Context;
  const TokenStream &Tokens;
  SourceEdits &Edits;
  const TranslateOptions &Options;
  Diagnostics &Diags;
  const DynamicScheduleLines &DynamicSchedules;
  DirectiveEdits Directives;
};

} // namespace hetcc
#endif
