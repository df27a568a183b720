// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes what lanes do with an iteration that they share. The same edits of the body serve emulated accelerators and
// GPUs; what differs is how lanes know each other, and how they exchange values.
#ifndef HETCC_LIB_KERNEL_NESTWRITER_H
#define HETCC_LIB_KERNEL_NESTWRITER_H

#include "Kernel/KernelWriter.h"

namespace hetcc {

/// The tokens of a loop's head.
struct LoopHead {
  size_t For = TokenStream::None, InitEnd = 0, Close = 0; ///< the parenthesis follows the first
  explicit operator bool() const { return For != TokenStream::None; }
};
LoopHead findHead(const clang::ForStmt *For, const TokenStream &Tokens);

class NestWriter {
public:
  NestWriter(const Region &R, const TokenStream &Tokens, const KernelWriter &Kernel, bool Emulated)
      : R(R), Tokens(Tokens), Kernel(Kernel), Emulated(Emulated) {}

  bool any() const { return !R.Lanes.Loops.empty(); }
  bool columns() const { return R.Lanes.Columns; }
  bool tiled() const { return R.Lanes.Tiles && !Emulated; }
  bool streamed() const { return tiled() && !R.Lanes.Tiles->Streams.empty(); }

  /// Declares which lane of how many the kernel runs as; nothing where an iteration is not shared.
  std::string lane() const;

  /// The parameters of an emulated kernel that say the same, and what is passed for them by one lane and by a group.
  std::string parameters() const;
  std::string oneLane() const;
  std::string emulatedLane() const;

  /// The column form: the head of a loop over stripes of iterations, of which the threads of a block have one each, up
  /// to the declaration of the iteration. The text of an iteration follows, in braces, and another brace.
  std::string stripes(llvm::StringRef First, llvm::StringRef Distance) const;

  /// With tiles: the head of a loop over rows of iterations, of which each row of threads in a block has one, so that
  /// all threads of the block go through it equally often. As above.
  std::string rows(llvm::StringRef Distance) const;

  /// Divides the shared loops of the body among the lanes, and puts guards and barriers around them. After all other
  /// edits.
  void edit(TokenEdits &Edits) const;

  /// Where an iteration is one lane's: leaves `omp atomic` out, on values that each thread has of its own, and all
  /// other directives but those of `simd` whose clauses name nothing that the body does not have.
  void removeDirectives(TokenEdits &Edits) const;

private:
  std::string name(const clang::ValueDecl *Var) const;
  std::string barrier() const;
  struct Share;
  std::string trips(const SharedLoop &L, const std::string &N, const std::string &Limit) const;
  bool goesByCounter(const SharedLoop &L, const Share &Of) const;
  std::string byCounter(const SharedLoop &L, const std::string &N, const Share &Of) const;
  std::string afterTurn(const SharedLoop &L, const std::string &N, const Share &Of) const;
  std::string started(const SharedLoop &L, const std::string &N) const;
  std::string begin(const SharedLoop &L, const std::string &N, const Share &Of) const;
  std::string tripsAhead(const SharedLoop &L, const std::string &N, const TokenEdits &Edits) const;
  std::string width(const SharedLoop &Inner, const std::string &N, const std::string &OuterTrips,
                    const TokenEdits &Edits) const;
  std::string combine(const LaneReduction &What, const std::string &N) const;
  std::string exchange(const std::string &Into, const std::string &Combined) const;
  std::string exchangeInColumn(const std::string &Into, const std::string &Combined) const;
  void editLoop(const SharedLoop &L, const std::string &N, const Share &Of, TokenEdits &Edits) const;
  bool isSmall(const clang::ForStmt *For) const;
  void editAround(const clang::ForStmt *Around, llvm::ArrayRef<std::pair<const SharedLoop *, std::string>> Inside,
                  TokenEdits &Edits) const;
  void editNest(const SharedLoop &L, const std::string &N, TokenEdits &Edits) const;
  // TileWriter.cpp.
  std::string tiles() const;
  std::string fetch(const TiledAccess &A, const std::string &Tile, const SharedLoop &Outer,
                    const TokenEdits &Edits) const;
  void editTiles(const SharedLoop &Outer, TokenEdits &Edits) const;
  std::string streams() const;
  std::string bring(TokenEdits &InTiles, const TokenEdits &Edits) const;
  void editStreams(const SharedLoop &L, TokenEdits &Edits) const;
  void editInTiles(const SharedLoop &Outer, TokenEdits &Edits) const;
  std::string valueAt(const SharedLoop &L, const std::string &N, const std::string &Turn) const;
  void editAtomic(const AtomicDirective &Of, TokenEdits &Edits) const;
  void removeDirective(const clang::Stmt *Of, TokenEdits &Edits) const;
  bool keeps(const clang::OMPExecutableDirective &Directive) const;
  bool has(const clang::Expr *Variable) const;

  const Region &R;
  const TokenStream &Tokens;
  const KernelWriter &Kernel;
  const bool Emulated;
};

} // namespace hetcc
#endif
