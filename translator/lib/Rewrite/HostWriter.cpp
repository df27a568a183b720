// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated code around a loop. It reads, for region 2 of axpy.c:
//
//     { ... bounds, trip count, values, descriptor, call ...
//       hetrt_pass *hetrt_pass_2;
//       if ((code = hetrt_begin(...))) hetrt_handle_error(code); else {
//       #pragma omp parallel num_threads(hetrt_threads(hetrt_pass_2))
//       { ... while (hetrt_next(member, &range)) {
//           for (int i = hetrt_from_2; i < hetrt_to_2; i++) y[i] = a * x[i] + y[i];
//       }}
//       ... combine partials, hetrt_end ... }}
#include "Rewrite/HostWriter.h"
#include "Directive/LineMarker.h"
#include "Kernel/KernelWriter.h"
#include "Kernel/Layout.h"
#include "Kernel/ReductionWriter.h"
#include "Rewrite/Sections.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace hetcc;
using namespace clang;

std::string hetcc::quoted(StringRef Text) {
  std::string Out = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Out += '\\';
    Out += C;
  }
  return Out + "\"";
}

bool hetcc::lists(const Directive &D, ArrayRef<StringRef> Clauses, StringRef Name) {
  for (const OpenMPClause &C : D.OpenMP)
    if (llvm::is_contained(Clauses, C.Name))
      for (const Token &T : C.Tokens)
        if (T.is(tok::identifier) && T.getIdentifierInfo()->getName() == Name)
          return true;
  return false;
}

namespace {

/// What stands between a clause's parentheses.
std::string argument(const OpenMPClause &C) {
  StringRef Text = StringRef(C.Text).drop_front(C.Name.size()).trim();
  return Text.drop_front().drop_back().str();
}

const OpenMPClause *find(const Directive &D, StringRef Name) {
  for (const OpenMPClause &C : D.OpenMP)
    if (C.Name == Name)
      return &C;
  return nullptr;
}

bool listsIterator(const Region &R, ArrayRef<StringRef> Clauses) {
  return lists(*R.Source, Clauses, R.Loop.Iterator->getName());
}

bool listsPrivateIterator(const Region &R) { return listsIterator(R, {"private", "firstprivate"}); }

/// What refers to the user's own variable where the team has private ones.
std::string lastTarget(const Capture &C, const std::string &N) { return "hetrt_last_" + localName(C.What) + "_" + N; }

/// The variable that holds the value of an `if` clause.
std::string ifVariable(const Directive &D, const IfClause &If, const std::string &N) {
  return "hetrt_if_" + N + "_" + std::to_string(&If - D.Ifs.data());
}

IfConditions ifValues(const Directive &D, const std::string &N) {
  return ifConditions(D, [&](const IfClause &If) { return ifVariable(D, If, N); });
}

} // namespace

bool HostWriter::isCXX() const { return Context.getLangOpts().CPlusPlus; }

/// Whether `auto` declares a variable by its value.
bool HostWriter::hasAuto() const { return Context.getLangOpts().CPlusPlus11; }

std::string HostWriter::printed(const Expr *E) const {
  size_t First = Tokens.find(E->getBeginLoc()), Last = Tokens.find(E->getEndLoc());
  return Tokens.print(First, Last, {}, false);
}

/// The iterator's type in words that hold in every instance of a template.
std::string HostWriter::iteratorType(const Region &R) const {
  if (R.Loop.Clause) // of a variable that may be constant, and each thread's own is not
    return isCXX() || !R.Loop.Lower->getType().isConstQualified()
               ? "__typeof__(" + R.Loop.Clause->Start->Text + ")"
               : KernelWriter(R, Context, Tokens).declare(R.Loop.IteratorType, "");
  if (!R.Loop.DeclaredHere)
    return "__typeof__(" + R.Loop.Iterator->getNameAsString() + ")";
  SourceRange Range = R.Loop.Iterator->getTypeSourceInfo()->getTypeLoc().getSourceRange();
  size_t First = Tokens.find(Range.getBegin()), Last = Tokens.find(Range.getEnd());
  // Qualifiers such as `unsigned` may stand before the type's own location, up to the statement's first token.
  size_t Statement = Tokens.find(R.Loop.For->getInit()->getBeginLoc());
  return Tokens.print(std::min(First, Statement), Last, {}, false);
}

// The tokens of a clause are no part of the unit's: it has texts.
std::string HostWriter::lowerText(const Region &R) const {
  return R.Loop.Clause ? R.Loop.Clause->Start->Text : printed(R.Loop.Lower);
}
std::string HostWriter::boundText(const Region &R) const {
  return R.Loop.Clause ? R.Loop.Clause->End->Text : printed(R.Loop.Bound);
}
std::string HostWriter::stepText(const Region &R) const {
  return !R.Loop.Step ? "1" : R.Loop.Clause ? R.Loop.Clause->Step->Text : printed(R.Loop.Step);
}

std::string HostWriter::bounds(const Region &R, const std::string &N) const {
  const CanonicalLoop &L = R.Loop;
  std::string Lower = "hetrt_lower_" + N, Bound = "hetrt_bound_" + N, Stride = "hetrt_stride_" + N;
  std::string Text = iteratorType(R) + " " + Lower + " = " + lowerText(R) + ";\n";
  const bool BitField = L.isInteger() && L.Bound->IgnoreParenImpCasts()->refersToBitField();
  const QualType BoundType = L.Bound->IgnoreParenImpCasts()->getType();
  // An object that converts to a number stands for the number.
  bool Object = L.isInteger() && L.Bound->IgnoreUnlessSpelledInSource()->getType()->isRecordType();
  if (BitField) // which has no type of its own: the one counts in which it is compared
    Text += "__typeof__(" + Lower + " + (" + boundText(R) + ")) ";
  else if (hasAuto())
    Text += "auto ";
  else if (L.Clause && !isCXX() && BoundType.isConstQualified())
    Text += KernelWriter(R, Context, Tokens).declare(BoundType.getUnqualifiedType(), "") + " ";
  else // an array is a pointer to its first element
    Text +=
        "__typeof__(" + std::string(Object ? "+" : "") + "(" + boundText(R) + ")" + (L.isPointer() ? " + 0) " : ") ");
  Text += Bound + " = " + (Object ? "+(" : "(") + boundText(R) + ");\n";
  Text +=
      "const hetrt_int64 hetrt_step_" + N + " = " + (L.Decreasing ? "-" : "") + "(hetrt_int64)(" + stepText(R) + ");\n";
  Text += "const hetrt_uint64 " + Stride + " = hetrt_step_" + N + " < 0 ? -(hetrt_uint64)hetrt_step_" + N +
          " : (hetrt_uint64)hetrt_step_" + N + ";\n";
  auto Distance = [&](const std::string &From, const std::string &To) {
    // In the type in which the user's condition compares them.
    std::string Common = "(hetrt_uint64)(__typeof__(" + Lower + " + " + Bound + "))";
    return L.isInteger() ? "(" + Common + To + " - " + Common + From + ")"
                         : "(hetrt_uint64)(" + To + " - " + From + ")";
  };
  std::string Trips;
  switch (L.Relation) {
  case BO_LT:
    Trips = Lower + " < " + Bound + " ? (" + Distance(Lower, Bound) + " - 1) / " + Stride + " + 1 : 0";
    break;
  case BO_LE:
    Trips = Lower + " <= " + Bound + " ? " + Distance(Lower, Bound) + " / " + Stride + " + 1 : 0";
    break;
  case BO_GT:
    Trips = Lower + " > " + Bound + " ? (" + Distance(Bound, Lower) + " - 1) / " + Stride + " + 1 : 0";
    break;
  case BO_GE:
    Trips = Lower + " >= " + Bound + " ? " + Distance(Bound, Lower) + " / " + Stride + " + 1 : 0";
    break;
  default: // !=, in the iterator's own width; the step's sign says which way, however the step is spelled
    Trips = "(hetrt_step_" + N + " < 0 ? " + Distance(Bound, Lower) + " : " + Distance(Lower, Bound) + ")";
    if (L.isInteger())
      Trips = "(" + Trips + " & (~(hetrt_uint64)0 >> (64 - 8 * sizeof " + Lower + ")))";
    Trips += " / " + Stride;
  }
  return Text + "const hetrt_uint64 hetrt_trips_" + N + " = " + Trips + ";\n";
}

/// `this` has no meaning inside the local struct, so members get references.
std::string HostWriter::refer(const Entity &E, const std::string &Spelling) const {
  auto *Member = dyn_cast<FieldDecl>(E.Decl);
  if (!Member)
    return "";
  const std::string Type = !Member->isBitField() ? (hasAuto() ? "auto &&" : "__typeof__(" + Spelling + ") &")
                           : hasAuto()           ? "auto "
                                                 : "const __typeof__(+" + Spelling + ") ";
  return Type + localName(E) + " = " + Spelling + "; (void)" + localName(E) + ";\n";
}

/// What the blobs of reduction values look like.
std::string HostWriter::reductionLayout(const Region &R, const std::string &N) const {
  if (!R.leavesValues())
    return "";
  std::string Text;
  for (const Capture &C : R.Captures)
    if (C.Kind == CaptureKind::Reduction)
      Text += refer(C.What, C.Spelling);
  return Text + ReductionWriter(R, Context, Tokens, KernelWriter(R, Context, Tokens)).hostLayout("_" + N);
}

/// Captured values, and the structs that hold them.
std::string HostWriter::values(const Region &R, const std::string &N) const {
  if (R.Fate.Where != Place::Everywhere)
    return windowValues(R, N);
  KernelWriter Kernel(R, Context, Tokens);
  std::string Text, Init;
  for (const Capture &C : R.Captures)
    if (C.Kind != CaptureKind::Reduction)
      Text += refer(C.What, C.Spelling);
  for (const Window &W : R.Windows)
    if (W.Array.Decl)
      Text += refer(W.Array, W.Spec->Array.Text);
  for (const Field &F : Kernel.fields())
    Init += ", " + F.Initializer;
  Text += sharedTrips(R, N);
  std::string Lower = "(hetrt_uint64)hetrt_lower_" + N;
  if (R.Loop.isPointer())
    Lower = "(hetrt_uint64)(hetrt_lower_" + N + " - " + hostName(R.Windows[R.Loop.BaseWindow]) + ")";
  return Text + Kernel.hostStructs("_" + N, "hetrt_lower_" + N, Options.Emulated) + "struct hetrt_values_" + N +
         " hetrt_captured_" + N + " = {" + Lower + ", (hetrt_uint64)hetrt_step_" + N + Init + "};\n";
}

/// `__FILE__` is the name by the line marker, and follows the user's -ffile-prefix-map.
std::string HostWriter::location(const Directive &D) const {
  const SourceManager &SM = Context.getSourceManager();
  return "__FILE__ \":" + std::to_string(SM.getPresumedLoc(SM.getExpansionLoc(D.HashLoc)).getLine()) + "\"";
}

std::string HostWriter::regionFlags(const RegionGroup &G) const {
  std::string Flags = G.hasDeviceForm() || G.Source->Variant ? "0" : "HETRT_HOST_ONLY";
  if (G.Source->Kind == DirectiveKind::Block)
    Flags += " | HETRT_PARTITION";
  if (G.Source->isOverPlaces())
    Flags += " | HETRT_PLACES";
  if (G.hasDeviceForm() && !G.Instances.empty() && G.Instances.front().OneBlob)
    Flags += " | HETRT_ONE_BLOB";
  if (G.Source->Automatic)
    Flags += " | HETRT_TENTATIVE";
  return G.Bound || G.Source->BindsAround ? Flags + " | HETRT_BOUND" : Flags;
}

/// The name of the kernel, in a template that of the instance.
std::string HostWriter::gpuKernel(const RegionGroup &G) const {
  std::string Kernel = "0";
  for (auto It = G.Kernels.rbegin(); It != G.Kernels.rend(); ++It)
    Kernel = It->Guard.empty() ? quoted(It->Name) : "(" + It->Guard + ") ? " + quoted(It->Name) + " : " + Kernel;
  return Kernel;
}

std::string HostWriter::descriptor(const Region &R, const RegionGroup &G, const std::string &N) const {
  bool Device = G.hasDeviceForm();
  if (R.Loop.Clause)
    return "static struct hetrt_region_state *hetrt_state_" + N + ";\n" + windows(R, N) + blockDescriptor(R, G, N);
  const std::string Kernel = Device && HasImage ? gpuKernel(G) : "0";
  std::string Emulated = !Device || !Options.Emulated ? "0"
                         : isCXX()                    ? "&hetrt_values_" + N + "::hetrt_emulated"
                                                      : "&hetrt_emulated_" + N;
  return "static struct hetrt_region_state *hetrt_state_" + N + ";\n" + windows(R, N) + variant(R, N) +
         (Device ? lanes(R, N) : "") + "static const hetrt_region hetrt_region_" + N +
         " = {HETRT_ABI, sizeof(hetrt_region), " + location(*R.Source) + ", &hetrt_state_" + N + ", " + regionFlags(G) +
         ", " + std::to_string(R.Windows.size()) + ", " + (R.Windows.empty() ? "0" : "hetrt_windows_" + N) + ", " +
         (hasValues(R) ? "sizeof(struct hetrt_values_" + N + ")" : "0") + ", " + Emulated + ", " +
         (Device && HasImage ? "&hetrt_unit_image" : "0") + ", " + Kernel + ", " +
         (Device && !R.Lanes.Loops.empty() ? "&hetrt_lanes_" + N : "0") + ", " +
         (R.Source->Variant ? "&hetrt_variant_" + N : "0") + ", " + memoryPolicy(R) + ", 0, 0};\n";
}

/// The names of hetrt_memory_policy, in its order.
std::string HostWriter::memoryPolicy(const Region &R) {
  static const char *const Names[] = {"UNSAID", "COHERENT", "INTERLEAVE", "MIGRATE", "MIGRATE_INTERLEAVE", "REPLICATE"};
  return std::string("HETRT_MEMORY_") + Names[R.InBlock ? 0 : size_t(R.Source->Memory.Policy)];
}

/// The iterator's first value, as windows count; a pointer's is its distance from the array that it walks over.
std::string HostWriter::firstValue(const Region &R, const std::string &N) const {
  if (R.Loop.isInteger())
    return "(hetrt_int64)hetrt_lower_" + N;
  if (R.Loop.isPointer() && R.Loop.BaseWindow >= 0)
    return "(hetrt_int64)(hetrt_lower_" + N + " - " + R.Windows[R.Loop.BaseWindow].Spec->Array.Text + ")";
  return "0";
}

/// The largest value that the iterator takes, in a loop that runs at all.
std::string HostWriter::highestValue(const Region &R, const std::string &N) const {
  return "(" + firstValue(R, N) + " + (hetrt_step_" + N + " > 0 ? (hetrt_int64)((hetrt_trips_" + N +
         " - 1) * (hetrt_uint64)hetrt_step_" + N + ") : 0))";
}

std::string HostWriter::call(const Region &R, const std::string &N) const {
  const HeteroClause &H = R.Source->Hetero;
  std::string Text, Condition = R.Source->HasHetero && H.Condition ? "(" + H.Condition->Text + ") ? 1 : 0" : "1",
                    Threads = "0";
  // A loop of a block runs if the block does.
  for (const std::string &Each : R.Source->Needed) // or the windows that were found do not hold
    Condition = "(" + Each + ") && (" + Condition + ")";
  const IfConditions If = R.InBlock ? IfConditions() : ifValues(*R.Source, N);
  if (!R.InBlock)
    for (const IfClause &Each : R.Source->Ifs)
      Text += "const int " + ifVariable(*R.Source, Each, N) + " = (" + Each.Condition.Text + ") ? 1 : 0;\n";
  for (const std::string &Needed : {If.Parallel, If.Target})
    if (!Needed.empty())
      Condition = Needed + " && (" + Condition + ")";
  if (R.Source->Automatic && R.Loop.isInteger()) // indices of windows count from 0
    Condition =
        "hetrt_no_negative(hetrt_lower_" + N + ", hetrt_step_" + N + ", hetrt_trips_" + N + ") && (" + Condition + ")";
  if (R.Source->joinsTeam())
    Threads = "hetrt_omp_num_threads()";
  else if (const OpenMPClause *Clause = find(*R.Source, "num_threads"))
    Threads = "(hetrt_int32)(" + argument(*Clause) + ")";
  Text += variantCall(R, N) + "const hetrt_call hetrt_call_" + N + " = {HETRT_ABI, sizeof(hetrt_call), hetrt_trips_" +
          N + ", " + firstValue(R, N) + ", hetrt_step_" + N + ", " + Condition + ",\n  " + Threads +
          ", hetrt_omp_max_threads(), " +
          (R.Source->joinsTeam() ? "HETRT_IN_TEAM"
           : R.Source->isTask()  ? "hetrt_own_task()"
                                 : "hetrt_omp_in_parallel()") +
          ", " + (H.Devices.empty() ? "0" : quoted(H.Devices)) + ", " +
          (H.Scheduler.empty() ? "0" : quoted(H.Scheduler)) + ", " +
          (H.Ratio ? "(double)(" + H.Ratio->Text + ")" : "-1.0") + ", " +
          (H.Div ? "(hetrt_int64)(" + H.Div->Text + ")" : "0") + ", " + (hasValues(R) ? "&hetrt_captured_" + N : "0") +
          ", " + (R.Windows.empty() ? "0" : "hetrt_shapes_" + N) + ", " +
          (R.leavesValues() ? "(hetrt_uint64)hetrt_layout[0]" : "0") + ", " +
          (R.Source->Variant ? "&hetrt_variant_call_" + N : "0") + "};\n";
  return Text;
}

/// The memory that the region's `depend` clauses name, from the first object to the last.
std::string HostWriter::sections(const Region &R, const std::string &N) const {
  std::string Text = "const hetrt_section hetrt_sections_" + N + "[] = {\n";
  for (const DependItem &Item : R.Source->Depends) {
    MemorySpan Span = spanOf(Item);
    Text += "{" + Span.First + ", " + Span.Last + ", " + (Item.Writes ? "1" : "0") + "},\n";
  }
  return Text + "};\n";
}

/// A region that others wait for, or that waits for them, is a task, so that the user's OpenMP runtime orders it among
/// the program's other tasks. It knows sections by their first byte: what else of the unit's regions overlaps is named
/// by a byte for each region.
std::string HostWriter::taskHead(const Region &R, const std::string &N) const {
  if (!R.Source->isTask())
    return "";
  std::string Task = "hetrt_task_" + N, Before = "hetrt_before_" + N, Own = "hetrt_own_" + N, Text,
              Pragma = "#pragma omp " + taskDirective(*R.Source);
  if (!R.Source->Depends.empty()) {
    Text = "{\n" + sections(R, N) + "hetrt_task *" + Task + " = hetrt_task_begin(hetrt_sections_" + N +
           ", sizeof hetrt_sections_" + N + " / sizeof hetrt_sections_" + N + "[0]);\nchar *" + Own +
           " = hetrt_task_mark(" + Task + "), *const *" + Before + " = hetrt_task_before(" + Task + ");\n";
    Pragma += " depend(iterator(hetrt_uint64 hetrt_k = 0 : hetrt_task_before_count(" + Task + ")), in : " + Before +
              "[hetrt_k][0]) depend(out : " + Own + "[0])";
  }
  if (!R.Source->hasNowait() || !R.WhyNoTask.empty())
    return Text + Pragma + " if(0) default(shared)\n";
  for (const TaskVariable &Var : R.TaskVariables)
    Pragma += (Var.Copied ? " firstprivate(" : " shared(") + Var.Name + ")";
  if (!R.Source->Depends.empty())
    Pragma += " firstprivate(" + Task + ")";
  return Text + Pragma + "\n";
}

std::string HostWriter::taskTail(const Region &R, const std::string &N) const {
  return R.Source->Depends.empty() ? "" : "hetrt_task_end(hetrt_task_" + N + ");\n}\n";
}

/// Points to the variables that get the values of the last iteration. A constant pointer, or a reference, to a global
/// would be taken for its name, which means a private variable inside the team.
std::string HostWriter::lastTargets(const Region &R, const std::string &N) const {
  std::string Text;
  for (const Capture &C : R.Captures)
    if (C.Last)
      Text += (hasAuto() ? "auto *" : "__typeof__(" + hostName(C) + ") *") + lastTarget(C, N) +
              (isCXX() ? " = __builtin_addressof(" : " = &(") + hostName(C) + ");\n";
  return Text;
}

/// The thread that ran the last iteration hands over its values.
std::string HostWriter::storeLast(const Region &R, const std::string &N) const {
  if (!R.hasLastValues())
    return "";
  std::string Text = "if (hetrt_range_" + N + ".last == hetrt_trips_" + N + ") {\n";
  for (const Capture &C : R.Captures)
    if (C.Last)
      Text += KernelWriter::assign(C, "(*" + lastTarget(C, N) + ")", hostName(C));
  return Text + "}\n";
}

/// The team: the user's clauses for data, plus what the generated code needs under a default of the user's.
std::string HostWriter::dataClauses(const Region &R, const std::string &N, const std::string &More) const {
  std::string Text = "#pragma omp parallel num_threads(hetrt_threads(hetrt_pass_" + N + "))", Targets;
  for (const OpenMPClause &C : R.Source->OpenMP) {
    if (C.Role == ClauseRole::Team)
      Text += " " + C.Text;
  }
  Text += More;
  if (const IfConditions If = R.InBlock ? IfConditions() : ifValues(*R.Source, N); !If.Parallel.empty())
    Text += " if(" + If.Parallel + ")";
  for (const Capture &C : R.Captures)
    if (C.Last) {
      Targets += ", " + lastTarget(C, N);
      if (C.Kind == CaptureKind::Private)
        Text += " private(" + hostName(C) + ")";
    } else if (R.OnPlace && C.Kind == CaptureKind::Private) { // the thread's own becomes each thread's of its team
      Text += " private(" + hostName(C) + ")";
    }
  if (R.Loop.Iterator && !R.Loop.DeclaredHere && !listsPrivateIterator(R))
    Text += " private(" + R.Loop.Iterator->getNameAsString() + ")";
  for (const DeclRefExpr *Iterator : R.Collapsed)
    if (const StringRef Name = Iterator->getDecl()->getName();
        !lists(*R.Source, {"private", "firstprivate", "lastprivate"}, Name))
      Text += " private(" + Name.str() + ")";
  // Copies travel with what tells the team to begin; the originals would have to come from another core's cache.
  Text += " firstprivate(hetrt_pass_" + N + ", hetrt_lower_" + N + ", hetrt_bound_" + N + ", hetrt_step_" + N +
          ", hetrt_trips_" + N + ")";
  if (std::string Shared = Targets + (R.leavesValues() ? ", hetrt_layout" : "");
      !Shared.empty() && find(*R.Source, "default"))
    Text += " shared(" + Shared.substr(2) + ")";
  return Text + "\n";
}

std::string HostWriter::team(const Region &R, const std::string &N) const {
  // A thread must not set what another has yet to start from.
  const bool StartsFromTarget =
      llvm::any_of(R.Captures, [](const Capture &C) { return C.Last && C.Kind == CaptureKind::FirstPrivate; });
  std::string Text = lastTargets(R, N) + dataClauses(R, N) + "{\n" + (StartsFromTarget ? "#pragma omp barrier\n" : "") +
                     "hetrt_range hetrt_range_" + N + " = {0, 0};\nhetrt_member *hetrt_member_" + N +
                     " = hetrt_join(hetrt_pass_" + N + ", hetrt_omp_thread_num(), hetrt_omp_num_threads());\n";
  if (R.leavesValues())
    Text +=
        "void *hetrt_initial = hetrt_initial_values(hetrt_member_" + N + ");\nif (hetrt_initial) {\n" +
        ReductionWriter(R, Context, Tokens, KernelWriter(R, Context, Tokens)).move("_" + N, "hetrt_initial", false) +
        "}\n";
  return Text + "while (hetrt_next(hetrt_member_" + N + ", &hetrt_range_" + N + ")) {\n";
}

/// The iterator's value in iteration K, counted from 0.
std::string HostWriter::iteratorAt(const Region &R, const std::string &K, const std::string &N) const {
  std::string Lower = "hetrt_lower_" + N, Step = "(hetrt_uint64)hetrt_step_" + N;
  return R.Loop.isInteger() ? "(__typeof__(" + Lower + "))((hetrt_uint64)" + Lower + " + " + K + " * " + Step + ")"
                            : Lower + " + (hetrt_int64)(" + K + " * " + Step + ")";
}

/// An iterator that outlives the loop gets the value that the serial loop leaves in it.
std::string HostWriter::lastValue(const Region &R, const std::string &N) const {
  bool Kept = R.Source->keepsIterator() ? !listsPrivateIterator(R) : listsIterator(R, {"lastprivate"});
  if (R.Loop.DeclaredHere || !Kept)
    return "";
  return R.Loop.Iterator->getNameAsString() + " = " + iteratorAt(R, "hetrt_trips_" + N, N) + ";\n";
}

/// The first value and the bound of a range. The last range keeps the user's bound, so nothing overflows that did not.
std::string HostWriter::range(const Region &R, const std::string &N) const {
  std::string Adjust = R.Loop.Relation == BO_LE ? " - 1" : R.Loop.Relation == BO_GE ? " + 1" : "";
  std::string Type = hasAuto() ? "auto " : "__typeof__(hetrt_lower_" + N + ") ",
              BoundType = hasAuto() ? "auto " : "__typeof__(hetrt_bound_" + N + ") ";
  std::string Text = Type + "hetrt_from_" + N + " = " + iteratorAt(R, "hetrt_range_" + N + ".first", N) + ";\n";
  std::string Last = iteratorAt(R, "hetrt_range_" + N + ".last", N) + Adjust;
  if (R.Loop.isInteger()) // in the bound's own type: the comparison stays the user's
    Last = "(__typeof__(hetrt_bound_" + N + "))(" + Last + ")";
  Text += BoundType + "hetrt_to_" + N + " = hetrt_range_" + N + ".last < hetrt_trips_" + N + " ? " + Last +
          " : hetrt_bound_" + N + ";\n";
  return R.Loop.Clause ? Text + emptyShare(R, N) : Text;
}

/// Combines the values that were left elsewhere with the user's variables; `Next` begins the call that walks them.
std::string HostWriter::combineBlobs(const Region &R, const std::string &N, const std::string &Next) const {
  if (!R.leavesValues())
    return "";
  const std::string Blob = "hetrt_partial_" + N;
  return "const void *" + Blob + " = 0;\nwhile ((" + Blob + " = " + Next + Blob + "))) {\n" +
         ReductionWriter(R, Context, Tokens, KernelWriter(R, Context, Tokens)).combineBlob("_" + N, Blob) + "}\n";
}

std::string HostWriter::tail(const Region &R, const std::string &N) const {
  KernelWriter Kernel(R, Context, Tokens);
  ReductionWriter Reductions(R, Context, Tokens, Kernel);
  std::string Text = storeLast(R, N), Suffix = "_" + N;
  if (R.leavesValues()) // each range begins anew
    Text += "if (hetrt_initial) {\nvoid *hetrt_left = hetrt_range_partial(hetrt_member_" + N + ");\n" +
            Reductions.move(Suffix, "hetrt_left", false) + Reductions.move(Suffix, "hetrt_initial", true) + "}\n";
  Text += "}\n}\n" + combineBlobs(R, N, "hetrt_next_partial(hetrt_pass_" + N + ", ");
  return Text + lastValue(R, N) + "hetrt_code_" + N + " = hetrt_end(hetrt_pass_" + N + ");\nif (hetrt_code_" + N +
         ")\nhetrt_handle_error(hetrt_code_" + N + ");\n}\n" + taskTail(R, N) + "}";
}

/// What ends every name that is generated for a region: the directive's number, or where several units may define the
/// function, a hash of what has to agree between descriptor, values and kernel. Units count their directives
/// differently, and may give one function different layouts, since they have different instances of a template or know
/// different functions that are called; the linker then must not mix them.
std::string HostWriter::suffix(const Region &R, const RegionGroup &G) const {
  auto MayBeShared = [&](const Region &Instance) {
    GVALinkage Linkage = Context.GetGVALinkageForFunction(Instance.Function);
    return Linkage != GVA_Internal && Linkage != GVA_StrongExternal;
  };
  if (!isCXX() || llvm::none_of(G.Instances, MayBeShared))
    return std::to_string(R.Source->Id);
  KernelWriter Kernel(R, Context, Tokens);
  auto [First, Last] = Kernel.statementTokens(R.LoopStatement);
  std::string Contents = reductionLayout(R, "") +
                         (G.hasDeviceForm() && !R.Loop.Clause ? Kernel.hostStructs("", "", false) : "") +
                         windows(R, "") + location(*R.Source) + Tokens.print(First, Last, {}, false);
  return llvm::utohexstr(llvm::xxh3_64bits(Contents), /*LowerCase=*/true);
}

/// Starts the pass, or says why there is none.
std::string HostWriter::begin(const Region &R, const std::string &N) const {
  std::string Code = "hetrt_code_" + N, Checks;
  if (R.leavesValues())
    Checks =
        ReductionWriter(R, Context, Tokens, KernelWriter(R, Context, Tokens)).checkLengths(Code, location(*R.Source));
  return "hetrt_pass *hetrt_pass_" + N + ";\nint " + Code + " = 0;\n" + Checks + "if (!" + Code + ")\n" + Code +
         " = hetrt_begin(&hetrt_region_" + N + ", &hetrt_call_" + N + ", &hetrt_pass_" + N + ");\nif (" + Code +
         ") {\nhetrt_handle_error(" + Code + ");\n} else {\n";
}

/// Devices may keep, for other regions, what this one uses besides its windows: arrays that it combines into, what it
/// has a copy of, and on the host anything.
std::string HostWriter::uses(const Region &R) const {
  if (R.Fate.Where != Place::Everywhere)
    return "(void)hetrt_host_writes();\n";
  std::string Text = ReductionWriter(R, Context, Tokens, KernelWriter(R, Context, Tokens)).uses();
  for (const Capture &C : R.Captures) {
    auto *Var = dyn_cast<VarDecl>(C.What.Decl);
    bool Copied = C.Kind == CaptureKind::Value || C.Kind == CaptureKind::FirstPrivate;
    if ((C.Last || (Copied && !C.Type->isScalarType())) && !(Var && Var->getStorageClass() == SC_Register))
      // By the user's name: the references that stand for members are made later.
      Text += std::string("hetrt_host_uses(") + (isCXX() ? "__builtin_addressof(" : "&(") + C.Spelling + "), sizeof(" +
              C.Spelling + "), " + (C.Last ? "1" : "0") + ");\n";
  }
  return Text;
}

RegionText HostWriter::write(const Region &R, const RegionGroup &Group) const {
  std::string N = suffix(R, Group);
  RegionText Text;
  if (Group.hasDeviceForm() && Options.Emulated && !isCXX())
    Text.Before = KernelWriter(R, Context, Tokens).emulatedFunction("hetrt_emulated_" + N);
  if (R.Source->joinsTeam()) {
    RegionText InTeam = writeInTeam(R, Group, N);
    Text.Head = std::move(InTeam.Head), Text.Tail = std::move(InTeam.Tail);
  } else {
    Text.Head = taskHead(R, N) + "{\n" + bounds(R, N) + reductionLayout(R, N) + uses(R) +
                (hasValues(R) ? values(R, N) : "") + descriptor(R, Group, N) + shapes(R, N) + call(R, N) + begin(R, N) +
                team(R, N) + range(R, N);
    Text.Tail = tail(R, N);
  }
  // In `simd` a lastprivate variable starts from nothing.
  bool FirstAndLast =
      llvm::any_of(R.Captures, [](const Capture &C) { return C.Last && C.Kind == CaptureKind::FirstPrivate; });
  if (R.Source->Simd && !FirstAndLast) {
    Text.Head += "#pragma omp simd";
    for (const Capture &C : R.Captures)
      if (C.Last)
        Text.Head += " lastprivate(" + hostName(C) + ")";
    for (const OpenMPClause &C : R.Source->OpenMP)
      if (C.Role == ClauseRole::Simd)
        Text.Head += " " + C.Text;
      else if (C.Name == "reduction" || C.Name == "private")
        Text.Head += " " + C.Text;
    // Vector instructions add in an order of their own.
    std::string Condition = ifValues(*R.Source, N).Simd, InAnyOrder = R.leavesValues() ? "!hetrt_initial" : "";
    if (!Condition.empty() && !InAnyOrder.empty())
      Condition = "(" + Condition + ") && " + InAnyOrder;
    else
      Condition += InAnyOrder;
    if (!Condition.empty())
      Text.Head += " if(" + Condition + ")";
    Text.Head += "\n";
  }
  Text.From = "hetrt_from_" + N;
  Text.To = "hetrt_to_" + N;
  return arranged(R, std::move(Text));
}

RegionText HostWriter::arranged(const Region &R, RegionText Text) const {
  unsigned Depth = 0;
  std::string Marker = lineMarker(Context.getSourceManager(), R.Source->HashLoc, 0, true);
  Text.Before = arrange(Tokens.withoutMacros(Text.Before, /*Restored=*/true), Options.Readable, Marker);
  Text.Head = arrange(Tokens.withoutMacros(Text.Head, /*Restored=*/true), Options.Readable, Marker, Depth);
  Text.Tail = arrange(Tokens.withoutMacros(Text.Tail, /*Restored=*/true), Options.Readable, Marker, Depth);
  return Text;
}

bool HostWriter::isUniform(const RegionGroup &Group) const {
  const RegionText First = write(Group);
  return llvm::all_of(Group.Instances, [&](const Region &R) {
    RegionText Own = write(R, Group);
    return Own.Head == First.Head && Own.Tail == First.Tail;
  });
}
