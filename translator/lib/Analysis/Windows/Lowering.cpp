// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the clauses that a user would write: for indices tied to the iterator with a halo on either side, for rows and
// columns, sections, and whole copies. The clauses are made from boxes; a box is the part of an array that one
// iteration uses, an interval of indices in each dimension. The extent of a window must cover only elements that surely
// exist: as many as the array's type has, or up to the last element that some iteration uses for any data.
#include "Analysis/Windows/Lowering.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Windows/Collisions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace hetcc;
using namespace clang;

/// The greater of two values; nullopt if their difference is not a constant.
static std::optional<Polynomial> greater(const Polynomial &A, const Polynomial &B) {
  auto Difference = (B + -A).asConstant();
  return Difference ? std::optional(*Difference > 0 ? B : A) : std::nullopt;
}

static bool isWritten(const ArrayUse &Use) {
  return llvm::any_of(Use.Boxes, [](const Box &B) { return B.Write; });
}
/// Whether the loop uses values that the array has before it: an iteration may read an element that it has not written
/// before.
static bool isRead(const ArrayUse &Use) {
  return llvm::any_of(Use.Boxes, [&](const Box &B) { return B.Read && !isWrittenBefore(Use, B); });
}

Lowering::Lowering(Trial &T, ASTContext &Context)
    : T(T), Context(Context), Values(T.R, Context), Names(T.R, Context), Base(T.R, Values, Names) {}

std::vector<std::string> Lowering::needed() const {
  std::vector<std::string> Texts;
  for (const Polynomial &Each : Base.needed())
    Texts.push_back(Names.isNotNegative(Each));
  return Texts;
}

// ---- Dimensions that follow the loop --------------------------------------------------------------------------------

/// The halo in dimension D; nullopt if the index of an access in D is not the iterator's value plus an offset.
std::optional<Lowering::Tie> Lowering::tie(const ArrayUse &Use, unsigned D, Facts &Known) const {
  Tie Result;
  const Polynomial Own = Polynomial::variable(T.R.Loop.Iterator);
  auto Offset = [&](ArrayRef<Term> End) -> std::optional<Polynomial> {
    for (const Term &Each : End)
      if (auto Parts = Each.Value.split(T.R.Loop.Iterator); Each.isPlain() && Parts && Parts->first == number(1))
        return Parts->second;
    return std::nullopt;
  };
  for (const Box &B : Use.Boxes) {
    auto Lower = Offset(B.Dimensions[D].Lower), Upper = Offset(B.Dimensions[D].Upper);
    if (!Lower || !Upper)
      return std::nullopt;
    // Two offsets whose difference is not constant cannot be compared, so a halo that is not constant is possible for
    // one box only.
    auto Widen = [&](Polynomial &Side, const Polynomial &By) {
      auto Both = greater(Side, By);
      if (!Both && Use.Boxes.size() > 1)
        return false;
      Side = Both ? *Both : By;
      return true;
    };
    if (!Widen(Result.Before, -*Lower) || !Widen(Result.After, *Upper + number(-1)))
      return std::nullopt;
    // No access may be before the array's beginning, because the runtime would cut the halo off there. For the loop's
    // own indices, the runtime itself checks that they are inside of the array.
    if (Lower->asConstant().value_or(-1) < 0 && !Known.holds(Own + *Lower, B.Domain))
      return std::nullopt;
  }
  for (const Polynomial *Side : {&Result.Before, &Result.After})
    if (Side->asConstant().value_or(0) < 0 || (!Side->asConstant() && !Known.holds(*Side, {})))
      return std::nullopt;
  return Result;
}

/// Whether flat subscripts such as `i * m + j`, which were split into rows of m elements, stay within one row.
bool Lowering::innerHolds(const ArrayUse &Use, unsigned Tied, Facts &Known) const {
  for (const Box &B : Use.Boxes)
    for (unsigned D = 1; D < Use.rank(); ++D) {
      const Polynomial *Lower = only(B.Dimensions[D].Lower), *Upper = only(B.Dimensions[D].Upper);
      if (D == Tied) {
        // Must be proven now: checked at run time, the condition would keep loops over several rows off devices.
        auto Least = Lower ? Known.extreme(*Lower, false) : std::nullopt,
             Most = Upper ? Known.extreme(*Upper, true) : std::nullopt;
        if (!Least || !Most || !Known.proves(*Least) || !Known.proves(*Use.Inner[D - 1] + -*Most))
          return false;
        continue;
      }
      if (!Lower || !Known.holds(*Lower, B.Domain))
        return false;
      const bool Fits = llvm::any_of(B.Dimensions[D].Upper, [&](const Term &Each) {
        return Each.isPlain() && Known.holds(*Use.Inner[D - 1] + -Each.Value, B.Domain);
      });
      if (!Fits)
        return false;
    }
  return true;
}

/// Whether the assumptions on which the ends of boxes depend hold (Box::Assumed). A clause cannot express these.
bool Lowering::assumptionsHold(const ArrayUse &Use, Facts &Known) const {
  return llvm::all_of(Use.Boxes, [&](const Box &B) {
    return llvm::all_of(B.Assumed, [&](const Polynomial &Each) { return Known.holds(Each, B.Domain); });
  });
}

// ---- Extents --------------------------------------------------------------------------------------------------------

/// Whether the domain of a box (the iterator values at which it is accessed) contains the iterator's greatest value or,
/// without `Greatest`, its least value.
bool Lowering::isReached(const Box &B, bool Greatest, const Facts &Known) const {
  return llvm::all_of(B.Domain, [&](const Polynomial &Each) {
    auto There = Known.at(Each, Greatest);
    return There && (*There == Each || Known.proves(*There));
  });
}

/// The greater of two values, if their difference is a constant or Known proves which is greater; else nullopt.
static std::optional<Polynomial> greaterBy(const Facts &Known, const Polynomial &A, const Polynomial &B) {
  if (auto Of = greater(A, B))
    return Of;
  return Known.proves(B + -A) ? std::optional(B) : Known.proves(A + -B) ? std::optional(A) : std::nullopt;
}

/// The end of the indices that the whole loop uses in dimension D, if some iteration surely uses the last of these
/// indices; nullopt if this is not known.
std::optional<Polynomial> Lowering::hullEnd(const ArrayUse &Use, unsigned D, Facts &Known) const {
  std::optional<Polynomial> End;
  const Box *By = nullptr;
  bool AtMost = true; // the iterator's greatest value, not its least, reaches the end
  for (const Box &B : Use.Boxes) {
    const Polynomial *Upper = only(B.Dimensions[D].Upper);
    auto Here = B.Attained && Upper ? Known.extreme(*Upper, true) : std::nullopt;
    if (!Here)
      continue;
    const bool Falls = Upper->split(T.R.Loop.Iterator)->first.asConstant().value_or(0) < 0;
    auto Both = !isReached(B, !Falls, Known) ? std::nullopt : End ? greaterBy(Known, *End, *Here) : Here;
    if (Both && *Both == *Here && (!End || !(*Both == *End) || B.Domain.size() < By->Domain.size()))
      End = Both, By = &B, AtMost = !Falls;
  }
  if (!End)
    return std::nullopt;
  Known.assume(*End + number(-1)); // the runtime checks that the extent is positive
  for (const Polynomial &Each : By->Domain)
    if (!Known.holds(*Known.at(Each, AtMost), {}))
      return std::nullopt;
  for (const Box &B : Use.Boxes) {
    const bool Inside = llvm::any_of(B.Dimensions[D].Upper, [&](const Term &Each) {
      return Each.isPlain() && Known.holds(*End + -Each.Value, B.Domain);
    });
    if (!Inside)
      return std::nullopt;
  }
  return End;
}

/// The extent of the first dimension that the array's declaration or its container's size() gives; nullopt if there is
/// none.
std::optional<ClauseExpr> Lowering::typedExtent(const Window &W, unsigned D, SourceLocation At) const {
  const std::string &Name = W.Spec->Array.Text;
  if (D == 0 && W.Container)
    return Names.expression(Name + ".size()", At);
  if (D != 0 || !declaresLength(W))
    return std::nullopt;
  if (auto *Fixed = Context.getAsConstantArrayType(W.Type))
    return Names.expression(number(int64_t(Fixed->getZExtSize())), At);
  return Names.expression("sizeof(" + Name + ") / sizeof(" + Name + "[0])", At);
}

std::optional<ClauseExpr> Lowering::extent(const ArrayUse &Use, unsigned D, Facts &Known) const {
  const Window &W = window(Use);
  const SourceLocation At = T.Source.Begin;
  if (D == 0) {
    if (auto Typed = typedExtent(W, 0, At); Typed && !W.Container)
      return Typed;
    Facts Try = Known;
    // An extent in a clause is positive, because a clause cannot name elements before the one that a pointer points to.
    if (auto Hull = hullEnd(Use, 0, Try); Hull && Names.knows(*Hull) && Hull->asConstant().value_or(1) > 0) {
      Known = Try;
      return Names.expression(*Hull, At);
    }
    return typedExtent(W, 0, At);
  }
  if (!Use.Inner[D - 1] || !Names.knows(*Use.Inner[D - 1])) {
    std::string Row = W.Spec->Array.code();
    for (unsigned Outer = 0; Outer < D; ++Outer)
      Row += "[0]";
    return Use.Split ? std::nullopt
                     : std::optional(Names.expression("sizeof(" + Row + ") / sizeof(" + Row + "[0])", At));
  }
  return Names.expression(*Use.Inner[D - 1], At);
}

/// The elements of a box in the dimensions from First on, treated as one dimension; nullopt if they are not known.
std::optional<Lowering::Span> Lowering::spanOf(const Box &B, unsigned First, llvm::ArrayRef<Polynomial> Strides,
                                               Facts &Known) const {
  auto Moves = [&](const Polynomial &P) {
    auto Parts = P.split(T.R.Loop.Iterator);
    return !Parts || !(Parts->first == Polynomial());
  };
  Span Its;
  Its.High = number(1);
  for (unsigned D = First; D < Strides.size(); ++D) {
    const Polynomial *Lower = only(B.Dimensions[D].Lower), *Upper = only(B.Dimensions[D].Upper);
    auto Least = Lower ? Known.extreme(*Lower, false) : std::nullopt,
         Most = Upper ? Known.extreme(*Upper, true) : std::nullopt;
    if (!Least || !Most)
      return std::nullopt;
    Its.Low = Its.Low + *Least * Strides[D];
    Its.High = Its.High + (*Most + number(-1)) * Strides[D];
    Its.Moving += Moves(*Lower) || Moves(*Upper);
    const bool Down = Moves(*Upper) && Upper->split(T.R.Loop.Iterator)->first.asConstant().value_or(-1) < 0;
    Its.Backwards |= First > 0 && Down;
    Its.Falls |= First == 0 && Down;
  }
  return Its;
}

/// The part that the loop uses of the dimensions from First on, treated as one dimension of elements. Some iteration
/// surely uses the last element of the part; nullopt if this is not known.
std::optional<Lowering::Part> Lowering::rows(const ArrayUse &Use, unsigned First, Facts &Known) const {
  const unsigned Rank = Use.rank();
  llvm::SmallVector<Polynomial, 4> Strides(Rank, number(1));
  for (unsigned D = Rank - 1; D-- > 0;)
    Strides[D] = Strides[D + 1] * *Use.Inner[D];
  if (!llvm::all_of(Strides, [&](const Polynomial &Each) { return Known.holds(Each, {}); }))
    return std::nullopt; // with a negative stride, the row would begin at its other end
  Part Result;
  Result.Length = First > 0 ? Strides[First - 1] : Polynomial();
  std::optional<Polynomial> Begin, End;
  const Box *By = nullptr;
  bool AtMost = true; // the iterator's greatest value, not its least, reaches the end
  llvm::SmallVector<std::pair<const Box *, Polynomial>, 4> Ends;
  for (const Box &B : Use.Boxes) {
    const auto Its = spanOf(B, First, Strides, Known);
    if (!Its)
      return std::nullopt;
    auto Least = Begin ? greater(-*Begin, -Its->Low) : std::optional(-Its->Low);
    if (!Least)
      return std::nullopt;
    Begin = -*Least;
    Ends.push_back({&B, Its->High});
    // Whether some iteration surely uses the last element: the element in the last row, in the iteration that goes
    // furthest.
    const bool Comes = B.Attained && (B.Corners || First + 1 == Rank) && !Its->Backwards &&
                       isReached(B, !Its->Falls, Known) &&
                       (Its->Moving == 0 || (Its->Moving == 1 && Known.endsKnown()));
    auto Most = !Comes ? std::nullopt : End ? greater(*End, Its->High) : std::optional(Its->High);
    if (Most && *Most == Its->High && (!End || !(*Most == *End) || B.Domain.size() < By->Domain.size()))
      End = Most, By = &B, AtMost = !Its->Falls;
  }
  if (!End || !Names.knows(*End) || !Names.knows(*Begin) || (First > 0 && !Names.knows(Result.Length)))
    return std::nullopt;
  for (const Polynomial &Each : By->Domain)
    if (!Known.holds(*Known.at(Each, AtMost), {}))
      return std::nullopt;
  for (auto &[Which, High] : Ends)
    if (!Known.holds(*End + -High, {}))
      return std::nullopt;
  if (!Known.holds(*Begin, {}))
    return std::nullopt;
  Result.First = *Begin;
  Result.Last = *End;
  Result.Whole = First > 0 && *End == Result.Length;
  return Result;
}

// ---- Clauses --------------------------------------------------------------------------------------------------------

WindowSpec Lowering::begin(const ArrayUse &Use) const {
  const WindowSpec &Given = *window(Use).Spec;
  WindowSpec W;
  W.Array = Given.Array;
  W.Array.Begin = W.Array.End = T.Source.Begin; // a location for messages about the clause: the directive's
  W.Inferred = true;
  return W;
}

/// Sets the clause's name and directions.
void Lowering::write(WindowSpec &W, const ArrayUse &Use, bool Sections) const {
  const bool In = isRead(Use), Out = isWritten(Use);
  W.In = In || W.Full;
  W.Out = Out && !W.Full;
  W.WholeCopy = Out && W.Full;
  W.Section = Sections;
  if (Sections)
    W.Clause = !Out ? "map(to:)" : In || W.Full ? "map(tofrom:)" : "map(from:)";
  else
    W.Clause = !Out ? "part_copyin" : In ? "part_copy" : "part_copyout";
  W.Array.Clause = W.Clause;
}

std::optional<WindowSpec> Lowering::tied(const ArrayUse &Use, unsigned D) {
  Facts Known = Base;
  const SourceLocation At = T.Source.Begin;
  for (const auto &Each : Use.Inner)
    if (Each && Use.Split)
      Known.assume(*Each + number(-1)); // the runtime checks that lengths are positive
  auto Reach = assumptionsHold(Use, Known) ? tie(Use, D, Known) : std::nullopt;
  if (!Reach)
    return std::nullopt;
  const bool HasHalo = !(Reach->Before == Polynomial()) || !(Reach->After == Polynomial());
  if (isWritten(Use) && HasHalo)
    return std::nullopt;
  if (Use.Split && !innerHolds(Use, D, Known))
    return std::nullopt;
  // If one flat subscript addresses all dimensions, the dimensions after the tied one become one dimension of the
  // clause.
  std::optional<Part> Row;
  const unsigned Rank = Use.Split && D + 1 < Use.rank() ? D + 2 : Use.rank();
  if (Rank > MostDimensions)
    return std::nullopt;
  if (Use.Split && D + 1 < Use.rank())
    if (Row = rows(Use, D + 1, Known); !Row)
      return std::nullopt;
  const bool Sections = (Row && !Row->Whole) || !(Reach->Before == Reach->After);
  WindowSpec W = begin(Use);
  for (unsigned Each = 0; Each < Rank; ++Each) {
    Dimension Dim;
    Dim.IsSection = Sections;
    Dim.Loc = Dim.IdLoc = At;
    if (Row && Each == D + 1) {
      Dim.Cond = Names.expression(Sections && !Row->Whole ? Row->First : Polynomial(), At);
      Dim.Num = Names.expression(Row->Whole ? Row->Length : Row->Last + -Row->First, At);
      if (!Row->Whole)
        W.Dimensions.back().Stride = Names.expression(Row->Length, At);
    } else {
      Dim.Num = extent(Use, Each, Known);
      if (!Dim.Num)
        return std::nullopt;
      Dim.Cond = Names.expression(number(Each == D && !Sections), At);
    }
    if (Each == D) {
      Dim.Id = Sections ? T.R.Loop.Iterator->getNameAsString() : "";
      if (!(Reach->Before == Polynomial()))
        Dim.Halo = Names.expression(Reach->Before, At);
      if (Sections && !(Reach->After == Polynomial()))
        Dim.Post = Names.expression(Reach->After, At);
    }
    W.Dimensions.push_back(std::move(Dim));
  }
  write(W, Use, Sections);
  Base = Known;
  return W;
}

std::optional<WindowSpec> Lowering::whole(const ArrayUse &Use) {
  Facts Known = Base;
  if (!assumptionsHold(Use, Known))
    return std::nullopt;
  const Facts Assumed = Known;
  const SourceLocation At = T.Source.Begin;
  WindowSpec W = begin(Use);
  W.Full = true;
  auto Add = [&](ClauseExpr First, ClauseExpr Length) {
    Dimension Dim;
    Dim.IsSection = true;
    Dim.Loc = Dim.IdLoc = At;
    Dim.Cond = std::move(First);
    Dim.Num = std::move(Length);
    W.Dimensions.push_back(std::move(Dim));
  };
  const bool Known2D = llvm::all_of(Use.Inner, [](const auto &Each) { return Each.has_value(); });
  auto Linear = Use.Split || Use.rank() == 1 ? rows(Use, 0, Known) : std::nullopt;
  if (Linear && Known2D) {
    Add(Names.expression(Linear->First, At), Names.expression(Linear->Last + -Linear->First, At));
  } else if (Known = Assumed; Use.Split) {
    auto Typed = typedExtent(window(Use), 0, At);
    if (!Typed)
      return std::nullopt;
    Add(Names.expression(number(0), At), *Typed);
  } else {
    if (Use.rank() > MostDimensions)
      return std::nullopt;
    for (unsigned D = 0; D < Use.rank(); ++D) {
      auto Length = extent(Use, D, Known);
      if (!Length)
        return std::nullopt;
      Add(Names.expression(number(0), At), *Length);
    }
  }
  write(W, Use, true);
  Base = Known;
  return W;
}

// ---- Reasons --------------------------------------------------------------------------------------------------------

LoweredWindow Lowering::refuse(const ArrayUse &Use) const {
  const WindowSpec &Spec = *window(Use).Spec;
  const std::string &Name = Spec.Array.Text;
  auto Text = [&](const Box &B) { return B.From ? sourceText(B.From, Context) : Name; };
  auto Place = [&](const Box &B) { return B.From ? B.From->getExprLoc() : Spec.Array.Begin; };
  auto IsOwn = [&](const Box &B) {
    return llvm::any_of(B.Dimensions, [&](const Interval &Each) {
      const Polynomial *Lower = only(Each.Lower), *Upper = only(Each.Upper);
      const Polynomial Own = Polynomial::variable(T.R.Loop.Iterator);
      return Lower && Upper && *Lower == Own && *Upper == Own + number(1);
    });
  };
  auto Find = [&](auto Is) {
    auto Found = llvm::find_if(Use.Boxes, Is);
    return Found == Use.Boxes.end() ? nullptr : &*Found;
  };
  LoweredWindow Result;
  const Box *Written = Find([](const Box &B) { return B.Write; });
  const Box *Foreign = Find([&](const Box &B) { return B.Write && !IsOwn(B); });
  const Box *Read = Find([&](const Box &B) { return B.Read && !IsOwn(B); });
  const bool Collides = Written && collides(T.R, Use);
  if (Foreign && Collides) {
    Result.At = Place(*Foreign);
    Result.Cause =
        "'" + Text(*Foreign) + "' is written, and is not seen to be the iteration's own element of '" + Name + "'";
    Result.Remedy =
        window(Use).Computed
            ? "where the loop accumulates, take a pointer to the elements before the loop, and use "
              "'reduction(operator: pointer[0:length])'"
            : "where the loop accumulates, write 'omp atomic' before the update, or use 'reduction(operator: " + Name +
                  "[0:length])'";
  } else if (Written && Read && Collides) {
    Result.At = Place(*Read);
    Result.Cause = "'" + Name + "' is written, and '" + Text(*Read) + "' may read what another iteration writes";
    Result.Remedy = "let the loop write to another array; where iterations depend on one another, OpenMP's threads on "
                    "the CPUs race as well";
  } else {
    const Box *Doubtful = Find([](const Box &B) { return !B.Attained; });
    const Box &B = Doubtful ? *Doubtful : Use.Boxes.front();
    const bool Own = IsOwn(B) && !Foreign && !(Written && Read);
    Result.At = Place(B);
    Result.Cause = "how long '" + Name + "' is is not known: no iteration is sure to come to the end of what '" +
                   Text(B) + "' may reach";
    std::string Section = Name + (Own ? "[1:extent]" : "[0:extent]");
    for (unsigned D = 1; D < window(Use).DeclaredRank; ++D)
      Section += "[0:extent]";
    const std::string Clause = Own ? Written ? "part_copy(" : "part_copyin(" : Written ? "map(tofrom: " : "map(to: ";
    Result.Remedy = "add '" + Clause + Section + ")', with its extent";
    if (B.Read && B.Write && !Own)
      Result.Remedy += "; where iterations update one element, write 'omp atomic' before the update as well";
  }
  return Result;
}

/// Whether all inner dimensions have constant lengths.
static bool hasFixedRows(const ArrayUse &Use) {
  return llvm::all_of(Use.Inner, [](const auto &Length) { return Length && Length->asConstant(); });
}

LoweredWindow Lowering::lower(const ArrayUse &Use) {
  LoweredWindow Result;
  Result.At = window(Use).Spec->Array.Begin;
  if (Use.Boxes.empty())
    return Result;
  for (unsigned D = 0; D < Use.rank() && !Use.WritesAnywhere; ++D)
    if (auto Found = tied(Use, D)) {
      Result.Spec = std::move(Found);
      return Result;
    }
  // If the accesses may leave their row, a flat array that the loop only reads is treated as one dimension of elements.
  if (auto Flat = Use.Split && !isWritten(Use) && hasFixedRows(Use) ? joined(Use) : std::nullopt)
    if (Result.Spec = tied(*Flat, 0); Result.Spec)
      return Result;
  if (!isWritten(Use) || !collides(T.R, Use))
    Result.Spec = whole(Use);
  return Result.Spec ? Result : refuse(Use);
}
