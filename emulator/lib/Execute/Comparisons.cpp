// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// setp, selp, testp and logical operations on predicates.

#include "Execute/Floats.h"
#include "Execute/Lanes.h"

namespace emulator {

namespace {

struct Equal {
  template <typename T> static bool of(T A, T B) { return A == B; }
};
struct NotEqual { // comparison of two numbers; false if one of them is NaN
  template <typename T> static bool of(T A, T B) { return A < B || A > B; }
};
struct Less {
  template <typename T> static bool of(T A, T B) { return A < B; }
};
struct LessEqual {
  template <typename T> static bool of(T A, T B) { return A <= B; }
};
struct Greater {
  template <typename T> static bool of(T A, T B) { return A > B; }
};
struct GreaterEqual {
  template <typename T> static bool of(T A, T B) { return A >= B; }
};
struct BothNumbers {
  template <typename T> static bool of(T A, T B) { return A == A && B == B; }
};
/// A comparison that is also true if one operand is NaN: the negation of the opposite comparison. For example, "ltu" is
/// the negation of "ge", and "nan" is the negation of "num".
template <typename Opposite> struct Unless {
  template <typename T> static bool of(T A, T B) { return !Opposite::of(A, B); }
};
template <typename Op> struct Flushing {
  template <typename T> static bool of(T A, T B) { return Op::of(flushed(A), flushed(B)); }
};

struct Choose {
  template <typename T> static void run(Warp &W, const Instruction &I, Lanes Who) {
    const Lanes First = W.predicate(I.From[2]);
    const T *A = W.at<T>(I.From[0]), *B = W.at<T>(I.From[1]);
    T Made[WarpSize];
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      Made[Lane] = First >> Lane & 1 ? A[Lane] : B[Lane];
    if (Who == AllLanes)
      std::copy(Made, Made + WarpSize, W.at<T>(I.To[0]));
    else
      blend(W.at<T>(I.To[0]), Made, Who);
  }
};

struct AndPredicates {
  static Lanes of(Lanes A, Lanes B) { return A & B; }
};
struct OrPredicates {
  static Lanes of(Lanes A, Lanes B) { return A | B; }
};
struct XorPredicates {
  static Lanes of(Lanes A, Lanes B) { return A ^ B; }
};

/// To[0] becomes the comparison of From[0] and From[1], combined with the predicate From[2]. To[1] becomes the opposite
/// of the comparison, combined with the same predicate.
template <typename Compare, typename Combine, typename T> void testCombined(Warp &W, const Instruction &I, Lanes Who) {
  const Lanes Holds = testFrom<Compare, T, T>(W, I, std::index_sequence<0, 1>());
  Lanes With = W.predicate(I.From[2]);
  With = I.How.Negated ? ~With : With;
  Lanes &To = W.predicate(I.To[0]);
  To = (To & ~Who) | (Combine::of(Holds, With) & Who);
  if (I.To[1] != NoSlot) {
    Lanes &Other = W.predicate(I.To[1]);
    Other = (Other & ~Who) | (Combine::of(~Holds, With) & Who);
  }
}

template <typename Compare, typename T> void testBoth(Warp &W, const Instruction &I, Lanes Who) {
  const Lanes Holds = testFrom<Compare, T, T>(W, I, std::index_sequence<0, 1>());
  Lanes &To = W.predicate(I.To[0]), &Other = W.predicate(I.To[1]);
  To = (To & ~Who) | (Holds & Who);
  Other = (Other & ~Who) | (~Holds & Who);
}

/// setp.OP{.BOOL}{.ftz}.TYPE p{|q}, a, b{, {!}c}: the functions that execute each form of one comparison.
struct CompareForms {
  Instruction::Executor One, Both, And, Or, Xor;
};
std::map<std::string, CompareForms, std::less<>> &forms() {
  static std::map<std::string, CompareForms, std::less<>> All;
  return All;
}

template <typename Op, typename T> void addForm(const std::string &Name) {
  forms()[Name] = {test<Op, T, T>, testBoth<Op, T>, testCombined<Op, AndPredicates, T>,
                   testCombined<Op, OrPredicates, T>, testCombined<Op, XorPredicates, T>};
}

void decodeSetp(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  // "setp.lt.and.ftz.f32" has the comparison "lt.ftz.f32" and the combination "and".
  Modifiers Read(Written.Opcode);
  std::string Name(Read.rest());
  Read.take(Read.rest());
  const int Combination = Read.takeOf({"and", "or", "xor"});
  if (Read.take("ftz"))
    Name += ".ftz";
  const auto Of = Read.takeType();
  auto Found = Of ? forms().find(Name + "." + std::string(nameOf(*Of))) : forms().end();
  if (Found == forms().end() || !Read.atEnd())
    Into.fail("the comparison is not known", PtxError::Reason::Unsupported);
  if (Written.Operands.size() != (Combination < 0 ? 3u : 4u))
    Into.fail("wanted " + std::to_string(Combination < 0 ? 3 : 4) + " operands");
  const Operand &To = Written.Operands[0];
  const auto Predicate = [&](const Operand &P) { return P.isSink() ? Into.scratch(0) : Into.predicate(P); };
  I.To[0] = Predicate(To.Kind == Operand::Pair ? To.Parts[0] : To);
  if (To.Kind == Operand::Pair)
    I.To[1] = Predicate(To.Parts[1]);
  I.From[0] = Into.source(Written.Operands[1], *Of);
  I.From[1] = Into.source(Written.Operands[2], *Of);
  const CompareForms &F = Found->second;
  if (Combination < 0) {
    I.Execute = To.Kind == Operand::Pair ? F.Both : F.One;
    return;
  }
  I.From[2] = Into.predicate(Written.Operands[3]);
  I.How.Negated = Written.Operands[3].Negated;
  I.Execute = Combination == 0 ? F.And : Combination == 1 ? F.Or : F.Xor;
}

template <typename T> void addIntegerForms(const std::string &Type, bool HasOrder) {
  addForm<Equal, T>("eq." + Type);
  addForm<NotEqual, T>("ne." + Type);
  if (!HasOrder)
    return;
  addForm<Less, T>("lt." + Type);
  addForm<LessEqual, T>("le." + Type);
  addForm<Greater, T>("gt." + Type);
  addForm<GreaterEqual, T>("ge." + Type);
  if (std::is_signed_v<T>)
    return;
  addForm<Less, T>("lo." + Type);
  addForm<LessEqual, T>("ls." + Type);
  addForm<Greater, T>("hi." + Type);
  addForm<GreaterEqual, T>("hs." + Type);
}

template <template <typename> typename Wrap, typename T> void addFloatForms(const std::string &Type) {
  addForm<Wrap<Equal>, T>("eq" + Type);
  addForm<Wrap<NotEqual>, T>("ne" + Type);
  addForm<Wrap<Less>, T>("lt" + Type);
  addForm<Wrap<LessEqual>, T>("le" + Type);
  addForm<Wrap<Greater>, T>("gt" + Type);
  addForm<Wrap<GreaterEqual>, T>("ge" + Type);
  addForm<Wrap<Unless<NotEqual>>, T>("equ" + Type);
  addForm<Wrap<Unless<Equal>>, T>("neu" + Type);
  addForm<Wrap<Unless<GreaterEqual>>, T>("ltu" + Type);
  addForm<Wrap<Unless<Greater>>, T>("leu" + Type);
  addForm<Wrap<Unless<LessEqual>>, T>("gtu" + Type);
  addForm<Wrap<Unless<Less>>, T>("geu" + Type);
  addForm<Wrap<BothNumbers>, T>("num" + Type);
  addForm<Wrap<Unless<BothNumbers>>, T>("nan" + Type);
}
template <typename Op> using AsIs = Op;

// ---- testp ---------------------------------------------------------------------------------------------------------

template <int... Classes> struct OfClass {
  template <typename T> static bool of(T A) {
    const int Is = std::fpclassify(A);
    return ((Is == Classes) || ...);
  }
};

template <typename Op, typename T> void addTest(Table &Into, const char *Name) {
  Into["testp." + std::string(Name) + "." + std::string(nameOf(typeOf<T>()))] = {
      nullptr, test<Op, T>, Type::Pred, {typeOf<T>()}};
}

template <typename T> void addClassTests(Table &Into) {
  addTest<OfClass<FP_ZERO, FP_SUBNORMAL, FP_NORMAL>, T>(Into, "finite");
  addTest<OfClass<FP_INFINITE>, T>(Into, "infinite");
  addTest<OfClass<FP_ZERO, FP_SUBNORMAL, FP_NORMAL, FP_INFINITE>, T>(Into, "number");
  addTest<OfClass<FP_NAN>, T>(Into, "notanumber");
  addTest<OfClass<FP_NORMAL>, T>(Into, "normal");
  addTest<OfClass<FP_SUBNORMAL>, T>(Into, "subnormal");
}

// ---- Predicates ----------------------------------------------------------------------------------------------------

template <typename Op> void combine(Warp &W, const Instruction &I, Lanes Who) {
  Lanes &To = W.predicate(I.To[0]);
  To = (To & ~Who) | (Op::of(W.predicate(I.From[0]), W.predicate(I.From[1])) & Who);
}
void negate(Warp &W, const Instruction &I, Lanes Who) {
  Lanes &To = W.predicate(I.To[0]);
  To = (To & ~Who) | (~W.predicate(I.From[0]) & Who);
}

template <typename T> void addChoice(Table &Into, std::initializer_list<Type> Types) {
  for (const Type Of : Types)
    Into["selp." + std::string(nameOf(Of))] = {nullptr, Choose::run<T>, Of, {Of, Of, Type::Pred}};
}

} // namespace

void addComparisons(Table &Into) {
  Into["setp"] = {decodeSetp};
  addIntegerForms<std::uint16_t>("b16", false);
  addIntegerForms<std::uint32_t>("b32", false);
  addIntegerForms<std::uint64_t>("b64", false);
  addIntegerForms<std::uint16_t>("u16", true);
  addIntegerForms<std::uint32_t>("u32", true);
  addIntegerForms<std::uint64_t>("u64", true);
  addIntegerForms<std::int16_t>("s16", true);
  addIntegerForms<std::int32_t>("s32", true);
  addIntegerForms<std::int64_t>("s64", true);
  addFloatForms<AsIs, float>(".f32");
  addFloatForms<Flushing, float>(".ftz.f32");
  addFloatForms<AsIs, double>(".f64");
  addChoice<std::uint16_t>(Into, {Type::B16, Type::U16, Type::S16});
  addChoice<std::uint32_t>(Into, {Type::B32, Type::U32, Type::S32, Type::F32});
  addChoice<std::uint64_t>(Into, {Type::B64, Type::U64, Type::S64, Type::F64});
  addClassTests<float>(Into);
  addClassTests<double>(Into);
  constexpr Type P = Type::Pred;
  Into["and.pred"] = {nullptr, combine<AndPredicates>, P, {P, P}};
  Into["or.pred"] = {nullptr, combine<OrPredicates>, P, {P, P}};
  Into["xor.pred"] = {nullptr, combine<XorPredicates>, P, {P, P}};
  Into["not.pred"] = {nullptr, negate, P, {P}};
}

} // namespace emulator
