// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: translates one unit. The stages:
//
//     tokens --PragmaHandler--> Directive, marker --Sema--> AST --Analysis--> Region
//            --HostWriter--> edits of the source   --KernelWriter--> device source
//
// The class Translator runs these stages, collects errors and writes the outputs.
#ifndef HETCC_LIB_FRONTEND_TRANSLATOR_H
#define HETCC_LIB_FRONTEND_TRANSLATOR_H

#include "Analysis/Analysis.h"
#include "Diagnostics.h"
#include "Directive/PragmaHandler.h"
#include "Directive/TokenStream.h"
#include "Frontend/MessageFilter.h"
#include "Frontend/Outputs.h"
#include "Frontend/SourceEdits.h"
#include "Frontend/Unparsed.h"
#include "hetcc/Translate.h"
#include "clang/Sema/SemaConsumer.h"
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace hetcc {

class FunctionRecords;
class RegionEdits;

/// One attempt to read the unit. If clang reports errors in function bodies, the next attempt skips these bodies.
struct Attempt {
  std::map<std::string, std::string> Skip = {}; ///< functions whose bodies are skipped, by placeOf(), with the error
  const PreprocessedSource *Preprocessed = nullptr; ///< the text that clang reads instead of the source; null: none
  bool AllOfLibrary = false;                        ///< define _GNU_SOURCE, which the source may have defined before it
                                                    ///< was preprocessed
  Refusals Refused = {};                            ///< the errors of this attempt
};

/// The macro that makes the C library's headers declare everything. A preprocessed source no longer contains its
/// `#define`.
inline constexpr char AllOfLibrary[] = "_GNU_SOURCE";

/// Translates the unit that a compiler instance reads. A new Translator serves each attempt.
class Translator : public clang::SemaConsumer {
public:
  Translator(clang::CompilerInstance &Instance, const TranslateOptions &Options, Outcome &Result, Attempt &Try);
  ~Translator() override;

  void InitializeSema(clang::Sema &S) override;
  void ForgetSema() override { Messages.Parsing = nullptr; }
  bool shouldSkipFunctionBody(clang::Decl *D) override;
  void HandleTranslationUnit(clang::ASTContext &Context) override;

private:
  void reportMissingLoops();
  void reportSharedMacros();
  bool analyseGroups(clang::ASTContext &Context);
  Outcome writeDevice() const;
  bool analyseGroup(clang::ASTContext &Context, RegionGroup &G);
  GroupRules rulesFor(const RegionGroup &G, clang::ASTContext &Context) const;
  bool analyseAutomatic(clang::ASTContext &Context, RegionGroup &G);
  bool analyseBlock(clang::ASTContext &Context, RegionGroup &G);
  void explain(const RegionGroup &G);
  void explainNotSplit(const RegionGroup &G);
  void findSkippedBodies();
  const SkippedBody *skippedAround(const Directive &D) const;
  void explainSkipped(const RegionGroup &G);
  bool checkOutside();
  void editBlock(RegionEdits &Writer, const RegionGroup &G);
  void edit(clang::ASTContext &Context);
  void editGroup(RegionEdits &Writer, const RegionGroup &G);
  void editModule();
  Outcome writeOutputs(const FunctionRecords &Records);
  clang::SourceManager &sources() const { return Instance.getSourceManager(); }

  clang::CompilerInstance &Instance;
  TranslateOptions Options;
  Outcome &Result;
  Attempt &Try;
  DirectiveList Directives;
  Diagnostics Diags;
  TokenStream Tokens;
  SourceEdits Edits;
  std::unique_ptr<clang::DiagnosticConsumer> OldClient;
  clang::DiagnosticConsumer *Old;
  MessageFilter Messages;
  std::vector<RegionGroup> Groups;
  std::deque<Directive> LoopDirectives;  ///< directives that Analysis makes for loops in partitioned blocks
  std::vector<clang::FixItHint> Missing; ///< clauses for --hetcc-fix to write into the source
  std::vector<const clang::FunctionDecl *> Skipped;
  std::vector<SkippedBody> SkippedBodies;
  DeviceUnit Device;
};

} // namespace hetcc
#endif
