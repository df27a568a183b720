// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hetcc directive as a plain value: the clauses that the user wrote, with source locations, before the loop after the
// directive is analysed. DirectiveParser makes it from tokens. PragmaHandler then inserts a statement before the loop,
// the marker, which contains all expressions of the clauses, so that Sema checks them. Analysis finds each checked
// expression by its position in the marker, its slot.
#ifndef HETCC_LIB_DIRECTIVE_DIRECTIVE_H
#define HETCC_LIB_DIRECTIVE_DIRECTIVE_H

#include "hetrt/hetrt.h"
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

/// The kind of value that an expression inside a clause must have. The order is that of the words in the message
/// `err_clause_type`.
enum class Wanted { Integer, Number, Condition, Object, Array, Anything };

/// One expression inside a clause. Analysis sets `Checked` to the expression that Sema built for the marker; in a
/// template, to the expression of the template instance that is being analysed.
struct ClauseExpr {
  std::vector<clang::Token> Tokens;
  clang::SourceLocation Begin, End; ///< first and last token
  std::string Text;                 ///< spelling after macro expansion, for generated code
  std::string Clause;               ///< the name of the clause that contains the expression
  Wanted Type = Wanted::Anything;
  unsigned Slot = 0; ///< position in the marker's comma chain
  const clang::Expr *Checked = nullptr;
  const ClauseExpr *From = nullptr; ///< the same expression in the directive of an enclosing block; null if the user
                                    ///< wrote the expression in this directive
  std::string Variable;             ///< variable of generated code to which an enclosing block has assigned the
                                    ///< expression's value; empty if there is none
  /// The text for generated code. It is `Variable` if there is one, because names in the loop may mean something else
  /// than in the clause of the enclosing block.
  const std::string &code() const { return Variable.empty() ? Text : Variable; }
};

/// The share of a block's partition that one thread has: the values of the partition's id from variable `Start` to
/// variable `End` of generated code.
struct ShareBounds {
  std::string Start, End;
  clang::BinaryOperatorKind Relation = clang::BO_LT;
  bool Decreasing = false;
  std::string Before, After; ///< code for the number of padding elements before and after the share; empty if there is
                             ///< no padding
};

/// One pair of brackets after an array in a data clause. `part_copy`, `part_copyin` and `part_copyout` have
/// `[cond:num:halo]`; `map` and `copy` have sections `[lower:length]`. A section may be empty where the length is known
/// (`[:]`), may follow the id of a partition, and may have padding: `[pre|lower:length|post, id]`.
struct Dimension {
  bool IsSection = false;
  std::optional<ClauseExpr> Cond; ///< `cond`; in a section, `lower`
  std::optional<ClauseExpr> Num;  ///< `num`; in a section, `length`
  std::optional<ClauseExpr> Halo; ///< `halo`; in a section, `pre`: the padding before the first index
  std::optional<ClauseExpr> Post; ///< in a section, `post`: the padding after the last index
  std::string Id;                 ///< the id of the partition that the dimension follows; empty if it follows none
  /// The number of elements between two consecutive indices, from `[:, id, stride]`, if the array's type does not give
  /// the length of the next dimension.
  std::optional<ClauseExpr> Stride;
  std::optional<ShareBounds> Within; ///< set if only the share of an enclosing block's partition is used
  clang::SourceLocation Loc, IdLoc;
  /// The halo or padding after the last index. `[cond:num:halo]` has the same halo on both sides.
  const std::optional<ClauseExpr> &haloAfter() const { return IsSection ? Post : Halo; }
  /// The text of the dimension's length in the clause; "" if the clause has none.
  std::string length() const { return Num ? Num->Text : ""; }
};

/// Which elements of an array in a `map` clause iteration i uses.
enum class Association {
  Array,     ///< index i in dimensions whose section names the id `i`, all indices in others
  Segmented, ///< `[section, r, i]`: indices r[i] to r[i + 1] - 1
  Indexed,   ///< `[section, c, i]`: index c[i]
};

/// The largest number of dimensions of an array in a clause. Equals HETRT_MAX_RANK of the runtime.
inline constexpr unsigned MostDimensions = 4;

/// One step from an element of an array to a part of it: the member `Field` or, if `Field` is null, element `Index` of
/// the member array that the previous step leads to. For `.p[2]` there are two steps: member `p`, then index 2.
struct ElementPart {
  const clang::FieldDecl *Field = nullptr;
  uint64_t Index = 0;
  /// The base class that declares the member `Field`, if the object's class may have another member of that name; else
  /// null.
  const clang::CXXRecordDecl *Base = nullptr;
  bool operator==(const ElementPart &Other) const { return Field == Other.Field && Index == Other.Index; }
};
using ElementParts = llvm::SmallVector<ElementPart, 2>;
/// The steps from the elements of an array to its rows, for each dimension but the last. For `a[i].row[j]`, the first
/// dimension has the step `row`. In `a[i][j]`, it has no steps, because its elements are themselves pointers.
using RowPath = llvm::SmallVector<ElementParts, 2>;

/// One array in a data clause. Its brackets describe its window, that is, the elements that a range of iterations uses.
struct WindowSpec {
  std::string Clause; ///< the clause's name as written
  ClauseExpr Array;
  std::optional<ClauseExpr> ElementSize;
  llvm::SmallVector<Dimension, 3> Dimensions;
  Association How = Association::Array;
  std::optional<ClauseExpr> Through; ///< the index array (r or c) of Segmented and Indexed; has its own WindowSpec
  bool Implied = false;              ///< no clause names the array; it was added because it is the index array
                                     ///< (Through) of another window
  bool In = false, Out = false;      ///< copied to the devices; copied back to the host
  bool Full = false;                 ///< every device gets the whole array or, with Indexed, the elements c[i] that it
                                     ///< needs
  bool Section = false;              ///< the brackets are array sections, `[first:length]`
  bool WholeCopy = false; ///< `copy`, `map(tofrom)`: the loop may write at any index, and devices write back the
                          ///< elements that they changed
  bool Bare = false;      ///< `map` without brackets: the whole array if it is declared as an array; other variables
                          ///< get no window
  bool Present = false;   ///< clause `present`: an enclosing data region keeps the array on the devices
  bool Inherited = false; ///< taken from the directive of an enclosing block
  bool Inferred = false;  ///< no clause names the array, but the body uses it; the marker has no expression for it
  bool Allocated = false; ///< no clause names the array; it is memory that a block's thread gets by omp_target_allocate
  bool Unsized = false;   ///< the dimensions are placeholders; the extent is known at run time only, or not at all
  bool FoundLate = false; ///< for --hetcc-auto alone: the runtime finds the extent when the loop begins, and no clause
                          ///< can express it
  bool ByBoxes = false;   ///< boxes (ranges of indices found in the body) and not Dimensions describe the used elements
  bool Holders = false;   ///< the elements are objects such as std::vector, each of which has a pointer to a row and
                          ///< the row's length
  bool MayBeObjects = false; ///< elements may be objects with pointers, and the body may use the rows that these lead
                             ///< to
  RowPath RowParts;          ///< for an inferred array of rows: the parts of elements that lead to the rows
  /// The extent is not known, so only devices that reach the host's memory can use the array.
  bool HostMemoryOnly = false;
};

/// `hetero(cond [, devices [, scheduler [, ratio [, div]]]])`. If the clause lacks an argument, its string is empty, or
/// its expression absent.
struct HeteroClause {
  clang::SourceLocation Loc;
  std::optional<ClauseExpr> Condition, Ratio, Div;
  std::string Devices, Scheduler;
};

/// `partition([schedule [: id = start; id < end; id++]])`. The schedule and the devices are stored in the directive's
/// HeteroClause.
struct PartitionClause {
  clang::SourceLocation Loc;
  std::string Id; ///< the loop's variable; empty if the clause has no loop
  std::optional<ClauseExpr> Start, End, Step;
  clang::BinaryOperatorKind Relation = clang::BO_LT; ///< the operator between `id` and `end`; `end > id` is stored as
                                                     ///< `id < end`
  bool Decreasing = false;
};

struct MemoryClause {
  clang::SourceLocation Loc; ///< invalid if the directive has no `memory` clause
  hetrt_memory_policy Policy = HETRT_MEMORY_UNSAID;
};

/// One array in a clause `padding_to`, `padding_from` or `padding_update_nearby` of `omp target update`, by which
/// devices exchange the elements of the array's padding.
struct PaddingItem {
  std::string Clause; ///< the clause's name
  ClauseExpr Array;
  bool Indexed = false; ///< the enclosing block maps the array as `indexed`
};

/// `variant(cuda: name[(arguments)] [in "file"] [, threads [, blocks [, shared]]])`.
struct VariantClause {
  clang::SourceLocation Loc, NameLoc;
  std::string Name;
  std::optional<ClauseExpr> Function; ///< the kernel as an expression; absent with `in "file"`
  std::string File;                   ///< the string literal after `in`, with its quotes; empty if there is none
  bool Listed = false;                ///< the clause lists arguments; if false, the kernel gets the arrays of data
                                      ///< clauses
  /// Arguments: the listed arguments. Shape: the numbers of threads, of blocks, and of bytes of shared memory; the last
  /// ones may be absent.
  std::vector<ClauseExpr> Arguments, Shape;
};

/// `if([construct:] condition)`. Without a construct, the condition applies to all constructs of the directive.
struct IfClause {
  std::string Construct;
  ClauseExpr Condition;
};

/// One list item of `depend`: an object, or the section or element of an array.
struct DependItem {
  struct Bracket {
    std::optional<ClauseExpr> Lower, Length; ///< an absent Lower is 0; an absent Length means one element
  };
  ClauseExpr Object;
  llvm::SmallVector<Bracket, 3> Brackets;
  bool Writes = false; ///< the dependence type is not `in`
};

/// What a data directive does with a list item of one of its clauses.
enum class DataAction { Enter, Exit, Present, UpdateTo, UpdateFrom };

/// One list item of a clause of a data directive.
struct DataItem {
  std::string Clause; ///< the clause for messages: "map(to:)", "copyin", ...
  DataAction Action = DataAction::Enter;
  DependItem What;
};

/// What the translator does with a clause. Clauses.def gives each clause its role. A role without a comment is that of
/// one of hetcc's own clauses, which has a parsing function in ClauseParser.
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
  Team,    ///< becomes a clause of the `parallel` directive for the team on the host
  Threads, ///< `num_threads`: the size of the team on the host
  Last,    ///< `lastprivate`
  If,
  Task,       ///< becomes a clause of the OpenMP task, if the region is a task
  Simd,       ///< becomes a clause of the `simd` loop that each thread runs
  Ignored,    ///< checked, but without effect
  Collapse,   ///< `collapse`
  Plain,      ///< makes the loop run on the CPUs as the plain OpenMP directive
  Unsupported ///< an error
};

/// A clause that keeps its OpenMP meaning. Rewrite copies its text into the directive that the host compiler gets.
struct OpenMPClause {
  std::string Name, Text;
  ClauseRole Role = ClauseRole::Ignored;
  clang::SourceLocation Loc;
  std::vector<clang::Token> Tokens; ///< name and parenthesised arguments
  /// The text between the parentheses.
  llvm::StringRef argument() const;
};

/// The parts of a `schedule([modifier:] kind[, chunk])` clause. The initial values are those of a directive without
/// `schedule`.
struct ScheduleWords {
  std::string Modifiers; ///< the modifier with its colon, as in "monotonic: "; `simd` is left out
  std::string Kind = "static";
  std::string Chunk; ///< empty if there is no chunk size
  /// Whether each thread gets one range of iterations, and all ranges are equally long.
  bool isEven() const { return (Kind == "static" || Kind == "auto") && Chunk.empty(); }
};

enum class DirectiveKind {
  Loop,       ///< a loop region
  Depersist,  ///< `depersist(list)`; has no statement
  Data,       ///< `target data` or `acc data`: devices keep arrays during the block that follows the directive
  DataChange, ///< `target enter data`, `exit data`, `update` and their OpenACC forms; has no statement
  Block,      ///< `partition` over a block: each device runs the whole block for its share of the partition
  Bind,       ///< `bind_partition(id)`, before a loop inside a Block
  Padding,    ///< `target update padding_...`, inside a Block; has no statement
};

/// The source locations of one pragma line.
struct DirectiveLine {
  clang::SourceLocation HashLoc;    ///< of `#`, or of `_Pragma`
  clang::SourceLocation Begin, End; ///< first token after the introducer, last token before the end of line
};

/// One hetcc directive with all its clauses, or an OpenMP directive that --hetcc-auto treats as one.
struct Directive : DirectiveLine {
  unsigned Id = 0;   ///< the number of the directive in the translation unit
  unsigned Pack = 0; ///< alignment that `#pragma pack` has set at the directive; 0: none
  DirectiveKind Kind = DirectiveKind::Loop;
  std::string Name;                 ///< "omp parallel for", "acc region for", ...
  std::vector<DirectiveLine> Outer; ///< pragma lines before this one that were joined with it (JoinedLines.h)
  HeteroClause Hetero;
  bool HasHetero = false;
  bool Automatic = false;    ///< a plain OpenMP directive, which is translated because of --hetcc-auto
  bool HasOneMemory = false; ///< automatic, and the unit has `omp requires unified_shared_memory`
  std::string WhyAsWritten;  ///< why the host compiler gets the automatic directive unchanged; empty if it is
                             ///< translated
  std::optional<PartitionClause> Partition;
  clang::SourceLocation DevicesLoc; ///< the location of the clause `devices`; invalid if there is none
  MemoryClause Memory;
  std::optional<ClauseExpr> Balance; ///< `balance(r)`: the array r, which is also the index array in `map(segmented:
                                     ///< a[.., r, i])`
  bool Simd = false;
  std::vector<WindowSpec> Windows; ///< the arrays of data clauses, and those that Analysis has found in the body
  /// Arrays of `map` clauses that give only the lengths of arrays: all arrays of an automatic directive, and arrays for
  /// which another clause says what an iteration uses.
  std::vector<WindowSpec> Mapped;
  /// The state of the search for windows of arrays that no clause names: not done yet (Open), done without a window for
  /// each of these arrays (Failed), or done with one for each (Done).
  enum class Inference : std::uint8_t { Open, Failed, Done } Inferred = Inference::Open;
  std::vector<std::string> Needed; ///< conditions of inferred windows, for suggested clauses
  std::vector<ClauseExpr> Persist; ///< the arrays of `persist` and `depersist`
  std::vector<PaddingItem> Padding;
  std::string Bound;                  ///< the id in `bind_partition(id)`
  std::set<std::string> FoundPrivate; ///< variables that an automatic directive shares, but that Analysis makes private
  bool BindsAround = false; ///< a loop in the body has `bind_partition` with the id of a block outside of the body
  clang::SourceLocation BoundLoc; ///< the location of the id in `bind_partition(id)`
  std::optional<VariantClause> Variant;
  std::vector<IfClause> Ifs;
  std::vector<DependItem> Depends;
  std::vector<DataItem> Data;
  std::vector<OpenMPClause> OpenMP;
  std::vector<ClauseExpr> Unused; ///< expressions of clauses without effect; Sema checks them
  unsigned SlotCount = 0;         ///< the number of expressions in the marker

  bool isLoop() const { return Kind == DirectiveKind::Loop; }
  /// Whether devices share the iterations of the loop or block that follows the directive.
  bool isRegion() const { return isLoop() || Kind == DirectiveKind::Block; }
  /// Whether each thread of the block has its own copy of each scalar that no clause names, as in OpenMP's `target`.
  bool copiesScalars() const { return Partition && !Partition->Id.empty() && has("target"); }
  /// Whether no statement belongs to the directive.
  bool standsAlone() const {
    return Kind == DirectiveKind::Depersist || Kind == DirectiveKind::DataChange || Kind == DirectiveKind::Padding;
  }
  /// Whether the directive is a block with `proc_bind(spread)`: each thread stands for an OpenMP place, and regions
  /// inside the block run on the processors of that place.
  bool isOverPlaces() const;
  /// Whether each thread of the block works on its own copies of the arrays (`memory(replicate)`).
  bool replicates() const { return Memory.Policy == HETRT_MEMORY_REPLICATE; }
  bool isOfData() const { return Kind == DirectiveKind::Data || Kind == DirectiveKind::DataChange; }
  /// Whether `Word` is one of the constructs that the directive combines.
  bool has(llvm::StringRef Word) const;
  /// The first clause of this name among those that keep their OpenMP meaning; null if there is none.
  const OpenMPClause *findOpenMP(llvm::StringRef Clause) const;
  ScheduleWords schedule() const;
  bool hasNowait() const { return findOpenMP("nowait"); }
  /// Whether the threads of an existing team run the loop, as in `omp for`. All other loops create a team.
  bool joinsTeam() const { return isLoop() && (Name == "omp for" || Name == "omp for simd"); }
  /// Whether the region is an OpenMP task: it has `depend`, or it has `nowait` and creates its team.
  bool isTask() const { return (hasNowait() && !joinsTeam()) || !Depends.empty(); }
  bool isOpenMPLoop() const { return llvm::StringRef(Name).starts_with("omp") && has("loop"); }
  /// Whether an iterator that is declared before the loop has its last value after the loop. This is so in `simd` and
  /// `loop`, where OpenMP makes the iterator linear or lastprivate; in other loops, the iterator is private.
  bool keepsIterator() const { return Simd || isOpenMPLoop(); }
};

/// The combined conditions of all `if` clauses of a directive, as expressions; an empty string means true.
struct IfConditions {
  std::string Target;   ///< if false, the host runs the loop
  std::string Parallel; ///< if false, one thread of the host runs the loop
  std::string Simd;     ///< if false, the loop is not vectorised
};

/// Combines the conditions of all `if` clauses of `D`. `Spell` returns the text of one clause's condition.
IfConditions ifConditions(const Directive &D, llvm::function_ref<std::string(const IfClause &)> Spell);

/// Returns "task" with the `depend` clauses of `D`, without data-sharing clauses, if the region is a task; else "".
std::string taskDirective(const Directive &D);

} // namespace hetcc
#endif
