// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A directive of ours as a plain value: what the user wrote, with source locations, before anything is known of the
// loop below it. DirectiveParser makes it from tokens; once Sema has checked the expressions, Analysis finds them
// again through their slots.
#ifndef HETCC_LIB_DIRECTIVE_DIRECTIVE_H
#define HETCC_LIB_DIRECTIVE_DIRECTIVE_H

#include "clang/AST/OperationKinds.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class Expr;
class CXXRecordDecl;
class FieldDecl;
} // namespace clang

namespace hetcc {

/// What an expression inside a clause has to be. The order is that of `err_clause_type`.
enum class Wanted { Integer, Number, Condition, Object, Array, Anything };

/// One expression inside a clause. `Checked` is filled by Analysis from the marker that Sema saw; in templates it is
/// the expression of the instance under analysis.
struct ClauseExpr {
  std::vector<clang::Token> Tokens;
  clang::SourceLocation Begin, End; ///< first and last token
  std::string Text;                 ///< spelling after macro expansion, for generated code
  std::string Clause;               ///< that it stands in
  Wanted Type = Wanted::Anything;
  unsigned Slot = 0; ///< position in the marker's comma chain
  const clang::Expr *Checked = nullptr;
  const ClauseExpr *From = nullptr; ///< of a block around the directive, which has it from there
  std::string Variable;             ///< that has the value in generated code, where a block around has computed it
  /// In generated code: names may mean something else where the loop stands than where the clause does.
  const std::string &code() const { return Variable.empty() ? Text : Variable; }
};

/// The share that the thread of a block has: the values of an id from one variable to another.
struct ShareBounds {
  std::string Start, End;
  clang::BinaryOperatorKind Relation = clang::BO_LT;
  bool Decreasing = false;
  std::string Before, After; ///< padding; empty: none
};

/// One bracket of a window: `[cond:num:halo]`, or of `map` and its like a section `[lower:length]`, which may be left
/// out where it is known (`[:]`), follow the id of a partition and have padding: `[pre|lower:length|post, id]`.
struct Dimension {
  bool IsSection = false;
  std::optional<ClauseExpr> Cond; ///< of a section: the lower bound
  std::optional<ClauseExpr> Num;  ///< of a section: the length
  std::optional<ClauseExpr> Halo; ///< of a section: on the side of the lower indices
  std::optional<ClauseExpr> Post; ///< of a section: the padding on the other side
  std::string Id;                 ///< of the partition that it follows
  /// The stride between two indices, in elements: how long the next dimension is, where no type says it.
  std::optional<ClauseExpr> Stride;
  std::optional<ShareBounds> Within; ///< it follows a block around the loop, whose share alone is used
  clang::SourceLocation Loc, IdLoc;
  const std::optional<ClauseExpr> &haloAfter() const { return IsSection ? Post : Halo; }
  /// How long the clause says that it is; "" if it does not.
  std::string length() const { return Num ? Num->Text : ""; }
};

/// How the elements of an array in `map` go with the iterations.
enum class Association {
  Array,     ///< index i, where its sections say so
  Segmented, ///< `[section, r, i]`: indices r[i] to r[i + 1] - 1
  Indexed,   ///< `[section, c, i]`: the elements of c, as far as those belong to the iterations
};

/// HETRT_MAX_RANK: of an array, as the runtime has it.
inline constexpr unsigned MostDimensions = 4;

/// A part of an element: a member, or else an element of an array that the part before it is.
struct ElementPart {
  const clang::FieldDecl *Field = nullptr;
  uint64_t Index = 0;
  /// The base class that declares the member, where the object's class may have another member of that name.
  const clang::CXXRecordDecl *Base = nullptr;
  bool operator==(const ElementPart &Other) const { return Field == Other.Field && Index == Other.Index; }
};
using ElementParts = llvm::SmallVector<ElementPart, 2>;
/// The parts of elements that lead to rows, for each dimension of an array but the last; without parts the elements do.
using RowPath = llvm::SmallVector<ElementParts, 2>;

/// One array in a data clause.
struct WindowSpec {
  std::string Clause; ///< the clause's name as written
  ClauseExpr Array;
  std::optional<ClauseExpr> ElementSize;
  llvm::SmallVector<Dimension, 3> Dimensions;
  Association How = Association::Array;
  std::optional<ClauseExpr> Through; ///< of `segmented` and `indexed`: r and c, by their tokens; a window of its own
  bool Implied = false;              ///< no clause names the array; others go through it
  bool In = false, Out = false;
  bool Full = false;      ///< copied whole to every device, or as far as it is indexed
  bool Section = false;   ///< its brackets are sections
  bool WholeCopy = false; ///< `copy`, `map(tofrom)`: written at any index; what a device changes is written back
  bool Bare = false; ///< no brackets: all of a declared array; of anything else, the thing itself, which is no window
  bool Present = false;   ///< of a data region around the loop
  bool Inherited = false; ///< a block around the directive has it
  bool Inferred = false;  ///< no clause names it: found in the body, so its expressions are in no marker
  bool Allocated = false; ///< no clause names it: memory that a block's thread places by hand
  bool Unsized = false;   ///< and that region alone knows the extent: the dimensions are no expressions of the user's
  bool Stated = false;    ///< the boxes of the body say what is used, for which there may be no clause
  bool Holders = false;   ///< of the objects that lead to rows of the array, each of which says how long its row is
  bool MayBeObjects = false; ///< its elements may hold pointers, of which the body uses the rows that they lead to
  RowPath Way;               ///< no clause names it: by which parts the elements lead to the rows that it consists of
  bool Reached = false;   ///< nothing says how much there is of it: for devices that reach the host's memory
};

/// `hetero(cond [, devices [, scheduler [, ratio [, div]]]])`. Empty strings and absent expressions are defaults.
struct HeteroClause {
  clang::SourceLocation Loc;
  std::optional<ClauseExpr> Condition, Ratio, Div;
  std::string Devices, Scheduler;
};

/// `partition([schedule [: id = start; id < end; id++]])`. The schedule and the devices are in HeteroClause.
struct PartitionClause {
  clang::SourceLocation Loc;
  std::string Id; ///< empty without a loop expression
  std::optional<ClauseExpr> Start, End, Step;
  clang::BinaryOperatorKind Relation = clang::BO_LT; ///< as if the id stood on the left
  bool Decreasing = false;
};

/// The words of `memory(policy)`, in the order of hetrt_memory_policy, which says what they mean.
enum class MemoryPolicy { Unsaid, Coherent, Interleave, Migrate, MigrateInterleave, Replicate };

struct MemoryClause {
  clang::SourceLocation Loc; ///< invalid without one
  MemoryPolicy Policy = MemoryPolicy::Unsaid;
};

/// An array whose padding is exchanged, and the clause that says how.
struct PaddingItem {
  std::string Clause;
  ClauseExpr Array;
  bool Indexed = false; ///< as the block around says
};

/// `variant(cuda: name[(arguments)] [in "file"] [, threads [, blocks [, shared]]])`.
struct VariantClause {
  clang::SourceLocation Loc, NameLoc;
  std::string Name;
  std::optional<ClauseExpr> Function; ///< absent where a file has the kernel
  std::string File;                   ///< the literal
  bool Listed = false;                ///< else the arguments are the arrays of the data clauses
  std::vector<ClauseExpr> Arguments, Shape;
};

/// `if([construct:] condition)`; without a construct it means all of the directive's.
struct IfClause {
  std::string Construct;
  ClauseExpr Condition;
};

/// One list item of `depend`: an object, or the section or element of an array.
struct DependItem {
  struct Bracket {
    std::optional<ClauseExpr> Lower, Length; ///< absent: 0, and one element
  };
  ClauseExpr Object;
  llvm::SmallVector<Bracket, 3> Brackets;
  bool Writes = false; ///< any dependence type but `in`
};

/// What a data directive does with a list item of one of its clauses.
enum class DataAction { Enter, Exit, Present, UpdateTo, UpdateFrom };

struct DataItem {
  std::string Clause; ///< as written: "map(to:)", "copyin", ...
  DataAction Action = DataAction::Enter;
  DependItem What;
};

/// What the translator does with a clause, by Clauses.def.
enum class ClauseRole {
  Hetero,
  Part,
  Persist,
  Partition,
  Devices,
  Memory,
  Balance,
  Padding,
  Map,
  Copy,
  Present,
  Variant,
  Team,    ///< goes to the host's team
  Threads, ///< sizes it
  Last,    ///< private to the team; the last iteration's value comes back
  If,
  Task, ///< goes to the task that the region becomes
  Simd, ///< goes to the loop of each thread
  Ignored,
  Collapse, ///< the loop runs as its plain directive says, as with Plain
  Plain,
  Unsupported
};

/// A clause that keeps its OpenMP meaning, as text for the directive that the host compiler will see.
struct OpenMPClause {
  std::string Name, Text;
  ClauseRole Role = ClauseRole::Ignored;
  clang::SourceLocation Loc;
  std::vector<clang::Token> Tokens; ///< name and parenthesised arguments
  /// What stands between the parentheses.
  llvm::StringRef argument() const;
};

/// What `schedule` says.
struct ScheduleWords {
  std::string Modifiers; ///< with the colon, but for `simd`
  std::string Kind = "static";
  std::string Chunk; ///< empty: none
  /// Whether each thread has one piece, of which all are equal.
  bool isEven() const { return (Kind == "static" || Kind == "auto") && Chunk.empty(); }
};

enum class DirectiveKind {
  Loop,       ///< a loop region
  Depersist,  ///< stands alone
  Data,       ///< a block in which devices keep arrays
  DataChange, ///< begins or ends that without a block, or updates; stands alone
  Block,      ///< a partition over a block
  Bind,       ///< `bind_partition(id)`, before a loop of a block
  Padding,    ///< `target update padding_...`, alone, in a block
};

/// Where a line of a directive stands.
struct DirectiveLine {
  clang::SourceLocation HashLoc;    ///< of `#`, or of `_Pragma`
  clang::SourceLocation Begin, End; ///< first token after the introducer, last token before the end of line
};

struct Directive : DirectiveLine {
  unsigned Id = 0;
  unsigned Pack = 0; ///< alignment by `#pragma pack` where the directive stands; 0: the compiler's own
  DirectiveKind Kind = DirectiveKind::Loop;
  std::string Name;                 ///< "omp parallel for", "acc region for", ...
  std::vector<DirectiveLine> Outer; ///< lines before this one, of constructs that are one with it
  HeteroClause Hetero;
  bool HasHetero = false;
  bool Automatic = false;    ///< not ours by its words: --hetcc-auto has found it
  bool HasOneMemory = false; ///< the unit requires of devices that they reach the host's memory
  std::string WhyAsWritten;  ///< of an automatic one: why the host compiler gets it as it is; empty if it does not
  std::optional<PartitionClause> Partition;
  clang::SourceLocation DevicesLoc; ///< of `devices`; invalid without
  MemoryClause Memory;
  std::optional<ClauseExpr> Balance; ///< of `balance`: the array, by its tokens; a map goes through it
  bool Simd = false;
  std::vector<WindowSpec> Windows;
  /// How much there is of arrays, by `map`: of an automatic directive, and where another clause says what belongs to an
  /// iteration.
  std::vector<WindowSpec> Mapped;
  /// Whether windows of arrays that no clause names have been looked for, in the first instance, and found for all.
  enum class Inference : std::uint8_t { Open, Failed, Done } Inferred = Inference::Open;
  std::vector<std::string> Needed; ///< what inferred windows need, to show it; Region has what holds
  std::vector<ClauseExpr> Persist; ///< of `persist` and `depersist`
  std::vector<PaddingItem> Padding;
  std::string Bound;        ///< of `bind_partition`: the id
  std::set<std::string> FoundPrivate; ///< of an automatic one: variables that no clause makes private, and that are
  bool Inherits = false;    ///< what blocks around it say of arrays has been added
  bool BindsAround = false; ///< in the body there is a loop that is bound to the partition of a block around it
  clang::SourceLocation BoundLoc;
  std::optional<VariantClause> Variant;
  std::vector<IfClause> Ifs;
  std::vector<DependItem> Depends;
  std::vector<DataItem> Data;
  std::vector<OpenMPClause> OpenMP;
  std::vector<ClauseExpr> Unused; ///< of clauses without effect: they are checked, and nothing more
  unsigned SlotCount = 0;

  bool isLoop() const { return Kind == DirectiveKind::Loop; }
  /// Whether what it stands before is shared out among devices.
  bool isRegion() const { return isLoop() || Kind == DirectiveKind::Block; }
  /// Whether each thread of a block, and of a loop of it, has a copy of the scalars that no clause names.
  bool copiesScalars() const { return Partition && !Partition->Id.empty() && has("target"); }
  /// Whether it stands before no statement.
  bool standsAlone() const {
    return Kind == DirectiveKind::Depersist || Kind == DirectiveKind::DataChange || Kind == DirectiveKind::Padding;
  }
  /// Whether the threads of a block stand for places, on which regions inside run.
  bool isOverPlaces() const;
  /// Whether each thread of the block works on copies of its own.
  bool replicates() const { return Memory.Policy == MemoryPolicy::Replicate; }
  bool isOfData() const { return Kind == DirectiveKind::Data || Kind == DirectiveKind::DataChange; }
  /// Whether `Word` is one of the constructs that the directive combines.
  bool has(llvm::StringRef Word) const;
  /// The first of the clauses of this name that keep their OpenMP meaning; null if there is none.
  const OpenMPClause *findOpenMP(llvm::StringRef Clause) const;
  ScheduleWords schedule() const;
  bool hasNowait() const { return findOpenMP("nowait"); }
  /// Whether the threads of a team that is there share the loop out, as in `omp for`; else it has a team of its own.
  bool joinsTeam() const { return isLoop() && (Name == "omp for" || Name == "omp for simd"); }
  /// Whether other tasks may have to wait for the region, or it for them.
  bool isTask() const { return (hasNowait() && !joinsTeam()) || !Depends.empty(); }
  bool isOpenMPLoop() const { return llvm::StringRef(Name).starts_with("omp") && has("loop"); }
  /// Whether an iterator that is declared outside the loop keeps its last value: OpenMP makes it linear in `simd` and
  /// lastprivate in `loop`, and private elsewhere.
  bool keepsIterator() const { return Simd || isOpenMPLoop(); }
};

/// What the `if` clauses say together, as expressions; an empty one is true.
struct IfConditions {
  std::string Target;   ///< false: the host runs the loop
  std::string Parallel; ///< false: one thread of the host runs it
  std::string Simd;     ///< false: without vector instructions
};

/// `Spell` gives the text of one clause's condition.
IfConditions ifConditions(const Directive &D, llvm::function_ref<std::string(const IfClause &)> Spell);

/// `task depend(...) ...` for a region that others wait for, or that waits for them, without what it has to say about
/// data; empty for others.
std::string taskDirective(const Directive &D);

} // namespace hetcc
#endif
