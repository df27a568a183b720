// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares every affine subscript with its window at compile time. A subscript is a polynomial with integer
// coefficients over variables; counters of inner loops stand for what they run over. Only what is outside in any case
// is an error; what depends on anything else is left to the checks of the emulated accelerator.
#include "Analysis/InnerLoop.h"
#include "Analysis/Region.h"
#include "Diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace hetcc;
using namespace clang;

namespace {

struct Range {
  int64_t Least = 0, Most = 0;
  bool Exact = true; ///< both ends are known to occur
};

/// A sum of integer multiples of products of variables; the empty product is the constant term.
class Polynomial {
public:
  using Product = std::vector<const ValueDecl *>; ///< sorted
  static Polynomial constant(int64_t C) { return Polynomial({}, C); }
  static Polynomial variable(const ValueDecl *V) { return Polynomial({V}, 1); }

  Polynomial operator+(const Polynomial &Other) const {
    Polynomial Sum = *this;
    for (auto &[P, C] : Other.Terms)
      Sum.add(P, C);
    return Sum;
  }
  Polynomial operator*(const Polynomial &Other) const {
    Polynomial Result;
    for (auto &[P, C] : Terms)
      for (auto &[Q, D] : Other.Terms) {
        Product Both = P;
        Both.insert(Both.end(), Q.begin(), Q.end());
        llvm::sort(Both);
        int64_t Value = 0;
        Result.Overflow |= Overflow || Other.Overflow || llvm::MulOverflow(C, D, Value);
        Result.add(Both, Value);
      }
    return Result;
  }
  Polynomial operator-() const { return *this * constant(-1); }
  bool operator==(const Polynomial &Other) const { return Terms == Other.Terms; }

  /// Splits into what V multiplies and the rest; nullopt if V occurs with a power.
  std::optional<std::pair<Polynomial, Polynomial>> split(const ValueDecl *V) const {
    Polynomial Factor, Rest;
    for (auto &[P, C] : Terms) {
      auto Count = llvm::count(P, V);
      if (Count > 1)
        return std::nullopt;
      Product Without;
      llvm::copy_if(P, std::back_inserter(Without), [&](const ValueDecl *D) { return D != V; });
      (Count ? Factor : Rest).add(Without, C);
    }
    return std::pair(Factor, Rest);
  }
  /// Bounds of *this / Stride, rounded down, for a Stride that is at least 1; nullopt if that depends on more.
  std::optional<Range> quotient(const Polynomial &Stride) const;
  /// The constant k for which this is k * Other; nullopt if there is none.
  std::optional<int64_t> multipleOf(const Polynomial &Other) const {
    if (Terms.empty())
      return 0;
    auto It = Other.Terms.find(Terms.begin()->first);
    if (It == Other.Terms.end() || Terms.begin()->second % It->second)
      return std::nullopt;
    int64_t K = Terms.begin()->second / It->second;
    return Other * constant(K) == *this ? std::optional(K) : std::nullopt;
  }
  std::optional<int64_t> asConstant() const {
    if (Overflow || Terms.size() > 1 || (Terms.size() == 1 && !Terms.begin()->first.empty()))
      return std::nullopt;
    return Terms.empty() ? 0 : Terms.begin()->second;
  }
  template <typename Predicate> bool allVariables(Predicate P) const {
    return llvm::all_of(Terms, [&](auto &Term) { return llvm::all_of(Term.first, P); });
  }
  bool valid() const { return !Overflow; }

  Polynomial() = default;

private:
  Polynomial(Product P, int64_t C) { add(P, C); }
  void add(const Product &P, int64_t C) {
    int64_t &Own = Terms[P];
    Overflow |= llvm::AddOverflow(Own, C, Own);
    if (Own == 0)
      Terms.erase(P);
  }
  std::map<Product, int64_t> Terms;
  bool Overflow = false;
};

std::optional<Range> Polynomial::quotient(const Polynomial &Stride) const {
  // Its term of the highest degree: C * P.
  auto Largest = llvm::max_element(Stride.Terms, [](auto &A, auto &B) { return A.first.size() < B.first.size(); });
  if (Overflow || Stride.Overflow || Largest == Stride.Terms.end() || Largest->second <= 0)
    return std::nullopt;
  auto &[P, C] = *Largest;
  auto It = Terms.find(P);
  int64_t Own = It == Terms.end() ? 0 : It->second;
  // This is K / D strides and a constant, the remainder.
  int64_t K = Own, D = C;
  if (!P.empty() && Own % C == 0)
    K = Own / C, D = 1;
  else if (Stride.Terms.size() != 1)
    return std::nullopt;
  auto Remainder = (*this + -(D == 1 ? Stride * constant(K) : Polynomial(P, Own))).asConstant();
  int64_t End = 0;
  if (!Remainder || llvm::AddOverflow(K, *Remainder, End))
    return std::nullopt;
  // Of a stride that is not known the remainder is any part: from next to nothing to, for a stride of 1, all of it.
  auto Floor = [&](int64_t Value) { return llvm::divideFloorSigned(Value, D); };
  if (*Remainder >= 0)
    return Range{Floor(K), Floor(End), *Remainder == 0};
  return Range{Floor(End), Floor(K - 1), End == K - 1};
}

class Footprint {
public:
  Footprint(Region &R, ASTContext &Context, Diagnostics &Diags)
      : R(R), Context(Context), Diags(Diags), Loops(R.Loop.For->getBody(), Context) {}

  bool run() {
    bool Good = true;
    for (const Window &W : R.Windows)
      Good &= direction(W);
    for (const Access &A : R.Accesses)
      Good = Good && access(A);
    return Good;
  }

private:
  bool direction(const Window &W);
  bool access(const Access &A);
  bool offset(const Access &A, const Window &W, unsigned D, Range Offsets);
  std::optional<Polynomial> bound(const Expr *Subscript, const Access &A, const Polynomial &Stride, bool Upper);
  std::optional<Range> offsets(const Access &A, const Window &W, unsigned D, const Polynomial &Stride);
  std::optional<Polynomial> evaluate(const Expr *E, unsigned Depth = 0);
  bool keepsValue(const CastExpr &Cast) const;
  std::optional<int64_t> number(const Expr *E) const {
    if (E->isValueDependent())
      return std::nullopt;
    auto Value = E->getIntegerConstantExpr(Context);
    return Value && Value->isRepresentableByInt64() ? std::optional(Value->getExtValue()) : std::nullopt;
  }
  /// Declared outside the loop, so the same for all iterations (BodyScan has seen that it is not written).
  bool isInvariant(const ValueDecl *D) const {
    return llvm::any_of(R.Captures, [&](const Capture &C) { return C.What.Decl == D && C.Kind == CaptureKind::Value; });
  }
  bool isTied(const Dimension &D) const {
    auto Value = number(D.Cond.Checked);
    return Value && *Value != 0;
  }

  Region &R;
  ASTContext &Context;
  Diagnostics &Diags;
  InnerLoops Loops;
};

/// Whether a conversion yields the number that it was given, or one that differs by a power of two which no subscript
/// reaches. One to fewer bits takes a remainder, which is no polynomial.
bool Footprint::keepsValue(const CastExpr &Cast) const {
  QualType From = Cast.getSubExpr()->getType(), To = Cast.getType();
  switch (Cast.getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
    return true;
  case CK_IntegralCast:
    return Context.getIntWidth(To) >= Context.getIntWidth(From);
  default:
    return false;
  }
}

std::optional<Polynomial> Footprint::evaluate(const Expr *E, unsigned Depth) {
  if (Depth > 32)
    return std::nullopt;
  if (E->getType()->isIntegerType())
    if (auto Value = number(E)) {
      // The upper half of an unsigned type subtracts, where it is added in that type; whether it is, is not known here.
      bool Wraps = E->getType()->isUnsignedIntegerType() && *Value >> (Context.getIntWidth(E->getType()) - 1);
      return Wraps && Context.getIntWidth(E->getType()) >= 32 ? std::nullopt
                                                              : std::optional(Polynomial::constant(*Value));
    }
  E = E->IgnoreParens();
  if (auto *Cast = dyn_cast<CastExpr>(E)) // written or not
    return keepsValue(*Cast) ? evaluate(Cast->getSubExpr(), Depth + 1) : std::nullopt;
  if (const ValueDecl *D = namedEntity(E)) {
    // A constant local of the body stands for its value.
    auto *Var = dyn_cast<VarDecl>(D);
    bool Local = Var && Var != R.Loop.Iterator && !isInvariant(Var) && Var->isLocalVarDecl() &&
                 Var->getType().isConstQualified();
    return Local && Var->getInit() ? evaluate(Var->getInit(), Depth + 1) : Polynomial::variable(D);
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(E)) {
    auto Value = evaluate(Unary->getSubExpr(), Depth + 1);
    if (Value && Unary->getOpcode() == UO_Minus)
      return -*Value;
    return Unary->getOpcode() == UO_Plus ? Value : std::nullopt;
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(E)) {
    auto Left = evaluate(Binary->getLHS(), Depth + 1), Right = evaluate(Binary->getRHS(), Depth + 1);
    if (!Left || !Right)
      return std::nullopt;
    switch (Binary->getOpcode()) {
    case BO_Add:
      return *Left + *Right;
    case BO_Sub:
      return *Left + -*Right;
    case BO_Mul:
      return *Left * *Right;
    default:
      return std::nullopt;
    }
  }
  return std::nullopt;
}

bool Footprint::direction(const Window &W) {
  if (!W.Written || W.Spec->Out)
    return true;
  const Expr *At = nullptr, *Lent = nullptr;
  for (const Access &A : R.Accesses)
    if (&R.Windows[A.Window] == &W) {
      At = !At && A.Assigned ? A.Whole : At;
      Lent = !Lent && A.Write ? A.Whole : Lent;
    }
  const std::string &Name = W.Spec->Array.Text;
  if (!At) { // nothing would bring it back: the CPUs write in place
    R.Fate.restrict(Place::Host, Lent ? Lent->getExprLoc() : W.Spec->Array.Begin,
                    "'" + Name + "' may be written through a " + (Lent ? "reference" : "pointer") + ", but '" +
                        W.Spec->Clause + "' only moves it in",
                    Lent ? "copy the element into a variable and use that, or use 'part_copy'"
                         : "make the pointer one to 'const', or use 'part_copy'");
    return true;
  }
  if (W.Spec->WholeCopy) {
    Diags.report(At->getExprLoc(), message::err_whole_copy) << Name << W.Spec->Clause;
    std::string Form = "part_copy(" + Name + "[1:" + W.Spec->Dimensions[0].Num.Text + "]";
    for (unsigned D = 1; D < W.Spec->Dimensions.size(); ++D)
      Form += "[0:" + W.Spec->Dimensions[D].Num.Text + "]";
    Diags.report(W.Spec->Array.Begin, message::note_use_part) << Form + ")";
  } else {
    Diags.report(At->getExprLoc(), message::err_write_input) << Name << W.Spec->Clause;
    Diags.report(W.Spec->Array.Begin, message::note_input_here) << Name;
  }
  return false;
}

/// The least or the largest value of a subscript, in terms of what the inner loops around it do not change.
std::optional<Polynomial> Footprint::bound(const Expr *Subscript, const Access &A, const Polynomial &Stride,
                                           bool Upper) {
  auto Value = evaluate(Subscript);
  for (const InnerLoop &Loop : llvm::reverse(Loops.around(A.Whole))) {
    auto Parts = Value ? Value->split(Loop.Counter) : std::nullopt;
    if (!Parts)
      return std::nullopt;
    auto &[Factor, Rest] = *Parts;
    auto Sign = Factor.asConstant();
    if (!Sign)
      Sign = Factor.multipleOf(Stride); // which is positive
    if (Sign == 0)
      continue;
    bool AtFirst = Sign && (*Sign > 0) == (Loop.Upwards != Upper);
    auto End = Sign ? evaluate(AtFirst ? Loop.First : Loop.Limit) : std::nullopt;
    if (!End)
      return std::nullopt;
    if (!AtFirst && !Loop.Inclusive)
      End = *End + Polynomial::constant(Loop.Upwards ? -1 : 1);
    Value = Rest + Factor * *End;
  }
  return Value && Value->valid() ? Value : std::nullopt;
}

/// By how much an access may differ from the iteration's own index in the tied dimension D; nullopt if that is not
/// known.
std::optional<Range> Footprint::offsets(const Access &A, const Window &W, unsigned D, const Polynomial &Stride) {
  const Expr *Subscript = A.Indices[W.Flat ? 0 : D];
  std::optional<Range> Ends[2];
  for (bool Upper : {false, true}) {
    auto Value = bound(Subscript, A, Stride, Upper);
    auto Parts = Value ? Value->split(R.Loop.Iterator) : std::nullopt;
    if (!Parts || !(Parts->first == Stride))
      return std::nullopt;
    Ends[Upper] = Parts->second.quotient(Stride);
    if (!Ends[Upper])
      return std::nullopt;
  }
  if (Ends[0]->Least > Ends[1]->Most)
    return std::nullopt; // an inner loop around it never runs
  return Range{Ends[0]->Least, Ends[1]->Most, Ends[0]->Exact && Ends[1]->Exact};
}

/// What is lent to somebody who may write it counts as written where the array goes out; an input that is lent keeps
/// the loop on the CPUs.
static bool writes(const Access &A, const Window &W) { return A.Assigned || (A.Write && W.Spec->Out); }

/// An access `Offsets` beyond the iteration's own index in the tied dimension D.
bool Footprint::offset(const Access &A, const Window &W, unsigned D, Range Offsets) {
  int64_t Offset = Offsets.Least > 0 ? Offsets.Least : std::min<int64_t>(Offsets.Most, 0); // nearest to its own
  if (Offset == 0)
    return true;
  SourceLocation Loc = A.Indices[W.Flat ? 0 : D]->getExprLoc();
  const std::string &Name = W.Spec->Array.Text;
  if (writes(A, W)) {
    Diags.report(Loc, message::err_write_untied) << Name;
    return false;
  }
  if (W.Written && W.Spec->Out) {
    std::string Index = (Offset > 0 ? "+" : "") + std::to_string(Offset);
    Diags.report(Loc, message::err_halo_written) << Name << Index;
    return false;
  }
  const Dimension &Dim = W.Spec->Dimensions[D];
  if (Dim.Halo && (!number(Dim.Halo->Checked) || *number(Dim.Halo->Checked) >= std::abs(Offset)))
    return true;
  int64_t Farthest = Offset > 0 ? Offsets.Most : Offsets.Least;
  int64_t Needed = std::abs(Offsets.Exact ? Farthest : Offset);
  Diags.report(Loc, message::err_outside_window) << Name << std::to_string(Needed);
  auto Note = Diags.report(Dim.Num.Begin, message::note_needs_halo) << std::to_string(Needed);
  if (Dim.Halo)
    Note << FixItHint::CreateReplacement(SourceRange(Dim.Halo->Begin, Dim.Halo->End), std::to_string(Needed));
  else
    Note << FixItHint::CreateInsertion(Dim.Num.End.getLocWithOffset(int(Dim.Num.Tokens.back().getLength())),
                                       ":" + std::to_string(Needed));
  return false;
}

bool Footprint::access(const Access &A) {
  const Window &W = R.Windows[A.Window];
  const auto &Dims = W.Spec->Dimensions;
  if (W.Spec->Full || !R.Loop.isInteger())
    return true;
  unsigned Tied = 0;
  for (const Dimension &D : Dims)
    Tied += isTied(D);
  for (unsigned D = 0; D < Dims.size(); ++D) {
    if (!isTied(Dims[D]) || (W.Flat && D > 0) || (!W.Flat && D >= A.Indices.size()))
      continue;
    auto Index = evaluate(A.Indices[W.Flat ? 0 : D]);
    auto Parts = Index && Index->valid() ? Index->split(R.Loop.Iterator) : std::nullopt;
    if (!Parts)
      continue;
    Polynomial Stride = Polynomial::constant(1);
    bool Known = true;
    for (unsigned Inner = 1; W.Flat && Inner < Dims.size() && Known; ++Inner) {
      auto Extent = evaluate(Dims[Inner].Num.Checked);
      Known = Extent.has_value();
      if (Known)
        Stride = Stride * *Extent;
    }
    if (!Known)
      continue;
    auto &[Factor, Rest] = *Parts;
    bool OneIndex = !W.Flat || Dims.size() == 1;
    if (Factor == Stride) {
      auto Offsets = offsets(A, W, D, Stride);
      if (Offsets && !offset(A, W, D, *Offsets))
        return false;
    } else if (OneIndex && !A.Conditional && Tied == 1 && Factor.asConstant() &&
               Rest.allVariables([&](const ValueDecl *V) { return isInvariant(V); })) {
      // Every iteration touches the same element, or elements at another pace than its own.
      Diags.report(A.Indices[W.Flat ? 0 : D]->getExprLoc(),
                   writes(A, W) ? message::err_write_untied : message::err_not_tied)
          << W.Spec->Array.Text;
      if (!writes(A, W))
        Diags.report(W.Spec->Array.Begin, message::note_full_copy)
            << (llvm::StringRef(R.Source->Name).starts_with("omp") ? "map(to: " : "copyin(") + W.Spec->Array.Text +
                   "[0:" + Dims[0].Num.Text + "])";
      return false;
    }
  }
  return true;
}

} // namespace

bool hetcc::checkFootprint(Region &R, ASTContext &Context, Diagnostics &Diags) {
  return R.Fate.Where == Place::Plain || Footprint(R, Context, Diags).run();
}

bool hetcc::analyse(Region &R, ASTContext &Context, Diagnostics &Diags) {
  if (!findLoop(R, Context, Diags) || !resolveWindows(R, Context, Diags))
    return false;
  scanBody(R, Context);
  return checkFootprint(R, Context, Diags);
}
