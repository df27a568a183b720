// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the code for reductions. All forms have a typedef `hetrt_value_NAME` for the type of each reduction variable,
// so that code that uses the variable is the same in all forms.
#include "Kernel/ReductionWriter.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/SourceText.h"
#include "Kernel/ReductionText.h"
#include "hetrt/hetrt.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Returns a statement that copies a value. Objects are copied by memcpy, because a user's assignment operator expects
/// an object at the destination, which is raw memory.
std::string copied(const Capture &C, const std::string &To, const std::string &From) {
  return C.Reduced.Element->isArithmeticType() ? To + " = " + From + ";\n"
                                               : "__builtin_memcpy(&" + To + ", &" + From + ", sizeof " + To + ");\n";
}

std::string repeated(StringRef Text, size_t Count) {
  std::string Out;
  while (Count--)
    Out += Text;
  return Out;
}

/// The type of `a[0]` for a reduction array `a`.
QualType rowType(const Capture &C, const ASTContext &Context) {
  return C.Type->isPointerType() ? C.Type->getPointeeType()
                                 : QualType(Context.getAsArrayType(C.Type)->getElementType());
}

/// The number of subscripts in an expression for one value.
unsigned rankOf(const Capture &C, const ASTContext &Context) {
  unsigned Rank = 0;
  QualType T = C.Type;
  if (T->isPointerType() && C.Reduced.Array)
    T = T->getPointeeType(), ++Rank;
  for (; const ArrayType *Array = Context.getAsArrayType(T); ++Rank)
    T = Array->getElementType();
  return Rank;
}

/// Expressions for the numbers of one array in `hetrt_layout`, which follow the partial's size: the array's offset in
/// the partial, the offset of the section in the user's array, and the number of elements.
struct LayoutEntry {
  unsigned Number;
  std::string offset() const { return at(0); }
  std::string first() const { return at(1); }
  std::string count() const { return at(2); }

private:
  std::string at(unsigned I) const { return "hetrt_layout[" + std::to_string(1 + 3 * Number + I) + "]"; }
};

/// Whether unqualified names of members of the class are visible in a function. `Function` is null for a GPU kernel,
/// which is not a member of a class.
bool seesMembers(const DeclContext *Function, const CXXRecordDecl *Class) {
  for (const DeclContext *Outer = Function; Outer; Outer = Outer->getParent())
    if (auto *Own = dyn_cast<CXXRecordDecl>(Outer);
        Own && (declaresSameEntity(Own, Class) || Own->isDerivedFrom(Class)))
      return true;
  return false;
}

/// Qualifies names of namespace and class members in the text of a `declare reduction`, because its expressions are
/// copied to other scopes.
class Qualifier : public DynamicVisitor {
public:
  Qualifier(const DeclContext *Where, const TokenStream &Tokens, TokenEdits &Edits)
      : Where(Where), Tokens(Tokens), Edits(Edits) {}

  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    if (!Ref->hasQualifier())
      qualify(Ref->getFoundDecl(), Ref->getLocation());
    return true;
  }
  bool VisitElaboratedTypeLoc(ElaboratedTypeLoc Type) override {
    if (Type.getQualifierLoc())
      return true;
    const NamedDecl *Named = nullptr;
    if (auto Typedef = Type.getNamedTypeLoc().getAs<TypedefTypeLoc>())
      Named = Typedef.getTypedefNameDecl();
    else if (auto Template = Type.getNamedTypeLoc().getAs<TemplateSpecializationTypeLoc>())
      Named = Template.getTypePtr()->getTemplateName().getAsTemplateDecl();
    else
      Named = Type.getNamedTypeLoc().getType()->getAsTagDecl();
    if (Named)
      qualify(Named, Type.getNamedTypeLoc().getBeginLoc());
    return true;
  }

private:
  /// Qualifies one name. Leaves operators and friends unchanged, because argument-dependent lookup finds them.
  void qualify(const NamedDecl *D, SourceLocation Loc) {
    size_t At = Tokens.find(Loc);
    const DeclContext *Of = D->getDeclContext()->getRedeclContext();
    auto *Class = dyn_cast<CXXRecordDecl>(Of);
    bool Elsewhere = Class ? !seesMembers(Where, Class) : Of->isFileContext() && !D->getFriendObjectKind();
    if (Elsewhere && At != TokenStream::None && Tokens[At].is(tok::identifier) && D->getIdentifier() &&
        Tokens[At].getIdentifierInfo() == D->getIdentifier())
      Edits.replace(At, At, "::" + qualifiedName(*D));
  }

  const DeclContext *Where; ///< the function that will contain the text; null for a kernel at file scope
  const TokenStream &Tokens;
  TokenEdits &Edits;
};

/// Replaces the names that OpenMP gives to the operands of a `declare reduction`, such as `omp_in`, in tokens [First,
/// Last].
void nameOperands(size_t First, size_t Last, const TokenStream &Tokens,
                  llvm::ArrayRef<std::pair<StringRef, std::string>> Names, TokenEdits &Edits) {
  for (size_t I = First; I <= Last; ++I)
    for (const auto &[Name, Text] : Names)
      if (Tokens[I].is(tok::identifier) && Tokens[I].getIdentifierInfo()->getName() == Name)
        Edits.replace(I, I, Text);
}

/// The member of a partial that tells which iteration has set the lastprivate values: the number of this iteration plus
/// 1; 0 if no iteration has set them.
constexpr const char EndField[] = "hetrt_end";

} // namespace

ReductionWriter::ReductionWriter(const Region &R, ASTContext &Context, const TokenStream &Tokens,
                                 const KernelWriter &Kernel)
    : R(R), Context(Context), Tokens(Tokens), Kernel(Kernel) {
  for (const Capture &C : R.Body.Captures)
    if (C.Kind == CaptureKind::Reduction && R.Shared.ReductionsTravel)
      Items.push_back(&C);
    else if (C.Last && R.Fate.Where == RunsOn::Everywhere)
      LastItems.push_back(&C);
}

bool ReductionWriter::hasScalars() const {
  return !LastItems.empty() || llvm::any_of(Items, [](const Capture *C) { return !C->Reduced.Array; });
}

bool ReductionWriter::hasArrays() const {
  return llvm::any_of(Items, [](const Capture *C) { return C->Reduced.Array; });
}

/// Returns the text of an expression in a clause.
std::string ReductionWriter::printed(const Expr *E) const {
  for (const OpenMPClause &Clause : R.Site.Source->OpenMP)
    if (std::string Text = Tokens.print(Clause.Tokens, E->getBeginLoc(), E->getEndLoc()); !Text.empty())
      return Text;
  return NotRecorded;
}

// ---- In the user's function -----------------------------------------------------------------------------------------

std::string ReductionWriter::lower(const Reduction::Level &L) const { return L.Lower ? printed(L.Lower) : L.LowerText; }
std::string ReductionWriter::length(const Reduction::Level &L) const {
  return L.Length ? printed(L.Length) : L.LengthText;
}

/// Returns the distance in bytes from the beginning of the array to the first value of the section.
std::string ReductionWriter::firstByte(const Capture &C) const {
  if (C.Reduced.Levels.empty())
    return "0";
  std::string First = hostName(C);
  for (const Reduction::Level &L : C.Reduced.Levels)
    First += "[" + (lower(L).empty() ? "0" : lower(L)) + "]";
  First += repeated("[0]", rankOf(C, Context) - C.Reduced.Levels.size());
  return "(hetrt_int64)((const char *)&" + First + " - (const char *)" + hostName(C) + ")";
}

/// Returns the length of each section in `a[lower:length]...`. An index, as in `a[i]`, has no length.
std::vector<std::string> ReductionWriter::lengths(const Capture &C) const {
  std::vector<std::string> All;
  std::string Part = hostName(C);
  for (const Reduction::Level &L : C.Reduced.Levels) {
    std::string Inner = Part + "[0]", Rest = "(hetrt_int64)(sizeof(" + Part + ") / sizeof(" + Inner + "))";
    if (L.Section && !length(L).empty())
      All.push_back("(hetrt_int64)(" + length(L) + ")");
    else if (L.Section)
      All.push_back(lower(L).empty() ? Rest : "(" + Rest + " - (hetrt_int64)(" + lower(L) + "))");
    Part = Inner;
  }
  return All;
}

std::string ReductionWriter::count(const Capture &C) const {
  std::string Text, Part = hostName(C) + repeated("[0]", C.Reduced.Levels.size());
  for (const std::string &Length : lengths(C))
    Text += Length + " * ";
  return Text + "(hetrt_int64)(sizeof(" + Part + ") / sizeof(" + valueType(C) + "))";
}

std::string ReductionWriter::checkLengths(StringRef Code, StringRef Location) const {
  std::string Text;
  for (const Capture *C : Items) {
    const std::string Least = C->Reduced.Atomic ? "0" : "1";
    for (const std::string &Length : C->Reduced.isFound() ? std::vector<std::string>() : lengths(*C))
      Text += ("if (" + Length + " < " + Least + ")\n" + Code + " = hetrt_bad_length(" + Location + ", \"" +
               clauseOf(*C) + "(" + C->What.name() + ")\", " + Length + ", " + Least + ");\n")
                  .str();
  }
  return Text;
}

std::string ReductionWriter::knownLengths() const {
  std::vector<std::string> All;
  unsigned Array = 0;
  for (const Capture *C : Items)
    if (C->Reduced.Array) {
      LayoutEntry Entry = {Array++};
      if (C->Reduced.isFound())
        All.push_back(Entry.count() + " > 0");
    }
  return llvm::join(All, " && ");
}

std::string ReductionWriter::partialStruct(StringRef Suffix) const {
  if (!hasScalars())
    return "";
  std::string Text = "struct hetrt_partials" + Suffix.str() + " {\n";
  for (const Capture *C : Items)
    if (!C->Reduced.Array)
      Text += valueType(*C) + " " + fieldName(C->What) + ";\n";
  if (!LastItems.empty())
    Text += std::string("hetrt_int64 ") + EndField + ";\n";
  for (const Capture *C : LastItems)
    Text += valueType(*C) + " " + fieldName(C->What) + ";\n";
  Text += "};\n";
  return R.Site.Source->Pack ? "#pragma pack(push, 16)\n" + Text + "#pragma pack(pop)\n" : Text;
}

std::string ReductionWriter::hostLayout(StringRef Suffix) const {
  std::string Text, Numbers, Sum;
  unsigned Array = 0;
  for (const Capture *C : Items) {
    Text += "typedef __typeof__(" + hostName(*C) + repeated("[0]", rankOf(*C, Context)) + ") " + valueType(*C) + ";\n";
    if (!C->Reduced.Array)
      continue;
    LayoutEntry Entry = {Array++};
    Text += "typedef __typeof__(" + hostName(*C) + "[0]) " + named("row", *C) + ";\n";
    if (C->Type->isConstantArrayType())
      Text += "typedef __typeof__(" + hostName(*C) + ") " + named("array", *C) + ";\n";
    Numbers += ", 0, " + firstByte(*C) + ", " + count(*C);
    Sum += Entry.offset() + " = hetrt_layout[0];\nhetrt_layout[0] += (" + Entry.count() + " * sizeof(" + valueType(*C) +
           ") + 15) / 16 * 16;\n";
  }
  for (const Capture *C : LastItems)
    Text += "typedef __typeof__(" + hostName(*C) + ") " + valueType(*C) + ";\n";
  std::string Size = hasScalars() ? "sizeof(struct hetrt_partials" + Suffix.str() + ")" : "0";
  if (hasArrays())
    Size = "(" + Size + " + 15) / 16 * 16";
  return Text + partialStruct(Suffix) + "hetrt_int64 hetrt_layout[] = {" + Size + Numbers + "};\n" + Sum;
}

std::string ReductionWriter::uses() const {
  std::string Text;
  unsigned Array = 0;
  for (const Capture *C : Items)
    if (C->Reduced.Array) {
      LayoutEntry Entry = {Array++};
      Text += "hetrt_host_uses((const volatile char *)" + hostName(*C) + " + " + Entry.first() + ", (hetrt_uint64)" +
              Entry.count() + " * sizeof(" + valueType(*C) + "), 1);\n";
    }
  return Text;
}

std::string ReductionWriter::move(StringRef Suffix, StringRef Partial, bool Back) const {
  std::string Text;
  unsigned Array = 0;
  for (const Capture *C : Items) {
    std::string There = partials(Suffix, Partial) + "->" + fieldName(C->What);
    // Threads update the variable itself and have no private copy, so the partial gets the initial value.
    if (C->Reduced.isInPlace()) {
      LayoutEntry Entry = {C->Reduced.Array ? Array++ : 0};
      if (!Back)
        Text += C->Reduced.Array ? begin(*C, valuesIn(*C, Partial, Entry.offset()), Entry.count(), Kernel.isCXX())
                                 : There + " = " + identity(*C, Kernel.isCXX()) + ";\n";
      continue;
    }
    // In the team, the name in the clause means the thread's private copy.
    std::string Own = printed(C->Reduced.Base);
    if (!C->Reduced.Array) {
      Text += Back ? copied(*C, Own, There) : copied(*C, There, Own);
      continue;
    }
    LayoutEntry Entry = {Array++};
    Own = "(char *)" + Own + " + " + Entry.first(), There = valuesIn(*C, Partial, Entry.offset());
    Text += "__builtin_memcpy(" + (Back ? Own + ", " + There : There + ", " + Own) + ", " + Entry.count() +
            " * sizeof(" + valueType(*C) + "));\n";
  }
  if (!LastItems.empty() && !Back) // TeamWriter::storeLast() stores lastprivate values
    Text += partials(Suffix, Partial) + "->" + EndField + " = 0;\n";
  return Text;
}

std::string ReductionWriter::combinePartial(StringRef Suffix, StringRef Partial) const {
  std::string Text;
  unsigned Array = 0;
  for (const Capture *C : Items) {
    auto Combined = [&](const std::string &Out, const std::string &In) {
      if (C->Reduced.Atomic)
        return combineAtomically(*C, Out, In);
      const std::string Once = combine(*C, Out, In, true), Name = C->Reduced.Section;
      return C->Reduced.InSection
                 ? "#pragma omp critical" + (Name.empty() ? Name : " (" + Name + ")") + "\n{ " + Once + "}\n"
                 : Once;
    };
    if (!C->Reduced.Array) {
      Text += Combined(hostName(*C), partials(Suffix, Partial) + "->" + fieldName(C->What));
      continue;
    }
    LayoutEntry Entry = {Array++};
    Text += "{\n" + valueType(*C) + " *hetrt_out = (" + valueType(*C) + " *)((char *)" + hostName(*C) + " + " +
            Entry.first() + "), *hetrt_in = " + valuesIn(*C, Partial, Entry.offset()) + ";\n" +
            "hetrt_int64 hetrt_e;\nfor (hetrt_e = 0; hetrt_e < " + Entry.count() + "; ++hetrt_e) {\n" +
            Combined("hetrt_out[hetrt_e]", "hetrt_in[hetrt_e]") + "}\n}\n";
  }
  if (LastItems.empty())
    return Text;
  std::string There = partials(Suffix, Partial) + "->";
  Text += "if ((hetrt_uint64)" + There + EndField + " == hetrt_trips" + Suffix.str() + ") {\n";
  for (const Capture *C : LastItems)
    Text += KernelWriter::assign(*C, hostName(*C), There + fieldName(C->What));
  return Text + "}\n";
}

// ---- In a kernel ----------------------------------------------------------------------------------------------------

std::vector<Field> ReductionWriter::fields() const {
  std::vector<Field> Fields;
  auto Add = [&](const std::string &Name, const std::string &Value) {
    Fields.push_back({Name, "hetrt_int64", Value, {}, {}, {}});
  };
  if (any())
    Add("hetrt_partial_size", "hetrt_layout[0]");
  unsigned Array = 0;
  for (const Capture *C : Items)
    if (C->Reduced.Array) {
      LayoutEntry Entry = {Array++};
      Add(named("offset", *C), Entry.offset());
      Add(named("first", *C), Entry.first());
      Add(named("count", *C), Entry.count());
    } else if (C->Reduced.UsesOriginal) {
      Fields.push_back(
          {fieldName(C->What), "__typeof__(" + hostName(*C) + ")", hostName(*C), C->Type, {}, valueType(*C)});
    }
  return Fields;
}

std::vector<TypeName> ReductionWriter::types() const {
  std::vector<TypeName> Types;
  auto Add = [&](const Capture &C, QualType T, std::string Name) {
    Types.push_back({T, std::move(Name), C.What.Decl->getLocation()});
  };
  for (const Capture *C : Items) {
    Add(*C, C->Reduced.Element, valueType(*C));
    if (!C->Reduced.Array)
      continue;
    Add(*C, rowType(*C, Context), named("row", *C));
    if (C->Type->isConstantArrayType())
      Add(*C, C->Type, named("array", *C));
  }
  for (const Capture *C : LastItems)
    Add(*C, C->Type, valueType(*C));
  return Types;
}

/// Returns the initial value of a private copy for a predefined operator of OpenMP.
std::string ReductionWriter::identity(const Capture &C, bool InFunction) const {
  StringRef Operator = C.Reduced.Operator;
  if (Operator == "min" || Operator == "max") {
    bool Greatest = Operator == "min";
    QualType T = C.Reduced.Element;
    if (InFunction)
      return "hetrt_extreme<" + valueType(C) + ">(" + (Greatest ? "true" : "false") + ")";
    if (!T->isIntegerType())
      return Greatest ? "__builtin_huge_val()" : "-__builtin_huge_val()";
    unsigned Bits = T->isBooleanType() ? 1 : unsigned(Context.getIntWidth(T));
    bool Unsigned = T->isUnsignedIntegerOrEnumerationType();
    return numberText(Greatest ? llvm::APSInt::getMaxValue(Bits, Unsigned) : llvm::APSInt::getMinValue(Bits, Unsigned));
  }
  if (Operator == "*" || Operator == "&&")
    return "1";
  // -0.0, because adding it changes no number, not even -0.0.
  if (C.Reduced.InSection && C.Reduced.Element->isRealFloatingType())
    return "-0.0";
  return Operator == "&" ? "-1" : "0";
}

/// Qualifies names in an expression of a `declare reduction` (C++ only).
void ReductionWriter::qualifyNames(const Expr *E, bool InFunction, TokenEdits &Edits) const {
  if (Kernel.isCXX())
    Qualifier(InFunction ? R.Site.Function : nullptr, Tokens, Edits).TraverseStmt(E);
}

/// Declares a private copy `Name` for a `declare reduction`. Its `initializer` clause contains either a declaration of
/// the copy, `omp_priv = ...`, or a call that initialises the copy.
std::string ReductionWriter::initializer(const Capture &C, StringRef Name, bool InFunction) const {
  const OMPDeclareReductionDecl *D = C.Reduced.Declared;
  std::string Type = valueType(C) + " ";
  if (!D->getInitializer()) // without `initializer`, the copy is zero-initialised, like objects with static storage
    return Type + Name.str() + (Kernel.isCXX() ? " = " + valueType(C) + "();\n" : " = {0};\n");
  size_t At = Tokens.find(D->getCombiner()->getEndLoc());
  if (At == TokenStream::None)
    return NotRecorded;
  while (At < Tokens.size() &&
         !(Tokens[At].is(tok::identifier) && Tokens[At].getIdentifierInfo()->isStr("initializer")))
    ++At;
  size_t First = At + 2, Last = First;
  for (unsigned Open = 1; Last < Tokens.size(); ++Last) {
    Open += Tokens[Last].is(tok::l_paren);
    Open -= Tokens[Last].is(tok::r_paren);
    if (!Open)
      break;
  }
  if (Last >= Tokens.size())
    return NotRecorded;
  TokenEdits Edits;
  qualifyNames(D->getInitializer(), InFunction, Edits);
  nameOperands(First, Last - 1, Tokens, {{"omp_priv", Name.str()}, {"omp_orig", named("original", C)}}, Edits);
  std::string Text = Tokens.print(First, Last - 1, Edits, false) + ";\n";
  bool Call = D->getInitializerKind() == OMPDeclareReductionInitKind::Call;
  return Type + (Call ? Name.str() + ";\n" + Text : Text);
}

/// Declares an initialised private copy of one value.
std::string ReductionWriter::declared(const Capture &C, StringRef Name, StringRef Access, bool InFunction) const {
  std::string Text = C.Reduced.Declared ? initializer(C, Name, InFunction)
                                        : valueType(C) + " " + Name.str() + " = " + identity(C, InFunction) + ";\n";
  if (!C.Reduced.UsesOriginal)
    return Text;
  return valueType(C) + " " + named("original", C) + " = " + Access.str() + fieldName(C.What) + ";\n" + Text;
}

/// Initialises the values of a private copy of an array.
std::string ReductionWriter::begin(const Capture &C, const std::string &Values, const std::string &Count,
                                   bool InFunction, StringRef Access) const {
  return "{ hetrt_int64 hetrt_e;\nfor (hetrt_e = 0; hetrt_e < " + Count + "; ++hetrt_e) {\n" +
         declared(C, "hetrt_begin_with", Access, InFunction) + copied(C, Values + "[hetrt_e]", "hetrt_begin_with") +
         "} }\n";
}

/// Declares a private copy of an array: under the array's name, a pointer or reference to the values in the partial.
std::string ReductionWriter::arrayPrivate(const Capture &C, StringRef Access, StringRef Partial, bool InFunction,
                                          bool Begun) const {
  std::string Values = valuesIn(C, Partial, (Access + named("offset", C)).str());
  std::string Text = Begun ? "" : begin(C, Values, (Access + named("count", C)).str(), InFunction, Access);
  std::string Start = "((char *)" + Values + " - " + Access.str() + named("first", C) + ")", Name = localName(C.What);
  if (Kernel.isCXX() && C.Type->isConstantArrayType())
    return Text + named("array", C) + " &" + Name + " = *(" + named("array", C) + " *)" + Start + ";\n";
  return Text + named("row", C) + " *" + Name + " = (" + named("row", C) + " *)" + Start + ";\n";
}

std::string ReductionWriter::privates(bool InFunction, StringRef Access, StringRef Partial, bool Begun) const {
  std::string Text;
  for (const Capture *C : Items)
    Text += (C->Reduced.Array ? arrayPrivate(*C, Access, Partial, InFunction, Begun)
                              : declared(*C, localName(C->What), Access, InFunction)) +
            "(void)" + localName(C->What) + ";\n";
  return Text;
}

std::string ReductionWriter::leave(StringRef Suffix, StringRef Partial, StringRef End) const {
  std::string Text;
  for (const Capture *C : Items)
    if (!C->Reduced.Array)
      Text += copied(*C, partials(Suffix, Partial) + "->" + fieldName(C->What), localName(C->What));
  if (LastItems.empty())
    return Text;
  std::string There = partials(Suffix, Partial) + "->";
  Text += There + EndField + " = (hetrt_int64)(" + End.str() + ");\n";
  for (const Capture *C : LastItems)
    Text += KernelWriter::assign(*C, There + fieldName(C->What), localName(C->What));
  return Text;
}

/// Returns code that keeps the lastprivate values of the later iteration, out of two partials.
std::string ReductionWriter::combineLast() const {
  if (LastItems.empty())
    return "";
  std::string End = EndField, Text = "if (hetrt_in->" + End + " > hetrt_out->" + End + ") {\nhetrt_out->" + End +
                                     " = hetrt_in->" + End + ";\n";
  for (const Capture *C : LastItems)
    Text += KernelWriter::assign(*C, "hetrt_out->" + fieldName(C->What), "hetrt_in->" + fieldName(C->What));
  return Text + "}\n";
}

/// Returns a statement that combines the value `In` into `Out`.
std::string ReductionWriter::combine(const Capture &C, const std::string &Out, const std::string &In,
                                     bool InFunction) const {
  StringRef Operator = C.Reduced.Operator;
  if (const OMPDeclareReductionDecl *D = C.Reduced.Declared) {
    size_t First = Tokens.find(D->getCombiner()->getBeginLoc()), Last = Tokens.find(D->getCombiner()->getEndLoc());
    if (First == TokenStream::None || Last == TokenStream::None)
      return NotRecorded;
    TokenEdits Edits;
    qualifyNames(D->getCombiner(), InFunction, Edits);
    nameOperands(First, Last, Tokens, {{"omp_out", "(" + Out + ")"}, {"omp_in", "(" + In + ")"}}, Edits);
    return Tokens.print(First, Last, Edits, false) + ";\n";
  }
  if (Operator == "min" || Operator == "max")
    return Out + " = " + In + (Operator == "min" ? " < " : " > ") + Out + " ? " + In + " : " + Out + ";\n";
  return Out + " = " + Out + " " + (Operator == "-" ? "+" : Operator.str()) + " " + In +
         ";\n"; // for `-`, OpenMP also adds the private copies
}

/// Returns a statement that combines `In` into `Out` atomically, because other threads of the program may update the
/// variable at the same time, as the user's loop does. If the device has not updated a value, the statement does not
/// write the variable, which may be uninitialised.
std::string ReductionWriter::combineAtomically(const Capture &C, const std::string &Out, const std::string &In) const {
  StringRef Operator = C.Reduced.Operator;
  if (Operator == "min" || Operator == "max")
    return "{ const " + valueType(C) + " hetrt_value = " + In + ";\n#pragma omp atomic compare\nif (hetrt_value " +
           (Operator == "min" ? "<" : ">") + " " + Out + ") { " + Out + " = hetrt_value; }\n}\n";
  return "if (" + In + " != (" + valueType(C) + ")(" + identity(C, Kernel.isCXX()) + ")) {\n#pragma omp atomic\n" +
         Out + " " + (Operator == "-" ? "+" : Operator.str()) + "= " + In + ";\n}\n";
}

/// Returns a loop over elements `hetrt_e`, which are dealt to threads cyclically. The loop is in a block, because C89
/// cannot declare variables in `for`.
static std::string eachElement(const std::string &Thread, const std::string &Count, const std::string &Threads,
                               const std::string &Body) {
  return "{\nhetrt_uint64 hetrt_e;\nfor (hetrt_e = " + Thread + "; hetrt_e < (hetrt_uint64)(" + Count +
         "); hetrt_e += " + Threads + ") {\n" + Body + "}\n}\n";
}

std::string ReductionWriter::beginPartial(StringRef Suffix, StringRef Access, StringRef Partial,
                                          const std::string &Thread, const std::string &Threads) const {
  std::string Text;
  for (const Capture *C : Items)
    Text += C->Reduced.Array ? eachElement(Thread, Access.str() + named("count", *C), Threads,
                                           valuesIn(*C, Partial, (Access + named("offset", *C)).str()) +
                                               "[hetrt_e] = " + identity(*C, false) + ";\n")
                             : "if (" + Thread + " == 0)\n" + partials(Suffix, Partial) + "->" + fieldName(C->What) +
                                   " = " + identity(*C, false) + ";\n";
  return Text;
}

std::string ReductionWriter::mergePartial(StringRef Suffix, StringRef Access, StringRef Into, StringRef From,
                                          const std::string &Thread, const std::string &Threads) const {
  std::string Text;
  for (const Capture *C : Items)
    if (C->Reduced.Array) {
      const std::string Offset = Access.str() + named("offset", *C), Type = valueType(*C);
      Text += eachElement(Thread, Access.str() + named("count", *C), Threads,
                          Type + " *hetrt_out = " + valuesIn(*C, Into, Offset) + " + hetrt_e;\nconst " + Type +
                              " hetrt_in = " + valuesIn(*C, From, Offset) + "[hetrt_e];\n" +
                              combineAtomically(*C, "*hetrt_out", "hetrt_in"));
    } else {
      const std::string Field = "->" + fieldName(C->What);
      Text += "if (" + Thread + " == 0) {\n" +
              combineAtomically(*C, partials(Suffix, Into) + Field, partials(Suffix, From) + Field) + "}\n";
    }
  return Text;
}

std::string ReductionWriter::leaveAtomically(StringRef Suffix, StringRef Partial) const {
  std::string Text;
  for (const Capture *C : Items)
    if (!C->Reduced.Array)
      Text += combineAtomically(*C, partials(Suffix, Partial) + "->" + fieldName(C->What), localName(C->What));
  return Text;
}

/// Combines by a tree over the threads. Each thread combines its own single variables; the elements of arrays are
/// distributed over all threads.
std::string ReductionWriter::combineBlock(StringRef Suffix, StringRef Access, const std::string &Threads) const {
  std::string Size = (Access + "hetrt_partial_size").str();
  std::string Text = "for (unsigned hetrt_width = " + std::to_string(HETRT_MOST_THREADS / 2) +
                     "; hetrt_width; hetrt_width /= 2) {\n__syncthreads();\n";
  if (hasScalars()) {
    Text += "if (hetrt_thread < hetrt_width && hetrt_thread + hetrt_width < " + Threads + ") {\nstruct hetrt_partials" +
            Suffix.str() + " *hetrt_out = " + partials(Suffix, "hetrt_slots + hetrt_thread * " + Size) +
            ",\n*hetrt_in = " + partials(Suffix, "hetrt_slots + (hetrt_thread + hetrt_width) * " + Size) + ";\n";
    for (const Capture *C : Items)
      if (!C->Reduced.Array)
        Text += combine(*C, "hetrt_out->" + fieldName(C->What), "hetrt_in->" + fieldName(C->What), false);
    Text += combineLast() + "}\n";
  }
  for (const Capture *C : Items) {
    if (!C->Reduced.Array)
      continue;
    std::string Count = Access.str() + named("count", *C), Offset = Access.str() + named("offset", *C);
    Text += eachElement("hetrt_thread", "hetrt_width * " + Count, Threads,
                        "const hetrt_uint64 hetrt_of = hetrt_e / " + Count + ", hetrt_value = hetrt_e % " + Count +
                            ";\nif (hetrt_of + hetrt_width < " + Threads + ") {\n" + valueType(*C) + " *hetrt_out = " +
                            valuesIn(*C, "hetrt_slots + hetrt_of * " + Size, Offset) + " + hetrt_value, *hetrt_in = " +
                            valuesIn(*C, "hetrt_slots + (hetrt_of + hetrt_width) * " + Size, Offset) +
                            " + hetrt_value;\n" + combine(*C, "*hetrt_out", "*hetrt_in", false) + "}\n");
  }
  return Text + "}\n__syncthreads();\n" +
         eachElement("hetrt_thread", Size, Threads,
                     "hetrt_partials[hetrt_block * " + Size + " + hetrt_e] = hetrt_slots[hetrt_e];\n");
}
