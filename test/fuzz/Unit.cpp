// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the runs of clang on units in memory.
#include "Unit.h"
#include "Check.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
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
#include "clang/Parse/Parser.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/Support/VirtualFileSystem.h"

// The program that replays the corpus is built without sanitizers, with any compiler.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HETCC_LEAKS_ARE_FOUND
#include <sanitizer/lsan_interface.h>

// LLVM's allocators, which are partly compiled here, mark unused memory as poisoned. Clang's libraries are compiled
// without the sanitizer and take memory from the same allocators, so this marking is turned off.
extern "C" const char *__asan_default_options();
const char *__asan_default_options() { return "allow_user_poisoning=0"; }
#endif
#endif

using namespace clang;

namespace {

/// Data that all units share, because creating them takes longer than reading a small unit.
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

/// Counts the errors of clang and of our own code.
class ErrorCounter : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
  }
};

} // namespace

/// The compiler's data for one unit.
class fuzz::Session {
public:
  explicit Session(const fuzz::Unit &Source)
      : Engine(shared().IDs, shared().Options, &Errors, /*ShouldOwnClient=*/false),
        Lang(shared().Languages[Source.Cxx]), Memory(new llvm::vfs::InMemoryFileSystem),
        Files(FileSystemOptions(), Memory), Sources(Engine, Files),
        Headers(headerOptions(), Sources, Engine, Lang, shared().Info),
        PP(std::make_shared<PreprocessorOptions>(), Engine, Lang, Sources, Headers, Modules),
        Ours(std::in_place, Engine) {
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

  /// Lexes what has been entered, up to its end.
  void lex() {
    Token T;
    do
      PP.Lex(T);
    while (T.isNot(tok::eof));
  }

  /// Prepares the preprocessor to read one more file, as if only the main file had been read before. Returns false if
  /// the previous file was not read exactly to its end; the preprocessor cannot be used any more then.
  bool enter(llvm::StringRef Text) {
    if (!LineFile)
      LineFile = Files.getVirtualFileRef("/line", 0, 0);
    Engine.Reset(/*soft=*/true);
    Ours.emplace(Engine);
    Sources.overrideFileContents(*LineFile, llvm::MemoryBuffer::getMemBufferCopy(Text, "/line"));
    const FileID File = Sources.createFileID(*LineFile, SourceLocation(), SrcMgr::C_User);
    // For the source manager, all these files are the same file, so the positions of lines in the previous one must be
    // forgotten.
    Sources.getSLocEntry(File).getFile().getContentCache().SourceLineCache = SrcMgr::LineOffsetMapping();
    PP.EnterSourceFile(File, nullptr, SourceLocation());
    return PP.isInPrimaryFile();
  }

  static Compiler &shared() {
    static Compiler Made;
    return Made;
  }

  ErrorCounter Errors;
  DiagnosticsEngine Engine;
  LangOptions Lang; // a copy, because parsing may change it
  IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Memory;
  FileManager Files;
  SourceManager Sources;
  TrivialModuleLoader Modules;
  HeaderSearch Headers;
  Preprocessor PP;
  std::optional<hetcc::Diagnostics> Ours;
  const fuzz::PragmaListener *Listener = nullptr;

private:
  OptionalFileEntryRef LineFile;

  /// Clang 19 crashes if it reaches the end of the unit while it reads `_Pragma` in a directive. The text returned here
  /// is appended to the unit and moves the end out of reach.
  static std::string endFor(llvm::StringRef Text) {
    std::string End = "\n";
    for (size_t Times = 4 * Text.count("_Pragma"); Times > 0; --Times)
      End += ";\n";
    return End;
  }

  static std::shared_ptr<HeaderSearchOptions> headerOptions() { return std::make_shared<HeaderSearchOptions>(); }
};

namespace {

using fuzz::Session;

/// Passes each pragma to the listener, read as our own handler reads it.
class Listening : public PragmaHandler {
public:
  Listening(llvm::StringRef Name, Session &Unit) : PragmaHandler(Name), Unit(Unit) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer, Token &First) override {
    (*Unit.Listener)(hetcc::readPragma(PP, First), Introducer.Loc, PP, *Unit.Ours);
  }

private:
  Session &Unit;
};

class Handling : public SemaConsumer {
public:
  Handling(hetcc::DirectiveList &Directives, hetcc::Diagnostics &Ours, hetcc::AutoMode Auto)
      : Directives(Directives), Ours(Ours), Auto(Auto) {}
  void InitializeSema(Sema &S) override {
#ifdef HETCC_LEAKS_ARE_FOUND
    __lsan::ScopedDisabler Disabler; // the handlers live as long as the process
#endif
    hetcc::installPragmaHandlers(S, Directives, Ours, {Auto, /*Checked=*/true});
  }

private:
  hetcc::DirectiveList &Directives;
  hetcc::Diagnostics &Ours;
  hetcc::AutoMode Auto;
};

/// Parses a unit; `Parse` runs the parser.
void parseAs(Session &Unit, hetcc::AutoMode Auto, const fuzz::DirectiveListener &Listener,
             llvm::function_ref<void(Sema &)> Parse) {
  hetcc::DirectiveList Directives;
  Handling Consumer(Directives, *Unit.Ours, Auto);
  ASTContext Context(Unit.Lang, Unit.Sources, Unit.PP.getIdentifierTable(), Unit.PP.getSelectorTable(),
                     Unit.PP.getBuiltinInfo(), TU_Complete);
  Context.InitBuiltinTypes(*Session::shared().Info);
  {
    Sema Meaning(Unit.PP, Context, Consumer);
    Parse(Meaning);
  }
  if (Unit.Engine.hasErrorOccurred() || Unit.Engine.hasUncompilableErrorOccurred() || Unit.Ours->errorCount())
    Directives.clear();
  Listener(Directives, Unit.PP);
}

/// Parses all declarations, as ParseAST() does for the main file.
void parseAll(Parser &P, Sema &Meaning) {
  P.Initialize();
  const EnterExpressionEvaluationContext Evaluated(Meaning, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  Parser::DeclGroupPtrTy Declared;
  Sema::ModuleImportState Imports;
  for (bool AtEnd = P.ParseFirstTopLevelDecl(Declared, Imports); !AtEnd; AtEnd = P.ParseTopLevelDecl(Declared, Imports))
    ;
}

void listen(Session &Unit, const fuzz::PragmaListener &Listener) {
  if (!Unit.Listener)
    for (llvm::StringRef Name : {"omp", "acc"})
      Unit.PP.AddPragmaHandler(new Listening(Name, Unit));
  Unit.Listener = &Listener;
}

} // namespace

void fuzz::preprocess(const Unit &Source, const PragmaListener &Listener) {
  Session Unit(Source);
  listen(Unit, Listener);
  Unit.PP.EnterMainSourceFile();
  Unit.lex();
  Unit.PP.EndSourceFile();
}

/// Pragmas other than ours can poison identifiers, save macros, begin regions and more, and `__COUNTER__` counts on.
bool fuzz::leavesNoTrace(llvm::StringRef Pragma) {
  return (Pragma.starts_with("omp ") || Pragma.starts_with("acc ")) && !Pragma.contains('\r') &&
         !Pragma.contains('\n') && !Pragma.contains("ragma") && !Pragma.contains("__") && !Pragma.contains("DO");
}

void fuzz::PragmaReader::enter(llvm::StringRef Text) {
  constexpr unsigned MostPragmas = 256; // each pragma adds identifiers and locations
  if (Unit && ++Pragmas < MostPragmas && Unit->enter(Text))
    return;
  Pragmas = 0;
  Unit = std::make_unique<Session>(fuzz::Unit{Before, {}, Cxx});
  Unit->PP.EnterMainSourceFile();
  Unit->lex();
  check(Unit->enter(Text), "a preprocessor reads a second file");
}

void fuzz::PragmaReader::read(llvm::StringRef Pragma, const PragmaListener &Listener) {
  enter(("#pragma " + Pragma + "\n").str());
  listen(*Unit, Listener);
  Unit->lex();
}

fuzz::PragmaReader::PragmaReader(std::string Before, bool Cxx) : Before(std::move(Before)), Cxx(Cxx) {
  Session::shared();
}

fuzz::PragmaReader::~PragmaReader() = default;

void fuzz::parse(const Unit &Source, const DirectiveListener &Listener) {
  Session Unit(Source);
  parseAs(Unit, Source.Auto, Listener, [](Sema &Meaning) { ParseAST(Meaning); });
}

void fuzz::PragmaReader::parse(llvm::StringRef Ahead, llvm::StringRef Pragma, llvm::StringRef Behind,
                               hetcc::AutoMode Auto, const DirectiveListener &Listener) {
  enter((Ahead + "#pragma " + Pragma + "\n" + Behind).str());
  parseAs(*Unit, Auto, Listener, [&](Sema &Meaning) {
    Parser P(Unit->PP, Meaning, /*SkipFunctionBodies=*/false);
    parseAll(P, Meaning);
    // The identifiers outlive the declarations that they name. Clang does not always detach them, for example after an
    // error within a scope.
    for (auto &Each : Unit->PP.getIdentifierTable())
      if (IdentifierInfo *Word = Each.getValue(); Word && Word->getFETokenInfo())
        Word->setFETokenInfo(nullptr);
  });
  EmptyPragmaHandler Unknown("");
  Unit->PP.RemovePragmaHandler(&Unknown);
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
  int Depth = 0; // only text outside of brackets is checked here, because clang checks the rest
  for (size_t I = 0; I < Line.size(); ++I) {
    Depth += Line[I].isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
    Depth -= Line[I].isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
    check(Depth > 0 || Line[I].isNot(tok::comma) || (I + 1 < Line.size() && Line[I + 1].isNot(tok::comma)),
          "a clause stands behind a comma", Text);
  }
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
  bool HasNull = llvm::any_of(D.OpenMP, [](const auto &C) { return C.Text.find('\0') != std::string::npos; });
  hetcc::forEachExpr(D, [&](const hetcc::ClauseExpr &E) { HasNull |= E.Text.find('\0') != std::string::npos; });
  for (llvm::StringRef Condition : {"", "condition"})
    check(HasNull || hetcc::plainDirective(D, Condition).find('\0') == std::string::npos, "a directive is text", Text);
}
