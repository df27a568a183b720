// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the row of an opcode and decodes the operands. Also has the names of special registers.

#include "Execute/Table.h"

namespace emulator {

Modifiers::Modifiers(std::string_view Opcode) {
  std::size_t Begin = Opcode.find('.');
  while (Begin != Opcode.npos) {
    const std::size_t Ends = Opcode.find('.', Begin + 1);
    All.push_back(Opcode.substr(Begin + 1, Ends == Opcode.npos ? Ends : Ends - Begin - 1));
    Begin = Ends;
  }
}

bool Modifiers::take(std::string_view Wanted) {
  const bool Is = !atEnd() && All[Next] == Wanted;
  Next += Is;
  return Is;
}

int Modifiers::takeOf(std::initializer_list<std::string_view> Wanted) {
  int Number = 0;
  for (std::string_view Each : Wanted) {
    if (take(Each))
      return Number;
    ++Number;
  }
  return -1;
}

std::optional<Type> Modifiers::takeType() {
  const auto Found = atEnd() ? std::nullopt : typeNamed(All[Next]);
  Next += Found.has_value();
  return Found;
}

const Table &instructions() {
  static const Table All = [] {
    Table Made;
    for (const auto Add : {addIntegers, addFloats, addComparisons, addMoves, addConversions, addMemory, addAtomics,
                           addExchange, addControl})
      Add(Made);
    return Made;
  }();
  return All;
}

namespace {

constexpr std::pair<std::string_view, Class> ClassesOfWords[] = {
    {"cvt", Class::Conversion},  {"setp", Class::Comparison},
    {"set", Class::Comparison},  {"selp", Class::Comparison},
    {"slct", Class::Comparison}, {"testp", Class::Comparison},
    {"mov", Class::Move},        {"cvta", Class::Move},
    {"isspacep", Class::Move},   {"atom", Class::Atomic},
    {"red", Class::Atomic},      {"shfl", Class::Exchange},
    {"vote", Class::Exchange},   {"match", Class::Exchange},
    {"redux", Class::Exchange},  {"activemask", Class::Exchange},
    {"bra", Class::Branch},      {"call", Class::Branch},
    {"ret", Class::Branch},      {"exit", Class::Branch},
    {"trap", Class::Branch},     {"bar", Class::Barrier},
    {"barrier", Class::Barrier}, {"membar", Class::Barrier},
    {"fence", Class::Barrier},   {"nanosleep", Class::Barrier}};

constexpr std::pair<std::string_view, Class> ClassesOfSpaces[] = {
    {"global", Class::Global},   {"shared", Class::Shared},        {"shared::cta", Class::Shared},
    {"local", Class::Local},     {"param", Class::Parameter},      {"param::entry", Class::Parameter},
    {"const", Class::Parameter}, {"param::func", Class::Parameter}};

} // namespace

Class classOf(std::string_view Opcode) {
  const std::string_view Word = Opcode.substr(0, Opcode.find('.'));
  for (const auto &[Name, Is] : ClassesOfWords)
    if (Name == Word)
      return Is;
  Modifiers Read(Opcode);
  const bool IsAccess = Word == "ld" || Word == "st" || Word == "prefetch";
  for (; !Read.atEnd(); Read.take(Read.rest())) {
    if (IsAccess) {
      for (const auto &[Name, Is] : ClassesOfSpaces)
        if (Name == Read.rest())
          return Is;
    } else if (Read.rest() == "f32" || Read.rest() == "f64") {
      return Read.rest() == "f32" ? Class::Single : Class::Double;
    } else if (Read.rest() == "pred") {
      return Class::Comparison;
    }
  }
  return IsAccess ? Class::Generic : Class::Integer;
}

void decode(FunctionBuilder &Into, const Statement &Written, Instruction &Made) {
  Made.Counted = classOf(Written.Opcode);
  const Table &All = instructions();
  auto Found = All.find(Written.Opcode);
  if (Found == All.end()) {
    Found = All.find(Written.Opcode.substr(0, Written.Opcode.find('.')));
    if (Found == All.end() || !Found->second.Decode)
      Into.fail("the instruction is not known", PtxError::Reason::Unsupported);
  }
  const Row &R = Found->second;
  if (R.Decode) {
    R.Decode(Into, Written, Made);
    return;
  }
  if (Written.Operands.size() != R.From.size() + 1)
    Into.fail("wanted " + std::to_string(R.From.size() + 1) + " operands, found " +
              std::to_string(Written.Operands.size()));
  Made.Execute = R.Execute;
  Made.How = R.How;
  const Operand &To = Written.Operands[0];
  Made.To[0] = R.To == Type::Pred && !To.isSink() ? Into.predicate(To) : Into.destination(To, R.To);
  for (std::size_t F = 0; F < R.From.size(); ++F)
    Made.From[F] = Into.source(Written.Operands[F + 1], R.From[F]);
}

namespace {

constexpr std::pair<std::string_view, SpecialRegister> SpecialNames[] = {
    {"%tid.x", SpecialRegister::TidX},
    {"%tid.y", SpecialRegister::TidY},
    {"%tid.z", SpecialRegister::TidZ},
    {"%ntid.x", SpecialRegister::NtidX},
    {"%ntid.y", SpecialRegister::NtidY},
    {"%ntid.z", SpecialRegister::NtidZ},
    {"%ctaid.x", SpecialRegister::CtaidX},
    {"%ctaid.y", SpecialRegister::CtaidY},
    {"%ctaid.z", SpecialRegister::CtaidZ},
    {"%nctaid.x", SpecialRegister::NctaidX},
    {"%nctaid.y", SpecialRegister::NctaidY},
    {"%nctaid.z", SpecialRegister::NctaidZ},
    {"%laneid", SpecialRegister::LaneId},
    {"%warpid", SpecialRegister::WarpId},
    {"%nwarpid", SpecialRegister::NWarpId},
    {"%smid", SpecialRegister::SmId},
    {"%nsmid", SpecialRegister::NSmId},
    {"%gridid", SpecialRegister::GridId},
    {"%lanemask_eq", SpecialRegister::LaneMaskEq},
    {"%lanemask_le", SpecialRegister::LaneMaskLe},
    {"%lanemask_lt", SpecialRegister::LaneMaskLt},
    {"%lanemask_ge", SpecialRegister::LaneMaskGe},
    {"%lanemask_gt", SpecialRegister::LaneMaskGt},
    {"%total_smem_size", SpecialRegister::TotalSharedSize},
    {"%dynamic_smem_size", SpecialRegister::DynamicSharedSize},
    {"%clock", SpecialRegister::Clock},
    {"%clock64", SpecialRegister::Clock64},
    {"%globaltimer", SpecialRegister::GlobalTimer},
};

} // namespace

std::optional<SpecialRegister> specialNamed(std::string_view Name) {
  for (const auto &[Known, Which] : SpecialNames)
    if (Known == Name)
      return Which;
  return std::nullopt;
}

unsigned sizeOf(SpecialRegister Which) {
  return Which == SpecialRegister::GridId || Which >= SpecialRegister::Clock64 ? 8 : 4;
}

} // namespace emulator
