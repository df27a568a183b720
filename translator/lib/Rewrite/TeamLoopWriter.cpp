// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated code for a loop that an existing team runs. For region 2:
//
//     { ... bounds, values, descriptor, call: each thread has its own ...
//       if (hetrt_meets()) { ... hetrt_attend(...) returns the pass that one of the threads has begun ... }
//       #pragma omp for nowait schedule(static, 1)
//       for (hetrt_turn_2 = 0; hetrt_turn_2 < hetrt_turns_2; ++hetrt_turn_2) {
//         ... while (... the ranges of the pass, or the turn's iterations ...) {
//           for (i = hetrt_from_2; i < hetrt_to_2; i++) y[i] = a * x[i] + y[i];
//       }}
//       ... with a pass: barrier, one thread combines partials and ends the pass; barrier ... }
//
// In a pass, each turn is a member of the pass, that is, one thread's part in it. Without a pass, a turn is a chunk of
// the user's `schedule`. In both cases the OpenMP runtime distributes turns, so clauses such as `lastprivate` are on
// the loop over turns.
#include "Rewrite/TeamLoopWriter.h"
#include "Rewrite/Initializer.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Returns the schedule of the loop over turns. The members of a pass wait for each other, so no thread may get two
/// turns at once.
std::string scheduleOfTurns(const ScheduleWords &Words) {
  if (Words.isEven() || Words.Kind == "static")
    return "static, 1";
  if (Words.Kind == "guided")
    return Words.Modifiers + "guided";
  return (Words.Kind == "dynamic" ? Words.Modifiers : "") + "dynamic, 1";
}

} // namespace

/// Declares a table of the captured variables of which each thread may have its own. The runtime uses it to check that
/// all threads have equal values.
std::string TeamLoopWriter::ownValues() const {
  std::vector<std::string> All;
  const std::string Struct = "struct hetrt_values_" + N;
  for (const Capture &C : R.Body.Captures)
    if ((C.Kind == CaptureKind::Value || C.Kind == CaptureKind::FirstPrivate) &&
        R.Described.DifferInTeam.contains(C.What.Decl))
      All.push_back(Initializer()
                        .set("name", quoted(C.What.name()))
                        .set("offset", "(hetrt_uint32)__builtin_offsetof(" + Struct + ", " + fieldName(C.What) + ")")
                        .set("size", "(hetrt_uint32)sizeof(((" + Struct + " *)0)->" + fieldName(C.What) + ")")
                        .text());
  return All.empty() ? "" : "static const hetrt_own_value hetrt_own_" + N + "[] = " + braced(All) + ";\n";
}

/// The name of a pointer to the user's iterator, if the iterator has its last value after the loop; else "".
std::string TeamLoopWriter::iteratorTarget() const {
  return lastValue().empty() ? "" : "hetrt_last_" + R.Loop.Iterator->getNameAsString() + "_" + N;
}

/// Whether a written array may be scratch memory of one thread. The runtime sees the threads' different addresses of
/// such an array, but not in a team of one thread, so such a team gets no pass.
static bool mayBeScratch(const Region &R) {
  return llvm::any_of(R.Windows, [&](const Window &W) {
    return W.isWrittenByAny() && R.Described.DifferInTeam.contains(W.Array.Decl);
  });
}

std::string TeamLoopWriter::meeting(const std::string &Uses, const std::string &Arrays) const {
  const ScheduleWords Words = R.Site.Source->schedule();
  const std::string Count = "hetrt_count_" + N, Trips = "hetrt_trips_" + N, Unit = "hetrt_unit_" + N,
                    Pass = "hetrt_pass_" + N, Code = "hetrt_code_" + N, Own = ownValues(),
                    Sized = "(" + Trips + ", (hetrt_uint64)" + Count + ")", Turns = "hetrt_turns_" + N;
  const bool Even = Words.isEven();
  const std::string Size = Even                      ? "0"
                           : !Words.Chunk.empty()    ? "hetrt_unit((hetrt_int64)(" + Words.Chunk + "))"
                           : Words.Kind == "dynamic" ? "1"
                           : Words.Kind == "runtime" ? "hetrt_runtime_unit" + Sized
                                                     : "hetrt_small_unit" + Sized;
  std::string Text = Own + "hetrt_pass *" + Pass + " = 0;\nint " + Code + " = 0;\nconst hetrt_int64 " + Count +
                     " = hetrt_omp_num_threads();\nconst hetrt_uint64 " + Unit + " = " + Size + ";\nhetrt_int64 " +
                     Turns + " = " + (Even ? Count : "hetrt_turns(" + Trips + ", " + Unit + ")") + ", hetrt_turn_" + N +
                     ";\nconst int hetrt_met_" + N + " = hetrt_meets()" +
                     (mayBeScratch(R) ? " && " + Count + " > 1" : "") + ";\nif (hetrt_met_" + N +
                     ") {\nhetrt_meeting *hetrt_meeting_" + N + " = 0;\n";
  if (R.leavesValues())
    Text += reductions(kernel()).checkLengths(Code, location());
  const std::string List =
      Own.empty() ? "0, 0" : "hetrt_own_" + N + ", sizeof hetrt_own_" + N + " / sizeof hetrt_own_" + N + "[0]";
  return Text + Uses + Arrays + "if (!" + Code + ") {\n#pragma omp single copyprivate(hetrt_meeting_" + N +
         ")\nhetrt_meeting_" + N + " = hetrt_open_meeting(" + Count + ");\n" + Code + " = " +
         "hetrt_attend(hetrt_meeting_" + N + ", &hetrt_region_" + N + ", &hetrt_call_" + N + ", " +
         "&hetrt_described_" + N + ", " + List + ", &" + Pass + ");\n}\nif (" + Code + ")\nhetrt_handle_error(" + Code +
         ");\n" + Turns + " = " + Pass + " ? " + Count + " : 0;\n}\n";
}

std::string TeamLoopWriter::turns() const {
  const std::string Turn = "hetrt_turn_" + N, Member = "hetrt_member_" + N, Pass = "hetrt_pass_" + N,
                    Range = "hetrt_range_" + N, Count = "hetrt_count_" + N, Target = iteratorTarget();
  std::string Text = lastTargets();
  if (!Target.empty())
    Text += "__typeof__(" + R.Loop.Iterator->getNameAsString() + ") *" + Target + " = &" +
            R.Loop.Iterator->getNameAsString() + ";\n";
  Text += "#pragma omp for nowait schedule(" + scheduleOfTurns(R.Site.Source->schedule()) + ")" + dataClauses() +
          "\nfor (" + Turn + " = 0; " + Turn + " < hetrt_turns_" + N + "; ++" + Turn + ") {\nhetrt_range " + Range +
          " = hetrt_turn(" + Pass + ", hetrt_trips_" + N + ", hetrt_unit_" + N + ", (hetrt_uint64)" + Turn +
          ", (hetrt_uint64)" + Count + ");\nhetrt_member *" + Member + " = " + Pass + " ? hetrt_join(" + Pass +
          ", (int)" + Turn + ", (int)" + Count + ") : 0;\nint hetrt_left_" + N + " = 1;\n";
  if (R.leavesValues())
    Text += "void *hetrt_initial = " + Member + " ? hetrt_initial_values(" + Member + ") : 0;\nif (hetrt_initial) {\n" +
            reductions(kernel()).move("_" + N, "hetrt_initial", false) + "}\n";
  return Text + "while (" + Member + " ? hetrt_next(" + Member + ", &" + Range + ") : hetrt_once(&hetrt_left_" + N +
         ", &" + Range + ")) {\n";
}

std::string TeamLoopWriter::end() const {
  const std::string Pass = "hetrt_pass_" + N, Code = "hetrt_code_" + N, Target = iteratorTarget();
  const std::string LeaveIterator = Target.empty() ? "" : "*" + Target + " = " + iteratorAt("hetrt_trips_" + N) + ";\n";
  std::string Text = endRange();
  if (!Target.empty())
    Text += "if (hetrt_range_" + N + ".last == hetrt_trips_" + N + ")\n" + LeaveIterator;
  Text += "}\n}\nif (hetrt_met_" + N + ") {\n#pragma omp barrier\n#pragma omp single\nif (" + Pass + ") {\n" +
          combinePartials("hetrt_next_partial(" + Pass + ", ") + LeaveIterator + Code + " = hetrt_end_in_team(" + Pass +
          ");\nif (" + Code + ")\nhetrt_handle_error(" + Code + ");\n}\n}\n";
  if (!R.Site.Source->hasNowait())
    Text += "else {\n#pragma omp barrier\n}\n";
  return Text + "}";
}
