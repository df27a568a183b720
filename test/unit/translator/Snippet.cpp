// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs clang's parser, with hetcc's directives, on a string.
#include "Snippet.h"
#include "Analysis/Loop/LoopAnalysis.h"

#include "Frontend/Instances.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Sema/SemaConsumer.h"
#include "clang/Tooling/Tooling.h"

using namespace hetcc;

namespace {

class Consumer : public clang::SemaConsumer {
public:
  Consumer(clang::CompilerInstance &Instance, const Snippet::GroupUser &With)
      : Diags(Instance.getDiagnostics()), With(With) {}
  void InitializeSema(clang::Sema &S) override { installPragmaHandlers(S, Directives, Diags, {}); }
  void HandleTranslationUnit(clang::ASTContext &Context) override {
    if (Diags.engine().hasErrorOccurred())
      return;
    std::vector<RegionGroup> Groups = collectRegions(Context, Directives);
    With(Groups, Directives, Context, Diags);
  }

private:
  DirectiveList Directives;
  Diagnostics Diags;
  const Snippet::GroupUser &With;
};

class Action : public clang::ASTFrontendAction {
public:
  explicit Action(const Snippet::GroupUser &With) : With(With) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &Instance, llvm::StringRef) override {
    return std::make_unique<Consumer>(Instance, With);
  }

private:
  const Snippet::GroupUser &With;
};

} // namespace

bool Snippet::parseGroups(const std::string &Code, const GroupUser &With, Language Of) {
  std::vector<std::string> Arguments = {"-fopenmp", "-w"};
  if (Of == CXX)
    Arguments.emplace_back("-std=c++20");
  return clang::tooling::runToolOnCodeWithArgs(std::make_unique<Action>(With), Code, Arguments,
                                               Of == CXX ? "snippet.cpp" : "snippet.c");
}

bool Snippet::parse(const std::string &Code, const User &With, Language Of) {
  return parseGroups(
      Code,
      [&](std::vector<RegionGroup> &Groups, DirectiveList &, clang::ASTContext &Context, Diagnostics &Diags) {
        std::vector<Region *> Regions;
        for (RegionGroup &G : Groups)
          for (Region &R : G.Instances)
            Regions.push_back(&R);
        With(Regions, Context, Diags);
      },
      Of);
}

bool Snippet::of(const std::string &Code, const std::function<void(Region &, clang::ASTContext &)> &With, Language Of) {
  bool Sound = true;
  const bool Parsed = parse(
      Code,
      [&](std::vector<Region *> &Regions, clang::ASTContext &Context, Diagnostics &Diags) {
        for (Region *R : Regions)
          if (analyse(*R, Context, Diags))
            With(*R, Context);
          else
            Sound = false;
      },
      Of);
  return Parsed && Sound;
}
