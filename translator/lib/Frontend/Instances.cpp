// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the markers that PragmaHandler has put before loops in the AST, and the directive of each marker.
#include "Frontend/Instances.h"
#include "Analysis/Calls/Callees.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Markers.h"
#include "Analysis/Syntax/SourceText.h"
#include "Diagnostics.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <map>

using namespace hetcc;
using namespace clang;

namespace {

/// Collects the markers of every function and template instance.
class Finder : public DynamicVisitor {
public:
  Finder(DirectiveList &Directives, ASTContext &Context)
      : Groups(Directives.size()), Called(std::make_shared<Callees>(Context)) {
    for (size_t I = 0; I < Groups.size(); ++I)
      Groups[I].Source = &Directives[I];
    VisitsTemplateInstantiations = true;
  }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody())
      walk(F->getBody(), F);
    return true;
  }
  std::vector<RegionGroup> Groups;

private:
  std::shared_ptr<Callees> Called;
  std::vector<Surrounding> Around;              ///< the blocks over places (Directive::isOverPlaces()) that contain the
                                                ///< present statement
  const OMPExecutableDirective *Team = nullptr; ///< the innermost `parallel` directive around the present statement
  bool InTarget = false;                        ///< the present statement is in a `target` construct

  /// Notes an instance of a directive, if it is new. Returns the instance's directive.
  Directive *instance(RegionGroup &Of, const IfStmt *Marker, const FunctionDecl *F) {
    for (const Region &Each : Of.Instances)
      if (Each.Site.Marker == Marker)
        return Each.Site.Source;
    RegionSite Site;
    Site.Source = Site.First = Of.Source, Site.Marker = Marker, Site.Function = F, Site.Around = Around;
    Site.Team = Team, Site.InTarget = InTarget;
    Site.Called = Called;
    if (!Of.Instances.empty())
      Site.setCopy(*Of.Source);
    Of.Instances.emplace_back(std::move(Site));
    return Of.Instances.back().Site.Source;
  }

  void walk(const Stmt *S, const FunctionDecl *F) {
    if (!S)
      return;
    if (auto *If = dyn_cast<IfStmt>(S))
      if (int Id = markerId(If); Id >= 0) {
        if (!Groups[Id].Source->isRegion()) {
          Groups[Id].Blocks.push_back(If->getElse());
          return walk(If->getElse(), F);
        }
        Directive *const Own = F->isDependentContext() ? Groups[Id].Source : instance(Groups[Id], If, F);
        if (!Own->isOverPlaces())
          return; // the body of a region is not searched, because it contains no other regions
        Around.push_back({Own, If});
        walk(If->getElse(), F);
        return Around.pop_back();
      }
    if (auto *Captured = dyn_cast<CapturedStmt>(S)) // the body of an OpenMP directive
      return walk(Captured->getCapturedStmt(), F);
    const llvm::SaveAndRestore Made(Team);
    const llvm::SaveAndRestore Offloaded(InTarget);
    if (auto *Directive = dyn_cast<OMPExecutableDirective>(S)) {
      InTarget |= isOpenMPTargetExecutionDirective(Directive->getDirectiveKind());
      if (isOpenMPParallelDirective(Directive->getDirectiveKind()))
        Team = Directive;
    }
    if (isa<LambdaExpr>(S)) // another team may call the lambda, so the directives around the lambda are ignored
      Team = nullptr;
    auto *Lambda = dyn_cast<LambdaExpr>(S);
    if (const FunctionTemplateDecl *Generic = Lambda ? Lambda->getDependentCallOperator() : nullptr) {
      for (const FunctionDecl *Operator : Generic->specializations())
        walk(Operator->getBody(), Operator);
      return;
    }
    for (const Stmt *Child : S->children())
      walk(Child, F);
  }
};

} // namespace

/// Returns the location of the outermost function that contains `F`, or of `F` itself if there is none. It is the same
/// for all instances of a template.
static SourceLocation outermost(const FunctionDecl *F) {
  for (const DeclContext *Outer = F; Outer; Outer = Outer->getParent())
    if (auto *Each = dyn_cast<FunctionDecl>(Outer))
      F = Each;
  return F->getBody() ? F->getBody()->getBeginLoc() : F->getLocation();
}

std::vector<RegionGroup> hetcc::collectRegions(ASTContext &Context, DirectiveList &Directives) {
  Finder Found(Directives, Context);
  Found.TraverseDecl(Context.getTranslationUnitDecl());
  std::map<SourceLocation, unsigned> Counts; // of directives so far, for each outermost function
  for (RegionGroup &G : Found.Groups)
    if (!G.Instances.empty())
      G.Ordinal = Counts[outermost(G.Instances.front().Site.Function)]++;
  return std::move(Found.Groups);
}

/// Returns the first jump in S that leaves the statement at `Outermost`; null if there is none. OwnBreak: a `break` in
/// S belongs to a loop or switch inside of `Outermost`, so it does not leave the statement; OwnContinue: likewise for a
/// `continue`.
static const Stmt *leavingJump(const Stmt *S, const SourceManager &SM, SourceRange Outermost, bool OwnBreak = false,
                               bool OwnContinue = false) {
  if (!S || isa<LambdaExpr>(S))
    return nullptr;
  if (isa<ReturnStmt, CoreturnStmt, IndirectGotoStmt>(S) || (isa<BreakStmt>(S) && !OwnBreak) ||
      (isa<ContinueStmt>(S) && !OwnContinue))
    return S;
  if (auto *Goto = dyn_cast<GotoStmt>(S)) {
    SourceLocation Label = Goto->getLabel()->getLocation();
    bool Inside = !SM.isBeforeInTranslationUnit(Label, Outermost.getBegin()) &&
                  !SM.isBeforeInTranslationUnit(Outermost.getEnd(), Label);
    return Inside ? nullptr : S;
  }
  if (auto *Captured = dyn_cast<CapturedStmt>(S))
    return leavingJump(Captured->getCapturedStmt(), SM, Outermost, OwnBreak, OwnContinue);
  const bool Loop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  for (const Stmt *Child : S->children())
    if (const Stmt *Found =
            leavingJump(Child, SM, Outermost, OwnBreak || Loop || isa<SwitchStmt>(S), OwnContinue || Loop))
      return Found;
  return nullptr;
}

bool hetcc::staysInBlocks(const RegionGroup &G, const SourceManager &SM, Diagnostics &Diags) {
  for (const Stmt *Block : G.Blocks) {
    const Stmt *Jump = leavingJump(Block, SM, Block->getSourceRange());
    if (!Jump)
      continue;
    Diags.report(Jump->getBeginLoc(), message::err_jump_out) << (isa<BreakStmt>(Jump)                    ? "break"
                                                                 : isa<ContinueStmt>(Jump)               ? "continue"
                                                                 : isa<GotoStmt, IndirectGotoStmt>(Jump) ? "goto"
                                                                                                         : "return")
                                                             << G.Source->Name;
    return false;
  }
  return true;
}

namespace {

/// The template parameter lists of a function and of the classes around it, with the names that the function's
/// definition uses, since other declarations of the templates may name the parameters differently.
class ParameterLists {
public:
  explicit ParameterLists(const FunctionDecl &Instance) : Function(&Instance) {
    const FunctionDecl *Pattern = Instance.getTemplateInstantiationPattern();
    Text = Pattern ? Pattern : &Instance;
    for (unsigned I = Text->getNumTemplateParameterLists(); I-- > 0;)
      OfClasses.push_back(Text->getTemplateParameterList(I));
    if (!OfClasses.empty())
      return;
    for (const DeclContext *In = Text->getLexicalDeclContext(); In && !In->isFunctionOrMethod();
         In = In->getLexicalParent())
      if (auto *Class = dyn_cast<CXXRecordDecl>(In); Class && Class->getDescribedClassTemplate())
        OfClasses.push_back(Class->getDescribedClassTemplate()->getTemplateParameters());
  }
  const TemplateParameterList *ofFunction() const {
    const FunctionTemplateDecl *Template = Text->getDescribedFunctionTemplate();
    return (Template ? Template : Function->getPrimaryTemplate())->getTemplateParameters();
  }
  /// Returns the list of the next class template. The first call is for the innermost class.
  const TemplateParameterList *ofNextClass(const ClassTemplateSpecializationDecl &Instance) {
    return Next < OfClasses.size() ? OfClasses[Next++] : Instance.getSpecializedTemplate()->getTemplateParameters();
  }

private:
  const FunctionDecl *Function, *Text;
  llvm::SmallVector<const TemplateParameterList *, 2> OfClasses;
  size_t Next = 0;
};

/// Makes the condition that is true in one instance of a template, and the names of the template's arguments in a
/// kernel.
class GuardWriter {
public:
  GuardWriter(const FunctionDecl &F, const KernelWriter &Kernel, const ASTContext &Context, ParameterNames &Names)
      : F(F), Kernel(Kernel), Context(Context), Names(Names) {}

  std::string Guard;
  std::string WhyNot; ///< set by functions that return false

  /// Adds what the template lists around the function say, from the inside out, as far as their text names the
  /// parameters: that of an explicit specialisation cannot name those of the primary template.
  bool addAll() {
    bool Named = true;
    ParameterLists Lists(F);
    for (const DeclContext *Outer = &F; Outer && Named; Outer = Outer->getParent())
      if (auto *Function = dyn_cast<FunctionDecl>(Outer)) { // F, or a function around its lambda or local class
        Lists = ParameterLists(*Function);
        if (!addFunction(*Function, Lists, Named))
          return false;
      } else if (auto *Class = dyn_cast<CXXRecordDecl>(Outer)) {
        if (!addClass(*Class, Lists, Named))
          return false;
      }
    return true;
  }

private:
  bool refuse(std::string Cause) {
    WhyNot = std::move(Cause);
    return false;
  }
  /// Adds the arguments of a function template. `Named`: whether the text names the parameters of what is around it.
  bool addFunction(const FunctionDecl &Function, const ParameterLists &Lists, bool &Named) {
    Named = Function.getTemplateSpecializationKind() != TSK_ExplicitSpecialization;
    const TemplateArgumentList *Own = Named ? Function.getTemplateSpecializationArgs() : nullptr;
    if (!Own)
      return true;
    Named = !Function.getPrimaryTemplate()->isMemberSpecialization();
    return add(*Lists.ofFunction(), Own->asArray());
  }
  /// Does so for a class template.
  bool addClass(const CXXRecordDecl &Class, ParameterLists &Lists, bool &Named) {
    Named = Class.getTemplateSpecializationKind() != TSK_ExplicitSpecialization;
    auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(&Class);
    if (!Instance || !Named)
      return true;
    if (isa<ClassTemplatePartialSpecializationDecl>(Instance) ||
        !Instance->getSpecializedTemplateOrPartial().is<ClassTemplateDecl *>())
      return refuse("the class around it is a partial specialisation, whose parameters a kernel cannot name");
    Named = !Instance->getSpecializedTemplate()->isMemberSpecialization();
    return add(*Lists.ofNextClass(*Instance), Instance->getTemplateArgs().asArray());
  }
  bool add(const TemplateParameterList &Parameters, ArrayRef<TemplateArgument> Arguments) {
    for (unsigned I = 0; I < Parameters.size() && I < Arguments.size(); ++I) {
      const NamedDecl &Parameter = *Parameters.getParam(I);
      const std::string Name = Parameter.getNameAsString();
      if (Parameter.isImplicit())
        return refuse("the type of a parameter of the function is 'auto', which a kernel cannot name");
      if (Name.empty())
        continue;
      const TemplateArgument &A = Arguments[I];
      if (A.getKind() == TemplateArgument::Integral)
        addNumber(Name, A);
      else if (A.getKind() != TemplateArgument::Type)
        return refuse("'" + Name + "' is neither a type nor an integer, and a kernel cannot name it");
      else if (!addType(Name, A.getAsType()))
        return false;
    }
    return true;
  }
  bool addType(const std::string &Name, QualType T) {
    auto *Tag = T->getAsTagDecl();
    if (Tag && !Context.getSourceManager().isBeforeInTranslationUnit(Tag->getLocation(), F.getLocation()))
      return refuse("'" + Name + "' is '" + T.getAsString(Context.getPrintingPolicy()) +
                    "' here, a type that is declared after the template: a kernel has the template's place, where the "
                    "type has no name yet");
    if (Tag && (Tag->getDeclContext()->isFunctionOrMethod() || Tag->getNameAsString().empty()))
      return refuse("the type that '" + Name + "' stands for has no name that a kernel can use");
    // Canonical, because a parameter may hide the name of a typedef.
    const QualType Canonical = T.getCanonicalType();
    const bool IsTag = isa<TagType>(Canonical) && !Canonical.hasLocalQualifiers();
    condition("__is_same(" + Name + ", " + (IsTag ? "::" : "") + Kernel.declare(T, "") + ")");
    const std::string Alias = "hetrt_argument_" + Name;
    Names.Types += Kernel.typedefOf(T, Alias);
    Names.Names += "typedef " + Kernel.declareAs(T, Alias, Name) + ";\n";
    return true;
  }
  void addNumber(const std::string &Name, const TemplateArgument &A) {
    const QualType T = A.getIntegralType();
    const std::string Value = llvm::toString(A.getAsIntegral(), 10), Cast = "(" + Kernel.declare(T, "") + ")";
    condition(Name + " == " + (T->isEnumeralType() ? Cast : "") + Value);
    Names.Names += "const " + Kernel.declare(T, Name) + " = " + Cast + Value + ";\n";
  }
  void condition(const std::string &Text) { Guard += (Guard.empty() ? "" : " && ") + Text; }

  const FunctionDecl &F;
  const KernelWriter &Kernel;
  const ASTContext &Context;
  ParameterNames &Names;
};

} // namespace

std::optional<std::string> hetcc::instanceGuard(const FunctionDecl *F, const KernelWriter &Kernel,
                                                const ASTContext &Context, ParameterNames &Names, std::string &WhyNot) {
  for (const DeclContext *Outer = F->getDeclContext(); Outer; Outer = Outer->getParent())
    if (auto *Namespace = dyn_cast<NamespaceDecl>(Outer); Namespace && !Namespace->isAnonymousNamespace())
      Names.Names += "using namespace " + qualifiedName(*Namespace) + ";\n";
  GuardWriter Writer(*F, Kernel, Context, Names);
  if (Writer.addAll())
    return std::move(Writer.Guard);
  WhyNot = std::move(Writer.WhyNot);
  return std::nullopt;
}
