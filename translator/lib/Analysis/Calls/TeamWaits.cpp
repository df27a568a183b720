// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Goes back in the text from a loop of a team to the last barrier on every path, and searches the code between the
// barrier and the loop for waits. A "meeting" below is a place at which all threads of the team wait for each other.
#include "Analysis/Calls/TeamWaits.h"
#include "Analysis/Calls/Waits.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/InnerLoop.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include <map>

using namespace hetcc;
using namespace clang;

namespace {

using Path = llvm::SmallVector<const Stmt *, 16>;

std::vector<const Stmt *> inside(const Stmt *S) {
  if (auto *Captured = dyn_cast<CapturedStmt>(S)) // the statement of a directive
    return {Captured->getCapturedStmt()};
  return {S->child_begin(), S->child_end()};
}

/// Appends to `Way` the statements that lead from S down to its part `To`, both included. Returns false if `To` is not
/// a part of S.
bool findPath(const Stmt *S, const Stmt *To, Path &Way) {
  if (!S)
    return false;
  Way.push_back(S);
  if (S == To || llvm::any_of(inside(S), [&](const Stmt *Part) { return findPath(Part, To, Way); }))
    return true;
  Way.pop_back();
  return false;
}

/// All uses of a function in the unit.
struct Uses : DynamicVisitor {
  explicit Uses(const FunctionDecl *F) : F(F->getCanonicalDecl()) {
    VisitsImplicitCode = VisitsTemplateInstantiations = true;
  }
  struct Call {
    const CallExpr *At = nullptr;
    const FunctionDecl *In = nullptr; ///< the function that contains the call; null for a call outside of functions
  };
  std::vector<Call> Calls;
  unsigned Names = 0; ///< how often the function is named: more often than it is called if the unit takes its address

  bool VisitFunctionDecl(FunctionDecl *Each) override {
    if (Each->doesThisDeclarationHaveABody())
      Current = Each;
    return true;
  }
  bool VisitVarDecl(VarDecl *Each) override {
    if (Each->isFileVarDecl())
      Current = nullptr;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return name(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) override { return name(E->getMemberDecl()); }
  bool VisitCallExpr(CallExpr *E) override {
    if (const FunctionDecl *Callee = E->getDirectCallee(); Callee && Callee->getCanonicalDecl() == F)
      Calls.push_back({E, Current});
    return true;
  }

private:
  bool name(const Decl *Named) {
    Names += Named->getCanonicalDecl() == F;
    return true;
  }
  const FunctionDecl *F, *Current = nullptr;
};

/// The code that a thread may run between the last meeting before a loop and the loop.
class CodeBefore {
public:
  explicit CodeBefore(ASTContext &Context) : Context(Context) {}

  std::vector<const Stmt *> Code;
  std::vector<const Stmt *> Loops;       ///< loops around Code
  const FunctionDecl *Unknown = nullptr; ///< a function whose callers are not known, and may be in teams

  void findFor(const Region &R) {
    if (R.Site.Team)
      goBack(statementOf(R.Site.Team), R.Site.Marker, *R.Site.Function);
    else
      goBackInFunction(*R.Site.Function, R.Site.Marker);
  }

private:
  /// Goes back from the statement `To` to the last meeting in `Outer`, a statement that contains `To`, and adds the
  /// code between them. Returns false if some path from the beginning of `Outer` to `To` has no meeting.
  bool goBack(const Stmt *Outer, const Stmt *To, const FunctionDecl &F) {
    Path Way;
    const bool Found = findPath(Outer, To, Way);
    if (!Found || llvm::any_of(Way, [](const Stmt *S) { return isa<LambdaExpr>(S); }))
      Unknown = Unknown ? Unknown : &F; // a lambda may be called by any team
    const bool Jumps = llvm::any_of(Way, [](const Stmt *S) { return isa<SwitchStmt>(S); }) ||
                       anyIn(Outer, [](const Stmt *S) { return isa<LabelStmt>(S); });
    if (!Found || Jumps) {
      Code.push_back(Outer);
      return false;
    }
    for (size_t I = Way.size() - 1; I-- > 0;)
      if (goBackIn(Way[I], Way[I + 1]))
        return true;
    return false;
  }
  /// Goes back from `Part` to the beginning of S, which contains `Part`, and adds the code that is passed. Returns true
  /// at a meeting.
  bool goBackIn(const Stmt *S, const Stmt *Part) {
    if (auto *Braces = dyn_cast<CompoundStmt>(S))
      return goBackOver(*Braces, Part);
    if (auto *If = dyn_cast<IfStmt>(S)) {
      Code.insert(Code.end(), {If->getInit(), If->getConditionVariableDeclStmt(), If->getCond()});
      return false;
    }
    if (isLoop(S))
      turn(S);
    else
      llvm::copy_if(inside(S), std::back_inserter(Code), [&](const Stmt *Each) { return Each != Part; });
    return false;
  }
  /// Does the same as goBackIn() in a compound statement; goes back from its end if `Part` is null.
  bool goBackOver(const CompoundStmt &Braces, const Stmt *Part) {
    bool Behind = Part;
    for (const Stmt *Each : llvm::reverse(Braces.body())) {
      if (Behind) {
        Behind = Each != Part;
        continue;
      }
      if (meetsAtEnd(Each))
        return true;
      Code.push_back(Each);
    }
    return false;
  }
  /// Adds the code of a loop around the region, because a thread may have run earlier turns of this loop.
  void turn(const Stmt *Loop) {
    const Stmt *Body = lastOf(Loop);
    for (const Stmt *Each : inside(Loop))
      if (Each != Body)
        Code.push_back(Each);
    Loops.push_back(Loop);
    auto *Braces = dyn_cast<CompoundStmt>(Body);
    if (!Braces || hasContinue(Body))
      Code.push_back(Body);
    else
      goBackOver(*Braces, nullptr);
  }
  static const Stmt *lastOf(const Stmt *Loop) {
    if (auto *While = dyn_cast<WhileStmt>(Loop))
      return While->getBody();
    auto *Do = dyn_cast<DoStmt>(Loop);
    return Do ? Do->getBody() : bodyOf(Loop);
  }

  /// Goes back from the statement `To` of the function F, whose callers may make the team, and then in these callers.
  /// Returns false, and adds no code, if no team calls F.
  bool goBackInFunction(const FunctionDecl &F, const Stmt *To) {
    const FunctionDecl *Definition = nullptr;
    if (F.isMain() || !F.hasBody(Definition))
      return false;
    const size_t Codes = Code.size(), Around = Loops.size();
    if (goBack(Definition->getBody(), To, F))
      return true;
    const FunctionDecl *First = F.getCanonicalDecl();
    // While isCalledInTeam() looks at F, InTeam says true for F, so that the search ends if F is recursive.
    if (InTeam.try_emplace(First, true).second)
      InTeam[First] = isCalledInTeam(F);
    if (InTeam[First])
      return true;
    Code.resize(Codes), Loops.resize(Around);
    return false;
  }
  /// Whether a function may be called in a team. Adds the code before each such call.
  bool isCalledInTeam(const FunctionDecl &F) {
    auto *Method = dyn_cast<CXXMethodDecl>(&F);
    Uses Of(&F);
    if (!F.isExternallyVisible() && !(Method && Method->isVirtual()) && !F.hasAttr<UsedAttr>())
      Of.TraverseDecl(Context.getTranslationUnitDecl());
    if (Of.Calls.empty() || Of.Names != Of.Calls.size()) {
      Unknown = Unknown ? Unknown : &F;
      return true;
    }
    bool Found = false;
    for (const Uses::Call &Call : Of.Calls)
      Found |= Call.In && goBackFromCall(*Call.In, Call.At);
    return Found;
  }
  bool goBackFromCall(const FunctionDecl &In, const CallExpr *Call) {
    Path Way;
    if (!findPath(In.getBody(), Call, Way)) {
      Unknown = Unknown ? Unknown : &In;
      return true;
    }
    auto MakesTeam = [](const Stmt *S) {
      auto *Directive = dyn_cast<OMPExecutableDirective>(S);
      return Directive && isOpenMPParallelDirective(Directive->getDirectiveKind());
    };
    auto Team = llvm::find_if(llvm::reverse(Way), MakesTeam);
    if (Team == llvm::reverse(Way).end())
      return goBackInFunction(In, Call);
    goBack(statementOf(cast<OMPExecutableDirective>(*Team)), Call, In);
    return true;
  }

  ASTContext &Context;
  std::map<const FunctionDecl *, bool> InTeam; ///< for each examined function, whether it may be called in a team
};

} // namespace

void hetcc::keepWaitingThreads(Region &R, ASTContext &Context) {
  if (!R.Site.Source->Automatic || !R.Site.Source->joinsTeam() || R.Fate.Where != RunsOn::Everywhere)
    return;
  // Without `nowait`, no thread goes on after the loop before all threads have come. So a thread could only wait for
  // what others do in the loop. It cannot if the loop does nothing that other threads notice (Tells).
  const Waits Inside = findWaits({R.Loop.Statement}, {}, R.Members, Context);
  if (!R.Site.Source->hasNowait() && !Inside.Tells)
    return;
  CodeBefore Before(Context);
  Before.findFor(R);
  llvm::erase(Before.Code, nullptr);
  const Waits Found = findWaits(Before.Code, Before.Loops, R.Members, Context);
  const std::string Help =
      std::string(R.Site.Source->hasNowait() ? "leave out 'nowait', or " : "") + "write a barrier before the loop";
  if (Found.Known || Inside.Known)
    R.Fate.restrict(RunsOn::Plain, R.Site.Source->Begin,
                    "the threads of the team wait for each other by flags or locks", "let them meet at a barrier");
  else if (!Found.Unproven.empty())
    R.Fate.restrict(RunsOn::Plain, R.Site.Source->Begin,
                    "the team " + Found.Unproven + " before the loop, which may wait for another thread", Help);
  else if (Before.Unknown)
    R.Fate.restrict(RunsOn::Plain, R.Site.Source->Begin,
                    "'" + Before.Unknown->getNameAsString() +
                        "' may be called in a team whose threads wait for each other before the loop",
                    Help);
}
