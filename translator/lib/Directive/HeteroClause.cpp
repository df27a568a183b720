// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses `hetero`, which says whether devices take part, which devices, and with which scheduler; and parses `if`.
#include "Directive/ClauseParser.h"
#include "hetrt/devices.h"
#include "hetrt/schedulers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using clang::SourceLocation;
using clang::Token;
using llvm::ArrayRef;
using llvm::StringRef;
namespace tok = clang::tok;

static constexpr SchedulerName SchedulerNames[] = {
#define SCHEDULER(Symbol, Name, Properties) {Name, Name, Name},
#define ALIAS(Name, InHetero, InPartition) {Name, InHetero, InPartition},
    HETRT_SCHEDULERS(SCHEDULER) HETRT_SCHEDULER_ALIASES(ALIAS)
#undef ALIAS
#undef SCHEDULER
};

static const SchedulerName *findSchedulerName(StringRef Word) {
  const auto *Found = llvm::find_if(SchedulerNames, [&](const SchedulerName &Each) { return Each.Name == Word; });
  return Found == std::end(SchedulerNames) ? nullptr : Found;
}

/// Returns the name of a scheduler that a clause gives; reports any other word and returns null.
const SchedulerName *ClauseParser::schedulerName(TokenList Words, StringRef Clause) {
  const std::string Word = spell(Words, PP);
  if (const SchedulerName *Found = findSchedulerName(Word))
    return Found;
  std::vector<StringRef> Known;
  for (const SchedulerName &Each : SchedulerNames)
    Known.push_back(Each.Name);
  StringRef Near = nearest(Word, Known);
  Diags.report(Words.front().getLocation(), message::err_unknown_scheduler) << Word << !Near.empty() << Near << Clause;
  return nullptr;
}

/// Parses `hetero([cond [, devices [, scheduler [, ratio [, div]]]]])`.
bool ClauseParser::hetero(TokenList Arguments, SourceLocation Loc) {
  D.HasHetero = true;
  D.Hetero.Loc = Loc;
  if (Arguments.empty())
    return true;
  std::vector<TokenList> Parts = splitAt(Arguments, tok::comma);
  ArrayRef<TokenList> Rest = Parts;
  for (TokenList Part : Parts)
    if (Part.empty())
      return fail(Loc, "an argument between the commas", "hetero");
  D.Hetero.Condition = expression(Rest.front(), Wanted::Condition);
  Rest = Rest.drop_front();
  if (!heteroDevices(Rest, Loc))
    return false;
  if (!Rest.empty()) {
    const SchedulerName *Found = schedulerName(Rest.front(), "hetero");
    if (!Found)
      return false;
    D.Hetero.Scheduler = Found->InHetero.str();
    Rest = Rest.drop_front();
  }
  if (!Rest.empty()) {
    if (spell(Rest.front(), PP) != "default")
      D.Hetero.Ratio = expression(Rest.front(), Wanted::Number);
    Rest = Rest.drop_front();
  }
  if (!Rest.empty()) {
    D.Hetero.Div = expression(Rest.front(), Wanted::Integer);
    Rest = Rest.drop_front();
  }
  if (!Rest.empty()) {
    Diags.report(Rest.front().front().getLocation(), message::err_extra_argument) << "hetero" << 5;
    return false;
  }
  return true;
}

/// Parses the devices and removes them from `Rest`. If `Rest` begins with the name of a scheduler that names no
/// devices, there are none: directives of the older system Splitter, which hetcc accepts too, leave them out. In a list
/// such as `gpu:0,2`, each further number is a separate argument.
bool ClauseParser::heteroDevices(ArrayRef<TokenList> &Rest, SourceLocation) {
  if (Rest.empty())
    return true;
  TokenList Words = Rest.front();
  std::string Kind = word(Words.front());
  static const StringRef Kinds[] = {
#define DEVICES(Name, InDevices, OfOpenMP, Cores, Accelerators, Nodes) Name,
      HETRT_DEVICE_WORDS(DEVICES)
#undef DEVICES
  };
  const bool IsKind = llvm::is_contained(Kinds, Kind);
  if (!IsKind && findSchedulerName(Kind))
    return true;
  bool List = Words.size() == 3 && Words[1].is(tok::colon) && isNumber(Words[2], PP) && Kind == "gpu";
  if (!IsKind || !(Words.size() == 1 || List)) {
    StringRef Near = nearest(Kind, Kinds);
    bool Typo = !Near.empty() && Near != Kind;
    Diags.report(Words.front().getLocation(), message::err_unknown_device)
        << spell(Words, PP) << Typo << Near << llvm::join(ArrayRef<StringRef>(Kinds), "', '");
    return false;
  }
  D.Hetero.Devices = Kind;
  Rest = Rest.drop_front();
  if (!List)
    return true;
  D.Hetero.Devices += ":" + word(Words[2]);
  for (; !Rest.empty() && Rest.front().size() == 1 && isNumber(Rest.front()[0], PP); Rest = Rest.drop_front())
    D.Hetero.Devices += "," + word(Rest.front()[0]);
  return true;
}

/// Parses `if([construct:] condition)`. A directive has either one `if` without a construct, or one for each construct.
bool ClauseParser::condition(TokenList Arguments, SourceLocation Loc) {
  IfClause If;
  if (Arguments.size() > 1 && Arguments[0].getIdentifierInfo() && Arguments[1].is(tok::colon)) {
    If.Construct = word(Arguments[0]);
    static const llvm::StringSet<> Conditional = {"target", "teams", "parallel", "simd"};
    if (IsAcc || !Conditional.contains(If.Construct) || !D.has(If.Construct)) {
      Diags.report(Arguments[0].getLocation(), message::err_if_construct) << If.Construct << D.Name;
      return false;
    }
    Arguments = Arguments.drop_front(2);
  }
  if (Arguments.empty())
    return fail(Loc, "a condition", "if");
  for (const IfClause &Other : D.Ifs)
    if (Other.Construct == If.Construct || Other.Construct.empty() || If.Construct.empty()) {
      Diags.report(Loc, message::err_clause_twice) << "if";
      return false;
    }
  If.Condition = expression(Arguments, Wanted::Condition);
  D.Ifs.push_back(std::move(If));
  return true;
}
