// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the text of bounds, values and calls.
#include "Rewrite/CallWriter.h"
#include "Analysis/Region/Region.h"
#include "Rewrite/Initializer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace hetcc;
using namespace clang;

/// Returns the iterator's type as text that is valid in every instance of a template.
std::string CallWriter::iteratorType() const {
  if (R.Loop.Clause) // the user's bounds may be constant, but each thread assigns to its copies
    return isCXX() || !R.Loop.Lower->getType().isConstQualified() ? "__typeof__(" + R.Loop.Clause->Start->Text + ")"
                                                                  : kernel().declare(R.Loop.IteratorType, "");
  if (R.Loop.Range)
    return "auto";
  if (R.Loop.isPointer() && !R.Loop.OfClass &&
      R.Loop.IteratorType->getPointeeType()->isArrayType()) // in `T (*p)[N]` the name is inside of the type, so the
                                                            // type's tokens cannot be copied
    return "__typeof__((" + lowerText() + ") + 0)";
  if (!R.Loop.DeclaredHere)
    return "__typeof__(" + R.Loop.Iterator->getNameAsString() + ")";
  SourceRange Range = R.Loop.Iterator->getTypeSourceInfo()->getTypeLoc().getSourceRange();
  size_t First = Unit.Tokens.find(Range.getBegin()), Last = Unit.Tokens.find(Range.getEnd());
  // Words such as `unsigned` may precede the type's location, so the text begins at the statement's first token.
  size_t Statement = Unit.Tokens.find(R.Loop.For->getInit()->getBeginLoc());
  return Unit.Tokens.print(std::min(First, Statement), Last, {}, false);
}

// Tokens of clauses are not recorded in the TokenStream, so the text that the clause itself holds is used.
std::string CallWriter::lowerText() const {
  return R.Loop.Range ? rangeText(false) : R.Loop.Clause ? R.Loop.Clause->Start->Text : printed(R.Loop.Lower);
}

std::string CallWriter::boundText() const {
  return R.Loop.Range ? rangeText(true) : R.Loop.Clause ? R.Loop.Clause->End->Text : printed(R.Loop.Bound);
}

/// Returns an expression for the beginning or end of the elements of a range-based `for`. It is the same for all
/// template instances.
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
  // The bound may be an object that converts to a number; `+` applies this conversion.
  bool Object = L.isInteger() && L.Bound->IgnoreUnlessSpelledInSource()->getType()->isRecordType();
  if (BitField) // `__typeof__` does not accept a bit-field, so the type is the one in which the condition compares it
    Text += "__typeof__(" + Lower + " + (" + boundText() + ")) ";
  else if (hasAuto())
    Text += "auto ";
  else if (L.Clause && !isCXX() && BoundType.isConstQualified())
    Text += kernel().declare(BoundType.getUnqualifiedType(), "") + " ";
  else // `+ 0` turns an array into a pointer to its first element
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
    // Both values are converted to the type in which the user's condition compares them.
    std::string Common = "(hetrt_uint64)(__typeof__(" + Lower + " + " + Bound + "))";
    return L.isInteger() ? "(" + Common + To + " - " + Common + From + ")"
                         : "(hetrt_uint64)(" + To + " - " + From + ")";
  };
  const std::string Up = Distance(Lower, Bound), Down = Distance(Bound, Lower);
  std::string Trips;
  if (L.Relation == BO_NE) { // the distance modulo the iterator's width; the sign of the step gives the direction
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

/// Declares a reference to a member of `*this` under the member's local name, because code in the local struct cannot
/// use `this`. If the guard is false, a pointer to the member's object is null; the reference then gets a dummy
/// address, which is not used.
std::string CallWriter::refer(const Entity &E, const std::string &Spelling, const std::string &Guard,
                              bool Computed) const {
  if (!E.isMember())
    return "";
  if (Computed) // a computed value has no memory that a reference could be bound to
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

/// Also declares references to members that are reduction variables.
std::string CallWriter::reductionLayout() const {
  if (!R.leavesValues())
    return "";
  std::string Text;
  for (const Capture &C : R.Body.Captures)
    if (C.Kind == CaptureKind::Reduction)
      Text += refer(C.What, C.Spelling, C.Guard);
  return Text + reductions(kernel()).hostLayout("_" + N);
}

/// The number of strides for a window in a values struct that has only arrays, see hasArraysOnly().
static unsigned stridesOf(const Window &W) { return W.Strided ? W.Shape.rank() - 1 : 0; }

std::string CallWriter::valueTypes() const {
  if (!hasValues())
    return "";
  std::string Text;
  if (hasArraysOnly()) {
    for (const Window &W : R.Windows) {
      Text += "const volatile void *" + arrayField(W) + ";\n";
      if (stridesOf(W)) // the runtime sets the strides
        Text += "hetrt_int64 " + arrayField(W) + "_strides[" + std::to_string(stridesOf(W)) + "];\n";
    }
    return "struct hetrt_values_" + N + " {\nhetrt_uint64 hetrt_lower, hetrt_step;\n" + Text + "};\n";
  }
  for (const Capture &C : R.Body.Captures)
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
    for (const Capture &C : R.Body.Captures)
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

/// Returns the conditions of the user's `if` and `hetero` clauses under which devices may run the loop.
std::vector<CallWriter::Condition> CallWriter::askedParts() const {
  const HeteroClause &H = R.Site.Source->Hetero;
  const IfConditions If = R.Site.isInBlock() ? IfConditions() : ifValues();
  const auto &Ifs = R.Site.Source->Ifs;
  std::vector<Condition> Parts;
  for (const std::string &Needed : {If.Parallel, If.Target})
    if (!Needed.empty())
      Parts.push_back(
          {Needed, Ifs.size() == 1 ? "'if(" + Ifs[0].Condition.Text + ")' is false" : "an 'if' clause is false"});
  if (R.Site.Source->HasHetero && H.Condition && H.Condition->Text != "1")
    Parts.push_back({H.Condition->Text, "'hetero(" + H.Condition->Text + ")' is false"});
  return Parts;
}

static std::vector<CallWriter::Condition> inWords(llvm::ArrayRef<std::string> Needed) {
  std::vector<CallWriter::Condition> Parts;
  for (const std::string &Each : Needed)
    Parts.push_back({Each, "'" + Each + "' is false"});
  return Parts;
}

/// Returns the conditions under which the inferred windows are right. In a template, the text chooses the conditions of
/// the instance.
std::vector<CallWriter::Condition> CallWriter::neededParts() const {
  auto Of = [](const Region &Each) {
    std::string Text;
    for (const std::string &Needed : Each.Inferred.Needed)
      Text += (Text.empty() ? "(" : " && (") + Needed + ")";
    return Text;
  };
  if (!Group.tellsInstancesApart() ||
      llvm::all_of(Group.Instances, [&](const Region &Each) { return Of(Each) == Of(R); }))
    return inWords(R.Inferred.Needed);
  std::string Text = "0";
  for (const Region &Each : Group.Instances)
    Text = Each.Guard + " ? " + (Each.Inferred.Needed.empty() ? "1" : Of(Each)) + " : " + Text;
  return {{"(" + Text + ")", "a condition that hetcc has added for this instance of the template is false"}};
}

/// Returns all conditions under which devices may run the loop. If one of them is false, the host's threads run the
/// loop alone. `Asked` are those of the program.
std::vector<CallWriter::Condition> CallWriter::conditions(std::vector<Condition> Asked) const {
  std::vector<Condition> Parts = std::move(Asked);
  if (R.Described.WantsThreads)
    Parts.push_back(
        {std::string(R.Site.Source->joinsTeam() ? "hetrt_omp_num_threads()" : "hetrt_omp_max_threads()") + " > 1",
         "there is one thread only"});
  if (std::string Known = R.leavesValues() ? reductions(kernel()).knownLengths() : ""; !Known.empty())
    Parts.push_back({Known, "the length of a reduction's section is not known"});
  llvm::append_range(Parts, neededParts());
  // Windows have no negative indices, so the iterator's values must not be negative.
  if (R.Site.Source->Automatic && R.Loop.counts())
    Parts.push_back({"hetrt_no_negative(" + (R.Loop.isInteger() ? "hetrt_lower_" + N : firstValue()) + ", hetrt_step_" +
                         N + ", hetrt_trips_" + N + ")",
                     "the loop's variable has negative values"});
  return Parts;
}

/// Returns an expression that is true if all conditions are; "1" if there are none.
std::string CallWriter::allOf(llvm::ArrayRef<Condition> Parts) {
  std::string Text;
  for (const Condition &Each : Parts)
    Text += (Text.empty() ? "(" : " && (") + Each.Text + ")";
  return Text.empty() ? "1" : Text;
}

/// Defines a variable that says which condition is the first one that is false; null if all are true.
std::string CallWriter::failed(llvm::ArrayRef<Condition> Parts) const {
  std::string Text = "const char *const hetrt_failed_" + N + " = ";
  for (const Condition &Each : Parts)
    Text += "!(" + Each.Text + ") ? " + quoted(Each.Says) + " : ";
  return Text + "0;\n";
}

std::string CallWriter::call() const {
  const HeteroClause &H = R.Site.Source->Hetero;
  const OpenMPClause *Threads = R.Site.Source->findOpenMP("num_threads");
  const bool InTeam = R.Site.Source->joinsTeam();
  std::string Text;
  if (!R.Site.isInBlock()) // the `if` clauses of a block have been evaluated before the block
    for (const IfClause &Each : R.Site.Source->Ifs)
      Text += "const int " + ifVariable(Each) + " = (" + Each.Condition.Text + ") ? 1 : 0;\n";
  const std::vector<Condition> Asked = askedParts(), All = conditions(Asked);
  if (!All.empty())
    Text += failed(All);
  Initializer Call;
  Call.set("abi", "HETRT_ABI")
      .set("size", "sizeof(hetrt_call)")
      .set("trip_count", "hetrt_trips_" + N)
      .set("lower", firstValue())
      .set("step", "hetrt_step_" + N)
      .set("condition", All.empty() ? "1" : "!hetrt_failed_" + N)
      .set("num_threads", InTeam    ? "hetrt_omp_num_threads()"
                          : Threads ? "(hetrt_int32)(" + Threads->argument().str() + ")"
                                    : "0")
      .set("max_threads", "hetrt_omp_max_threads()")
      .set("in_parallel", InTeam                    ? "HETRT_IN_TEAM"
                          : R.Site.Source->isTask() ? "hetrt_own_task()"
                                                    : "hetrt_omp_in_parallel()")
      .set("devices", H.Devices.empty() ? "0" : quoted(H.Devices))
      .set("scheduler", H.Scheduler.empty() ? "0" : quoted(H.Scheduler))
      .set("ratio", H.Ratio ? "(double)(" + H.Ratio->Text + ")" : "-1.0")
      .set("div", H.Div ? "(hetrt_int64)(" + H.Div->Text + ")" : "0");
  Call.set("partials_size", R.leavesValues() ? "(hetrt_uint64)hetrt_layout[0]" : "0");
  if (All.size() != Asked.size())
    Call.set("asked", allOf(Asked));
  if (!All.empty())
    Call.set("failed", "hetrt_failed_" + N);
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

/// Generates calls that copy memory to the host before the region uses it, since a device may have the newest values:
/// reduction arrays and captured objects, which are in no window. A region that runs only on the host may use any
/// memory.
std::string CallWriter::uses() const {
  if (R.Fate.Where != RunsOn::Everywhere)
    return "(void)hetrt_host_writes();\n";
  std::string Text = reductions(kernel()).uses();
  for (const Capture &C : R.Body.Captures) {
    auto *Var = dyn_cast<VarDecl>(C.What.Decl);
    bool Copied = C.Kind == CaptureKind::Value || C.Kind == CaptureKind::FirstPrivate;
    if ((C.Last || (Copied && !C.Type->isScalarType())) && !(Var && Var->getStorageClass() == SC_Register))
      // the user's name, because references to members are declared later
      Text += (C.Guard.empty() ? "" : "if (" + C.Guard + ")\n") + std::string("hetrt_host_uses(") +
              (isCXX() ? "__builtin_addressof(" : "&(") + C.Spelling + "), sizeof(" + C.Spelling + "), " +
              (C.Last ? "1" : "0") + ");\n";
  }
  return Text;
}
