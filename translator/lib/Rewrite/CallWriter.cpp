// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds, values and the call itself.
#include "Rewrite/CallWriter.h"
#include "Analysis/Body.h"
#include "Analysis/Windows/ArrayUse.h"
#include "Rewrite/Initializer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace hetcc;
using namespace clang;

/// The iterator's type in words that hold in every instance of a template.
std::string CallWriter::iteratorType() const {
  if (R.Loop.Clause) // of a variable that may be constant, and each thread's own is not
    return isCXX() || !R.Loop.Lower->getType().isConstQualified() ? "__typeof__(" + R.Loop.Clause->Start->Text + ")"
                                                                  : kernel().declare(R.Loop.IteratorType, "");
  if (R.Loop.Range)
    return "auto";
  if (R.Loop.isPointer() && !R.Loop.OfClass &&
      R.Loop.IteratorType->getPointeeType()->isArrayType()) // whose name stands amid the type
    return "__typeof__((" + lowerText() + ") + 0)";
  if (!R.Loop.DeclaredHere)
    return "__typeof__(" + R.Loop.Iterator->getNameAsString() + ")";
  SourceRange Range = R.Loop.Iterator->getTypeSourceInfo()->getTypeLoc().getSourceRange();
  size_t First = Unit.Tokens.find(Range.getBegin()), Last = Unit.Tokens.find(Range.getEnd());
  // Qualifiers such as `unsigned` may stand before the type's own location, up to the statement's first token.
  size_t Statement = Unit.Tokens.find(R.Loop.For->getInit()->getBeginLoc());
  return Unit.Tokens.print(std::min(First, Statement), Last, {}, false);
}

// The tokens of a clause are no part of the unit's: it has texts.
std::string CallWriter::lowerText() const {
  return R.Loop.Range ? rangeText(false) : R.Loop.Clause ? R.Loop.Clause->Start->Text : printed(R.Loop.Lower);
}

std::string CallWriter::boundText() const {
  return R.Loop.Range ? rangeText(true) : R.Loop.Clause ? R.Loop.Clause->End->Text : printed(R.Loop.Bound);
}

/// Where the elements of a range begin or end, in words that are the same for all instances of a template.
std::string CallWriter::rangeText(bool End) const {
  return std::string(End ? "hetrt_end_of((" : "hetrt_first_of((") + printed(R.Loop.Range->getRangeInit()) + "), 0)";
}

std::string CallWriter::stepText() const {
  return !R.Loop.Step ? "1" : R.Loop.Clause ? R.Loop.Clause->Step->Text : printed(R.Loop.Step);
}

std::string CallWriter::bounds() const {
  const CanonicalLoop &L = R.Loop;
  std::string Lower = "hetrt_lower_" + N, Bound = "hetrt_bound_" + N, Stride = "hetrt_stride_" + N;
  std::string Text = iteratorType() + " " + Lower + " = " + lowerText() + ";\n";
  const bool BitField = L.isInteger() && L.Bound->IgnoreParenImpCasts()->refersToBitField();
  const QualType BoundType = L.Bound->IgnoreParenImpCasts()->getType();
  // An object that converts to a number stands for the number.
  bool Object = L.isInteger() && L.Bound->IgnoreUnlessSpelledInSource()->getType()->isRecordType();
  if (BitField) // which has no type of its own: the one counts in which it is compared
    Text += "__typeof__(" + Lower + " + (" + boundText() + ")) ";
  else if (hasAuto())
    Text += "auto ";
  else if (L.Clause && !isCXX() && BoundType.isConstQualified())
    Text += kernel().declare(BoundType.getUnqualifiedType(), "") + " ";
  else // an array is a pointer to its first element
    Text +=
        "__typeof__(" + std::string(Object ? "+" : "") + "(" + boundText() + ")" + (L.isPointer() ? " + 0) " : ") ");
  Text += Bound + " = " + (Object ? "+(" : "(") + boundText() + ");\n";
  if (L.isPointer() && L.BaseWindow >= 0 && R.Windows[L.BaseWindow].Name == ElementsName)
    Text += "const __typeof__(" + Lower + ") " + ElementsName + " = " + Lower + "; (void)" + ElementsName +
            ";\nconst __typeof__(" + Bound + ") " + ElementsEnd + " = " + Bound + "; (void)" + ElementsEnd + ";\n";
  Text +=
      "const hetrt_int64 hetrt_step_" + N + " = " + (L.Decreasing ? "-" : "") + "(hetrt_int64)(" + stepText() + ");\n";
  Text += "const hetrt_uint64 " + Stride + " = hetrt_step_" + N + " < 0 ? -(hetrt_uint64)hetrt_step_" + N +
          " : (hetrt_uint64)hetrt_step_" + N + ";\n";
  auto Distance = [&](const std::string &From, const std::string &To) {
    // In the type in which the user's condition compares them.
    std::string Common = "(hetrt_uint64)(__typeof__(" + Lower + " + " + Bound + "))";
    return L.isInteger() ? "(" + Common + To + " - " + Common + From + ")"
                         : "(hetrt_uint64)(" + To + " - " + From + ")";
  };
  const std::string Up = Distance(Lower, Bound), Down = Distance(Bound, Lower);
  std::string Trips;
  if (L.Relation == BO_NE) { // in the iterator's own width; the step's sign says which way, however the step is spelled
    Trips = "(hetrt_step_" + N + " < 0 ? " + Down + " : " + Up + ")";
    if (L.isInteger())
      Trips = "(" + Trips + " & (~(hetrt_uint64)0 >> (64 - 8 * sizeof " + Lower + ")))";
    Trips += " / " + Stride;
  } else {
    const std::string &Way = L.Relation == BO_LT || L.Relation == BO_LE ? Up : Down;
    const bool WithBound = L.Relation == BO_LE || L.Relation == BO_GE;
    Trips = Lower + " " + BinaryOperator::getOpcodeStr(L.Relation).str() + " " + Bound + " ? " +
            (WithBound ? Way : "(" + Way + " - 1)") + " / " + Stride + " + 1 : 0";
  }
  return Text + "const hetrt_uint64 hetrt_trips_" + N + " = " + Trips + ";\n";
}

/// `this` has no meaning inside the local struct, so members get references. Where pointers lead to a member, it may
/// not be there: the reference is not used then, which leads to an address that nothing has.
std::string CallWriter::refer(const Entity &E, const std::string &Spelling, const std::string &Guard,
                              bool Computed) const {
  if (!E.isMember())
    return "";
  if (Computed) // nothing to refer to
    return "const __typeof__(" + Spelling + ") " + localName(E) + " = " + guarded(Spelling, Guard, "0") + "; (void)" +
           localName(E) + ";\n";
  auto *Member = dyn_cast<FieldDecl>(E.Decl);
  const std::string Place = "__builtin_addressof(" + Spelling + ")",
                    Type = !Member || !Member->isBitField() ? (hasAuto() ? "auto &&" : "__typeof__(" + Spelling + ") &")
                           : hasAuto()                      ? "auto "
                                                            : "const __typeof__(+" + Spelling + ") ";
  return Type + localName(E) + " = " +
         (Guard.empty() ? Spelling : "*(" + guarded(Place, Guard, "(__typeof__(" + Place + "))64") + ")") + "; (void)" +
         localName(E) + ";\n";
}

/// What the partials look like.
std::string CallWriter::reductionLayout() const {
  if (!R.leavesValues())
    return "";
  std::string Text;
  for (const Capture &C : R.Captures)
    if (C.Kind == CaptureKind::Reduction)
      Text += refer(C.What, C.Spelling, C.Guard);
  return Text + reductions(kernel()).hostLayout("_" + N);
}

/// How many distances between indices a values struct of arrays alone has of a window.
static unsigned stridesOf(const Window &W) { return W.Strided ? W.Shape.rank() - 1 : 0; }

std::string CallWriter::valueTypes() const {
  if (!hasValues())
    return "";
  std::string Text;
  if (hasArraysOnly()) {
    for (const Window &W : R.Windows) {
      Text += "const volatile void *" + arrayField(W) + ";\n";
      if (stridesOf(W)) // which the runtime sets, behind the address
        Text += "hetrt_int64 " + arrayField(W) + "_strides[" + std::to_string(stridesOf(W)) + "];\n";
    }
    return "struct hetrt_values_" + N + " {\nhetrt_uint64 hetrt_lower, hetrt_step;\n" + Text + "};\n";
  }
  for (const Capture &C : R.Captures)
    if (C.Kind != CaptureKind::Reduction)
      Text += refer(C.What, C.Spelling, C.Guard, C.Computed);
  for (const Window &W : R.Windows)
    if (W.Array.Decl)
      Text += refer(W.Array, W.Name, W.Guard, W.Computed);
  return Text + kernel().hostStructs("_" + N, "hetrt_lower_" + N, Unit.hostForms());
}

std::string CallWriter::captured() const {
  if (!hasValues())
    return "";
  std::string Text, Init, Objects;
  if (hasArraysOnly()) {
    for (const Window &W : R.Windows)
      Init += ", " + guarded(pointerText(W, W.Name), W.Guard, "0") + (stridesOf(W) ? ", {0}" : "");
  } else {
    const KernelWriter Kernel = kernel();
    for (const Field &F : Kernel.fields())
      Init += ", " + F.Initializer;
    for (const Capture &C : R.Captures)
      if (R.travelsAsBytes(C)) {
        const std::string Field = "hetrt_captured_" + N + "." + fieldName(C.What);
        Objects += (C.Guard.empty() ? "" : "if (" + C.Guard + ")\n") + "__builtin_memcpy(" + Field +
                   ", (const void *)__builtin_addressof(" + hostName(C) + "), sizeof " + Field + ");\n";
      }
    Text = sharedTrips();
  }
  std::string Lower = hasArraysOnly() ? "(hetrt_uint64)" + firstValue() : "(hetrt_uint64)hetrt_lower_" + N;
  if (R.Loop.isPointer() && !hasArraysOnly())
    Lower = "(hetrt_uint64)(hetrt_lower_" + N + " - " + startOfBase(hostName(R.Windows[R.Loop.BaseWindow])) + ")";
  return Text + "struct hetrt_values_" + N + " hetrt_captured_" + N + " = {" + Lower + ", (hetrt_uint64)hetrt_step_" +
         N + Init + "};\n" + Objects;
}

/// What the program itself says: whether devices and threads share the loop.
std::string CallWriter::asked() const {
  const HeteroClause &H = R.Source->Hetero;
  std::string Text = R.Source->HasHetero && H.Condition ? "(" + H.Condition->Text + ") ? 1 : 0" : "1";
  const IfConditions If = R.InBlock ? IfConditions() : ifValues();
  for (const std::string &Needed : {If.Parallel, If.Target})
    if (!Needed.empty())
      Text = Needed + " && (" + Text + ")";
  return Text;
}

/// Whether the loop updates elements of which it is not known that they are the iteration's own, where a condition
/// holds that may be the same for all iterations. In programs this may be that there is one thread only.
static bool mayWantOneThread(const Region &R) {
  auto IsAnywhere = [&](unsigned Window) {
    return R.Windows[Window].Difference || (R.BodyUses && llvm::any_of(*R.BodyUses, [&](const ArrayUse &Use) {
                                              return Use.Window == Window && Use.WritesAnywhere;
                                            }));
  };
  return R.Source->Automatic && llvm::any_of(R.Accesses, [&](const Access &A) {
           return A.Read && A.Write && A.AllOrNone && IsAnywhere(A.Window);
         });
}

/// What has to hold, or the windows that were found do not: of a template, that of the instance.
std::string CallWriter::needed() const {
  auto Of = [](const Region &Each) {
    std::string Text;
    for (const std::string &Needed : Each.Needed)
      Text += (Text.empty() ? "(" : " && (") + Needed + ")";
    return Text;
  };
  if (!Group.tellsInstancesApart() ||
      llvm::all_of(Group.Instances, [&](const Region &Each) { return Of(Each) == Of(R); }))
    return Of(R);
  std::string Text = "0";
  for (const Region &Each : Group.Instances)
    Text = Each.Guard + " ? " + (Each.Needed.empty() ? "1" : Of(Each)) + " : " + Text;
  return "(" + Text + ")";
}

/// What has to hold, or the host's threads run the loop.
std::string CallWriter::condition() const {
  std::string Text = asked();
  if (mayWantOneThread(R))
    Text =
        "(" + Text + ") && " + (R.Source->joinsTeam() ? "hetrt_omp_num_threads()" : "hetrt_omp_max_threads()") + " > 1";
  if (std::string Known = R.leavesValues() ? reductions(kernel()).knownLengths() : ""; !Known.empty())
    Text = "(" + Text + ") && " + Known;
  if (const std::string Needed = needed(); !Needed.empty())
    Text = "(" + Text + ") && " + Needed;
  if (R.Source->Automatic && R.Loop.counts()) // indices of windows count from 0
    Text = "(" + Text + ") && hetrt_no_negative(" + (R.Loop.isInteger() ? "hetrt_lower_" + N : firstValue()) +
           ", hetrt_step_" + N + ", hetrt_trips_" + N + ")";
  return Text;
}

std::string CallWriter::call() const {
  const HeteroClause &H = R.Source->Hetero;
  const OpenMPClause *Threads = R.Source->findOpenMP("num_threads");
  const bool InTeam = R.Source->joinsTeam();
  std::string Text;
  if (!R.InBlock) // a loop of a block runs if the block does
    for (const IfClause &Each : R.Source->Ifs)
      Text += "const int " + ifVariable(Each) + " = (" + Each.Condition.Text + ") ? 1 : 0;\n";
  Initializer Call;
  Call.set("abi", "HETRT_ABI")
      .set("size", "sizeof(hetrt_call)")
      .set("trip_count", "hetrt_trips_" + N)
      .set("lower", firstValue())
      .set("step", "hetrt_step_" + N)
      .set("condition", condition())
      .set("num_threads", InTeam    ? "hetrt_omp_num_threads()"
                          : Threads ? "(hetrt_int32)(" + Threads->argument().str() + ")"
                                    : "0")
      .set("max_threads", "hetrt_omp_max_threads()")
      .set("in_parallel", InTeam               ? "HETRT_IN_TEAM"
                          : R.Source->isTask() ? "hetrt_own_task()"
                                               : "hetrt_omp_in_parallel()")
      .set("devices", H.Devices.empty() ? "0" : quoted(H.Devices))
      .set("scheduler", H.Scheduler.empty() ? "0" : quoted(H.Scheduler))
      .set("ratio", H.Ratio ? "(double)(" + H.Ratio->Text + ")" : "-1.0")
      .set("div", H.Div ? "(hetrt_int64)(" + H.Div->Text + ")" : "0");
  Call.set("partials_size", R.leavesValues() ? "(hetrt_uint64)hetrt_layout[0]" : "0");
  if (condition() != asked())
    Call.set("asked", asked());
  return Text + variantCall() + Call.define("const hetrt_call hetrt_call_" + N);
}

std::string CallWriter::begin(const std::string &Arrays) const {
  const std::string Code = "hetrt_code_" + N, Pass = "hetrt_pass_" + N;
  const std::string Checks = R.leavesValues() ? reductions(kernel()).checkLengths(Code, location()) : "";
  const std::string Asked = "if (__builtin_expect(" + Code + " == HETRT_WANTS_ARRAYS, 0)) {\n" + Arrays + Code +
                            " = hetrt_describe(" + Pass + ", &hetrt_described_" + N + ");\n}\n";
  return "hetrt_pass *" + Pass + ";\nint " + Code + " = 0;\n" + Checks + "if (!" + Code + ")\n" + Code + " = " +
         "hetrt_begin(&hetrt_region_" + N + ", &hetrt_call_" + N + ", &" + Pass + ");\n" + Asked + "if (" + Code +
         ") {\nhetrt_handle_error(" + Code + ");\n} else {\n";
}

/// Devices may keep, for other regions, what this one uses besides its windows: arrays that it combines into, what it
/// has a copy of, and on the host anything.
std::string CallWriter::uses() const {
  if (R.Fate.Where != RunsOn::Everywhere)
    return "(void)hetrt_host_writes();\n";
  std::string Text = reductions(kernel()).uses();
  for (const Capture &C : R.Captures) {
    auto *Var = dyn_cast<VarDecl>(C.What.Decl);
    bool Copied = C.Kind == CaptureKind::Value || C.Kind == CaptureKind::FirstPrivate;
    if ((C.Last || (Copied && !C.Type->isScalarType())) && !(Var && Var->getStorageClass() == SC_Register))
      // By the user's name: the references that stand for members are made later.
      Text += (C.Guard.empty() ? "" : "if (" + C.Guard + ")\n") + std::string("hetrt_host_uses(") +
              (isCXX() ? "__builtin_addressof(" : "&(") + C.Spelling + "), sizeof(" + C.Spelling + "), " +
              (C.Last ? "1" : "0") + ");\n";
  }
  return Text;
}
