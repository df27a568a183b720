// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The declarations at the beginning of a kernel at file scope. With them, each name in the body has the same meaning as
// in the user's function:
//
//     typedefs of types that generated code uses, where no local declarations hide names yet
//     declarations of a template's parameters with the instance's arguments
//     { local declarations of the function, with one block for each block of the function
//       { ... typedefs of types that use the function's local types, where the function declares variables of them
//         { captured values, arrays, the loop
//
// With this order, the text of the body needs no changes, and its names hide the same names as in the function. In C++,
// a kernel is not a member of the user's class or namespace, so unqualified names from these are replaced by qualified
// names.
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/SourceText.h"
#include "Kernel/KernelWriter.h"
#include "Kernel/ReductionWriter.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Finds out which kinds of names are part of a type.
class NamesInType : public DynamicVisitor {
public:
  explicit NamesInType(QualType T) { TraverseType(T); }
  bool Any = false;        ///< names of types
  bool Local = false;      ///< names of types that are local to a function
  bool Expression = false; ///< `typeof`

  bool dataTraverseStmtPre(Stmt *) override { return false; }
  bool VisitType(Type *T) override {
    if (auto *Typedef = dyn_cast<TypedefType>(T))
      return note(Typedef->getDecl());
    if (auto *Tag = dyn_cast<TagType>(T)) {
      if (auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Tag->getDecl()))
        for (const TemplateArgument &A : Instance->getTemplateArgs().asArray())
          if (A.getKind() == TemplateArgument::Type)
            TraverseType(A.getAsType());
      return note(Tag->getDecl());
    }
    Expression |= isa<TypeOfExprType, TypeOfType>(T);
    return true;
  }

private:
  bool note(const TypeDecl *Decl) {
    Any = true;
    Local |= Decl->getParentFunctionOrMethod() != nullptr;
    return true;
  }
};

std::string literal(const llvm::APFloat &Value) {
  llvm::SmallString<32> Digits;
  Value.toString(Digits, /*FormatPrecision=*/0, /*FormatMaxPadding=*/0); // enough digits to restore the value
  return (Digits + (Digits.str().contains('.') ? "" : ".0")).str();
}

/// A declaration for the kernel, and the location of the user's declaration. The location decides in which block, and
/// in which order, the declaration is written.
struct Placed {
  SourceLocation At;
  std::string Text;
};

} // namespace

std::string KernelWriter::declare(QualType T, StringRef Name) const {
  PrintingPolicy Policy = Context.getPrintingPolicy();
  Policy.FullyQualifiedName = true;
  Policy.PrintCanonicalTypes = isCXX() || NamesInType(T).Expression;
  Policy.Bool = isCXX();                // in C, print `_Bool`, because a host compiler may not know `bool` of C23
  Policy.SuppressUnwrittenScope = true; // leave out anonymous namespaces, which have no name
  std::string Text = Name.str();
  T.getAsStringInternal(Text, Policy);
  return Text;
}

QualType KernelWriter::spelled(QualType T) const { return isCXX() ? T.getCanonicalType() : T; }

std::string KernelWriter::declareAs(QualType T, StringRef Alias, StringRef Name) const {
  return NamesInType(spelled(T)).Any ? (Alias + " " + Name).str() : declare(T, Name);
}

std::string KernelWriter::declarePointer(QualType To, StringRef Alias, StringRef Name) const {
  return NamesInType(spelled(To)).Any ? (Alias + " *" + Name).str() : declare(Context.getPointerType(To), Name);
}

std::string KernelWriter::typedefOf(QualType T, StringRef Alias) const {
  return NamesInType(spelled(T)).Any ? "typedef " + declare(T, Alias) + ";\n" : "";
}

/// Returns the typedefs that the text of the kernel uses.
std::vector<TypeName> KernelWriter::typeNames() const {
  std::vector<TypeName> Types;
  auto AddNamed = [&](QualType T, std::string Name, SourceLocation At) {
    if (NamesInType(spelled(T)).Any)
      Types.push_back({T, std::move(Name), At});
  };
  for (const Capture &C : R.Body.Captures)
    if (C.Kind != CaptureKind::Reduction)
      AddNamed(C.Type, typeName(C), C.What.Decl->getLocation());
  for (const Window &W : R.Windows) {
    if (!W.Array.Decl)
      continue;
    const SourceLocation At = W.Array.Decl->getLocation();
    AddNamed(elementType(W), elementName(W), At);
    if (W.DeclaredRank > 1 && !W.Rows && !hasVariableRows(W))
      Types.push_back({rowType(W), rowName(W), At});
  }
  if (isPointerToRows())
    Types.push_back({R.Loop.IteratorType, IteratorTypeName, R.Loop.Iterator->getLocation()});
  else
    AddNamed(R.Loop.IteratorType, IteratorTypeName, R.Loop.Iterator->getLocation());
  for (TypeName &Each : ReductionWriter(R, Context, Tokens, *this).types())
    Types.push_back(std::move(Each));
  return Types;
}

/// Declares a constant in the kernel with the value of the user's constant `Var`.
std::string KernelWriter::constantText(const VarDecl &Var, StringRef Name, StringRef Alias) const {
  const APValue &Value = *Var.evaluateValue();
  const QualType T = Var.getType().getNonReferenceType().getUnqualifiedType();
  std::string Number = Value.isInt() ? numberText(Value.getInt()) : literal(Value.getFloat());
  return (Var.isConstexpr() ? "constexpr " : "const ") + declareAs(T, Alias, Name) + " = (" + declareAs(T, Alias, "") +
         ")(" + Number + "); (void)" + Name.str() + ";\n";
}

/// Returns the text of a type's declaration, including attributes after it, which may change the type's layout.
std::string KernelWriter::typeDeclaration(const NamedDecl &D, const TokenEdits &Edits) const {
  size_t First = Tokens.find(D.getBeginLoc()), Last = Tokens.find(D.getEndLoc());
  if (First == TokenStream::None || Last == TokenStream::None)
    return "";
  while (Last + 1 < Tokens.size() && Tokens[Last + 1].is(tok::kw___attribute)) {
    unsigned Open = 0;
    do {
      ++Last;
      Open += Tokens[Last].is(tok::l_paren);
      Open -= Tokens[Last].is(tok::r_paren);
    } while (Last + 1 < Tokens.size() && (Open || Tokens[Last].is(tok::kw___attribute)));
  }
  std::string Text = Tokens.print(First, Last, Edits, false) + ";\n";
  auto *Typedef = dyn_cast<TypedefNameDecl>(&D);
  const NamedDecl *Type = Typedef ? Typedef->getUnderlyingType()->getAsTagDecl() : &D;
  auto *Pack = Type ? Type->getAttr<MaxFieldAlignmentAttr>() : nullptr;
  return Pack ? packed(Text, Pack->getAlignment() / 8) : Text;
}

/// Returns a local declaration of the user's function as a declaration for the kernel. After a type, a GPU kernel also
/// asserts that the type has the same size as on the host.
std::string KernelWriter::declarationText(const NamedDecl &D, Form F, const TokenEdits &Edits) const {
  if (auto *Function = dyn_cast<FunctionDecl>(&D))
    return declare(Function->getType(), Function->getName()) + ";\n";
  if (auto *Var = dyn_cast<VarDecl>(&D)) {
    if (isKnownNumber(*Var, Context))
      return constantText(*Var, Var->getName(), "hetrt_type_of_" + Var->getNameAsString());
    const Expr *Values = Var->getAnyInitializer();
    return (Var->isConstexpr() ? "static constexpr " : "static ") +
           declareAs(Var->getType(), "hetrt_type_of_" + Var->getNameAsString(), Var->getName()) + " = " +
           Tokens.print(Tokens.find(Values->getBeginLoc()), Tokens.find(Values->getEndLoc()), Edits, false) + ";\n";
  }
  std::string Text = typeDeclaration(D, Edits);
  if (auto *Type = dyn_cast<TypeDecl>(&D); Type && Type->getIdentifier() && F == Form::Device)
    if (QualType T = Context.getTypeDeclType(Type); NamesInType(spelled(T)).Any && !T->isIncompleteType() &&
                                                    !T->isDependentType() && T->isObjectType() &&
                                                    !T->isVariablyModifiedType())
      Text += layoutCheck(declare(T, ""), uint64_t(Context.getTypeSizeInChars(T).getQuantity()));
  return Text;
}

KernelWriter::Scopes KernelWriter::declarations(Form F, const ParameterNames &Parameters) const {
  const SourceManager &SM = Context.getSourceManager();
  Scopes Around;
  std::vector<Placed> Inside;
  auto Name = [&](const TypeName &Each) {
    std::string Text = "typedef " + declare(Each.Type, Each.Name) + ";\n";
    if (NamesInType(spelled(Each.Type)).Local)
      Inside.push_back({Each.At, std::move(Text)});
    else
      Around.Text += Text;
  };
  TokenEdits Edits;
  if (F == Form::Device)
    nameOuter(Edits);
  SourceLocation End; // the end of the last type: types before it are nested in its text, as is the struct in `typedef
                      // struct {...} T`
  for (const NamedDecl *D : R.Outer.LocalDeclarations) {
    auto *Var = dyn_cast<VarDecl>(D);
    if (Var)
      if (QualType T = Var->getType(); NamesInType(spelled(T)).Any)
        Name({T, "hetrt_type_of_" + Var->getNameAsString(), Var->getLocation()});
    if (Var || isa<FunctionDecl>(D)) {
      Inside.push_back({D->getLocation(), declarationText(*D, F, Edits)});
    } else if (End.isInvalid() || SM.isBeforeInTranslationUnit(End, D->getEndLoc())) {
      Inside.push_back({D->getBeginLoc(), declarationText(*D, F, Edits)});
      End = D->getEndLoc();
    }
  }
  for (const TypeName &Each : typeNames())
    Name(Each);
  for (size_t I = 0; I < R.Outer.OuterNames.size() && F == Form::Device; ++I)
    if (!R.Outer.OuterNames[I].Type.isNull() && !outerTypeText(I).empty())
      Around.Text += outerTypeText(I);
  Around.Text += Parameters.Types + Parameters.Names;
  llvm::stable_sort(Inside, [&](const Placed &A, const Placed &B) { return SM.isBeforeInTranslationUnit(A.At, B.At); });
  const std::vector<SourceRange> Blocks = blocksAround(R, Context);
  auto Depth = [&](SourceLocation At) {
    return unsigned(llvm::count_if(
        Blocks, [&](SourceRange Block) { return SM.isPointWithin(At, Block.getBegin(), Block.getEnd()); }));
  };
  auto Open = [&] { Around.Text += "{\n", ++Around.Open; };
  for (unsigned Reached = 0; const Placed &Each : Inside) {
    if (unsigned There = Depth(Each.At); There > Reached || Around.Open == 0) {
      Open();
      Reached = There;
    }
    Around.Text += Each.Text;
  }
  Open();
  return Around;
}

/// Returns a typedef with a generated name for a type that the body names without qualification. Returns "" for local
/// types of the function, because the kernel declares these itself.
std::string KernelWriter::outerTypeText(size_t Number) const {
  const QualType T = R.Outer.OuterNames[Number].Type;
  if (NamesInType(T.getCanonicalType()).Local)
    return "";
  const std::string Name = "hetrt_named_" + std::to_string(Number);
  auto *Typedef = T->getAs<TypedefType>(); // a typedef is kept, because it may have an alignment attribute
  return "typedef " + (Typedef ? "::" + qualifiedName(*Typedef->getDecl()) + " " + Name : declare(T, Name)) + ";\n";
}

/// Replaces unqualified names from the user's class or namespace in the body.
void KernelWriter::nameOuter(TokenEdits &Edits) const {
  for (size_t I = 0; I < R.Outer.OuterNames.size(); ++I) {
    const OuterName &Name = R.Outer.OuterNames[I];
    const size_t At = Tokens.find(Name.Loc);
    const NamedDecl *Decl = Name.Decl;
    if (!Decl)
      Decl = Name.Type->getAs<TypedefType>()
                 ? static_cast<const NamedDecl *>(Name.Type->getAs<TypedefType>()->getDecl())
                 : Name.Type->getAsTagDecl();
    if (At == TokenStream::None || !Decl || !Decl->getIdentifier() ||
        Tokens[At].getIdentifierInfo() != Decl->getIdentifier())
      continue;
    if (Name.Decl)
      Edits.replace(At, At, "::" + qualifiedName(*Decl));
    else if (!outerTypeText(I).empty())
      Edits.replace(
          At > 0 && Tokens[At - 1].isOneOf(tok::kw_struct, tok::kw_class, tok::kw_union, tok::kw_enum) ? At - 1 : At,
          At, "hetrt_named_" + std::to_string(I));
  }
}
