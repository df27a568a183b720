// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HostWriter's text for a loop that the threads of a team share out, `omp for`, which makes no team. For region 2:
//
//     { ... bounds, values, descriptor, call: of each thread ...
//       if (hetrt_meets()) { ... hetrt_attend(...) gives the pass that one of the threads has begun ... }
//       #pragma omp for schedule(static, 1) nowait
//       for (hetrt_turn_2 = 0; hetrt_turn_2 < hetrt_turns_2; ++hetrt_turn_2) {
//         ... while (... the ranges of the pass, or the turn's iterations ...) {
//           for (i = hetrt_from_2; i < hetrt_to_2; i++) y[i] = a * x[i] + y[i];
//       }}
//       ... with a pass: barrier, one thread combines partials and ends it; barrier ... }
//
// A turn is a member of the pass. Without one it is what OpenMP's schedule makes one piece of: so the user's words go
// to the loop over turns, and its clauses are OpenMP's own work there.
#include "Analysis/ThreadVariables.h"
#include "Kernel/KernelWriter.h"
#include "Kernel/ReductionWriter.h"
#include "Rewrite/HostWriter.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

namespace {

/// What a `schedule` clause says.
struct ScheduleWords {
  std::string Modifiers; ///< with the colon
  std::string Kind = "static";
  std::string Chunk; ///< empty: none
};

ScheduleWords scheduleOf(const Directive &D) {
  ScheduleWords Words;
  for (const OpenMPClause &C : D.OpenMP) {
    if (C.Name != "schedule")
      continue;
    StringRef Text = StringRef(C.Text).drop_front(C.Name.size()).trim().drop_front().drop_back();
    const auto [Front, Behind] = Text.split(':');
    if (Front.size() < Text.size() && (Front.contains("monotonic") || Front.trim() == "simd")) {
      Text = Behind;
      for (StringRef Word : llvm::split(Front, ',')) // `simd` is about pieces of one loop, of which there is none
        if (Word.trim() != "simd")
          Words.Modifiers = Word.trim().str() + ": ";
    }
    const auto [Kind, Chunk] = Text.split(',');
    Words.Kind = Kind.trim().str();
    Words.Chunk = Chunk.trim().str();
  }
  return Words;
}

/// The variable that an iterator's last value goes to.
std::string iteratorTarget(const Region &R, const std::string &N) {
  return "hetrt_last_" + R.Loop.Iterator->getNameAsString() + "_" + N;
}

} // namespace

/// The values that each thread may have its own of, for the threads to compare.
std::string HostWriter::ownValues(const Region &R, const std::string &N) const {
  std::string Text;
  for (const Capture &C : R.Captures)
    if ((C.Kind == CaptureKind::Value || C.Kind == CaptureKind::FirstPrivate) && mayDifferInTeam(R, C.What.Decl)) {
      const std::string Struct = "struct hetrt_values_" + N, Name = fieldName(C.What);
      Text += "{" + quoted(C.What.name()) + ", (hetrt_uint32)__builtin_offsetof(" + Struct + ", " + Name +
              "), (hetrt_uint32)sizeof(((" + Struct + " *)0)->" + Name + ")},\n";
    }
  return Text.empty() ? "" : "static const hetrt_own_value hetrt_own_" + N + "[] = {\n" + Text + "};\n";
}

/// How the loop is shared out, and the pass if it has one.
std::string HostWriter::meeting(const Region &R, const std::string &N) const {
  const ScheduleWords Words = scheduleOf(*R.Source);
  const std::string Count = "hetrt_count_" + N, Trips = "hetrt_trips_" + N, Unit = "hetrt_unit_" + N,
                    Pass = "hetrt_pass_" + N, Code = "hetrt_code_" + N, Own = ownValues(R, N);
  const bool Even = Words.Chunk.empty() && (Words.Kind == "static" || Words.Kind == "auto");
  std::string Text = Own + "hetrt_pass *" + Pass + " = 0;\nint " + Code + " = 0;\nconst hetrt_int64 " + Count +
                     " = hetrt_omp_num_threads();\n";
  if (Even)
    Text += "const hetrt_uint64 " + Unit + " = 0;\nhetrt_int64 hetrt_turns_" + N + " = " + Count;
  else
    Text += "const hetrt_uint64 " + Unit + " = " +
            (!Words.Chunk.empty()      ? "hetrt_unit((hetrt_int64)(" + Words.Chunk + "))"
             : Words.Kind == "dynamic" ? "1"
             : Words.Kind == "runtime" ? "hetrt_runtime_unit(" + Trips + ", (hetrt_uint64)" + Count + ")"
                                       : "hetrt_small_unit(" + Trips + ", (hetrt_uint64)" + Count + ")") +
            ";\nhetrt_int64 hetrt_turns_" + N + " = hetrt_turns(" + Trips + ", " + Unit + ")";
  Text += ", hetrt_turn_" + N + ";\nconst int hetrt_met_" + N + " = hetrt_meets();\nif (hetrt_met_" + N +
          ") {\nhetrt_meeting *hetrt_meeting_" + N + " = 0;\n";
  if (R.leavesValues())
    Text +=
        ReductionWriter(R, Context, Tokens, KernelWriter(R, Context, Tokens)).checkLengths(Code, location(*R.Source));
  Text += uses(R) + "if (!" + Code + ") {\n#pragma omp single copyprivate(hetrt_meeting_" + N + ")\nhetrt_meeting_" +
          N + " = hetrt_open_meeting(" + Count + ");\n" + Code + " = hetrt_attend(hetrt_meeting_" + N +
          ", &hetrt_region_" + N + ", &hetrt_call_" + N + ", " +
          (Own.empty() ? "0, 0" : "hetrt_own_" + N + ", sizeof hetrt_own_" + N + " / sizeof hetrt_own_" + N + "[0]") +
          ", &" + Pass + ");\n}\nif (" + Code + ")\nhetrt_handle_error(" + Code + ");\nhetrt_turns_" + N + " = " +
          Pass + " ? " + Count + " : 0;\n}\n";
  return Text;
}

/// The loop over turns, with the user's clauses.
std::string HostWriter::turns(const Region &R, const std::string &N) const {
  const ScheduleWords Words = scheduleOf(*R.Source);
  // Members wait for each other, so with a pass nobody may take two turns in one piece.
  std::string Text = "#pragma omp for nowait schedule(";
  Text += Words.Kind == "static" || Words.Kind == "auto" ? "static, 1"
          : Words.Kind == "guided"                       ? Words.Modifiers + "guided"
          : Words.Kind == "dynamic"                      ? Words.Modifiers + "dynamic, 1"
                                                         : "dynamic, 1";
  Text += ")";
  for (const OpenMPClause &C : R.Source->OpenMP)
    if (C.Role == ClauseRole::Team)
      Text += " " + C.Text;
  for (const Capture &C : R.Captures)
    if (C.Last && C.Kind == CaptureKind::Private)
      Text += " private(" + hostName(C) + ")";
  if (!R.Loop.DeclaredHere && !lists(*R.Source, {"private", "firstprivate"}, R.Loop.Iterator->getName()))
    Text += " private(" + R.Loop.Iterator->getNameAsString() + ")";
  for (const DeclRefExpr *Iterator : R.Collapsed)
    if (const StringRef Name = Iterator->getDecl()->getName();
        !lists(*R.Source, {"private", "firstprivate", "lastprivate"}, Name))
      Text += " private(" + Name.str() + ")";
  const std::string Turn = "hetrt_turn_" + N, Member = "hetrt_member_" + N, Pass = "hetrt_pass_" + N,
                    Range = "hetrt_range_" + N, Count = "hetrt_count_" + N;
  Text += "\nfor (" + Turn + " = 0; " + Turn + " < hetrt_turns_" + N + "; ++" + Turn + ") {\nhetrt_range " + Range +
          " = hetrt_turn(" + Pass + ", hetrt_trips_" + N + ", hetrt_unit_" + N + ", (hetrt_uint64)" + Turn +
          ", (hetrt_uint64)" + Count + ");\nhetrt_member *" + Member + " = " + Pass + " ? hetrt_join(" + Pass +
          ", (int)" + Turn + ", (int)" + Count + ") : 0;\nint hetrt_left_" + N + " = 1;\n";
  if (R.leavesValues())
    Text +=
        "void *hetrt_initial = " + Member + " ? hetrt_initial_values(" + Member + ") : 0;\nif (hetrt_initial) {\n" +
        ReductionWriter(R, Context, Tokens, KernelWriter(R, Context, Tokens)).move("_" + N, "hetrt_initial", false) +
        "}\n";
  return Text + "while (" + Member + " ? hetrt_next(" + Member + ", &" + Range + ") : hetrt_once(&hetrt_left_" + N +
         ", &" + Range + ")) {\n";
}

/// Whether the program has the iterator's last value.
bool HostWriter::leavesIterator(const Region &R) const {
  const StringRef Name = R.Loop.Iterator->getName();
  return !R.Loop.DeclaredHere && (R.Source->keepsIterator() ? !lists(*R.Source, {"private", "firstprivate"}, Name)
                                                            : lists(*R.Source, {"lastprivate"}, Name));
}

/// Behind a range, and behind the loop.
std::string HostWriter::teamTail(const Region &R, const std::string &N) const {
  const std::string Pass = "hetrt_pass_" + N, Code = "hetrt_code_" + N;
  std::string Text = storeLast(R, N), End;
  const std::string Last =
      leavesIterator(R) ? "*" + iteratorTarget(R, N) + " = " + iteratorAt(R, "hetrt_trips_" + N, N) + ";\n" : "";
  if (!Last.empty())
    Text += "if (hetrt_range_" + N + ".last == hetrt_trips_" + N + ")\n" + Last;
  if (R.leavesValues()) { // each range begins anew
    const ReductionWriter Reductions(R, Context, Tokens, KernelWriter(R, Context, Tokens));
    Text += "if (hetrt_initial) {\nvoid *hetrt_left = hetrt_range_partial(hetrt_member_" + N + ");\n" +
            Reductions.move("_" + N, "hetrt_left", false) + Reductions.move("_" + N, "hetrt_initial", true) + "}\n";
  }
  Text += "}\n}\nif (hetrt_met_" + N + ") {\n#pragma omp barrier\n#pragma omp single\nif (" + Pass + ") {\n" +
          combineBlobs(R, N, "hetrt_next_partial(" + Pass + ", ") + Last + Code + " = hetrt_end_in_team(" + Pass +
          ");\nif (" + Code + ")\nhetrt_handle_error(" + Code + ");\n}\n}\n";
  if (!R.Source->hasNowait())
    Text += "else {\n#pragma omp barrier\n}\n";
  return Text + "}";
}

/// What stands around a loop that joins a team.
RegionText HostWriter::writeInTeam(const Region &R, const RegionGroup &Group, const std::string &N) const {
  RegionText Text;
  Text.Head = "{\n" + bounds(R, N) + reductionLayout(R, N) + (hasValues(R) ? values(R, N) : "") +
              descriptor(R, Group, N) + shapes(R, N) + call(R, N) + meeting(R, N) + lastTargets(R, N);
  if (leavesIterator(R)) {
    const std::string Name = R.Loop.Iterator->getNameAsString();
    Text.Head += "__typeof__(" + Name + ") *" + iteratorTarget(R, N) + " = &" + Name + ";\n";
  }
  Text.Head += turns(R, N) + range(R, N);
  Text.Tail = teamTail(R, N);
  return Text;
}
