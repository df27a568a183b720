// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses a module: versions, variables, functions, and the statements of their bodies.

#include "Ptx/FunctionBuilder.h"
#include "Ptx/Tokens.h"

#include <algorithm>
#include <set>
#include <utility>

namespace emulator {

namespace {

/// The newest version of PTX for which the table of instructions (Execute/Table.h) is known to be complete.
constexpr unsigned NewestVersion = 90;
constexpr std::uint64_t MostParameterBytes = 32764, MostStaticShared = 48 << 10;

std::uint64_t alignedUp(std::uint64_t Value, std::uint64_t Align) { return (Value + Align - 1) / Align * Align; }

/// Assigns consecutive offsets to parameters, from the offset At on. Returns the offset of the end of the last one.
std::uint64_t layOut(std::vector<Variable> &Variables, std::uint64_t At) {
  for (Variable &Each : Variables) {
    Each.Offset = alignedUp(At, Each.Align);
    At = Each.Offset + Each.Bytes;
  }
  return At;
}

class ModuleParser {
public:
  ModuleParser(std::string_view Text, unsigned Chip) : At(tokensOf(Text)), Chip(Chip) {}

  std::unique_ptr<Module> parse() {
    header();
    while (At.peek().Kind != Token::End)
      directive();
    for (const auto &[Name, Each] : Made->Functions)
      checkCalls(*Each);
    for (const auto &[Name, Each] : Made->Functions)
      if (Each->IsEntry)
        layOutShared(*Each);
    return std::move(Made);
  }

private:
  void header() {
    if (!At.takeIf(".version"))
      At.fail("'.version'");
    const unsigned Line = At.line();
    const std::uint64_t Major = At.integer("a version");
    const std::string_view Minor = At.word("a version");
    if (Minor.size() != 2 || Minor[0] != '.' || Minor[1] < '0' || Minor[1] > '9')
      At.fail("a version");
    Made->Version = static_cast<unsigned>(Major) * 10 + static_cast<unsigned>(Minor[1] - '0');
    if (Made->Version > NewestVersion)
      throw PtxError(Line,
                     "version " + std::to_string(Major) + std::string(Minor) + ", at most " +
                         std::to_string(NewestVersion / 10) + "." + std::to_string(NewestVersion % 10) + " is taken",
                     PtxError::Reason::UnsupportedVersion);
    if (!At.takeIf(".target"))
      At.fail("'.target'");
    target();
    if (At.takeIf(".address_size") && At.integer("64") != 64)
      throw PtxError(Line, "only addresses of 64 bits are taken", PtxError::Reason::Unsupported);
  }

  /// Reads the chips for which the module was compiled. A module for "sm_90" can run on newer chips too, one for
  /// "sm_90a" only on sm_90.
  void target() {
    do {
      const unsigned Line = At.line();
      const std::string_view Word = At.word("a target");
      if (!Word.starts_with("sm_"))
        continue;
      unsigned Number = 0;
      std::size_t I = 3;
      for (; I < Word.size() && Word[I] >= '0' && Word[I] <= '9'; ++I)
        Number = Number * 10 + static_cast<unsigned>(Word[I] - '0');
      const bool OnlyThis = I < Word.size();
      if (Number > Chip || (OnlyThis && Number != Chip))
        throw PtxError(Line, "target " + std::string(Word) + ", the device is sm_" + std::to_string(Chip),
                       PtxError::Reason::Unsupported);
      Made->Chip = Number;
    } while (At.takeIf(','));
  }

  void directive() {
    const unsigned Line = At.line();
    bool IsExtern = false;
    while (At.peek().isWord(".visible") || At.peek().isWord(".weak") || At.peek().isWord(".extern") ||
           At.peek().isWord(".common"))
      IsExtern |= At.take().Text == ".extern";
    const std::string_view Word = At.word("a directive");
    if (Word == ".entry" || Word == ".func")
      function(Word == ".entry");
    else if (Word == ".global" || Word == ".const" || Word == ".shared")
      variables(Word, IsExtern, [&](Variable Declared) { addVariable(std::move(Declared)); });
    else if (Word == ".file")
      file();
    else if (Word == ".section")
      section();
    else if (Word == ".pragma")
      pragma();
    else
      throw PtxError(Line, "directive '" + std::string(Word) + "' is not taken", PtxError::Reason::Unsupported);
  }

  void addVariable(Variable Declared) {
    // An extern declaration and a definition with the same name are one variable, whose size and initial value come
    // from the definition.
    for (Variable &Each : Made->Variables)
      if (Each.Name == Declared.Name) {
        if (Declared.Bytes > Each.Bytes || !Declared.Initial.empty())
          Each = std::move(Declared);
        return;
      }
    Made->Variables.push_back(std::move(Declared));
  }

  void file() {
    const auto Number = static_cast<std::uint32_t>(At.integer("a file's number"));
    if (At.peek().Kind != Token::String)
      At.fail("a file's name");
    Made->Files[Number] = std::string(At.take().Text);
    while (At.takeIf(','))
      At.integer("a number");
  }

  /// Skips a section (.section), which only debuggers need.
  void section() {
    At.word("a section's name");
    At.want('{');
    while (!At.takeIf('}')) {
      if (At.peek().Kind == Token::End)
        At.fail("'}'");
      At.take();
    }
  }

  void pragma() {
    while (At.peek().Kind == Token::String || At.peek().is(','))
      At.take();
    At.want(';');
  }

  // ---- Variables -------------------------------------------------------------------------------------------------

  static Space spaceNamed(std::string_view Word) {
    return Word == ".const"    ? Space::Const
           : Word == ".shared" ? Space::Shared
           : Word == ".local"  ? Space::Local
           : Word == ".param"  ? Space::Param
                               : Space::Global;
  }

  /// Reads alignment and type of a variable.
  Type attributes(unsigned &Align, unsigned &Elements) {
    Align = 0;
    Elements = 1;
    while (true) {
      const unsigned Line = At.line();
      const std::string_view Word = At.word("a type");
      if (Word == ".align") {
        const auto Given = static_cast<unsigned>(At.integer("an alignment"));
        Align = Align ? Align : Given;
      } else if (Word == ".v2" || Word == ".v4") {
        Elements = Word == ".v2" ? 2 : 4;
      } else if (auto T = typeNamed(Word.substr(1)); T && *T != Type::Pred) {
        Align = Align ? Align : sizeOf(*T) * Elements;
        return *T;
      } else {
        throw PtxError(Line, "type '" + std::string(Word) + "' is not taken", PtxError::Reason::Unsupported);
      }
    }
  }

  /// Skips the attributes of a pointer parameter between type and name, as in ".ptr .global .align 4".
  void pointerAttributes() {
    if (!At.takeIf(".ptr"))
      return;
    while (At.peek().isWord(".global") || At.peek().isWord(".const") || At.peek().isWord(".shared") ||
           At.peek().isWord(".local"))
      At.take();
    if (At.takeIf(".align"))
      At.integer("an alignment");
  }

  Variable declarator(Space In, Type Of, unsigned Align, unsigned Elements) {
    Variable Made;
    Made.In = In;
    Made.Align = std::max(Align, 1u);
    Made.Name = std::string(At.word("a name"));
    Made.Bytes = std::uint64_t(sizeOf(Of)) * Elements;
    while (At.takeIf('[')) {
      Made.Bytes *= At.peek().is(']') ? 0 : At.integer("a number of elements");
      At.want(']');
    }
    return Made;
  }

  template <typename Taker> void variables(std::string_view Word, bool IsExtern, Taker Take) {
    unsigned Align = 0, Elements = 1;
    const Type Of = attributes(Align, Elements);
    do {
      Variable Declared = declarator(spaceNamed(Word), Of, Align, Elements);
      Declared.IsDynamic = Declared.In == Space::Shared && Declared.Bytes == 0;
      if (IsExtern && !Declared.IsDynamic)
        throw PtxError(At.line(), "'" + Declared.Name + "' lies in another module", PtxError::Reason::Unsupported);
      if (At.takeIf('='))
        initialise(Declared, Of);
      Take(std::move(Declared));
    } while (At.takeIf(','));
    At.want(';');
  }

  void initialise(Variable &Declared, Type Of) {
    Declared.Initial.reserve(Declared.Bytes);
    values(Declared, Of);
    if (Declared.Initial.size() > Declared.Bytes)
      At.fail("no more values than '" + Declared.Name + "' has elements");
    Declared.Initial.resize(Declared.Bytes);
  }

  void values(Variable &Declared, Type Of) {
    if (At.takeIf('{')) {
      while (!At.takeIf('}')) {
        values(Declared, Of);
        At.takeIf(',');
      }
      return;
    }
    std::uint64_t Bits = 0;
    if (At.peek().Kind == Token::Word) {
      reference(Declared);
    } else {
      const bool IsNegative = At.takeIf('-');
      if (At.peek().Kind != Token::Integer && At.peek().Kind != Token::Single && At.peek().Kind != Token::Double)
        At.fail("a value");
      Bits = At.take().Bits;
      Bits = IsNegative ? 0 - Bits : Bits;
    }
    for (unsigned B = 0; B < sizeOf(Of); ++B)
      Declared.Initial.push_back(static_cast<std::uint8_t>(Bits >> (8 * B)));
  }

  /// Reads the address of a variable as an initial value: "x", "generic(x)", "x+4". The address is stored when the
  /// module is loaded.
  void reference(Variable &Declared) {
    const bool IsGeneric = At.takeIf("generic");
    if (IsGeneric)
      At.want('(');
    const unsigned Line = At.line();
    const std::string_view Name = At.word("a variable");
    if (IsGeneric)
      At.want(')');
    const auto Found = std::find_if(Made->Variables.begin(), Made->Variables.end(),
                                    [&](const Variable &Each) { return Each.Name == Name; });
    if (Found == Made->Variables.end() || (Found->In != Space::Global && Found->In != Space::Const))
      throw PtxError(Line, "the address of '" + std::string(Name) + "' is not taken here",
                     PtxError::Reason::Unsupported);
    const std::int64_t Added = At.takeIf('+') ? static_cast<std::int64_t>(At.integer("an offset")) : 0;
    Declared.References.push_back(
        {Declared.Initial.size(), static_cast<std::uint32_t>(Found - Made->Variables.begin()), Added});
  }

  // ---- Functions -------------------------------------------------------------------------------------------------

  std::vector<Variable> parameters() {
    std::vector<Variable> Found;
    At.want('(');
    while (!At.takeIf(')')) {
      if (!At.takeIf(".param"))
        At.fail("'.param'");
      unsigned Align = 0, Elements = 1;
      const Type Of = attributes(Align, Elements);
      pointerAttributes();
      Found.push_back(declarator(Space::Param, Of, Align, Elements));
      At.takeIf(',');
    }
    return Found;
  }

  void function(bool IsEntry) {
    const unsigned Line = At.line();
    std::vector<Variable> Results;
    if (!IsEntry && At.peek().is('('))
      Results = parameters();
    const std::string Name(At.word("a name"));
    std::unique_ptr<Function> &Slot = Made->Functions[Name];
    if (!Slot)
      Slot = std::make_unique<Function>();
    Function &F = *Slot;
    if (F.IsDefined)
      throw PtxError(Line, "function '" + Name + "' is defined twice");
    F.Name = Name;
    F.IsEntry = IsEntry;
    F.Results = std::move(Results);
    F.Parameters = At.peek().is('(') ? parameters() : std::vector<Variable>();
    const std::uint64_t Bytes = layOut(F.Results, layOut(F.Parameters, 0));
    (IsEntry ? F.ParameterBytes : F.AreaBytes) = Bytes;
    if (Bytes > MostParameterBytes)
      throw PtxError(Line, "function '" + Name + "' has " + std::to_string(Bytes) + " bytes of parameters, at most " +
                               std::to_string(MostParameterBytes) + " are taken");
    tuning(F);
    if (At.takeIf(';'))
      return;
    F.IsDefined = true;
    At.want('{');
    body(F);
  }

  void tuning(Function &F) {
    while (At.peek().Kind == Token::Word) {
      const unsigned Line = At.line();
      const std::string_view Word = At.take().Text;
      if (Word == ".noreturn")
        continue;
      if (Word == ".pragma") {
        pragma();
        continue;
      }
      const bool IsBound = Word == ".maxntid" || Word == ".reqntid";
      if (!IsBound && Word != ".minnctapersm" && Word != ".maxnreg" && Word != ".maxnctapersm")
        throw PtxError(Line, "directive '" + std::string(Word) + "' is not taken", PtxError::Reason::Unsupported);
      std::array<unsigned, 3> Given = {1, 1, 1};
      std::size_t Count = 0;
      do {
        if (Count == 3)
          At.fail("at most three numbers");
        Given[Count++] = static_cast<unsigned>(At.integer("a number"));
      } while (At.takeIf(','));
      if (IsBound)
        F.MaxThreads = std::min(F.MaxThreads, Given[0] * Given[1] * Given[2]);
      if (Word == ".reqntid")
        F.RequiredThreads = Given;
    }
  }

  void body(Function &F) {
    FunctionBuilder Builder(*Made, F);
    for (unsigned Depth = 1; Depth;) {
      const unsigned Line = At.line();
      if (At.takeIf('{')) {
        Builder.openScope();
        ++Depth;
      } else if (At.takeIf('}')) {
        if (--Depth)
          Builder.closeScope();
        else
          Builder.finish(Line);
      } else if (At.peek().Kind == Token::Word && At.peek(1).is(':')) {
        Builder.label(At.take().Text, Line);
        At.take();
      } else if (At.peek().Kind == Token::Word && At.peek().Text[0] == '.') {
        bodyDirective(Builder);
      } else {
        Builder.add(statement());
      }
    }
  }

  void bodyDirective(FunctionBuilder &Builder) {
    const unsigned Line = At.line();
    const std::string_view Word = At.take().Text;
    if (Word == ".reg")
      registers(Builder);
    else if (Word == ".local" || Word == ".shared" || Word == ".param" || Word == ".global" || Word == ".const")
      variables(Word, false, [&](Variable Declared) { Builder.declareVariable(std::move(Declared)); });
    else if (Word == ".loc")
      location(Builder);
    else if (Word == ".pragma")
      pragma();
    else
      throw PtxError(Line, "directive '" + std::string(Word) + "' is not taken", PtxError::Reason::Unsupported);
  }

  /// Reads register declarations: .reg .b32 %r<4>, x;
  void registers(FunctionBuilder &Builder) {
    const unsigned Line = At.line();
    const std::string_view Word = At.word("a type");
    const auto Of = typeNamed(Word.substr(1));
    if (!Of || sizeOf(*Of) == 1)
      throw PtxError(Line, "registers of type '" + std::string(Word) + "' are not taken",
                     PtxError::Reason::Unsupported);
    do {
      const std::string Name(At.word("a register"));
      if (!At.takeIf('<')) {
        Builder.declareRegister(Name, *Of);
        continue;
      }
      const std::uint64_t Count = At.integer("a number of registers");
      At.want('>');
      for (std::uint64_t I = 0; I < Count; ++I)
        Builder.declareRegister(Name + std::to_string(I), *Of);
    } while (At.takeIf(','));
    At.want(';');
  }

  /// Reads a source position: .loc 1 23 4[, function_name x+4, inlined_at 1 2 3]
  void location(FunctionBuilder &Builder) {
    const auto File = static_cast<std::uint32_t>(At.integer("a file's number"));
    Builder.place(File, static_cast<std::uint32_t>(At.integer("a line")));
    At.integer("a column");
    if (!At.takeIf(','))
      return;
    At.word("'function_name'");
    At.word("a name");
    if (At.takeIf('+'))
      At.integer("an offset");
    At.want(',');
    At.word("'inlined_at'");
    for (int I = 0; I < 3; ++I)
      At.integer("a number");
  }

  Statement statement() {
    Statement Read;
    Read.Line = At.line();
    if (At.takeIf('@')) {
      Read.GuardNegated = At.takeIf('!');
      Read.Guard = At.word("a predicate");
    }
    Read.Opcode = At.word("an instruction");
    while (!At.peek().is(';')) {
      Read.Operands.push_back(operand());
      if (!At.takeIf(','))
        break;
    }
    At.want(';');
    return Read;
  }

  Operand operand() {
    Operand Read = simple();
    if (!At.takeIf('|'))
      return Read;
    Operand Both;
    Both.Kind = Operand::Pair;
    Both.Base = Read.Base;
    Both.Parts = {Read, simple()};
    return Both;
  }

  Operand simple() {
    Operand Read;
    if (At.peek().is('{') || At.peek().is('('))
      return list();
    if (At.takeIf('[')) {
      Read = simple();
      Read.Kind = Operand::Memory;
      At.want(']');
      return Read;
    }
    Read.Negated = At.takeIf('!');
    const bool Minus = At.takeIf('-');
    Read.Base = At.take();
    if (Read.Base.Kind == Token::Word && !Minus) {
      Read.Kind = Operand::Name;
    } else if (Read.Base.Kind == Token::Integer ||
               (!Minus && (Read.Base.Kind == Token::Single || Read.Base.Kind == Token::Double))) {
      Read.Kind = Operand::Number;
      Read.Base.Bits = Minus ? 0 - Read.Base.Bits : Read.Base.Bits;
    } else {
      throw PtxError(Read.Base.Line, "wanted an operand, found '" + std::string(Read.Base.Text) + "'");
    }
    if (At.peek().is('+') || At.peek().is('-')) {
      const bool Negative = At.take().is('-') != At.takeIf('-');
      const auto Offset = static_cast<std::int64_t>(At.integer("an offset"));
      Read.Displacement = Negative ? -Offset : Offset;
    }
    return Read;
  }

  Operand list() {
    Operand Read;
    Read.Kind = Operand::List;
    Read.Base = At.peek();
    const char Ends = At.take().is('{') ? '}' : ')';
    while (!At.takeIf(Ends)) {
      Read.Parts.push_back(simple());
      if (!At.takeIf(',') && !At.peek().is(Ends))
        At.fail(std::string("'") + Ends + "'");
    }
    return Read;
  }

  // ---- Checks and layout after parsing ----------------------------------------------------------------------------

  void checkCalls(const Function &Of) const {
    for (const auto &Call : Of.Calls)
      if (!Call->Callee->IsDefined && Call->Builtin == CallSite::None)
        for (const Instruction &I : Of.Code)
          if (I.Called == Call.get())
            throw PtxError(I.Line, "function '" + Call->Callee->Name + "' is not in the module",
                           PtxError::Reason::Unsupported);
  }

  /// Lays out the shared variables that an entry and its callees use, the dynamic ones after the others.
  void layOutShared(Function &Entry) const {
    std::set<const Function *> Reached = {&Entry};
    std::vector<const Function *> Open = {&Entry};
    std::set<std::uint32_t> Used;
    while (!Open.empty()) {
      const Function *Next = Open.back();
      Open.pop_back();
      Used.insert(Next->SharedUsed.begin(), Next->SharedUsed.end());
      for (const Function *Callee : Next->Callees)
        if (Reached.insert(Callee).second)
          Open.push_back(Callee);
    }
    for (const bool Dynamic : {false, true})
      for (const std::uint32_t Number : Used) {
        const Variable &V = Made->Variables[Number];
        if (V.IsDynamic != Dynamic)
          continue;
        const std::uint64_t Place = alignedUp(Entry.SharedBytes, V.Align);
        Entry.SharedPlaces[Number] = Place;
        Entry.SharedBytes = Dynamic ? Entry.SharedBytes : Place + V.Bytes;
      }
    if (Entry.SharedBytes > MostStaticShared)
      throw PtxError(Entry.Code.empty() ? 0 : Entry.Code.front().Line,
                     "kernel '" + Entry.Name + "' has " + std::to_string(Entry.SharedBytes) +
                         " bytes of shared variables, at most " + std::to_string(MostStaticShared) + " are taken");
    // All dynamic variables begin at the same offset, which has the largest of their alignments.
    std::uint64_t Begin = Entry.SharedBytes;
    for (const auto &[Number, Place] : Entry.SharedPlaces)
      if (Made->Variables[Number].IsDynamic)
        Begin = std::max(Begin, Place);
    for (auto &[Number, Place] : Entry.SharedPlaces)
      if (Made->Variables[Number].IsDynamic)
        Place = Entry.SharedBytes = Begin;
  }

  Tokens At;
  unsigned Chip;
  std::unique_ptr<Module> Made = std::make_unique<Module>();
};

} // namespace

std::unique_ptr<Module> readModule(std::string_view Text, unsigned Chip) { return ModuleParser(Text, Chip).parse(); }

std::string sourceOf(const Module &In, const Function &Of, std::uint32_t Instruction) {
  const LineEntry *Best = nullptr;
  for (const LineEntry &Each : Of.Lines)
    if (Each.FirstInstruction <= Instruction)
      Best = &Each;
  if (!Best)
    return {};
  const auto File = In.Files.find(Best->File);
  return (File == In.Files.end() ? "file " + std::to_string(Best->File) : File->second) + ":" +
         std::to_string(Best->Line);
}

} // namespace emulator
