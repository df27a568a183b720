// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes GPU kernels with tiles: copies in shared memory of the array elements that a block of threads reads next. For
// a region over i, the threads of a block have rows, one for each i, and columns, one for each j. The loop
//
//     for (int j = 0; j < n; j++) { float sum = 0; for (int k = 0; k < n; k++) sum += a[i * n + k] * a[j * n + k]; ...
//     }
//
// in its body, over which lanes share j, becomes:
//
//     for (each piece of the loop over j, with one turn for each column of the block)
//       j = the column's turn, or the last turn if there is none left for the column
//       float sum = 0;
//       for (each piece of 32 turns of the loop over k)
//         barrier; all threads fetch: tile_0[r][c] = a[i * n + k] of row r, tile_1[r][c] = a[j * n + k] of column r;
//         barrier
//         for (int k in the piece) sum += tile_0[row][...] * tile_1[column][...];
//       if (there is a turn and an iteration for the thread) ...
//
// The expression for an element to fetch is the user's text of the subscript, with the values of i, j and k that belong
// to the element's place in the tile. The kernel also has the loop as the user wrote it, for blocks with too many rows
// or columns, and for arrays that overlap.
//
// The second case are streams, arrays of which all iterations of the region read the same elements, as `a` in `for
// (i...) sum += f(a[i]);`. The lanes share this loop and combine `sum` after it. Its pieces are larger:
//
//     for (each piece of the loop over i)
//       barrier; all threads copy a[start ...] of the piece, as bytes; barrier
//       for (each turn of the lane in the piece) sum += f(tile[turn]);
//
// Each lane runs the same turns as without tiles. In both cases, all threads of a block must reach each barrier, so
// rows of threads for which no iteration is left run the last iteration again, without its writes.
#include "Kernel/LaneWriter.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

namespace {

constexpr const char Inner[] =
    "tiled"; ///< the suffix of generated variables of the inner loop, over k in the example above

/// Returns an expression for `Number` or, if `Number` is not less than `Left`, for the last valid number, `Left` - 1.
std::string atMost(const std::string &Number, const std::string &Left) {
  return "(" + Left + " <= " + Number + " ? " + Left + " - 1 : " + Number + ")";
}

} // namespace

/// Assigns to the loop's counter its value in turn `Turn`.
std::string LaneWriter::valueAt(const SharedLoop &L, const std::string &N, const std::string &Turn) const {
  const std::string Counter = name(L.Counter);
  return Counter + " = (__typeof__(" + Counter + "))(hetrt_start_" + N + " + " + Turn + " * (hetrt_uint64)" +
         std::to_string(L.Step) + "LL);\n";
}

/// Declares the tiles, and the thread's row and column in the block.
std::string LaneWriter::tiles() const {
  if (!tiled())
    return "";
  const std::string Rows = std::to_string(TileRows);
  std::string Text = "const unsigned hetrt_column = __nvvm_read_ptx_sreg_tid_x(), hetrt_columns = "
                     "__nvvm_read_ptx_sreg_ntid_x(), hetrt_row = __nvvm_read_ptx_sreg_tid_y(), hetrt_rows = "
                     "__nvvm_read_ptx_sreg_ntid_y();\n"
                     "const unsigned hetrt_thread = hetrt_row * hetrt_columns + hetrt_column, hetrt_threads = "
                     "hetrt_columns * hetrt_rows;\n"
                     "const int hetrt_tiles = hetrt_apart && hetrt_columns <= " +
                     Rows + " && hetrt_rows <= " + Rows + " && hetrt_threads % " + Rows + " == 0;\n";
  unsigned Number = 0;
  for (const TiledAccess &A : R.Lanes.Tiles->Accesses) {
    const QualType T = R.Windows[R.Body.Accesses[A.Access].Window].ElementType.getCanonicalType().getUnqualifiedType();
    // Each row has one unused element more, so that the elements of a column are in different banks of shared memory.
    const std::string Sizes = "[" + Rows + "][" + std::to_string(TileRows + 1) + "]";
    Text += "static __attribute__((address_space(3), loader_uninitialized)) " +
            Kernel.declare(T, "hetrt_tile_" + std::to_string(Number++) + Sizes) + ";\n";
  }
  return Text;
}

/// If no iteration is left for a row of threads, the row runs the last iteration again.
std::string LaneWriter::rows(StringRef Distance) const {
  return "hetrt_uint64 hetrt_stripe;\nfor (hetrt_stripe = hetrt_first + (hetrt_uint64)__nvvm_read_ptx_sreg_ctaid_x() * "
         "hetrt_rows; hetrt_stripe < hetrt_last; hetrt_stripe += " +
         Distance.str() + ") {\nconst hetrt_uint64 hetrt_left = hetrt_last - hetrt_stripe, hetrt_k = hetrt_stripe + " +
         atMost("hetrt_row", "hetrt_left") + ";\n";
}

/// Returns code by which all threads of the block fill a tile; each warp fills whole rows.
std::string LaneWriter::fetch(const TiledAccess &A, const std::string &Tile, const SharedLoop &Outer,
                              const TokenEdits &Edits) const {
  const SharedLoop &L = R.Lanes.Tiles->Loop;
  const Expr *Whole = R.Body.Accesses[A.Access].Whole;
  const size_t First = Tokens.find(Whole->getBeginLoc()), Last = Tokens.find(Whole->getEndLoc());
  if (First == TokenStream::None || Last == TokenStream::None)
    return NotRecorded;
  auto Declared = [&](const SharedLoop &Of, const std::string &N, const std::string &Turn) {
    return "__typeof__(" + name(Of.Counter) + ") " + valueAt(Of, N, Turn);
  };
  const std::string Size = std::to_string(TileRows),
                    Row = A.OfLane ? Declared(Outer, "0", "(hetrt_base + " + atMost("hetrt_r", "hetrt_after") + ")")
                                   : Kernel.deviceIterator("(hetrt_stripe + " + atMost("hetrt_r", "hetrt_left") + ")");
  return "{\n" + Declared(L, Inner, "(hetrt_piece + hetrt_thread % " + Size + ")") +
         "for (unsigned hetrt_r = hetrt_thread / " + Size + "; hetrt_r < " +
         (A.OfLane ? "hetrt_columns" : "hetrt_rows") + "; hetrt_r += hetrt_threads / " + Size + ") {\n" + Row + Tile +
         "[hetrt_r][hetrt_thread % " + Size + "] = " + Tokens.print(First, Last, Edits, false) + ";\n}\n}\n";
}

/// Edits the inner loop, over k in the example above, to run in pieces of 32 turns.
void LaneWriter::editInTiles(const SharedLoop &Outer, TokenEdits &Edits) const {
  const SharedLoop &L = R.Lanes.Tiles->Loop;
  const LoopHead H = findHead(L.For, Tokens);
  auto [First, Last] = Kernel.statementTokens(L.For);
  const size_t LimitFirst = Tokens.find(L.Limit->getBeginLoc()), LimitLast = Tokens.find(L.Limit->getEndLoc());
  if (!H || Last == TokenStream::None || LimitFirst == TokenStream::None || LimitLast == TokenStream::None)
    return Edits.discard(H ? H.For : First, H ? H.For : First, NotRecorded);
  const std::string N = Inner, Trips = "hetrt_trips_" + N, Turn = "hetrt_turn_" + N, Size = std::to_string(TileRows);
  std::string Fetched;
  TokenEdits InTiles = Edits;
  unsigned Number = 0;
  for (const TiledAccess &A : R.Lanes.Tiles->Accesses) {
    const Expr *Whole = R.Body.Accesses[A.Access].Whole;
    const std::string Tile = "hetrt_tile_" + std::to_string(Number++);
    Fetched += fetch(A, Tile, Outer, Edits);
    InTiles.discard(Tokens.find(Whole->getBeginLoc()), Tokens.find(Whole->getEndLoc()),
                    Tile + "[" + (A.OfLane ? "hetrt_column" : "hetrt_row") + "][" + Turn + " - hetrt_piece]");
  }
  const std::string Unrolled = isSmall(L.For) ? "\n#pragma clang loop unroll_count(8)\n" : "";
  auto Loop = [&](const std::string &From, const std::string &Until) {
    return Unrolled + "for (" + Turn + " = " + From + "; " + Turn + " < " + Until + "; ++" + Turn + ") {\n" +
           valueAt(L, N, Turn);
  };
  auto [BodyFirst, BodyLast] = Kernel.statementTokens(L.For->getBody());
  const std::string Begin =
      trips(L, N, Tokens.print(LimitFirst, LimitLast, Edits, false)) + "const hetrt_uint64 hetrt_start_" + N +
      " = (hetrt_uint64)" + name(L.Counter) + ";\nhetrt_uint64 hetrt_piece, " + Turn +
      ";\nfor (hetrt_piece = 0; hetrt_tiles && hetrt_piece < " + Trips + "; hetrt_piece += " + Size +
      ") {\nconst hetrt_uint64 hetrt_until = " + Trips + " - hetrt_piece > " + Size + " ? hetrt_piece + " + Size +
      " : " + Trips + ";\n__syncthreads();\nif (hetrt_piece + hetrt_thread % " + Size + " < " + Trips + ") {\n" +
      Fetched + "}\n__syncthreads();\n" + Loop("hetrt_piece", "hetrt_until") +
      Tokens.print(BodyFirst, BodyLast, InTiles, false) + "\n}\n}\nif (!hetrt_tiles)\n" + Loop("0", Trips);
  Edits.replace(H.For, H.For + 1, "{");
  Edits.replace(H.InitEnd + 1, H.Close, Begin);
  Edits.insertAfter(Last, "\n}\n" + valueAt(L, N, Trips) + "}");
}

/// Edits the shared loop, over j in the example above: each column of the block runs one turn of each piece.
void LaneWriter::editTiles(const SharedLoop &Outer, TokenEdits &Edits) const {
  const LoopHead H = findHead(Outer.For, Tokens);
  auto [First, Last] = Kernel.statementTokens(Outer.For);
  const size_t LimitFirst = Tokens.find(Outer.Limit->getBeginLoc()), LimitLast = Tokens.find(Outer.Limit->getEndLoc());
  if (!H || Last == TokenStream::None || LimitFirst == TokenStream::None || LimitLast == TokenStream::None)
    return Edits.discard(H ? H.For : First, H ? H.For : First, NotRecorded);
  const std::string N = "0";
  std::string Begin = trips(Outer, N, Tokens.print(LimitFirst, LimitLast, Edits, false)) +
                      "const hetrt_uint64 hetrt_start_0 = (hetrt_uint64)" + name(Outer.Counter) +
                      ";\nhetrt_uint64 hetrt_base;\nfor (hetrt_base = hetrt_lane - hetrt_column; hetrt_base < "
                      "hetrt_trips_0; hetrt_base += hetrt_lane_count) {\n"
                      "const hetrt_uint64 hetrt_after = hetrt_trips_0 - hetrt_base;\n"
                      "const int hetrt_idle = hetrt_left <= hetrt_row || hetrt_after <= hetrt_column;\n" +
                      valueAt(Outer, N, "(hetrt_base + " + atMost("hetrt_column", "hetrt_after") + ")");
  editInTiles(Outer, Edits);
  for (const Stmt *Skipped : R.Lanes.Tiles->SkippedByIdleThreads) {
    auto [From, To] = Kernel.statementTokens(Skipped);
    if (From == TokenStream::None || To == TokenStream::None)
      Edits.replace(H.For, H.For, NotRecorded);
    else
      Edits.surround(From, To, "{ if (!hetrt_idle) { ", " } }");
  }
  Edits.replace(H.For, H.For + 1, "{");
  Edits.replace(H.InitEnd + 1, H.Close, Begin);
  Edits.insertAfter(Last, "\n}\n" + valueAt(Outer, N, "hetrt_trips_0") + "}");
}

/// Declares the tiles of streams, and the thread's row in the block.
std::string LaneWriter::streams() const {
  const Tiling &Of = *R.Lanes.Tiles;
  std::string Text =
      "const unsigned hetrt_row = __nvvm_read_ptx_sreg_tid_y(), hetrt_rows = __nvvm_read_ptx_sreg_ntid_y(), "
      "hetrt_shift = 31 - __builtin_clz(hetrt_lane_count);\n";
  unsigned Number = 0;
  for (const unsigned Bytes : Of.Streams)
    Text += "static __attribute__((address_space(3), loader_uninitialized, aligned(16))) char hetrt_tile_" +
            std::to_string(Number++) + "[" + std::to_string(Of.Turns * Bytes) + "];\n";
  return Text;
}

/// Returns code that copies a piece of each stream to its tile. Adds edits to `InTiles` that replace the accesses by
/// the tiles.
std::string LaneWriter::bring(TokenEdits &InTiles, const TokenEdits &Edits) const {
  std::string Text;
  unsigned Number = 0;
  for (const TiledAccess &A : R.Lanes.Tiles->Accesses) {
    const Expr *Whole = R.Body.Accesses[A.Access].Whole;
    const size_t First = Tokens.find(Whole->getBeginLoc()), Last = Tokens.find(Whole->getEndLoc());
    if (First == TokenStream::None || Last == TokenStream::None)
      return NotRecorded;
    const std::string Element = "(" + Tokens.print(First, Last, Edits, false) + ")",
                      Type = "__typeof__(" + Element + ")", Tile = "hetrt_tile_" + std::to_string(A.Tile);
    InTiles.discard(First, Last, "((const " + Type + " *)" + Tile + ")[hetrt_at]");
    if (A.Tile != Number)
      continue;
    ++Number;
    Text += "hetrt_bring(" + Tile + ", (const char *)__builtin_addressof" + Element +
            ", hetrt_count * (unsigned)sizeof(" + Type + "), _Alignof(" + Type +
            "), hetrt_row * hetrt_lane_count + hetrt_lane, hetrt_lane_count * hetrt_rows);\n";
  }
  return Text;
}

/// Edits a shared loop with streams to run piece by piece. If arrays overlap, the loop reads the arrays themselves.
void LaneWriter::editStreams(const SharedLoop &L, TokenEdits &Edits) const {
  const LoopHead H = findHead(L.For, Tokens);
  auto [First, Last] = Kernel.statementTokens(L.For);
  auto [BodyFirst, BodyLast] = Kernel.statementTokens(L.For->getBody());
  const size_t LimitFirst = Tokens.find(L.Limit->getBeginLoc()), LimitLast = Tokens.find(L.Limit->getEndLoc());
  if (!H || Last == TokenStream::None || BodyLast == TokenStream::None || LimitFirst == TokenStream::None ||
      LimitLast == TokenStream::None)
    return Edits.discard(H ? H.For : First, H ? H.For : First, NotRecorded);
  const std::string N = "0", Size = std::to_string(R.Lanes.Tiles->Turns) + "u";
  TokenEdits InTiles = Edits;
  const std::string Brought = bring(InTiles, Edits);
  auto Turns = [&](const TokenEdits &Body) {
    return std::string(isSmall(L.For) ? "\n#pragma clang loop unroll_count(4)\n" : "") +
           "for (hetrt_turn_0 = 0; hetrt_turn_0 < hetrt_turns; ++hetrt_turn_0, hetrt_at += hetrt_lane_count) {\n" +
           valueAt(L, N, "(hetrt_piece + hetrt_at)") + Tokens.print(BodyFirst, BodyLast, Body, false) + "\n}\n";
  };
  std::string Text =
      trips(L, N, Tokens.print(LimitFirst, LimitLast, Edits, false)) + started(L, N) +
      "hetrt_uint64 hetrt_piece;\nfor (hetrt_piece = 0; hetrt_piece < hetrt_trips_0; hetrt_piece += " + Size +
      ") {\nconst unsigned hetrt_count = hetrt_trips_0 - hetrt_piece > " + Size + " ? " + Size +
      " : (unsigned)(hetrt_trips_0 - hetrt_piece), hetrt_turns = hetrt_lane < hetrt_count ? ((hetrt_count - hetrt_lane "
      "- "
      "1) >> hetrt_shift) + 1 : 0;\nunsigned hetrt_turn_0;\nhetrt_uint64 hetrt_at = hetrt_lane;\nif (hetrt_apart) "
      "{\n__syncthreads();\n" +
      valueAt(L, N, "hetrt_piece") + Brought + "__syncthreads();\n" + Turns(InTiles) + "} else\n" + Turns(Edits) +
      "}\n" + valueAt(L, N, "hetrt_trips_0");
  for (const LaneReduction &Each : L.Reductions)
    Text += combine(Each, N);
  Edits.replace(H.For, H.For + 1, "{");
  Edits.discard(H.InitEnd + 1, Last, Text + "}");
}
