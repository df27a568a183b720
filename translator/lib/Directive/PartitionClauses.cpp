// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses partition(), which divides the values of an id among devices, devices(), which chooses the devices, memory(),
// which says where pages of arrays are placed, and the clauses that go with them.
#include "Directive/ClauseParser.h"
#include "hetrt/devices.h"
#include "hetrt/hetrt.h"
#include "hetrt/schedulers.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using clang::SourceLocation;
using clang::Token;
using llvm::ArrayRef;
using llvm::StringRef;
namespace tok = clang::tok;

/// Parses `partition`, `partition()`, `partition(schedule)` or `partition(schedule: id = start; id < end; id++)`.
bool ClauseParser::partition(std::optional<TokenList> Arguments, SourceLocation Loc) {
  D.Partition.emplace();
  D.Partition->Loc = Loc;
  if (!Arguments || Arguments->empty())
    return true;
  std::vector<TokenList> Parts = splitAt(*Arguments, tok::colon);
  if (Parts.size() > 2)
    return fail(Loc, "'schedule' or 'schedule: id = start; id < end; id++'", "partition");
  return (Parts[0].empty() || schedule(Parts[0])) && (Parts.size() < 2 || loopExpression(Parts[1], Loc));
}

/// Returns the schedulers that a block can have.
static std::vector<StringRef> blockSchedulers() {
  std::vector<StringRef> Names;
#define SCHEDULER(Symbol, Name, Properties)                                                                            \
  if ((Properties) & HETRT_ONE_RANGE)                                                                                  \
    Names.push_back(Name);
  HETRT_SCHEDULERS(SCHEDULER)
#undef SCHEDULER
  return Names;
}

/// Parses the name of a scheduler.
bool ClauseParser::schedule(TokenList Words) {
  const SchedulerName *Found = schedulerName(Words, "partition");
  if (!Found)
    return false;
  D.Hetero.Scheduler = Found->InPartition.str();
  if (D.Kind != DirectiveKind::Block)
    return true;
  const std::vector<StringRef> Known = blockSchedulers();
  if (llvm::is_contained(Known, Found->InPartition))
    return true;
  Diags.report(Words.front().getLocation(), message::err_several_ranges) << Found->Name << alternatives(Known);
  return false;
}

/// Parses the loop `id = start; id < end; id++` in any canonical form of OpenMP. `start` and `end` must be variables,
/// because generated code declares variables of these names that hold the share of each device's thread.
bool ClauseParser::loopExpression(TokenList Loop, SourceLocation Loc) {
  std::vector<TokenList> Parts = splitAt(Loop, tok::semi);
  bool Canonical = Parts.size() == 3 && loopStart(Parts[0]) && loopEnd(Parts[1]) && loopStep(Parts[2]);
  if (Canonical && !D.Partition->Step) { // `i < end; i--` goes away from its end
    const clang::BinaryOperatorKind Wrong[] = {clang::BO_GT, clang::BO_GE}, Decreasing[] = {clang::BO_LT, clang::BO_LE};
    Canonical = !llvm::is_contained(D.Partition->Decreasing ? Decreasing : Wrong, D.Partition->Relation);
  }
  if (!Canonical) {
    Diags.report(Loop.empty() ? Loc : Loop.front().getLocation(), message::err_loop_expression);
    return false;
  }
  for (const ClauseExpr *Bound : {&*D.Partition->Start, &*D.Partition->End})
    if (Bound->Tokens.size() != 1 || Bound->Tokens[0].isNot(tok::identifier)) {
      Diags.report(Bound->Begin, message::err_bound_no_variable) << Bound->Text;
      return false;
    }
  if (D.Partition->Start->Text == D.Partition->End->Text) {
    Diags.report(D.Partition->End->Begin, message::err_bounds_same) << D.Partition->End->Text;
    return false;
  }
  return true;
}

/// Parses `id = start`. False if the tokens have another form.
bool ClauseParser::loopStart(TokenList Part) {
  if (Part.size() < 3 || Part[0].isNot(tok::identifier) || Part[1].isNot(tok::equal))
    return false;
  D.Partition->Id = word(Part[0]);
  D.Partition->Start =
      expression(Part.drop_front(2), Wanted::Anything); // loopExpression() checks that the bound is a variable
  return true;
}

/// Parses `id < end` or `end > id`, with any relation but `==`. False if the tokens have another form.
bool ClauseParser::loopEnd(TokenList Part) {
  auto RelationOf = [](tok::TokenKind Kind) -> std::optional<clang::BinaryOperatorKind> {
    switch (Kind) {
    case tok::less:
      return clang::BO_LT;
    case tok::lessequal:
      return clang::BO_LE;
    case tok::greater:
      return clang::BO_GT;
    case tok::greaterequal:
      return clang::BO_GE;
    case tok::exclaimequal:
      return clang::BO_NE;
    default:
      return std::nullopt;
    }
  };
  auto IsId = [&](const Token &T) { return T.is(tok::identifier) && word(T) == D.Partition->Id; };
  if (Part.size() < 3)
    return false;
  bool OnLeft = IsId(Part.front());
  if (!OnLeft && !IsId(Part.back()))
    return false;
  auto Relation = RelationOf(OnLeft ? Part[1].getKind() : Part[Part.size() - 2].getKind());
  if (!Relation)
    return false;
  D.Partition->Relation = OnLeft ? *Relation : clang::BinaryOperator::reverseComparisonOp(*Relation);
  D.Partition->End = expression(OnLeft ? Part.drop_front(2) : Part.drop_back(2), Wanted::Anything);
  return true;
}

/// Parses `id++`, `--id`, `id += step`, `id = id - step` and the like. False if the tokens have another form.
bool ClauseParser::loopStep(TokenList Part) {
  auto IsId = [&](const Token &T) { return T.is(tok::identifier) && word(T) == D.Partition->Id; };
  auto Step = [&](TokenList By, bool Decreasing) {
    D.Partition->Decreasing = Decreasing;
    D.Partition->Step = expression(By, Wanted::Integer);
    return true;
  };
  if (Part.size() == 2) {
    const Token &Operator = IsId(Part[0]) ? Part[1] : Part[0];
    D.Partition->Decreasing = Operator.is(tok::minusminus);
    return (IsId(Part[0]) || IsId(Part[1])) && Operator.isOneOf(tok::plusplus, tok::minusminus);
  }
  if (Part.size() < 3 || !IsId(Part[0]))
    return false;
  if (Part[1].isOneOf(tok::plusequal, tok::minusequal))
    return Step(Part.drop_front(2), Part[1].is(tok::minusequal));
  if (Part[1].isNot(tok::equal) || Part.size() < 5)
    return false;
  if (IsId(Part[2]) && Part[3].isOneOf(tok::plus, tok::minus))
    return Step(Part.drop_front(4), Part[3].is(tok::minus));
  return IsId(Part.back()) && Part[Part.size() - 2].is(tok::plus) && Step(Part.drop_front(2).drop_back(2), false);
}

namespace {
/// A type of devices that `devices` can have, and the word of `hetero` for it.
struct DevicesWord {
  StringRef InHetero, Type, TypeOfOpenMP;
};

constexpr DevicesWord DevicesWords[] = {
#define DEVICES(InHetero, Type, TypeOfOpenMP, Cores, Accelerators, Nodes) {InHetero, Type, TypeOfOpenMP},
    HETRT_DEVICE_WORDS(DEVICES)
#undef DEVICES
};
} // namespace

/// Parses `devices(type [, ids])` and stores the devices as if they were written in `hetero`.
bool ClauseParser::devices(TokenList Arguments, SourceLocation Loc) {
  if (Arguments.empty())
    return fail(Loc, "a type of devices", "devices");
  std::vector<TokenList> Parts = splitAt(Arguments, tok::comma);
  std::string Type = spell(Parts[0], PP);
  StringRef Kind;
  std::vector<StringRef> Types, TypesOfOpenMP;
  for (const DevicesWord &Each : DevicesWords) {
    Types.push_back(Each.Type);
    if (!Each.TypeOfOpenMP.empty())
      TypesOfOpenMP.push_back(Each.TypeOfOpenMP);
    if (Type == Each.Type || (Type == Each.TypeOfOpenMP && !Type.empty()))
      Kind = Each.InHetero;
  }
  if (Kind.empty()) {
    std::vector<StringRef> Known = Types;
    llvm::append_range(Known, TypesOfOpenMP);
    StringRef Near = nearest(Type, Known);
    Diags.report(Parts[0].empty() ? Loc : Parts[0].front().getLocation(), message::err_unknown_type)
        << Type << !Near.empty() << Near << alternatives(Types) << alternatives(TypesOfOpenMP);
    return false;
  }
  D.DevicesLoc = Loc;
  D.Hetero.Devices = Kind.str();
  return deviceIds(llvm::ArrayRef(Parts).drop_front(), Kind);
}

/// Parses the ids of `devices`: `*`, or numbers of accelerators.
bool ClauseParser::deviceIds(ArrayRef<TokenList> Ids, StringRef Kind) {
  if (Ids.size() == 1 && Ids[0].size() == 1 && Ids[0][0].is(tok::star))
    return true;
  for (TokenList Id : Ids) {
    bool Number = Id.size() == 1 && isNumber(Id[0], PP);
    if (!Number || Kind != "gpu") {
      Diags.report(Id.empty() ? here() : Id.front().getLocation(), message::err_device_id) << spell(Id, PP) << Number;
      return false;
    }
    D.Hetero.Devices += (D.Hetero.Devices == "gpu" ? ":" : ",") + word(Id[0]);
  }
  return true;
}

/// Parses `memory(policy)`.
bool ClauseParser::memory(TokenList Arguments, SourceLocation Loc) {
  static const StringRef Names[] = {
#define POLICY(Number, Name, Word) Word,
      HETRT_MEMORY_POLICIES(POLICY)
#undef POLICY
  };
  static const hetrt_memory_policy Policies[] = {
#define POLICY(Number, Name, Word) HETRT_MEMORY_##Name,
      HETRT_MEMORY_POLICIES(POLICY)
#undef POLICY
  };
  if (Arguments.empty())
    return fail(Loc, "a memory policy", "memory");
  const std::string Name = spell(Arguments, PP);
  const auto *Found = llvm::find(Names, Name);
  if (Found == std::end(Names)) {
    StringRef Near = nearest(Name, Names);
    Diags.report(Arguments.front().getLocation(), message::err_unknown_policy)
        << Name << !Near.empty() << Near << llvm::join(std::begin(Names), std::end(Names), "', '");
    return false;
  }
  D.Memory.Loc = Loc;
  D.Memory.Policy = Policies[Found - std::begin(Names)];
  return true;
}

/// Reports `memory` without `partition`, because the policy is about the pages of the partition's shares. Also reports
/// `memory(replicate)` on a loop, because only the threads of a block can have copies of arrays.
bool ClauseParser::checkMemory() {
  if (D.Memory.Loc.isInvalid())
    return true;
  if (!D.Partition) {
    Diags.report(D.Memory.Loc, message::err_memory_partition) << D.Name;
    return false;
  }
  if (D.Kind == DirectiveKind::Block || !D.replicates())
    return true;
  Diags.report(D.Memory.Loc, message::err_replicate_loop);
  Diags.report(D.Memory.Loc, message::note_remedy)
      << "write the partition over a block that has the loop, or 'memory(migrate)'";
  return false;
}

/// Parses `balance(array)`.
bool ClauseParser::balance(TokenList Arguments, SourceLocation Loc) {
  if (Arguments.empty())
    return fail(Loc, "the array that says where segments begin", "balance");
  D.Balance = text(Arguments);
  return true;
}

/// Reports `balance(r)` unless some array is mapped as `segmented` with the index array r. With `balance`, all devices
/// get shares with equally many elements of that array.
bool ClauseParser::checkBalance() {
  auto Segmented = [](const WindowSpec &W) { return W.How == Association::Segmented; };
  auto Names = [&](const WindowSpec &W) { return Segmented(W) && W.Through->Text == D.Balance->Text; };
  if (!D.Balance || llvm::any_of(D.Windows, Names))
    return true;
  Diags.report(D.Balance->Begin, message::err_balance) << D.Balance->Text << D.Name;
  auto Other = llvm::find_if(D.Windows, Segmented);
  Diags.report(D.Balance->Begin, message::note_remedy)
      << (Other != D.Windows.end()
              ? "segments of '" + Other->Array.Text + "' begin where '" + Other->Through->Text + "' says"
              : "add 'map(to, segmented: array[lower:length, " + D.Balance->Text + ", id])'");
  return false;
}

/// Parses `bind_partition(id)`.
bool ClauseParser::bind() {
  std::optional<TokenList> Arguments = parenthesised("bind_partition");
  if (!Arguments)
    return false;
  if (Arguments->size() != 1 || (*Arguments)[0].isNot(tok::identifier) || !atEnd())
    return fail(Arguments->empty() ? here() : Arguments->front().getLocation(),
                "the id of a partition, and nothing else", "bind_partition");
  D.Bound = word((*Arguments)[0]);
  D.BoundLoc = (*Arguments)[0].getLocation();
  return true;
}

/// Parses `padding_to(list)`, `padding_from(list)` or `padding_update_nearby(list)`.
bool ClauseParser::padding(StringRef Clause, TokenList Arguments) {
  std::vector<ClauseExpr> Arrays;
  if (!variables(Arrays, Clause, Arguments))
    return false;
  for (ClauseExpr &Array : Arrays)
    if (llvm::any_of(Array.Tokens, [](const Token &T) { return T.is(tok::l_square); }))
      return fail(Array.Begin, "the name of an array alone", Clause);
  for (ClauseExpr &Array : Arrays)
    D.Padding.push_back({Clause.str(), std::move(Array)});
  return true;
}

/// Reports combinations of clauses that are not allowed, such as `partition` with `hetero`.
bool ClauseParser::checkPartition() {
  if (D.HasHetero && (D.Partition || D.DevicesLoc.isValid())) {
    Diags.report(D.Partition ? D.Partition->Loc : D.DevicesLoc, message::err_clauses_together)
        << (D.Partition ? "partition" : "devices") << "hetero";
    return false;
  }
  if (!checkMemory())
    return false;
  bool HasLoop = D.Partition && !D.Partition->Id.empty();
  if (D.Kind == DirectiveKind::Loop && HasLoop) {
    Diags.report(D.Partition->Start->Begin, message::err_loop_given) << D.Name;
    return false;
  }
  if (D.Kind == DirectiveKind::Block && !HasLoop) {
    Diags.report(D.Partition ? D.Partition->Loc : D.Begin, message::err_block_loop) << D.Name;
    return false;
  }
  static const llvm::StringSet<> Own = {"private", "firstprivate", "reduction"};
  for (const OpenMPClause &C : D.OpenMP)
    for (const Token &T : C.Tokens)
      if (D.Kind == DirectiveKind::Block && Own.contains(C.Name) && T.is(tok::identifier) &&
          (word(T) == D.Partition->Start->Text || word(T) == D.Partition->End->Text)) {
        Diags.report(T.getLocation(), message::err_bound_listed) << word(T) << C.Name;
        return false;
      }
  return true;
}
