// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assigns slots in the frame, and checks operands and their types.

#include "Ptx/FunctionBuilder.h"

#include "Execute/Table.h"

#include <algorithm>
#include <utility>

namespace emulator {

FunctionBuilder::FunctionBuilder(Module &Into, Function &Made) : Into(Into), Made(Made) {
  openScope();
  for (const std::vector<Variable> *Declared : {&Made.Parameters, &Made.Results})
    for (const Variable &Each : *Declared)
      Scopes.back().Locals.emplace(Each.Name, Each);
}

void FunctionBuilder::fail(const std::string &Why, PtxError::Reason Reason) const {
  throw PtxError(Current ? Current->Line : 0, Current ? "'" + std::string(Current->Opcode) + "': " + Why : Why, Reason);
}

/// Allocates a slot for 32 threads. Vectors are aligned to 64 bytes, the best alignment for vector instructions.
Slot FunctionBuilder::allocate(unsigned BytesOfOneThread) {
  const unsigned Bytes = BytesOfOneThread ? BytesOfOneThread * WarpSize : sizeof(Lanes);
  if (Bytes >= 64)
    Made.FrameBytes = (Made.FrameBytes + 63) / 64 * 64;
  const Slot At = Made.FrameBytes;
  Made.FrameBytes += Bytes;
  return At;
}

void FunctionBuilder::declareRegister(std::string_view Name, Type T) {
  const bool IsNew = Scopes.back().Registers.emplace(Name, Register{T, allocate(sizeOf(T))}).second;
  if (!IsNew)
    fail("register '" + std::string(Name) + "' is declared twice");
  Made.RegisterBytes += sizeOf(T);
}

void FunctionBuilder::declareVariable(Variable Declared) {
  const std::string Name = Declared.Name;
  const auto Append = [&](std::uint64_t &Size, std::uint64_t Before) {
    const std::uint64_t At = (Before + Size + Declared.Align - 1) / Declared.Align * Declared.Align;
    Size = At - Before + Declared.Bytes;
    Declared.Offset = At;
  };
  if (Declared.In == Space::Param)
    Append(Made.AreaBytes, Made.ParameterBytes);
  else if (Declared.In == Space::Local)
    Append(Made.LocalBytes, 0);
  if (Declared.In == Space::Param || Declared.In == Space::Local) {
    Scopes.back().Locals.insert_or_assign(Name, std::move(Declared));
    return;
  }
  Scopes.back().Variables[Name] = static_cast<std::uint32_t>(Into.Variables.size());
  Into.Variables.push_back(std::move(Declared));
}

const FunctionBuilder::Register *FunctionBuilder::registerNamed(std::string_view Name) const {
  for (auto S = Scopes.rbegin(); S != Scopes.rend(); ++S)
    if (auto Found = S->Registers.find(std::string(Name)); Found != S->Registers.end())
      return &Found->second;
  return nullptr;
}

const Variable *FunctionBuilder::localNamed(std::string_view Name) const {
  for (auto S = Scopes.rbegin(); S != Scopes.rend(); ++S)
    if (auto Found = S->Locals.find(std::string(Name)); Found != S->Locals.end())
      return &Found->second;
  return nullptr;
}

std::optional<std::uint32_t> FunctionBuilder::variableNamed(std::string_view Name) const {
  for (auto S = Scopes.rbegin(); S != Scopes.rend(); ++S)
    if (auto Found = S->Variables.find(std::string(Name)); Found != S->Variables.end())
      return Found->second;
  for (std::uint32_t I = 0; I < Into.Variables.size(); ++I)
    if (Into.Variables[I].Name == Name)
      return I;
  return std::nullopt;
}

const FunctionBuilder::Register &FunctionBuilder::wantRegister(const Operand &Of) const {
  const Register *Found = Of.Kind == Operand::Name ? registerNamed(Of.Base.Text) : nullptr;
  if (!Found)
    fail("'" + std::string(Of.Base.Text) + "' is no register that has been declared");
  return *Found;
}

unsigned FunctionBuilder::registerBytes(const Operand &Of) const {
  const Register *Found = Of.Kind == Operand::Name ? registerNamed(Of.Base.Text) : nullptr;
  return Found ? sizeOf(Found->Of) : 0;
}

/// Checks that a register of type Declared can be used where the instruction wants the type Wanted: it must have the
/// same size (or be larger, if MayBeWider), and integers and floating-point numbers must not be mixed.
void FunctionBuilder::checkType(const Operand &Of, Type Declared, Type Wanted, bool MayBeWider) const {
  const auto IsUntyped = [](Type T) { return T <= Type::B64; };
  const bool Fits = MayBeWider ? sizeOf(Declared) >= sizeOf(Wanted) : sizeOf(Declared) == sizeOf(Wanted);
  const bool Alike = isFloat(Declared) == isFloat(Wanted) || IsUntyped(Declared) || IsUntyped(Wanted);
  if (!Fits || (!Alike && !MayBeWider))
    fail("'" + std::string(Of.Base.Text) + "' is of type " + std::string(nameOf(Declared)) + ", wanted " +
         std::string(nameOf(Wanted)));
}

Slot FunctionBuilder::destination(const Operand &Of, Type Written) {
  if (Of.isSink())
    return scratch(sizeOf(Written));
  const Register &Found = wantRegister(Of);
  checkType(Of, Found.Of, Written, false);
  return Found.At;
}

Slot FunctionBuilder::wideDestination(const Operand &Of, Type Written) {
  if (Of.isSink())
    return scratch(std::max(sizeOf(Written), 2u));
  const Register &Found = wantRegister(Of);
  checkType(Of, Found.Of, Written, true);
  return Found.At;
}

Slot FunctionBuilder::wideSource(const Operand &Of, Type Read) {
  const Register *Found = Of.Kind == Operand::Name ? registerNamed(Of.Base.Text) : nullptr;
  if (!Found)
    return source(Of, Read);
  checkType(Of, Found->Of, Read, true);
  return Found->At;
}

Slot FunctionBuilder::predicate(const Operand &Of) {
  if (Of.Kind == Operand::Number)
    return addPreset({Preset::Value, 4, true, 0, Of.Base.Bits ? AllLanes : 0, 0});
  const Register &Found = wantRegister(Of);
  if (Found.Of != Type::Pred)
    fail("'" + std::string(Of.Base.Text) + "' is no predicate");
  return Found.At;
}

Slot FunctionBuilder::source(const Operand &Of, Type Read) {
  if (Of.Negated)
    fail("a negated predicate is not taken here", PtxError::Reason::Unsupported);
  if (Read == Type::Pred)
    return predicate(Of);
  if (Of.Kind == Operand::Number)
    return literal(Of, Read);
  if (Of.Kind != Operand::Name)
    fail("wanted a register or a number");
  if (const Register *Found = registerNamed(Of.Base.Text)) {
    checkType(Of, Found->Of, Read, false);
    return Found->At;
  }
  if (auto Special = specialNamed(Of.Base.Text)) {
    if (sizeOf(Read) < sizeOf(*Special))
      fail("'" + std::string(Of.Base.Text) + "' has more bits than " + std::string(nameOf(Read)));
    return special(*Special, sizeOf(Read));
  }
  return addressOf(Of.Base.Text, Of.Displacement, sizeOf(Read));
}

Slot FunctionBuilder::literal(const Operand &Of, Type Read) {
  std::uint64_t Bits = Of.Base.Bits;
  if (Of.Base.Kind == Token::Single && Read == Type::F64)
    fail("a number of 32 bits, wanted f64");
  if (Of.Base.Kind == Token::Double && sizeOf(Read) < 8)
    fail("a number of 64 bits, wanted " + std::string(nameOf(Read)));
  if (Of.Base.Kind == Token::Integer && isFloat(Read))
    fail("'" + std::string(Of.Base.Text) + "' is an integer, wanted " + std::string(nameOf(Read)) +
         " as 0f or 0d and its bits");
  return constant(Bits, sizeOf(Read));
}

Slot FunctionBuilder::addressOf(std::string_view Name, std::int64_t Displacement, unsigned Bytes) {
  const auto Width = static_cast<std::uint8_t>(Bytes);
  const auto Added = static_cast<std::uint64_t>(Displacement);
  if (const Variable *Local = localNamed(Name)) {
    if (Local->In == Space::Param)
      return constant(Local->Offset + Added, Bytes);
    return addPreset({Preset::LocalAddress, Width, false, 0, Local->Offset + Added, 0});
  }
  const auto Number = variableNamed(Name);
  if (!Number) {
    if (Into.Functions.count(Name))
      fail("the address of function '" + std::string(Name) + "' is not taken", PtxError::Reason::Unsupported);
    fail("'" + std::string(Name) + "' is not declared");
  }
  if (Into.Variables[*Number].In != Space::Shared)
    return addPreset({Preset::GlobalAddress, Width, false, 0, Added, *Number});
  if (std::find(Made.SharedUsed.begin(), Made.SharedUsed.end(), *Number) == Made.SharedUsed.end())
    Made.SharedUsed.push_back(*Number);
  return addPreset({Preset::SharedAddress, Width, false, 0, Added, *Number});
}

Slot FunctionBuilder::constant(std::uint64_t Bits, unsigned Bytes) {
  const std::uint64_t Mask = Bytes < 8 ? (std::uint64_t(1) << (8 * Bytes)) - 1 : ~std::uint64_t(0);
  return addPreset({Preset::Value, static_cast<std::uint8_t>(Bytes), false, 0, Bits & Mask, 0});
}

Slot FunctionBuilder::special(SpecialRegister Which, unsigned Bytes) {
  return addPreset({Preset::Special, static_cast<std::uint8_t>(Bytes), false, 0, 0, static_cast<std::uint32_t>(Which)});
}

Slot FunctionBuilder::scratch(unsigned Bytes) { return allocate(Bytes); }

/// Adds a preset; equal presets share a slot.
Slot FunctionBuilder::addPreset(Preset Wanted) {
  const std::array<std::uint64_t, 4> Key = {std::uint64_t(Wanted.Kind) | std::uint64_t(Wanted.IsPredicate) << 8,
                                            Wanted.Bytes, Wanted.Bits, Wanted.Index};
  auto [Found, IsNew] = Known.try_emplace(Key, NoSlot);
  if (IsNew) {
    Wanted.At = Found->second = allocate(Wanted.IsPredicate ? 0 : Wanted.Bytes);
    Made.Presets.push_back(Wanted);
  }
  return Found->second;
}

void FunctionBuilder::address(const Operand &Of, Space In, Instruction &I) {
  if (Of.Kind != Operand::Memory)
    fail("wanted an address in brackets");
  I.How.In = In;
  I.Displacement = 0;
  if (Of.Base.Kind == Token::Integer) {
    I.From[0] = constant(Of.Base.Bits + static_cast<std::uint64_t>(Of.Displacement), 8);
  } else if (const Register *Found = registerNamed(Of.Base.Text)) {
    if (sizeOf(Found->Of) < 4 || isFloat(Found->Of))
      fail("'" + std::string(Of.Base.Text) + "' cannot hold an address");
    I.How.AddressBytes = static_cast<std::uint8_t>(sizeOf(Found->Of));
    I.From[0] = Found->At;
    I.Displacement = Of.Displacement;
  } else {
    const auto Number = variableNamed(Of.Base.Text);
    const Variable *Local = localNamed(Of.Base.Text);
    const Space Lies = Local ? Local->In : Number ? Into.Variables[*Number].In : In;
    if (Lies != In)
      fail("'" + std::string(Of.Base.Text) + "' does not lie in the instruction's state space");
    I.From[0] = addressOf(Of.Base.Text, Of.Displacement, 8);
  }
}

void FunctionBuilder::label(std::string_view Name, unsigned Line) {
  if (!Labels.emplace(Name, Made.Code.size()).second)
    throw PtxError(Line, "label '" + std::string(Name) + "' stands twice");
}

void FunctionBuilder::branchTo(const Operand &Label, Instruction &) {
  if (Label.Kind != Operand::Name)
    fail("wanted a label");
  Branches.push_back({static_cast<std::uint32_t>(Made.Code.size()), std::string(Label.Base.Text), Current->Line});
}

void FunctionBuilder::place(std::uint32_t File, std::uint32_t Line) {
  Made.Lines.push_back({static_cast<std::uint32_t>(Made.Code.size()), File, Line});
}

void FunctionBuilder::add(const Statement &Written) {
  Current = &Written;
  Instruction Made;
  Made.Line = Written.Line;
  if (!Written.Guard.empty()) {
    const Register *Found = registerNamed(Written.Guard);
    if (!Found || Found->Of != Type::Pred)
      fail("its guard '" + std::string(Written.Guard) + "' is no predicate");
    Made.Guard = Found->At;
    Made.GuardNegated = Written.GuardNegated;
  }
  decode(*this, Written, Made);
  this->Made.Code.push_back(Made);
  Current = nullptr;
}

/// The offset in the parameter area of a `.param` variable that a call names.
std::uint64_t FunctionBuilder::placeOf(const Operand &Argument, std::uint64_t &Bytes) const {
  const Variable *Found = Argument.Kind == Operand::Name ? localNamed(Argument.Base.Text) : nullptr;
  if (!Found || Found->In != Space::Param)
    fail("the argument '" + std::string(Argument.Base.Text) + "' is no .param variable", PtxError::Reason::Unsupported);
  Bytes = Found->Bytes;
  return Found->Offset;
}

namespace {

CallSite::Builtins builtinNamed(std::string_view Name) {
  return Name == "vprintf" ? CallSite::Printf : Name == "__assertfail" ? CallSite::AssertFail : CallSite::None;
}

} // namespace

/// Decodes: call (results), function, (arguments); results and arguments may be missing.
void FunctionBuilder::call(const Statement &Written, Instruction &I) {
  std::vector<Operand> Operands = Written.Operands;
  std::vector<Operand> Results, Arguments;
  if (!Operands.empty() && Operands.front().Kind == Operand::List) {
    Results = Operands.front().Parts;
    Operands.erase(Operands.begin());
  }
  if (Operands.size() > 1 && Operands[1].Kind == Operand::List)
    Arguments = Operands[1].Parts;
  if (Operands.empty() || Operands[0].Kind != Operand::Name || Operands.size() > 2)
    fail("wanted a function's name and its arguments; indirect calls are not taken", PtxError::Reason::Unsupported);
  const std::string Name(Operands[0].Base.Text);
  auto Found = Into.Functions.find(Name);
  if (Found == Into.Functions.end() || Found->second->IsEntry)
    fail("'" + Name + "' is no function; indirect calls are not taken", PtxError::Reason::Unsupported);
  const Function &Callee = *Found->second;
  auto Site = std::make_unique<CallSite>();
  Site->Callee = &Callee;
  Site->Builtin = Callee.IsDefined ? CallSite::None : builtinNamed(Name);
  const auto Match = [&](const std::vector<Operand> &Given, const std::vector<Variable> &Declared,
                         std::vector<CallSite::Copy> &Copies) {
    if (Given.size() != Declared.size())
      fail("'" + Name + "' has " + std::to_string(Declared.size()) + " parameters or results, found " +
           std::to_string(Given.size()));
    for (std::size_t G = 0; G < Given.size(); ++G) {
      std::uint64_t Bytes = 0;
      const std::uint64_t From = placeOf(Given[G], Bytes);
      Copies.push_back({From - Made.ParameterBytes, Declared[G].Offset, std::min(Bytes, Declared[G].Bytes)});
    }
  };
  Match(Arguments, Callee.Parameters, Site->Arguments);
  Match(Results, Callee.Results, Site->Results);
  Made.Callees.push_back(&Callee);
  I.Called = Site.get();
  Made.Calls.push_back(std::move(Site));
}

void FunctionBuilder::finish(unsigned Line) {
  const Statement Return = {Line, {}, false, "ret", {}};
  add(Return);
  for (const Reference &Each : Branches) {
    auto Found = Labels.find(Each.Label);
    if (Found == Labels.end())
      throw PtxError(Each.Line, "label '" + Each.Label + "' is nowhere in function '" + Made.Name + "'");
    Made.Code[Each.Instruction].Target = Found->second;
  }
}

} // namespace emulator
