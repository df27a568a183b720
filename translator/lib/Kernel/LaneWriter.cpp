// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a kernel whose lanes share loops of the body, `for (int j = 0; j < m; j++) sum += a[j];` becomes
//
//     { int j = 0; ... trips and start: the loop's trip count and first value ...
//       if (hetrt_lane) sum = -0.0;
//       for (turn = hetrt_lane; turn < trips; turn += hetrt_lane_count) { j = start + turn; sum += a[j]; }
//       j = start + trips; ... sum is combined over the lanes, which all get the same value ... }
//
// The loop counts turns (iterations), because adding the number of lanes to j might exceed the limits of j's type. Two
// perfectly nested loops may be shared together: the inner loop is divided among as many lanes as it has turns,
// `hetrt_width`. These lanes are a row, and the outer loop is divided among the rows; lanes that do not fill a row do
// nothing. A loop that contains shared loops may be interchanged with them. Each lane then runs this loop once for each
// of its turns, and the shared loops inside run one turn each:
//
//     for (hetrt_turn = hetrt_lane; hetrt_turn < hetrt_turns; hetrt_turn += hetrt_lane_count)
//       for (int k = 0; k < n; k++) { ... for (turn = hetrt_turn; turn == hetrt_turn; ++turn) { ... } }
//
// In the column form, the lanes of one iteration are a column of the block, neighbouring columns run neighbouring
// iterations, and a barrier is for the whole block. All threads of the block must reach each barrier. So if no
// iteration is left for a column, its lanes run the last iteration again, without turns in its shared loops.
#include "Kernel/LaneWriter.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Combining.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/MapVector.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Returns the initial value of a reduction variable in all lanes but lane 0, which keeps the variable's value. The
/// text must be right for every type, because all instances of a template have the same text. For a sum it is -0.0,
/// because adding 0.0 would change -0.0. Returns "" for operators such as `min`, with which all lanes may keep the
/// variable's value.
std::string beginning(Combining How) {
  switch (How) {
  case Combining::Sum:
    return "-0.0";
  case Combining::Product:
    return "1";
  case Combining::Xor:
    return "0";
  default:
    return "";
  }
}

/// Returns a statement that combines `From` into `To`. With `min` and `max`, `From` replaces a NaN in `To`, as in fmin.
/// With `&&` and `||`, `To` keeps its value if both are equal, because a lane without turns may have a value other than
/// 0 and 1, which must not change.
std::string combination(Combining How, const std::string &To, const std::string &From) {
  auto Extreme = [&](const char *Relation) {
    return "if (" + From + Relation + To + " || " + To + " != " + To + ") " + To + " = " + From + ";\n";
  };
  const std::string Binary = (To + " = " + To + " " + operatorOf(How) + " " + From + ";\n").str();
  switch (How) {
  case Combining::Least:
    return Extreme(" < ");
  case Combining::Most:
    return Extreme(" > ");
  case Combining::Both:
  case Combining::Either:
    return "if (" + To + " != " + From + ") " + Binary;
  default:
    return Binary;
  }
}

} // namespace

LoopHead hetcc::findHead(const ForStmt *For, const TokenStream &Tokens) {
  LoopHead Found;
  size_t At = Tokens.find(For->getForLoc());
  if (At == TokenStream::None)
    return Found;
  unsigned Open = 0;
  for (size_t I = At + 1; I < Tokens.size(); ++I) {
    Open += Tokens[I].isOneOf(tok::l_paren, tok::l_brace, tok::l_square);
    Open -= Tokens[I].isOneOf(tok::r_paren, tok::r_brace, tok::r_square);
    if (Open == 1 && Tokens[I].is(tok::semi) && !Found.InitEnd)
      Found.InitEnd = I;
    if (Open)
      continue;
    Found.For = Found.InitEnd ? At : TokenStream::None;
    Found.Close = I;
    break;
  }
  return Found;
}

/// Expressions for the part of a lane, or of a row of lanes, in a shared loop. `Own` is the number of the lane or row,
/// and `Count` the number of lanes or rows. `Before` is code that computes these. `Idle` is a condition that is true
/// for lanes without turns.
struct LaneWriter::Share {
  std::string Own = "hetrt_lane", Count = "hetrt_lane_count", Before, Idle;
  bool OneTurn = false; ///< the lane runs only the turn `Own`; but if arrays overlap, one lane runs all turns
};

/// Returns the name of a variable of the body in device code.
std::string LaneWriter::name(const ValueDecl *Var) const {
  const Entity *Captured = R.entity(Var);
  return Captured ? localName(*Captured) : Var->getNameAsString();
}

std::string LaneWriter::lane() const {
  if (!any() || Emulated) // an emulated kernel gets the lane's number by a parameter
    return "";
  if (columns())
    return "extern __attribute__((address_space(3), aligned(16))) char hetrt_shared[];\n"
           "__attribute__((address_space(3))) hetrt_uint64 *const hetrt_places = "
           "(__attribute__((address_space(3))) hetrt_uint64 *)hetrt_shared;\n"
           "const unsigned hetrt_own_lane = __nvvm_read_ptx_sreg_tid_y(), hetrt_lane_count = "
           "__nvvm_read_ptx_sreg_ntid_y();\n"
           "const unsigned hetrt_own_column = __nvvm_read_ptx_sreg_tid_x(), hetrt_columns = "
           "__nvvm_read_ptx_sreg_ntid_x();\n"
           "(void)hetrt_places;\n";
  if (!R.Lanes.meets()) // without barriers, the lanes of an iteration need not be in one block
    return "const unsigned hetrt_lane = __nvvm_read_ptx_sreg_ctaid_y() * __nvvm_read_ptx_sreg_ntid_x() + "
           "__nvvm_read_ptx_sreg_tid_x(), hetrt_lane_count = __nvvm_read_ptx_sreg_nctaid_y() * "
           "__nvvm_read_ptx_sreg_ntid_x();\n(void)hetrt_lane;\n" +
           tiles();
  return "const unsigned hetrt_lane = __nvvm_read_ptx_sreg_tid_x(), hetrt_lane_count = __nvvm_read_ptx_sreg_ntid_x();\n"
         "const unsigned hetrt_first_lane = hetrt_lane_count < 32 ? __nvvm_read_ptx_sreg_tid_y() * hetrt_lane_count % "
         "32 "
         ": 0;\n"
         "const unsigned hetrt_mask = hetrt_lane_count < 32 ? ((1u << hetrt_lane_count) - 1) << hetrt_first_lane : "
         "~0u;\n"
         "(void)hetrt_lane; (void)hetrt_first_lane; (void)hetrt_mask;\n" +
         (streamed() ? streams() : "");
}

std::string LaneWriter::parameters() const {
  return columns() ? "const unsigned hetrt_own_lane, const unsigned hetrt_lane_count, const unsigned hetrt_own_column, "
                     "const unsigned hetrt_columns"
                   : "const unsigned hetrt_lane, const unsigned hetrt_lane_count";
}

std::string LaneWriter::oneLane() const { return columns() ? "0, 1, 0, 1" : "0, 1"; }

std::string LaneWriter::emulatedLane() const {
  return std::string("hetrt_emulated_lane(), hetrt_emulated_lane_count()") +
         (columns() ? ", hetrt_emulated_column(), hetrt_emulated_column_count()" : "");
}

/// If each iteration has only one lane, there are no barriers, and columns without an iteration leave the loop. If they
/// repeated the last iteration, they might read elements while another column writes them.
std::string LaneWriter::stripes(llvm::StringRef First, llvm::StringRef Distance) const {
  return ("hetrt_uint64 hetrt_stripe;\nfor (hetrt_stripe = " + First +
          "; hetrt_stripe < hetrt_last; hetrt_stripe += " + Distance + ") {\n")
             .str() +
         "const hetrt_uint64 hetrt_left = hetrt_last - hetrt_stripe;\n"
         "const int hetrt_idle = hetrt_columns > 1 && hetrt_left <= hetrt_own_column;\n"
         "if (hetrt_idle && hetrt_lane_count == 1)\nbreak;\n"
         "const unsigned hetrt_column = hetrt_idle ? (unsigned)hetrt_left - 1 : hetrt_own_column;\n"
         "const unsigned hetrt_lane = hetrt_idle ? ~0u : hetrt_own_lane;\n"
         "const hetrt_uint64 hetrt_k = hetrt_stripe + hetrt_column;\n"
         "(void)hetrt_lane;\n";
}

/// Returns code for a barrier of all lanes.
std::string LaneWriter::barrier() const {
  if (!R.Lanes.Barriers)
    return "";
  if (columns() && !Emulated)
    return "if (hetrt_lane_count > 1) __syncthreads(); ";
  return Emulated ? "if (hetrt_lane_count > 1) hetrt_emulated_barrier(); "
                  : "hetrt_meet(hetrt_lane_count, hetrt_mask); ";
}

/// Whether the loop's body is so short that the loop should be unrolled.
bool LaneWriter::isSmall(const ForStmt *For) const {
  constexpr size_t Tokens = 150;
  auto [First, Last] = Kernel.statementTokens(For);
  return Last != TokenStream::None && Last - First < Tokens && !anyIn(For->getBody(), isLoop);
}

/// Declares the loop's trip count. The code must run when the loop's counter has its first value.
std::string LaneWriter::trips(const SharedLoop &L, const std::string &N, const std::string &Limit) const {
  std::string Counter = name(L.Counter), Bound = "hetrt_limit_" + N;
  bool Upwards = L.Step > 0;
  std::string Size = std::to_string(Upwards ? uint64_t(L.Step) : -uint64_t(L.Step)) + "ULL";
  std::string Common = "(hetrt_uint64)(__typeof__(" + Counter + " + " + Bound + "))", From = Counter, To = Bound;
  if (!Upwards)
    std::swap(From, To);
  std::string Distance = "(" + Common + To + " - " + Common + From + ")";
  std::string Text = "const __typeof__(+(" + Limit + ")) " + Bound + " = (" + Limit +
                     ");\nconst hetrt_uint64 hetrt_trips_" + N + " = ";
  // The step is 1 or -1, and the counter may wrap around, so the distance is taken modulo the counter's range.
  if (L.Unequal)
    return Text + Distance + " & (~(hetrt_uint64)0 >> (64 - 8 * sizeof " + Counter + "));\n";
  if (L.Inclusive)
    return Text + Counter + (Upwards ? " <= " : " >= ") + Bound + " ? " + Distance + " / " + Size + " + 1 : 0;\n";
  return Text + Counter + (Upwards ? " < " : " > ") + Bound + " ? (" + Distance + " - 1) / " + Size + " + 1 : 0;\n";
}

/// Whether a GPU kernel counts in the loop's own variable instead of in turns, which helps compilers to optimise
/// subscripts. The step times the number of lanes, which is less than 2^26, must fit in the variable's type.
bool LaneWriter::goesByCounter(const SharedLoop &L, const Share &Of) const {
  constexpr int64_t Longest = 16;
  return !Emulated && !Of.OneTurn && !L.Unequal && -Longest <= L.Step && L.Step <= Longest;
}

/// Returns the head of a shared loop that counts in the user's variable. `hetrt_left_N` is the number of turns from the
/// lane's next turn to the loop's last, by which the loop ends. The variable changes only if the lane has another turn,
/// so that it never has a value that it does not have in the user's loop, which might not fit its type.
std::string LaneWriter::byCounter(const SharedLoop &L, const std::string &N, const Share &Of) const {
  const std::string Counter = name(L.Counter), Left = "hetrt_left_" + N, Own = "(hetrt_int64)(" + Of.Own + ")",
                    Count = "(hetrt_int64)(" + Of.Count + ")", Step = std::to_string(L.Step) + "LL";
  return Counter + " = (__typeof__(" + Counter + "))(hetrt_start_" + N + " + " + Own + " * " + Step +
         ");\nhetrt_int64 " + Left + " = " + (Of.Idle.empty() ? "" : Of.Idle + " ? 0 : ") +
         "(hetrt_int64)hetrt_trips_" + N + " - " + Own + ";\nif (" + Left + " > 0)\n" +
         (isSmall(L.For) ? "\n#pragma clang loop unroll_count(4)\n" : "") + "for (;; " + Left + " -= " + Count + ", " +
         Counter + " = (__typeof__(" + Counter + "))(" + Counter + " + (__typeof__(+" + Counter + "))(" + Count +
         " * " + Step + "))) {\ndo\n";
}

/// Returns the code after the body of a loop that byCounter() begins. A `continue` in the body jumps to this code.
std::string LaneWriter::afterTurn(const SharedLoop &L, const std::string &N, const Share &Of) const {
  return goesByCounter(L, Of) ? "\nwhile (0);\nif (hetrt_left_" + N + " <= (hetrt_int64)(" + Of.Count + ")) break;"
                              : "";
}

/// Returns the code before the loop over turns. It stores the counter's first value and initialises reduction
/// variables.
std::string LaneWriter::started(const SharedLoop &L, const std::string &N) const {
  std::string Text = "const hetrt_uint64 hetrt_start_" + N + " = (hetrt_uint64)" + name(L.Counter) + ";\n";
  for (const LaneReduction &Each : L.Reductions)
    if (std::string First = beginning(Each.How); !First.empty())
      Text += "if (hetrt_lane) " + name(Each.Var) + " = (__typeof__(" + name(Each.Var) + "))" + First + ";\n";
  return Text;
}

/// Returns the code of a shared loop between the declaration of its trip count and its body.
std::string LaneWriter::begin(const SharedLoop &L, const std::string &N, const Share &Of) const {
  std::string Counter = name(L.Counter), Trips = "hetrt_trips_" + N, Text = started(L, N);
  if (goesByCounter(L, Of))
    return Text + byCounter(L, N, Of);
  std::string Turn = "hetrt_turn_" + N, Goes = Turn + " < " + Trips, Next = Turn + " += " + Of.Count;
  if (Of.OneTurn) {
    Goes = Turn + " == " + Of.Own + (Emulated ? "" : " || (!hetrt_apart && " + Goes + ")");
    Next = "++" + Turn; // for the case that arrays overlap, in which one lane runs all turns
  }
  if (Emulated) { // a single lane counts as in the user's loop, which compilers optimise better
    bool Upwards = L.Step > 0;
    std::string Relation = L.Unequal ? " != " : std::string(Upwards ? " <" : " >") + (L.Inclusive ? "= " : " ");
    std::string Size = std::to_string(Upwards ? uint64_t(L.Step) : -uint64_t(L.Step));
    Goes = "hetrt_lane_count == 1 ? " + Counter + Relation + "hetrt_limit_" + N + " : " + Goes;
    Next =
        "hetrt_lane_count == 1 ? (void)(" + Counter + (Upwards ? " += " : " -= ") + Size + ") : (void)(" + Next + ")";
  }
  Text += "hetrt_uint64 " + Turn + ";\n";
  std::string First = Of.Idle.empty() ? Of.Own : Of.Idle + " ? " + Trips + " : " + Of.Own;
  // Unrolled, so that the GPU can load the elements of several turns at the same time.
  if (!Emulated && !Of.OneTurn && isSmall(L.For))
    Text += "\n#pragma clang loop unroll_count(4)\n";
  return Text + "for (" + Turn + " = " + First + "; " + Goes + "; " + Next + ") {\n";
}

/// Computes the trip count of the inner loop `L` before a loop around it begins.
std::string LaneWriter::tripsAhead(const SharedLoop &L, const std::string &N, const TokenEdits &Edits) const {
  LoopHead H = findHead(L.For, Tokens);
  size_t First = Tokens.find(L.Limit->getBeginLoc()), Last = Tokens.find(L.Limit->getEndLoc());
  if (!H || First == TokenStream::None || Last == TokenStream::None)
    return NotRecorded;
  return Tokens.print(H.For + 2, H.InitEnd, Edits, false) + "\n" + trips(L, N, Tokens.print(First, Last, Edits, false));
}

/// Computes the number of lanes that share the inner one of two nested loops, before the first turn of the outer loop.
/// The bounds of the inner loop are not evaluated if the outer loop has no turns, because the program does not evaluate
/// them then.
std::string LaneWriter::width(const SharedLoop &Inner, const std::string &N, const std::string &OuterTrips,
                              const TokenEdits &Edits) const {
  std::string Width = "hetrt_width_" + N, Trips = "hetrt_trips_" + N;
  return "unsigned " + Width + " = 1;\nif (hetrt_lane_count > 1 && " + OuterTrips + ") {\n" +
         tripsAhead(Inner, N, Edits) + Width + " = " + Trips + " > hetrt_lane_count ? hetrt_lane_count : " + Trips +
         " ? (unsigned)" + Trips + " : 1;\n}\n";
}

/// Combines the values of all lanes in the variable `Into`. All lanes get exactly the same bits, because later branches
/// may depend on the value, and lanes must not take different branches before a barrier.
std::string LaneWriter::exchange(const std::string &Into, const std::string &Combined) const {
  std::string Meet = barrier();
  auto Fetched = [&](const std::string &From) {
    return "{ __typeof__(" + Into + ") hetrt_other; " + From + Combined + "}\n";
  };
  if (Emulated)
    return "__builtin_memcpy(hetrt_emulated_exchange(hetrt_lane), &" + Into + ", sizeof " + Into + ");\n" + Meet +
           "__builtin_memcpy(&" + Into + ", hetrt_emulated_exchange(0), sizeof " + Into + ");\n" +
           "{ hetrt_uint32 hetrt_from;\nfor (hetrt_from = 1; hetrt_from < hetrt_lane_count; ++hetrt_from)\n" +
           Fetched("__builtin_memcpy(&hetrt_other, hetrt_emulated_exchange(hetrt_from), sizeof hetrt_other); ") +
           "}\n" + Meet;
  std::string Size = "sizeof " + Into,
              Bits = "hetrt_uint64 hetrt_bits = 0; __builtin_memcpy(&hetrt_bits, &" + Into + ", " + Size + "); ",
              Back = "__builtin_memcpy(&hetrt_other, &hetrt_bits, sizeof hetrt_other); ";
  return Meet + "for (unsigned hetrt_far = 1; hetrt_far < hetrt_lane_count && hetrt_far < 32; hetrt_far *= 2)\n" +
         Fetched(Bits + "hetrt_bits = hetrt_across(hetrt_mask, hetrt_bits, " + Size + ", hetrt_far); " + Back) + "{ " +
         Bits + "hetrt_bits = hetrt_from_lane(hetrt_mask, hetrt_bits, " + Size + ", hetrt_first_lane); " +
         "__builtin_memcpy(&" + Into + ", &hetrt_bits, " + Size + "); }\n" + "if (hetrt_lane_count > 32) {\n{ " + Bits +
         "if (hetrt_lane % 32 == 0) hetrt_exchange[hetrt_lane / 32] = hetrt_bits; }\n" + Meet + "__builtin_memcpy(&" +
         Into + ", (const void *)&hetrt_exchange[0], " + Size +
         ");\n\n#pragma clang loop unroll(disable)\nfor (unsigned hetrt_from = 1; hetrt_from < hetrt_lane_count / 32; "
         "++hetrt_from)\n" +
         Fetched("hetrt_uint64 hetrt_bits = hetrt_exchange[hetrt_from]; " + Back) + Meet + "}\n";
}

/// Combines the values of all lanes in `Into` in the column form, by a tree over the lanes of each column. The number
/// of lanes need not be a power of 2.
std::string LaneWriter::exchangeInColumn(const std::string &Into, const std::string &Combined) const {
  auto Place = [&](const std::string &Lane) {
    std::string Number = (Lane.empty() ? "" : "(" + Lane + ") * hetrt_columns + ") + "hetrt_column";
    return Emulated ? "*(hetrt_uint64 *)hetrt_emulated_exchange(" + Number + ")" : "hetrt_places[" + Number + "]";
  };
  std::string Meet = barrier(), Size = "sizeof " + Into,
              Put = "{ hetrt_uint64 hetrt_bits = 0; __builtin_memcpy(&hetrt_bits, &" + Into + ", " + Size + "); " +
                    Place("hetrt_lane") + " = hetrt_bits; }\n";
  auto Got = [&](const std::string &To, const std::string &Lane) {
    return "const hetrt_uint64 hetrt_bits = " + Place(Lane) + "; __builtin_memcpy(&" + To + ", &hetrt_bits, " + Size +
           "); ";
  };
  return "if (hetrt_lane < hetrt_lane_count)\n" + Put +
         "{ unsigned hetrt_left_over = hetrt_lane_count;\nwhile (hetrt_left_over > 1) {\n"
         "const unsigned hetrt_half = (hetrt_left_over + 1) / 2;\n" +
         Meet + "if (hetrt_lane < hetrt_left_over - hetrt_half) {\n{ __typeof__(" + Into + ") hetrt_other; " +
         Got("hetrt_other", "hetrt_lane + hetrt_half") + Combined + "}\n" + Put +
         "}\nhetrt_left_over = hetrt_half;\n} }\n" + Meet + "{ " + Got(Into, "") + "}\n" + Meet;
}

/// Returns the code after a shared loop that combines a reduction variable over the lanes. It combines a copy, because
/// the variable may be one whose address cannot be taken.
std::string LaneWriter::combine(const LaneReduction &What, const std::string &N) const {
  std::string Name = name(What.Var), Copy = "hetrt_combined_" + N;
  std::string Combined = combination(What.How, Copy, "hetrt_other");
  return "if (hetrt_lane_count > 1) {\n__typeof__(" + Name + ") " + Copy + " = " + Name + ";\n" +
         (columns() ? exchangeInColumn(Copy, Combined) : exchange(Copy, Combined)) + Name + " = " + Copy + ";\n}\n";
}

/// Removes `omp atomic` if each thread of the device has its own copy of the variable. If all threads update one
/// partial, inserts `omp atomic` without the user's memory-order clause: with the clause, the kernel would call a
/// function that does not exist in kernels, and the order does not matter for the partial.
void LaneWriter::editAtomic(const AtomicDirective &Of, TokenEdits &Edits) const {
  const Stmt *S = withoutDirectives(Of.Directive);
  removeDirective(S, Edits);
  auto Item = llvm::find_if(R.Body.Captures, [&](const Capture &C) { return C.What.Decl == Of.Variable; });
  if (Emulated || Item == R.Body.Captures.end() || !Item->Reduced.Atomic || !Item->Reduced.Array ||
      !R.Shared.OnePartial)
    return;
  const size_t At = Tokens.find(S->getBeginLoc());
  if (At != TokenStream::None)
    Edits.surround(At, At, Of.Compares ? "_Pragma(\"omp atomic compare\") " : "_Pragma(\"omp atomic\") ", "");
}

/// Removes the directives before a statement, because a shared loop no longer has the form that they require, and
/// because each lane would execute them.
void LaneWriter::removeDirective(const Stmt *Of, TokenEdits &Edits) const {
  size_t At = Tokens.find(Of->getBeginLoc());
  if (At == TokenStream::None)
    return;
  size_t First = At;
  while (First > 0 && Tokens[First - 1].is(tok::annot_pragma_openmp_end)) // there may be several directives
    do
      --First;
    while (First > 0 && Tokens[First].isNot(tok::annot_pragma_openmp));
  if (First < At && Tokens[First].is(tok::annot_pragma_openmp))
    Edits.replace(First, At - 1, "");
}

/// Divides the turns of one loop among lanes.
void LaneWriter::editLoop(const SharedLoop &L, const std::string &N, const Share &Of, TokenEdits &Edits) const {
  LoopHead H = findHead(L.For, Tokens);
  auto [First, Last] = Kernel.statementTokens(L.For);
  size_t LimitFirst = Tokens.find(L.Limit->getBeginLoc()), LimitLast = Tokens.find(L.Limit->getEndLoc());
  if (!H || Last == TokenStream::None || LimitFirst == TokenStream::None || LimitLast == TokenStream::None)
    return Edits.discard(H ? H.For : First, H ? H.For : First, NotRecorded);
  std::string Counter = name(L.Counter);
  auto ValueAt = [&](const std::string &Turn) {
    return (Emulated ? "if (hetrt_lane_count > 1) " : "") + Counter + " = (__typeof__(" + Counter + "))(hetrt_start_" +
           N + " + " + Turn + " * (hetrt_uint64)" + std::to_string(L.Step) + "LL);\n";
  };
  std::string Begin = trips(L, N, Tokens.print(LimitFirst, LimitLast, Edits, false)) + Of.Before + begin(L, N, Of);
  Edits.replace(H.For, H.For + 1, "{");
  Edits.replace(H.InitEnd + 1, H.Close, Begin + (goesByCounter(L, Of) ? "" : ValueAt("hetrt_turn_" + N)));
  std::string End = afterTurn(L, N, Of) + "\n}\n" + ValueAt("hetrt_trips_" + N);
  for (const LaneReduction &Each : L.Reductions)
    End += combine(Each, N);
  Edits.insertAfter(Last, End + "}");
}

/// Divides a shared loop among the lanes, together with the inner loop that is shared with it, if there is one.
void LaneWriter::editNest(const SharedLoop &L, const std::string &N, TokenEdits &Edits) const {
  Share All;
  if (columns())
    All.Idle = "hetrt_lane >= hetrt_lane_count";
  if (L.Inner.empty())
    return editLoop(L, N, All, Edits);
  std::string Inside = N + "_inner", Width = "hetrt_width_" + Inside, Rows = "hetrt_lane_count / " + Width,
              Row = "hetrt_lane / " + Width;
  std::string Before = width(L.Inner.front(), Inside, "hetrt_trips_" + N, Edits);
  editLoop(L.Inner.front(), Inside, {"hetrt_lane % " + Width, Width, "", ""}, Edits);
  editLoop(L, N, {Row, Rows, Before, Row + " >= " + Rows}, Edits);
}

/// Interchanges the loop `Around` with the shared loops inside, which all have the same trip count: inserts a loop over
/// the lane's turns around it. The trip count is computed before `Around` runs. If `Around` never reaches the inner
/// loops, this trip count is meaningless, so the loop over turns ends after its first pass. If arrays overlap, one lane
/// runs `Around` once, in the program's order.
void LaneWriter::editAround(const ForStmt *Around, ArrayRef<std::pair<const SharedLoop *, std::string>> Inside,
                            TokenEdits &Edits) const {
  std::string Ahead = tripsAhead(*Inside.front().first, "ahead", Edits),
              First = columns() ? "hetrt_lane < hetrt_lane_count ? hetrt_lane : hetrt_turns" : "hetrt_lane";
  for (const auto &[L, N] : Inside)
    editLoop(*L, N, {"hetrt_turn", "hetrt_lane_count", "hetrt_reached = 1;\n", "", true}, Edits);
  auto [Begin, End] = Kernel.statementTokens(Around);
  if (Begin == TokenStream::None || End == TokenStream::None)
    return; // without the edit, `hetrt_turn` is not declared, so the compiler rejects the kernel
  Edits.surround(Begin, End,
                 "{ hetrt_uint64 hetrt_turns = 0, hetrt_turn;\n{ " + Ahead +
                     "hetrt_turns = hetrt_trips_ahead; }\nfor (hetrt_turn = " + First + "; " +
                     (Emulated ? "hetrt_lane_count > 1" : "hetrt_apart") +
                     " ? hetrt_turn < hetrt_turns : hetrt_turn == 0; hetrt_turn += hetrt_lane_count) {\n"
                     "int hetrt_reached = 0;\n",
                 "\nif (!hetrt_reached) break;\n} }");
}

/// Whether a variable in a clause has the same name in the outlined form.
bool LaneWriter::has(const Expr *Variable) const {
  auto *Ref = dyn_cast<DeclRefExpr>(Variable->IgnoreParenImpCasts());
  if (!Ref)
    return false;
  const ValueDecl *Var = Ref->getDecl();
  if (const Entity *Captured = R.entity(cast<ValueDecl>(Var->getCanonicalDecl())))
    return localName(*Captured) == Var->getName();
  const SourceRange Body = textOf(R.Loop.For->getBody());
  const size_t First = Tokens.find(Body.getBegin()), Last = Tokens.find(Body.getEnd()),
               At = Tokens.find(Var->getLocation());
  return At != TokenStream::None && First != TokenStream::None && Last != TokenStream::None && First <= At &&
         At <= Last;
}

/// Whether the outlined form keeps the directive. It keeps a `simd` directive if all its clauses are right in the form.
/// An `aligned` clause is about the user's array, and the variables in `if` and `linear` clauses may not exist in the
/// outlined form.
bool LaneWriter::keeps(const OMPExecutableDirective &Directive) const {
  return isa<OMPSimdDirective>(Directive) && llvm::all_of(Directive.clauses(), [&](const OMPClause *C) {
           auto AllThere = [&](auto Variables) {
             return llvm::all_of(Variables, [&](const Expr *Each) { return has(Each); });
           };
           if (auto *Reduction = dyn_cast<OMPReductionClause>(C)) {
             const DeclarationNameInfo &How = Reduction->getNameInfo();
             const bool Known = How.getName().getNameKind() == DeclarationName::CXXOperatorName ||
                                How.getAsString() == "min" || How.getAsString() == "max";
             return Known && AllThere(Reduction->varlists());
           }
           if (auto *Private = dyn_cast<OMPPrivateClause>(C))
             return AllThere(Private->varlists());
           if (auto *Last = dyn_cast<OMPLastprivateClause>(C))
             return AllThere(Last->varlists());
           return isa<OMPSafelenClause, OMPSimdlenClause, OMPOrderClause>(C);
         });
}

void LaneWriter::removeDirectives(TokenEdits &Edits) const {
  struct : DynamicVisitor {
    bool VisitOMPExecutableDirective(OMPExecutableDirective *Directive) override {
      Found.push_back(Directive);
      return true;
    }
    std::vector<const OMPExecutableDirective *> Found;
  } Directives;
  Directives.TraverseStmt(R.Loop.For->getBody());
  llvm::SmallPtrSet<const Stmt *, 8> Removed; // one statement may have several directives
  for (const OMPExecutableDirective *Each : Directives.Found)
    if (!keeps(*Each) && Removed.insert(withoutDirectives(Each)).second)
      removeDirective(withoutDirectives(Each), Edits);
}

void LaneWriter::edit(TokenEdits &Edits) const {
  for (const ForStmt *For : R.Lanes.Unmarked)
    removeDirective(For, Edits);
  for (const AtomicDirective &Atomic : R.Body.Atomics)
    editAtomic(Atomic, Edits);
  unsigned Number = 0;
  llvm::MapVector<const ForStmt *, SmallVector<std::pair<const SharedLoop *, std::string>, 2>> Around;
  for (const SharedLoop &L : R.Lanes.Loops) {
    std::string N = std::to_string(Number++);
    if (streamed())
      editStreams(L, Edits);
    else if (tiled())
      editTiles(L, Edits);
    else if (L.Within)
      Around[L.Within].push_back({&L, N});
    else
      editNest(L, N, Edits);
  }
  for (const auto &[For, Inside] : Around)
    editAround(For, Inside, Edits);
  auto Surround = [&](const Stmt *S, const std::string &Before, const std::string &After) {
    auto [First, Last] = Kernel.statementTokens(S);
    if (First == TokenStream::None || Last == TokenStream::None)
      Edits.replace(Tokens.find(R.Loop.For->getBody()->getBeginLoc()),
                    Tokens.find(R.Loop.For->getBody()->getBeginLoc()), NotRecorded);
    else
      Edits.surround(First, Last, Before, After);
  };
  // With streams, a row of lanes for which no iteration is left runs the last iteration again, and must not write.
  const std::string Alone = streamed() ? "hetrt_lane == 0 && hetrt_left > hetrt_row" : "hetrt_lane == 0";
  for (const Stmt *S : R.Lanes.FirstLane)
    Surround(S, "{ if (" + Alone + ") { ", " } }");
  for (const Stmt *S : R.Lanes.Meetings)
    if (isa<DeclStmt>(S))
      Surround(S, barrier(), "");
    else
      Surround(S, "{ " + barrier(), " }");
}
