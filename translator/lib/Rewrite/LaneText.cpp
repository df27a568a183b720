// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes host code about lanes: threads of a device that share the iterations of loops inside of the body. The runtime
// uses it to choose how many lanes work on one iteration.
#include "Rewrite/CallWriter.h"
#include "Rewrite/TableWriter.h"

using namespace hetcc;
using namespace clang;

/// Whether generated code can evaluate an expression of the body before the loop, for a given value of the iterator,
/// because the loop changes no other variable in the expression.
bool CallWriter::isKnownOutside(const Expr *E) const {
  E = E->IgnoreParenImpCasts();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    const ValueDecl *Decl = Var ? cast<ValueDecl>(Var->getCanonicalDecl()) : nullptr;
    return Decl && Var->getType()->isIntegerType() &&
           (Decl == R.Loop.Iterator || llvm::any_of(R.Body.Captures, [&](const Capture &C) {
              return C.What.Decl == Decl && (C.Kind == CaptureKind::Value || C.Kind == CaptureKind::Constant);
            }));
  }
  auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && (Binary->isAdditiveOp() || Binary->getOpcode() == BO_Mul))
    return isKnownOutside(Binary->getLHS()) && isKnownOutside(Binary->getRHS());
  return isa<IntegerLiteral>(E);
}

/// Returns an expression for the trip count of a shared loop; if an inner loop is shared together with it, multiplied
/// by that loop's trip count. Returns "" if the trip count cannot be evaluated before the region's loop.
std::string CallWriter::tripsOf(const SharedLoop &L) const {
  const Expr *From = L.Step > 0 ? L.First : L.Limit, *To = L.Step > 0 ? L.Limit : L.First;
  if (!isKnownOutside(From) || !isKnownOutside(To))
    return "";
  std::string Trips = "((hetrt_int64)(" + printed(To) + ") - (hetrt_int64)(" + printed(From) + ")) / " +
                      std::to_string(L.Step > 0 ? L.Step : -L.Step);
  if (L.Inner.empty())
    return Trips;
  std::string Inner = tripsOf(L.Inner.front());
  return Inner.empty() ? "" : "(" + Trips + ") * (" + Inner + ")";
}

/// Declares a variable with the largest trip count of the shared loops for which tripsOf() has an expression, for the
/// iteration in the middle of the region's loop.
std::string CallWriter::sharedTrips() const {
  if (R.Lanes.Loops.empty())
    return "";
  std::string Text, Iterator = R.Loop.Iterator->getNameAsString();
  for (const SharedLoop &L : R.Lanes.Loops)
    if (std::string Trips = tripsOf(L); !Trips.empty())
      Text += "if (" + Trips + " > " + SharedTripsField + ")\n" + SharedTripsField + " = " + Trips + ";\n";
  return std::string("hetrt_int64 ") + SharedTripsField + " = 0;\n" +
         (Text.empty()
              ? ""
              : "if (hetrt_trips_" + N + " > 0) {\nconst __typeof__(hetrt_lower_" + N + ") " + Iterator + " = " +
                    iteratorAt("(hetrt_trips_" + N + " / 2)") + ";\n(void)" + Iterator + ";\n" + Text + "}\n");
}

/// Returns the table that describes the region's lanes to the runtime.
std::string TableWriter::lanes() const {
  if (!hasLanes())
    return "";
  FlagList Flags;
  Flags.add(R.Lanes.Reassociates, "HETRT_REASSOCIATES");
  Flags.add(R.Lanes.Wants == Nest::ManyLanes, "HETRT_MANY_LANES");
  Flags.add(R.Lanes.Columns, "HETRT_COLUMNS");
  Flags.add(!R.Lanes.Columns && R.Lanes.Wants == Nest::FewLanes, "HETRT_FEW_LANES");
  Flags.add(R.Lanes.Tiles && !R.Lanes.Tiles->Streams.empty(), "HETRT_STREAMS");
  Flags.add(!R.Lanes.meets() && !R.Lanes.Columns, "HETRT_FREE_LANES");
  return Initializer()
      .set("flags", Flags.text())
      .set("trips_offset", "__builtin_offsetof(struct hetrt_values_" + N + ", " + SharedTripsField + ")")
      .define("static const hetrt_lanes hetrt_lanes_" + N);
}
