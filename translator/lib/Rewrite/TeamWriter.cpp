// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated code for a team, and for the task around it.
#include "Rewrite/TeamWriter.h"
#include "Rewrite/Initializer.h"
#include "Rewrite/Sections.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

/// Whether some variable is both firstprivate and lastprivate. If so, a barrier is needed: the thread with the last
/// iteration must not store the variable's last value before all threads have copied its first value.
static bool startsFromTarget(const Region &R) {
  return llvm::any_of(R.Body.Captures, [](const Capture &C) { return C.Last && C.Kind == CaptureKind::FirstPrivate; });
}

/// Declares a table of the memory that the region's `depend` clauses name.
std::string TeamWriter::sections() const {
  std::string Text = "const hetrt_section hetrt_sections_" + N + "[] = {\n";
  for (const DependItem &Item : R.Site.Source->Depends) {
    const MemorySpan Span = spanOf(Item);
    Text += Initializer().set("first", Span.First).set("last", Span.Last).set("writes", Item.Writes).text() + ",\n";
  }
  return Text + "};\n";
}

/// The user's OpenMP runtime orders the task among the program's tasks by the first bytes of the sections in `depend`.
/// Sections of two regions may overlap although they begin at different bytes, so each region also has a mark, a byte
/// of its own, and the task depends on the marks of earlier regions that overlap it.
std::string TeamWriter::taskHead() const {
  if (!R.Site.Source->isTask())
    return "";
  std::string Task = "hetrt_task_" + N, Before = "hetrt_before_" + N, Own = "hetrt_own_" + N, Text,
              Pragma = "#pragma omp " + taskDirective(*R.Site.Source);
  if (!R.Site.Source->Depends.empty()) {
    Text = "{\n" + sections() + "hetrt_task *" + Task + " = hetrt_task_begin(hetrt_sections_" + N +
           ", sizeof hetrt_sections_" + N + " / sizeof hetrt_sections_" + N + "[0]);\nchar *" + Own +
           " = hetrt_task_mark(" + Task + "), *const *" + Before + " = hetrt_task_before(" + Task + ");\n";
    Pragma += " depend(iterator(hetrt_uint64 hetrt_k = 0 : hetrt_task_before_count(" + Task + ")), in : " + Before +
              "[hetrt_k][0]) depend(out : " + Own + "[0])";
  }
  if (!R.Site.Source->hasNowait() || !R.Task.WhyNone.empty())
    return Text + Pragma + " if(0) default(shared)\n";
  for (const TaskVariable &Var : R.Task.Variables)
    Pragma += (Var.Copied ? " firstprivate(" : " shared(") + Var.Name + ")";
  if (!R.Site.Source->Depends.empty())
    Pragma += " firstprivate(" + Task + ")";
  return Text + Pragma + "\n";
}

std::string TeamWriter::taskTail() const {
  return R.Site.Source->Depends.empty() ? "" : "hetrt_task_end(hetrt_task_" + N + ");\n}\n";
}

/// The name of a pointer to the user's variable. It is needed because inside of the team the variable's name means the
/// private copy.
std::string TeamWriter::lastTarget(const Capture &C) const { return "hetrt_last_" + localName(C.What) + "_" + N; }

/// The pointers are neither constant nor references, because compilers would replace a constant pointer to a global
/// variable by the variable's name, which means the private copy inside of the team.
std::string TeamWriter::lastTargets() const {
  std::string Text;
  for (const Capture &C : R.Body.Captures)
    if (C.Last)
      Text += (hasAuto() ? "auto *" : "__typeof__(" + hostName(C) + ") *") + lastTarget(C) +
              (isCXX() ? " = __builtin_addressof(" : " = &(") + hostName(C) + ");\n";
  return Text;
}

/// Writes code by which the thread that ran the last iteration stores the values of its lastprivate variables.
std::string TeamWriter::storeLast() const {
  if (!R.hasLastValues())
    return "";
  std::string Text = "if (hetrt_range_" + N + ".last == hetrt_trips_" + N + ") {\n";
  for (const Capture &C : R.Body.Captures)
    if (C.Last)
      Text += KernelWriter::assign(C, "(*" + lastTarget(C) + ")", hostName(C));
  return Text + "}\n";
}

std::string TeamWriter::dataClauses() const {
  std::string Text;
  for (const OpenMPClause &C : R.Site.Source->OpenMP)
    if (C.Role == ClauseRole::Team)
      Text += " " + C.Text;
  return Text + privateClauses();
}

std::string TeamWriter::privateClauses() const {
  std::string Text;
  // On a place, a variable that is private to the block's thread must be private to each thread of the place's team as
  // well. A variable that Analysis has found to be private (Found) is shared in the program, so it needs the clause,
  // too.
  for (const Capture &C : R.Body.Captures)
    if (C.Kind == CaptureKind::Private && (C.Last || R.Site.OnPlace || C.Found))
      Text += " private(" + hostName(C) + ")";
  if (R.Loop.Iterator && !R.Loop.DeclaredHere && !listsPrivateIterator())
    Text += " private(" + R.Loop.Iterator->getNameAsString() + ")";
  for (const DeclRefExpr *Iterator : R.Loop.Collapsed)
    if (const StringRef Name = Iterator->getDecl()->getName();
        !lists(*R.Site.Source, {"private", "firstprivate", "lastprivate"}, Name))
      Text += " private(" + Name.str() + ")";
  return Text;
}

std::string TeamWriter::directive(const std::string &More) const {
  std::string Text = "#pragma omp parallel num_threads(hetrt_threads(hetrt_pass_" + N + "))" + dataClauses() + More,
              Targets;
  if (const IfConditions If = R.Site.isInBlock() ? IfConditions() : ifValues(); !If.Parallel.empty())
    Text += " if(" + If.Parallel + ")";
  for (const Capture &C : R.Body.Captures)
    if (C.Last)
      Targets += ", " + lastTarget(C);
  // firstprivate is faster than shared: OpenMP runtimes pass copies to the threads together with the work, while a
  // thread would have to fetch a shared variable from another core's cache.
  Text += " firstprivate(hetrt_pass_" + N + ", hetrt_lower_" + N + ", hetrt_bound_" + N + ", hetrt_step_" + N +
          ", hetrt_trips_" + N + ")";
  if (std::string Shared = Targets + (R.leavesValues() ? ", hetrt_layout" : "");
      !Shared.empty() && R.Site.Source->findOpenMP("default"))
    Text += " shared(" + Shared.substr(2) + ")";
  return Text + "\n";
}

std::string TeamWriter::head() const {
  std::string Text = lastTargets() + directive() + "{\n" + (startsFromTarget(R) ? "#pragma omp barrier\n" : "") +
                     "hetrt_range hetrt_range_" + N + " = {0, 0};\nhetrt_member *hetrt_member_" + N +
                     " = hetrt_join(hetrt_pass_" + N + ", hetrt_omp_thread_num(), hetrt_omp_num_threads());\n";
  if (R.leavesValues())
    Text += "void *hetrt_initial = hetrt_initial_values(hetrt_member_" + N + ");\nif (hetrt_initial) {\n" +
            reductions(kernel()).move("_" + N, "hetrt_initial", false) + "}\n";
  return Text + "while (hetrt_next(hetrt_member_" + N + ", &hetrt_range_" + N + ")) {\n";
}

/// A range that ends with the last iteration gets the user's bound. The value after the last iteration might overflow,
/// and the user's loop does not compute it, so generated code must not compute it either.
std::string TeamWriter::range() const {
  std::string Adjust = R.Loop.Relation == BO_LE ? " - 1" : R.Loop.Relation == BO_GE ? " + 1" : "";
  std::string Type = hasAuto() ? "auto " : "__typeof__(hetrt_lower_" + N + ") ",
              BoundType = hasAuto() ? "auto " : "__typeof__(hetrt_bound_" + N + ") ";
  std::string Text = Type + "hetrt_from_" + N + " = " + iteratorAt("hetrt_range_" + N + ".first") + ";\n";
  std::string Last = iteratorAt("hetrt_range_" + N + ".last") + Adjust;
  // In the type of the user's bound, so that the loop's condition compares the same types as the user's.
  if (R.Loop.isInteger())
    Last = "(__typeof__(hetrt_bound_" + N + "))(" + Last + ")";
  Text += BoundType + "hetrt_to_" + N + " = hetrt_range_" + N + ".last < hetrt_trips_" + N + " ? " + Last +
          " : hetrt_bound_" + N + ";\n";
  return R.Loop.Clause ? Text + emptyShare() : Text;
}

/// For a block: if the share is empty, sets its bounds so that the loop's condition is false at once, whatever its
/// relation.
std::string TeamWriter::emptyShare() const {
  std::string From = "hetrt_from_" + N, To = "hetrt_to_" + N, Range = "hetrt_range_" + N;
  std::string Set = To + " = " + From + ";\n";
  if (R.Loop.Relation == BO_LE || R.Loop.Relation == BO_GE) {
    // For <= and >=, the bounds become two neighbouring values in the wrong order. If the first value is the last one
    // of its type, its other neighbour is used.
    std::string Up = R.Loop.Relation == BO_LE ? "+" : "-", Down = R.Loop.Relation == BO_LE ? "-" : "+";
    std::string Moved = "(__typeof__(" + From + "))((hetrt_uint64)" + From + " " + Up + " 1)";
    Set = "if (" + Moved + (R.Loop.Relation == BO_LE ? " > " : " < ") + From + ") {\n" + To + " = " + From + ";\n" +
          From + " = " + Moved + ";\n} else {\n" + To + " = " + From + " " + Down + " 1;\n}\n";
  }
  return "if (" + Range + ".first == " + Range + ".last) {\n" + Set + "}\n";
}

std::string TeamWriter::combinePartials(const std::string &Next) const {
  if (!R.leavesValues())
    return "";
  const std::string Partial = "hetrt_partial_" + N;
  return "const void *" + Partial + " = 0;\nwhile ((" + Partial + " = " + Next + Partial + "))) {\n" +
         reductions(kernel()).combinePartial("_" + N, Partial) + "}\n";
}

std::string TeamWriter::leaveIterator() const {
  return R.Loop.DeclaredHere ? "" : R.Loop.Iterator->getNameAsString() + " = " + iteratorAt("hetrt_trips_" + N) + ";\n";
}

std::string TeamWriter::lastValue() const {
  const bool Kept = R.Site.Source->keepsIterator() ? !listsPrivateIterator() : listsIterator({"lastprivate"});
  return R.Loop.DeclaredHere || !Kept ? "" : leaveIterator();
}

std::string TeamWriter::simd() const {
  // A lastprivate variable in `simd` would begin without a value, so a variable that is firstprivate as well rules out
  // `simd`.
  if (!R.Site.Source->Simd || startsFromTarget(R))
    return "";
  std::string Text = "#pragma omp simd";
  for (const Capture &C : R.Body.Captures)
    if (C.Last)
      Text += " lastprivate(" + hostName(C) + ")";
  for (const OpenMPClause &C : R.Site.Source->OpenMP)
    if (C.Role == ClauseRole::Simd || C.Name == "reduction" || C.Name == "private")
      Text += " " + C.Text;
  // Vector instructions add in another order, so `simd` is switched off if reductions must keep the order of
  // iterations.
  std::string Condition = ifValues().Simd;
  const std::string InAnyOrder = R.leavesValues() ? "!hetrt_initial" : "";
  if (!Condition.empty() && !InAnyOrder.empty())
    Condition = "(" + Condition + ") && " + InAnyOrder;
  else
    Condition += InAnyOrder;
  return Text + (Condition.empty() ? "" : " if(" + Condition + ")") + "\n";
}

std::string TeamWriter::end() const {
  return "hetrt_code_" + N + " = hetrt_end(hetrt_pass_" + N + ");\nif (hetrt_code_" + N +
         ")\nhetrt_handle_error(hetrt_code_" + N + ");\n}\n";
}

std::string TeamWriter::endRange() const {
  std::string Text = storeLast();
  if (!R.leavesValues())
    return Text;
  const KernelWriter Kernel = kernel();
  const ReductionWriter Reductions = reductions(Kernel); // resets the private copies for the next range
  return Text + "if (hetrt_initial) {\nvoid *hetrt_left = hetrt_range_partial(hetrt_member_" + N + ");\n" +
         Reductions.move("_" + N, "hetrt_left", false) + Reductions.move("_" + N, "hetrt_initial", true) + "}\n";
}

std::string TeamWriter::tail() const {
  return endRange() + "}\n}\n" + combinePartials("hetrt_next_partial(hetrt_pass_" + N + ", ") + lastValue() + end() +
         taskTail() + "}";
}
