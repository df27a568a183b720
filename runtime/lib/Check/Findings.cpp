// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the report of a checking run.
#include "Check/Findings.h"

#include "Check/Code.h"
#include "Check/Kept.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace hetrt::check {

namespace {

const char *nameOf(Kind What) {
  switch (What) {
  case Kind::Clause:
    return "clause";
  case Kind::Race:
    return "race";
  case Kind::Window:
    return "window";
  case Kind::Outside:
    return "memory";
  case Kind::OldValue:
    return "old value";
  case Kind::Stale:
    return "stale copy";
  case Kind::Newer:
    return "newer copy";
  case Kind::Padding:
    return "padding";
  case Kind::Order:
    return "order";
  }
  return "";
}

std::string counted(std::uint64_t Count, const char *One, const char *More) {
  return fmt::format("{} {}", Count, Count == 1 ? One : More);
}

/// Replaces %1 and %2 in the text of a finding by source lines, as in "at jacobi.c:12".
std::string placed(std::string Text, const Finding &What, const std::map<std::uintptr_t, CodeLine> &Lines) {
  for (const auto &[Mark, Code] : {std::pair("%1", What.First), std::pair("%2", What.Second)})
    if (const std::size_t At = Text.find(fmt::format("at {}", Mark)); At != Text.npos && Code == UnseenCode)
      Text.replace(At, 5, "by code that is not compiled for checks");
    else if (const std::size_t At = Text.find(Mark); At != Text.npos && Lines.contains(Code))
      Text.replace(At, 2, Lines.at(Code).place());
  return Text;
}

/// The "file:line" of the directive to which a finding belongs. `Region` is Finding::Region; in findings about arrays
/// that devices keep, it also contains the clause, as in "a.c:12: persist(x)".
std::string directiveOf(const std::string &Region, const std::map<std::string, Verdict> &Verdicts) {
  return Verdicts.contains(Region) ? Region : Region.substr(0, Region.find(": "));
}

} // namespace

bool Findings::again(Kind What, const std::string &Region, std::uintptr_t First, std::uintptr_t Second,
                     const std::string &Subject) {
  const auto There = Known.find({What, Region, First, Second, Subject});
  if (There == Known.end())
    return false;
  ++All[There->second].Times;
  return true;
}

void Findings::add(Finding What) {
  Known[{What.What, What.Region, What.First, What.Second, What.Subject}] = All.size();
  All.push_back(std::move(What));
}

std::string Findings::report(std::uint64_t Seed) const {
  std::vector<std::uintptr_t> Codes;
  for (const Finding &Each : All)
    for (const std::uintptr_t Code : {Each.First, Each.Second})
      if (Code > UnseenCode)
        Codes.push_back(Code);
  const std::map<std::uintptr_t, CodeLine> Lines = linesOf(Codes);
  std::string Text;
  std::map<std::string, std::uint64_t> OfRegion;
  std::set<std::string> Said; // the texts of findings that were printed, since several instructions of one source line
                              // may give the same text
  std::uint64_t Count = 0;
  for (const Finding &Each : All) {
    if (!Each.holds())
      continue;
    const auto LineOf = [&](std::uintptr_t Code) { return Code > UnseenCode ? Lines.at(Code) : CodeLine(); };
    const CodeLine First = LineOf(Each.First), Second = LineOf(Each.Second);
    if (!Said.insert(fmt::format("{} {} {} {} {} {}", nameOf(Each.What), Each.Region, First.place(), Second.place(),
                                 Each.Site ? "" : Each.Subject, Each.First ? "" : Each.Text))
             .second)
      continue;
    ++Count;
    ++OfRegion[directiveOf(Each.Region, Verdicts)];
    Text += fmt::format("hetcc-check: {}: {}: {}{}\n", Each.Region, nameOf(Each.What), placed(Each.Text, Each, Lines),
                        Each.Times > 1 ? fmt::format(" (and {} times more)", Each.Times - 1) : "");
    const auto Show = [&](const CodeLine &Line) {
      if (!Line.Text.empty())
        Text += fmt::format("  {}: {}\n", Line.place(), Line.Text);
    };
    Show(First);
    if (Second.place() != First.place())
      Show(Second);
  }
  for (const auto &[Region, Done] : Verdicts) {
    const auto At = OfRegion.find(Region);
    const std::uint64_t Found = At == OfRegion.end() ? 0 : At->second;
    OfRegion.erase(Region);
    Text += fmt::format("hetcc-check: {}: {}, {}: {}{}\n", Region, counted(Done.Passes, "pass", "passes"),
                        counted(Done.Iterations, "iteration", "iterations"),
                        Found ? counted(Found, "finding", "findings") : "nothing found",
                        Done.Limit.empty() ? "" : "; " + Done.Limit);
  }
  for (const auto &[Directive, Found] : OfRegion) // directives without passes, such as `target data`
    Text += fmt::format("hetcc-check: {}: {}\n", Directive, counted(Found, "finding", "findings"));
  if (Verdicts.empty() && Count == 0)
    return "hetcc-check: no loop ran that is looked at\n";
  Text += fmt::format(
      "hetcc-check: {} in {}{}; the order of iterations was that of HETRT_CHECK_SEED={}\n",
      Count ? counted(Count, "finding", "findings") : "nothing found", counted(Verdicts.size(), "loop", "loops"),
      OfRegion.empty() ? ""
                       : " and " + counted(OfRegion.size(), "directive without a loop", "directives without a loop"),
      Seed);
  return Text;
}

} // namespace hetrt::check
