// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for (int j = 0; j < n; j++) { float sum = 0; for (int k = 0; k < n; k++) sum += a[i * n + k] * a[j * n + k]; ... }`
// becomes for a GPU, where lanes share the loop over j,
//
//     for (each piece of the loop over j that a block's columns have a turn of each)
//       j = the column's turn, or the last one
//       float sum = 0;
//       for (each piece of 32 turns of the loop over k)
//         meet; all threads fetch: tile_0[r][c] = a[i * n + k] of row r, tile_1[r][c] = a[j * n + k] of column r; meet
//         for (int k in the piece) sum += tile_0[row][...] * tile_1[column][...];
//       if (there is a turn and an iteration for the thread) ...
//
// What is fetched is computed by the text of the subscript, in which i, j and k are those of the tile's place. Blocks
// of other shapes than tiles are for, and arrays that may be one, do without them: for these the loop stands there as
// the user wrote it, too.
//
// A loop whose turns read streams, the same in all iterations, and whose lanes combine, `for (i...) sum += f(a[i]);`,
// has larger pieces, of which each lane takes the same turns as without tiles:
//
//     for (each piece of the loop over i)
//       meet; all threads bring a[start ...] of the piece, as bytes; meet
//       for (each turn of the lane in the piece) sum += f(tile[turn]);
//
// The rows of lanes that a block has without an iteration go along as the last one here, too.
#include "Kernel/NestWriter.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

namespace {

constexpr const char Inner[] = "tiled"; ///< what the variables of the loop inside are called by

/// The least of what the last one has and of what a thread would have.
std::string atMost(const std::string &Number, const std::string &Left) {
  return "(" + Left + " <= " + Number + " ? " + Left + " - 1 : " + Number + ")";
}

} // namespace

std::string NestWriter::valueAt(const SharedLoop &L, const std::string &N, const std::string &Turn) const {
  const std::string Counter = name(L.Counter);
  return Counter + " = (__typeof__(" + Counter + "))(hetrt_start_" + N + " + " + Turn + " * (hetrt_uint64)" +
         std::to_string(L.Step) + "LL);\n";
}

/// The tiles, and how a thread knows its place in the block.
std::string NestWriter::tiles() const {
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
    const QualType T = R.Windows[R.Accesses[A.Access].Window].ElementType.getCanonicalType().getUnqualifiedType();
    // A column more than there are numbers, so that threads that read a column find it in different banks.
    const std::string Sizes = "[" + Rows + "][" + std::to_string(TileRows + 1) + "]";
    Text += "static __attribute__((address_space(3), loader_uninitialized)) " +
            Kernel.declare(T, "hetrt_tile_" + std::to_string(Number++) + Sizes) + ";\n";
  }
  return Text;
}

/// Where no row of threads is left over, its iteration is the last one again.
std::string NestWriter::rows(StringRef Distance) const {
  return "hetrt_uint64 hetrt_stripe;\nfor (hetrt_stripe = hetrt_first + (hetrt_uint64)__nvvm_read_ptx_sreg_ctaid_x() * "
         "hetrt_rows; hetrt_stripe < hetrt_last; hetrt_stripe += " +
         Distance.str() + ") {\nconst hetrt_uint64 hetrt_left = hetrt_last - hetrt_stripe, hetrt_k = hetrt_stripe + " +
         atMost("hetrt_row", "hetrt_left") + ";\n";
}

/// Fills a tile: a warp takes row after row.
std::string NestWriter::fetch(const TiledAccess &A, const std::string &Tile, const SharedLoop &Outer,
                              const TokenEdits &Edits) const {
  const SharedLoop &L = R.Lanes.Tiles->Loop;
  const Expr *Whole = R.Accesses[A.Access].Whole;
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

/// The loop inside: piece by piece.
void NestWriter::editInTiles(const SharedLoop &Outer, TokenEdits &Edits) const {
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
    const Expr *Whole = R.Accesses[A.Access].Whole;
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

/// The shared loop: all threads of a block have a turn of each of its pieces.
void NestWriter::editTiles(const SharedLoop &Outer, TokenEdits &Edits) const {
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
  for (const Stmt *Own : R.Lanes.Tiles->Own) {
    auto [From, To] = Kernel.statementTokens(Own);
    if (From == TokenStream::None || To == TokenStream::None)
      Edits.replace(H.For, H.For, NotRecorded);
    else
      Edits.surround(From, To, "{ if (!hetrt_idle) { ", " } }");
  }
  Edits.replace(H.For, H.For + 1, "{");
  Edits.replace(H.InitEnd + 1, H.Close, Begin);
  Edits.insertAfter(Last, "\n}\n" + valueAt(Outer, N, "hetrt_trips_0") + "}");
}

/// The tiles of streams, and how a thread knows its place in the block.
std::string NestWriter::streams() const {
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

/// Brings a piece of each stream. In `InTiles`, the tiles take the place of the accesses.
std::string NestWriter::bring(TokenEdits &InTiles, const TokenEdits &Edits) const {
  std::string Text;
  unsigned Number = 0;
  for (const TiledAccess &A : R.Lanes.Tiles->Accesses) {
    const Expr *Whole = R.Accesses[A.Access].Whole;
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

/// A shared loop with streams: all threads of a block have a part in each piece. Arrays that may be one are not read
/// ahead.
void NestWriter::editStreams(const SharedLoop &L, TokenEdits &Edits) const {
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
