// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clang in memory.
#include "Unit.h"
#include "Check.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/ModuleLoader.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Parse/ParseAST.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/Support/VirtualFileSystem.h"

// Replays of the corpus are built without sanitizers, by any compiler.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HETCC_LEAKS_ARE_FOUND
#include <sanitizer/lsan_interface.h>
#endif
#endif

using namespace clang;

namespace {

/// What all units share; it costs more to make than a small unit to read.
struct Compiler {
  Compiler() : IDs(new DiagnosticIDs), Options(new DiagnosticOptions) {
    Target->Triple = "x86_64-pc-linux-gnu";
    IgnoringDiagConsumer Nobody;
    DiagnosticsEngine Engine(IDs, Options, &Nobody, /*ShouldOwnClient=*/false);
    Info = TargetInfo::CreateTargetInfo(Engine, Target);
    for (bool Cxx : {false, true})
      setLanguage(Languages[Cxx], Cxx);
  }

  void setLanguage(LangOptions &Lang, bool Cxx) const {
    std::vector<std::string> Includes;
    LangOptions::setLangDefaults(Lang, Cxx ? Language::CXX : Language::C, llvm::Triple(Target->Triple), Includes,
                                 Cxx ? LangStandard::lang_gnucxx17 : LangStandard::lang_gnu17);
    Lang.OpenMP = 51;
    Lang.OpenMPExtensions = true;
    Lang.CXXExceptions = Lang.Exceptions = Cxx;
  }

  IntrusiveRefCntPtr<DiagnosticIDs> IDs;
  IntrusiveRefCntPtr<DiagnosticOptions> Options;
  std::shared_ptr<TargetOptions> Target = std::make_shared<TargetOptions>();
  TargetInfo *Info = nullptr;
  LangOptions Languages[2];
};

/// Counts errors, of clang and of ours.
class ErrorCounter : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
  }
};

/// One unit under the compiler.
class Session {
public:
  Session(const fuzz::Unit &Source)
      : Engine(shared().IDs, shared().Options, &Errors, /*ShouldOwnClient=*/false),
        Lang(shared().Languages[Source.Cxx]), Memory(new llvm::vfs::InMemoryFileSystem),
        Files(FileSystemOptions(), Memory), Sources(Engine, Files),
        Headers(headerOptions(), Sources, Engine, Lang, shared().Info),
        PP(std::make_shared<PreprocessorOptions>(), Engine, Lang, Sources, Headers, Modules), Ours(Engine) {
    Errors.BeginSourceFile(Lang, &PP);
    for (const auto &[Name, Text] : Source.Headers)
      Memory->addFile("/" + Name, 0, llvm::MemoryBuffer::getMemBufferCopy(Text + "\n", Name));
    const std::string Main = "/main";
    Memory->addFile(Main, 0, llvm::MemoryBuffer::getMemBufferCopy(Source.Text + endFor(Source.Text), Main));
    Memory->setCurrentWorkingDirectory("/");
    if (auto Folder = Files.getOptionalDirectoryRef("/"))
      Headers.SetSearchPaths({DirectoryLookup(*Folder, SrcMgr::C_User, false)}, 0, 0,
                             llvm::DenseMap<unsigned, unsigned>());
    Sources.setMainFileID(Sources.createFileID(cantFail(Files.getFileRef(Main)), SourceLocation(), SrcMgr::C_User));
    PP.setPredefines("#define __HETCC__ 1\n");
    PP.Initialize(*shared().Info);
  }

  static Compiler &shared() {
    static Compiler Made;
    return Made;
  }

  ErrorCounter Errors;
  DiagnosticsEngine Engine;
  LangOptions Lang; // what is parsed may change it
  IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Memory;
  FileManager Files;
  SourceManager Sources;
  TrivialModuleLoader Modules;
  HeaderSearch Headers;
  Preprocessor PP;
  hetcc::Diagnostics Ours;

private:
  /// Clang 19 faults where it meets the end of the unit while it reads `_Pragma` in a directive: so that is farther
  /// away.
  static std::string endFor(llvm::StringRef Text) {
    std::string End = "\n";
    for (size_t Times = 4 * Text.count("_Pragma"); Times > 0; --Times)
      End += ";\n";
    return End;
  }

  static std::shared_ptr<HeaderSearchOptions> headerOptions() { return std::make_shared<HeaderSearchOptions>(); }
};

/// Reads a pragma as our handler does.
class Listening : public PragmaHandler {
public:
  Listening(llvm::StringRef Name, Session &Unit, const fuzz::PragmaListener &Listener)
      : PragmaHandler(Name), Unit(Unit), Listener(Listener) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer, Token &First) override {
    Listener(hetcc::readPragma(PP, First), Introducer.Loc, PP, Unit.Ours);
  }

private:
  Session &Unit;
  const fuzz::PragmaListener &Listener;
};

class Handling : public SemaConsumer {
public:
  Handling(hetcc::DirectiveList &Directives, hetcc::Diagnostics &Ours, hetcc::AutoMode Auto)
      : Directives(Directives), Ours(Ours), Auto(Auto) {}
  void InitializeSema(Sema &S) override {
#ifdef HETCC_LEAKS_ARE_FOUND
    __lsan::ScopedDisabler Disabler; // handlers live as long as the process
#endif
    hetcc::installPragmaHandlers(S, Directives, Ours, {Auto, /*Checked=*/true});
  }

private:
  hetcc::DirectiveList &Directives;
  hetcc::Diagnostics &Ours;
  hetcc::AutoMode Auto;
};

} // namespace

void fuzz::preprocess(const Unit &Source, const PragmaListener &Listener) {
  Session Unit(Source);
  for (llvm::StringRef Name : {"omp", "acc"})
    Unit.PP.AddPragmaHandler(new Listening(Name, Unit, Listener));
  Unit.PP.EnterMainSourceFile();
  Token T;
  do
    Unit.PP.Lex(T);
  while (T.isNot(tok::eof));
  Unit.PP.EndSourceFile();
}

void fuzz::parse(const Unit &Source, const std::function<void(hetcc::DirectiveList &, Preprocessor &)> &Listener) {
  Session Unit(Source);
  hetcc::DirectiveList Directives;
  Handling Consumer(Directives, Unit.Ours, Source.Auto);
  ASTContext Context(Unit.Lang, Unit.Sources, Unit.PP.getIdentifierTable(), Unit.PP.getSelectorTable(),
                     Unit.PP.getBuiltinInfo(), TU_Complete);
  Context.InitBuiltinTypes(*Session::shared().Info);
  {
    Sema Meaning(Unit.PP, Context, Consumer);
    ParseAST(Meaning);
  }
  if (Unit.Engine.hasErrorOccurred() || Unit.Engine.hasUncompilableErrorOccurred() || Unit.Ours.errorCount())
    Directives.clear();
  Listener(Directives, Unit.PP);
}

bool fuzz::isSpelledRight(const std::string &Text, llvm::ArrayRef<Token> Tokens, Preprocessor &PP) {
  Lexer Raw(SourceLocation(), PP.getLangOpts(), Text.c_str(), Text.c_str(), Text.c_str() + Text.size());
  Token T;
  for (const Token &Wanted : Tokens) {
    Raw.LexFromRawLexer(T);
    if (T.getLength() == 0 ||
        Text.substr(Raw.getBufferLocation() - Text.c_str() - T.getLength(), T.getLength()) != PP.getSpelling(Wanted))
      return false;
  }
  Raw.LexFromRawLexer(T);
  return T.is(tok::eof);
}

bool fuzz::isBalanced(llvm::ArrayRef<Token> Tokens) {
  std::vector<tok::TokenKind> Open;
  for (const Token &T : Tokens) {
    if (T.is(tok::l_paren))
      Open.push_back(tok::r_paren);
    else if (T.is(tok::l_square))
      Open.push_back(tok::r_square);
    else if (T.is(tok::l_brace))
      Open.push_back(tok::r_brace);
    else if (T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
      if (Open.empty() || T.isNot(Open.back()))
        return false;
      Open.pop_back();
    }
  }
  return Open.empty();
}

void fuzz::checkAccepted(hetcc::Directive &D, llvm::ArrayRef<Token> Line, Preprocessor &PP) {
  const std::string Text = hetcc::spell(Line, PP);
  check(isBalanced(Line), "brackets match in what is accepted", Text);
  unsigned Slots = 0;
  hetcc::forEachExpr(D, [&](hetcc::ClauseExpr &E) {
    check(E.Slot == Slots++, "each slot has its expression", Text);
    check(!E.Tokens.empty(), "no expression is empty", Text);
    check(isBalanced(E.Tokens), "brackets match in an expression", Text);
    check(isSpelledRight(E.Text, E.Tokens, PP), "an expression is spelled as it was written", E.Text);
  });
  for (const hetcc::OpenMPClause &C : D.OpenMP)
    check(isSpelledRight(C.Text, C.Tokens, PP), "a clause is spelled as it was written", C.Text);
  if (D.isLoop())
    for (const hetcc::WindowSpec &W : D.Windows)
      check(W.Dimensions.empty() ? W.Bare : W.Dimensions.size() <= hetcc::MostDimensions,
            "an array has 1 to 4 dimensions, or no brackets", Text);
  for (llvm::StringRef Condition : {"", "condition"})
    check(hetcc::plainDirective(D, Condition).find('\0') == std::string::npos, "a directive is text", Text);
}
