// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Kernel: writes kernels in which several threads, the lanes, work on one iteration of the region together
// by sharing loops inside of the body. A turn is one iteration of such an inner loop. Emulated accelerators and GPUs
// get the same edits of the body; they differ in how a lane finds its number and exchanges values with other lanes.
#ifndef HETCC_LIB_KERNEL_LANEWRITER_H
#define HETCC_LIB_KERNEL_LANEWRITER_H

#include "Kernel/KernelWriter.h"

namespace hetcc {

/// The indices of tokens in `for (init; ...; ...)`: `for`, the first semicolon, and the closing parenthesis. The
/// opening parenthesis follows `for`.
struct LoopHead {
  size_t For = TokenStream::None, InitEnd = 0, Close = 0;
  explicit operator bool() const { return For != TokenStream::None; }
};
/// Finds the head of the loop; false as a condition if its tokens were not recorded.
LoopHead findHead(const clang::ForStmt *For, const TokenStream &Tokens);

/// Edits the body of one region for lanes. KernelWriter uses it for the emulated kernel and the GPU kernel.
class LaneWriter {
public:
  LaneWriter(const Region &R, const TokenStream &Tokens, const KernelWriter &Kernel, bool Emulated)
      : R(R), Tokens(Tokens), Kernel(Kernel), Emulated(Emulated) {}

  bool any() const { return !R.Lanes.Loops.empty(); }
  bool columns() const { return R.Lanes.Columns; }
  bool tiled() const { return R.Lanes.Tiles && !Emulated; }
  bool streamed() const { return tiled() && !R.Lanes.Tiles->Streams.empty(); }

  /// Declares the lane's number and the number of lanes in a GPU kernel; "" if lanes do not share an iteration.
  std::string lane() const;

  /// Returns the parameters of an emulated kernel for the lane's number and the number of lanes.
  std::string parameters() const;
  /// The arguments for the parameters of parameters() if one lane runs the kernel.
  std::string oneLane() const;
  /// The arguments for the parameters of parameters() if a group of lanes runs the kernel.
  std::string emulatedLane() const;

  /// The column form, in which the threads of a block form columns, and each column runs one iteration. Opens the loop
  /// over stripes of iterations; a stripe has one iteration for each column. The caller appends the text of an
  /// iteration in braces, and another closing brace.
  std::string stripes(llvm::StringRef First, llvm::StringRef Distance) const;

  /// With tiles: opens the loop over iterations. Each row of threads in a block runs one iteration at a time. All
  /// threads of the block run this loop equally often, because they must all reach its barriers. The caller appends the
  /// same text as after stripes().
  std::string rows(llvm::StringRef Distance) const;

  /// Divides the shared loops of the body among the lanes, and inserts guards and barriers. Must be called after all
  /// other edits of the body.
  void edit(TokenEdits &Edits) const;

  /// For the outlined form, which has no lanes: removes `omp atomic` on variables of which each thread has a copy, and
  /// all other directives, except `simd` directives whose clauses use only variables that the form has.
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
