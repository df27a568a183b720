// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way of a unit through the translator:
//
//     tokens --PragmaHandler--> Directive, marker --Sema--> AST --Analysis--> Region
//            --HostWriter--> edits of the source   --KernelWriter--> device source
//
// and the bookkeeping around it: which regions there are, what failed, where output goes.
#include "hetcc/Translate.h"
#include "Analysis/Markers.h"
#include "Diagnostics.h"
#include "Directive/DirectiveParser.h"
#include "Directive/LineMarker.h"
#include "Directive/PragmaHandler.h"
#include "Directive/TokenStream.h"
#include "Frontend/SourceEdits.h"
#include "Kernel/KernelWriter.h"
#include "Kernel/Layout.h"
#include "Rewrite/HostWriter.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SHA1.h"
#include "llvm/Support/raw_ostream.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Lets through what concerns our directives, and remembers the first other error.
class Filter : public DiagnosticConsumer {
public:
  Filter(DiagnosticConsumer &Inner, DirectiveList &Directives, const TranslateOptions &Options)
      : Inner(Inner), Directives(Directives), Options(Options) {}

  const Diagnostics *Ours = nullptr;
  bool IgnoreWarnings = false;
  unsigned DirectiveErrors = 0;
  std::string FirstOther;
  llvm::SmallVector<SourceLocation, 1> OpenMacros; ///< HETCC(...) without its closing parenthesis
  llvm::SmallVector<SourceLocation, 1> NotLoops;   ///< statements that stand where a directive wants a loop

  void BeginSourceFile(const LangOptions &Lang, const Preprocessor *PP) override { Inner.BeginSourceFile(Lang, PP); }
  void EndSourceFile() override { Inner.EndSourceFile(); }

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    bool Note = Level == DiagnosticsEngine::Note, Error = Level >= DiagnosticsEngine::Error;
    bool Own = Ours && Ours->isOurs(Info.getID());
    if (!Note) {
      Forward =
          (Own && (Error || Level != DiagnosticsEngine::Warning || !IgnoreWarnings)) || (Error && inDirective(Info));
      if (Own && Level == DiagnosticsEngine::Remark)
        Forward = Options.Explain;
    }
    if (Forward)
      Inner.HandleDiagnostic(Level, Info);
    if (!Error)
      return;
    if (Info.getID() == clang::diag::err_unterm_macro_invoc && isHetccMacro(Info)) {
      OpenMacros.push_back(Info.getLocation());
      return;
    }
    if (Info.getID() == clang::diag::err_omp_not_for)
      NotLoops.push_back(Info.getLocation());
    if (Forward)
      ++DirectiveErrors;
    else if (FirstOther.empty())
      FirstOther = describe(Info);
  }

private:
  bool inDirective(const Diagnostic &Info) const {
    if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
      return false;
    const SourceManager &SM = Info.getSourceManager();
    SourceLocation Loc = SM.getExpansionLoc(Info.getLocation());
    return llvm::any_of(Directives, [&](const Directive &D) {
      SourceLocation Begin = SM.getExpansionLoc(D.Begin), End = SM.getExpansionRange(D.End).getEnd();
      return SM.getFileID(Loc) == SM.getFileID(Begin) && SM.getFileOffset(Begin) <= SM.getFileOffset(Loc) &&
             SM.getFileOffset(Loc) <= SM.getFileOffset(End);
    });
  }
  static bool isHetccMacro(const Diagnostic &Info) {
    SourceLocation Loc = Info.getLocation();
    return Info.hasSourceManager() && Loc.isFileID() &&
           StringRef(Info.getSourceManager().getCharacterData(Loc), 6).starts_with("HETCC(");
  }
  static std::string describe(const Diagnostic &Info) {
    llvm::SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
      return Text.str().str();
    PresumedLoc Where =
        Info.getSourceManager().getPresumedLoc(Info.getSourceManager().getExpansionLoc(Info.getLocation()));
    return std::string(Where.getFilename()) + ":" + std::to_string(Where.getLine()) + ": " + Text.str().str();
  }

  DiagnosticConsumer &Inner;
  DirectiveList &Directives;
  const TranslateOptions &Options;
  bool Forward = false;
};

/// Collects the markers of every function and template instance.
class Finder : public RecursiveASTVisitor<Finder> {
public:
  explicit Finder(DirectiveList &Directives) : Groups(Directives.size()), Patterns(Directives.size()) {
    for (size_t I = 0; I < Groups.size(); ++I)
      Groups[I].Source = &Directives[I];
  }
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody())
      walk(F->getBody(), F);
    return true;
  }
  std::vector<RegionGroup> Groups;
  std::vector<const IfStmt *> Patterns; ///< markers in templates

private:
  void walk(const Stmt *S, const FunctionDecl *F) {
    if (!S)
      return;
    if (auto *If = dyn_cast<IfStmt>(S))
      if (int Id = markerId(If); Id >= 0) {
        if (F->isDependentContext())
          Patterns[Id] = If;
        else if (llvm::none_of(Groups[Id].Instances, [&](const Region &R) { return R.Marker == If; })) {
          Region R;
          R.Source = Groups[Id].Source, R.Marker = If, R.Function = F;
          Groups[Id].Instances.push_back(std::move(R));
        }
      }
    for (const Stmt *Child : S->children())
      walk(Child, F);
  }
};

/// `__is_same(T, float) && N == 8`: the condition under which a template's text is this instance. nullopt if an
/// argument cannot be named where the template stands.
std::optional<std::string> instanceGuard(const FunctionDecl *F, const KernelWriter &Kernel, const ASTContext &Context,
                                         std::string &Prelude) {
  std::string Guard;
  auto Add = [&](const TemplateParameterList *Parameters, ArrayRef<TemplateArgument> Arguments) {
    for (unsigned I = 0; I < Parameters->size() && I < Arguments.size(); ++I) {
      std::string Name = Parameters->getParam(I)->getNameAsString();
      const TemplateArgument &A = Arguments[I];
      if (Name.empty())
        continue;
      if (A.getKind() == TemplateArgument::Type) {
        auto *Tag = A.getAsType()->getAsTagDecl();
        if (Tag && !Context.getSourceManager().isBeforeInTranslationUnit(Tag->getLocation(), F->getLocation()))
          return false;
        if (Tag && (Tag->getDeclContext()->isFunctionOrMethod() || Tag->getNameAsString().empty()))
          return false;
        std::string Type = Kernel.declare(A.getAsType(), "");
        Guard += (Guard.empty() ? "" : " && ") + ("__is_same(" + Name + ", " + Type + ")");
        Prelude += "using " + Name + " = " + Type + ";\n";
      } else if (A.getKind() == TemplateArgument::Integral) {
        std::string Value = llvm::toString(A.getAsIntegral(), 10);
        Guard += (Guard.empty() ? "" : " && ") + (Name + " == " + Value);
        Prelude += "constexpr " + Kernel.declare(A.getIntegralType(), Name) + " = (" +
                   Kernel.declare(A.getIntegralType(), "") + ")" + Value + ";\n";
      } else {
        return false;
      }
    }
    return true;
  };
  for (const DeclContext *Outer = F->getDeclContext(); Outer; Outer = Outer->getParent())
    if (auto *Namespace = dyn_cast<NamespaceDecl>(Outer); Namespace && !Namespace->isAnonymousNamespace())
      Prelude += "using namespace " + Namespace->getQualifiedNameAsString() + ";\n";
  if (const TemplateArgumentList *Own = F->getTemplateSpecializationArgs())
    if (!Add(F->getPrimaryTemplate()->getTemplateParameters(), Own->asArray()))
      return std::nullopt;
  for (const DeclContext *Outer = F->getDeclContext(); Outer; Outer = Outer->getParent())
    if (auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(Outer)) {
      if (isa<ClassTemplatePartialSpecializationDecl>(Class) ||
          !Class->getSpecializedTemplateOrPartial().is<ClassTemplateDecl *>())
        return std::nullopt;
      if (!Add(Class->getSpecializedTemplate()->getTemplateParameters(), Class->getTemplateArgs().asArray()))
        return std::nullopt;
    }
  return Guard;
}

class Translator : public SemaConsumer {
public:
  Translator(CompilerInstance &Instance, const TranslateOptions &Options, Outcome &Result)
      : Instance(Instance), Options(Options), Result(Result), Diags(Instance.getDiagnostics()),
        Edits(Instance.getPreprocessor()), OldClient(Instance.getDiagnostics().takeClient()),
        Old(OldClient ? OldClient.get() : Instance.getDiagnostics().getClient()), Messages(*Old, Directives, Options) {
    Messages.Ours = &Diags;
    Messages.IgnoreWarnings = Instance.getDiagnosticOpts().IgnoreWarnings;
    Instance.getDiagnostics().setClient(&Messages, /*ShouldOwnClient=*/false);
    Tokens.record(Instance.getPreprocessor());
    Result = Outcome::NoDirectives;
  }
  ~Translator() override {
    Instance.getDiagnostics().setClient(OldClient ? OldClient.release() : Old, /*ShouldOwnClient=*/true);
  }

  void InitializeSema(Sema &S) override { installPragmaHandlers(S, Directives, Diags); }
  void HandleTranslationUnit(ASTContext &Context) override;

private:
  void reportMissingLoops();
  bool analyseGroups(ASTContext &Context, Finder &Found);
  void nameKernels(ASTContext &Context, RegionGroup &G);
  void explain(const RegionGroup &G);
  void editDepersist(const Directive &D);
  void editPlain(const Directive &D);
  void editRegion(ASTContext &Context, const RegionGroup &G);
  bool editText(const Region &R, const RegionText &Text);
  bool editTokens(const Region &R, const RegionText &Text);
  void replaceDirective(const Directive &D, std::string Text);
  std::pair<SourceLocation, SourceLocation> directiveRange(const Directive &D) const;
  bool hasImage() const { return !Kernels.empty() && !Options.Image.empty(); }
  std::string imageName() const;
  std::string preamble() const;
  std::string image() const;
  std::string deviceSource() const;
  bool writeOutputs();
  SourceManager &sources() const { return Instance.getSourceManager(); }
  std::string marker(SourceLocation Loc, int Offset, bool Generated) const {
    return lineMarker(sources(), Loc, Offset, Generated);
  }

  CompilerInstance &Instance;
  TranslateOptions Options;
  Outcome &Result;
  DirectiveList Directives;
  Diagnostics Diags;
  TokenStream Tokens;
  SourceEdits Edits;
  std::unique_ptr<DiagnosticConsumer> OldClient;
  DiagnosticConsumer *Old;
  Filter Messages;
  std::string Kernels;                 ///< device kernels, in order
  std::vector<const VarDecl *> Tables; ///< constants the kernels use
};

/// Sema speaks of the directive that stands in for ours; the user hears of the one that was written.
void Translator::reportMissingLoops() {
  for (SourceLocation Statement : Messages.NotLoops)
    for (const Directive &D : Directives)
      if (auto Next = Lexer::findNextToken(D.End, sources(), Instance.getLangOpts());
          Next && Next->getLocation() == Statement)
        Diags.report(D.Begin, message::err_no_loop) << D.Name;
}

void Translator::HandleTranslationUnit(ASTContext &Context) {
  auto Failed = [&] { return Diags.errorCount() || Messages.DirectiveErrors; };
  for (SourceLocation Macro : Messages.OpenMacros)
    Diags.report(Macro, message::err_open_macro);
  reportMissingLoops();
  if (Failed()) {
    Result = Outcome::Errors;
    return;
  }
  if (!Messages.FirstOther.empty()) {
    Result = Directives.empty() ? Outcome::NoDirectives : Outcome::Unparsable;
    if (!Directives.empty())
      llvm::errs() << Messages.FirstOther << '\n';
    return;
  }
  if (Directives.empty())
    return;
  Finder Found(Directives);
  Found.TraverseDecl(Context.getTranslationUnitDecl());
  if (!analyseGroups(Context, Found)) {
    Result = Outcome::Errors;
    return;
  }
  for (RegionGroup &G : Found.Groups) {
    if (G.Source->Kind == DirectiveKind::Depersist)
      editDepersist(*G.Source);
    else if (G.Instances.empty() || G.Fate.Where == Place::Plain)
      editPlain(*G.Source);
    else
      editRegion(Context, G);
  }
  Result = !Failed() && writeOutputs() ? Outcome::Translated : Outcome::Errors;
}

bool Translator::analyseGroups(ASTContext &Context, Finder &Found) {
  bool Sound = true;
  for (RegionGroup &G : Found.Groups) {
    if (G.Source->Kind == DirectiveKind::Depersist)
      continue;
    // A fault of one region hides none of another's; a second instance of a template would only repeat it.
    bool GroupSound = llvm::all_of(G.Instances, [&](Region &R) { return analyse(R, Context, Diags); });
    Sound &= GroupSound;
    if (!GroupSound)
      continue;
    for (const Region &R : G.Instances)
      G.Fate.restrict(R.Fate.Where, R.Fate.Loc, R.Fate.Cause, R.Fate.Remedy);
    if (!G.Instances.empty())
      nameKernels(Context, G);
    explain(G);
  }
  return Sound;
}

/// Gives each instance that the device compiler can take a kernel.
void Translator::nameKernels(ASTContext &Context, RegionGroup &G) {
  if (!G.hasDeviceForm())
    return;
  for (size_t I = 0; I < G.Instances.size(); ++I) {
    const Region &R = G.Instances[I];
    if (R.UsesLongDouble)
      continue;
    KernelWriter Writer(R, Context, Tokens);
    std::string Prelude, Name = "hetcc_" + std::to_string(G.Source->Id) + "_" + std::to_string(I);
    std::optional<std::string> Guard = instanceGuard(R.Function, Writer, Context, Prelude);
    if (!Guard)
      continue;
    Kernels += arrange(Writer.deviceKernel(Name, Prelude), Options.Readable, marker(G.Source->HashLoc, 0, true));
    G.Kernels.push_back({Name, *Guard});
    for (const VarDecl *Table : R.Tables)
      if (!Table->isStaticLocal() && !llvm::is_contained(Tables, Table))
        Tables.push_back(Table);
  }
}

void Translator::explain(const RegionGroup &G) {
  if (G.Fate.Where == Place::Everywhere) {
    if (!G.Instances.empty())
      Diags.report(G.Source->Begin, message::remark_everywhere) << (G.Kernels.size() < G.Instances.size());
    return;
  }
  SourceLocation Loc = G.Fate.Loc.isValid() ? G.Fate.Loc : G.Source->Begin;
  Diags.report(Loc, G.Fate.Where == Place::Plain ? message::warn_plain : message::warn_host_only) << G.Fate.Cause;
  if (!G.Fate.Remedy.empty())
    Diags.report(G.Source->Begin, message::note_remedy) << G.Fate.Remedy;
}

/// From the introducer to the end of the directive's last token, in the file.
std::pair<SourceLocation, SourceLocation> Translator::directiveRange(const Directive &D) const {
  const SourceManager &SM = sources();
  SourceLocation Begin = SM.getExpansionLoc(D.HashLoc);
  SourceLocation End = Lexer::getLocForEndOfToken(SM.getExpansionRange(D.End).getEnd(), 0, SM, Instance.getLangOpts());
  return {Begin, End};
}

/// Puts Text in place of a directive; the line after it keeps its number.
void Translator::replaceDirective(const Directive &D, std::string Text) {
  auto [Begin, End] = directiveRange(D);
  const char *After = sources().getCharacterData(End);
  bool EndsLine = *After == '\n' || *After == '\r';
  Edits.replace(Begin, End,
                "\n" + marker(Begin, 0, true) + "\n" + Text + marker(End, EndsLine ? 1 : 0, false) +
                    (EndsLine ? "" : "\n"));
}

void Translator::editDepersist(const Directive &D) {
  unsigned Line = sources().getPresumedLoc(sources().getExpansionLoc(D.HashLoc)).getLine();
  std::string Text = "{\nint hetrt_code;\n";
  for (const ClauseExpr &P : D.Persist)
    Text += "hetrt_code = hetrt_depersist((const void *)(" + P.Text + "), \"" + P.Text +
            "\", __FILE__ \":" + std::to_string(Line) + "\");\nif (hetrt_code)\n  hetrt_handle_error(hetrt_code);\n";
  replaceDirective(D, arrange(Text + "}\n", Options.Readable, marker(D.HashLoc, 0, true)));
}

void Translator::editPlain(const Directive &D) { replaceDirective(D, "#pragma omp " + plainDirective(D) + "\n"); }

void Translator::editRegion(ASTContext &Context, const RegionGroup &G) {
  const Region &R = G.Instances.front();
  RegionText Text = HostWriter(Context, Tokens, Options, hasImage()).write(G);
  if (!Text.Before.empty()) {
    SourceLocation Function = sources().getExpansionLoc(R.Function->getBeginLoc());
    Edits.insertBefore(Function, "\n" + marker(R.Source->HashLoc, 0, true) + "\n" + Text.Before +
                                     marker(Function, 0, false) + "\n");
  }
  if (!editText(R, Text) && !editTokens(R, Text))
    Diags.report(R.Source->Begin, message::err_macro) << R.Source->Name;
}

/// The common way: the loop's header is written in the file, so a few characters of it change.
bool Translator::editText(const Region &R, const RegionText &Text) {
  const SourceManager &SM = sources();
  const LangOptions &Lang = Instance.getLangOpts();
  CharSourceRange Lower =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(R.Loop.Lower->getSourceRange()), SM, Lang);
  CharSourceRange Bound =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(R.Loop.Bound->getSourceRange()), SM, Lang);
  size_t LastToken = KernelWriter(R, Instance.getASTContext(), Tokens).statementTokens(R.Loop.For).second;
  if (LastToken == TokenStream::None || Lower.isInvalid() || Bound.isInvalid() || R.Loop.For->getForLoc().isMacroID() ||
      R.Source->HashLoc.isMacroID() || SM.getFileID(R.Source->HashLoc) != SM.getFileID(R.Loop.For->getForLoc()) ||
      SM.getFileID(Lower.getBegin()) != SM.getFileID(R.Loop.For->getForLoc()))
    return false;
  CharSourceRange Last = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Tokens[LastToken].getLocation(), Tokens[LastToken].getLocation()), SM, Lang);
  if (Last.isInvalid())
    return false;
  replaceDirective(*R.Source, Text.Head);
  Edits.replace(Lower.getBegin(), Lower.getEnd(), Text.From);
  Edits.replace(Bound.getBegin(), Bound.getEnd(), Text.To);
  Edits.insert(Last.getEnd(), "\n" + marker(Last.getEnd(), 0, true) + "\n" + Text.Tail + "\n" +
                                  marker(Last.getEnd(), 0, false) + "\n");
  return true;
}

/// A loop that comes out of a macro: everything that the macro expands to is written out.
bool Translator::editTokens(const Region &R, const RegionText &Text) {
  const SourceManager &SM = sources();
  auto At = [&](size_t I) { return SM.getExpansionLoc(Tokens[I].getLocation()); };
  auto [First, Last] = KernelWriter(R, Instance.getASTContext(), Tokens).statementTokens(R.Loop.For);
  if (First == TokenStream::None || Last == TokenStream::None)
    return false;
  SourceLocation Begin = SM.getExpansionLoc(R.Source->HashLoc);
  size_t Before = First, After = Last;
  while (Before > 0 && Tokens[Before - 1].getLocation().isMacroID() && At(Before - 1) == Begin)
    --Before;
  while (After + 1 < Tokens.size() && Tokens[After + 1].getLocation().isMacroID() &&
         Tokens[Last].getLocation().isMacroID() && At(After + 1) == At(Last))
    ++After;
  TokenEdits Header;
  Header.replace(Tokens.find(R.Loop.Lower->getBeginLoc()), Tokens.find(R.Loop.Lower->getEndLoc()), Text.From);
  Header.replace(Tokens.find(R.Loop.Bound->getBeginLoc()), Tokens.find(R.Loop.Bound->getEndLoc()), Text.To);
  std::string Out = Before < First ? Tokens.print(Before, First - 1, {}, true) + "\n" : "";
  Out += "\n" + marker(Begin, 0, true) + "\n" + Text.Head + Tokens.print(First, Last, Header, true) + "\n" + Text.Tail +
         "\n";
  if (Last < After)
    Out += Tokens.print(Last + 1, After, {}, true) + "\n";
  SourceLocation End = Lexer::getLocForEndOfToken(SM.getExpansionRange(Tokens[After].getLocation()).getEnd(), 0, SM,
                                                  Instance.getLangOpts());
  if (SM.getFileID(Begin) != SM.getFileID(End))
    return false;
  Edits.replace(Begin, End, Out + marker(End, 0, false) + "\n");
  return true;
}

std::string Translator::imageName() const {
  llvm::SHA1 Hash;
  Hash.update(deviceSource());
  return "hetrt_image_" + llvm::toHex(Hash.final(), /*LowerCase=*/true).substr(0, 16);
}

/// What stands before the user's first line: the runtime's interface, and the name of the device image if there is one.
std::string Translator::preamble() const {
  std::string Text = "#include <hetrt/hetrt.h>\n";
  if (!hasImage())
    return Text;
  std::string Name = imageName(), Linkage = Instance.getLangOpts().CPlusPlus ? "extern \"C\" " : "extern ";
  for (std::string Symbol : {Name, Name + "_end"})
    Text += Linkage + "const unsigned char " + Symbol + "[] __attribute__((visibility(\"hidden\")));\n";
  return Text + "static const hetrt_image hetrt_unit_image = {" + Name + ", " + Name + "_end};\n";
}

/// What stands behind the user's last line: the image, in a comdat section named by its contents, so that units which
/// share a region in a header share it too.
std::string Translator::image() const {
  if (!hasImage())
    return "";
  std::string Name = imageName(), Text = "__asm__(";
  auto Line = [&](const std::string &Assembly) { Text += "\"" + Assembly + "\\n\"\n        "; };
  Line(".ifndef " + Name);
  Line(".pushsection .nv_fatbin_het,\\\"aG\\\",@progbits," + Name + ",comdat");
  Line(".balign 64");
  for (std::string Symbol : {Name, Name + "_end"}) {
    Line(".weak " + Symbol);
    Line(".hidden " + Symbol);
    Line(Symbol + ":");
    Line(Symbol == Name ? ".incbin \\\"" + Options.Image + "\\\"" : ".byte 0");
  }
  Line(".popsection");
  Line(".endif");
  return llvm::StringRef(Text).rtrim().str() + ");\n";
}

/// The user's main file, its directives of ours made meaningless, with the kernels behind it.
std::string Translator::deviceSource() const {
  const SourceManager &SM = sources();
  std::string Text = SM.getBufferData(SM.getMainFileID()).str();
  std::vector<unsigned> Hashes;
  for (const Directive &D : Directives) {
    SourceLocation Hash = SM.getExpansionLoc(D.HashLoc);
    if (SM.getFileID(Hash) == SM.getMainFileID() && Text[SM.getFileOffset(Hash)] == '#')
      Hashes.push_back(SM.getFileOffset(Hash));
  }
  llvm::sort(Hashes, std::greater<>());
  for (unsigned Offset : Hashes)
    Text.insert(Offset + 1, "pragma hetcc "); // unknown to the device compiler, in any dialect
  OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
  std::string Out = "# 1 \"" + (Main ? escaped(Main->getName()) : "<stdin>") + "\"\n" + Text + "\n";
  Out += "typedef __UINT64_TYPE__ hetrt_uint64;\ntypedef __INT64_TYPE__ hetrt_int64;\n";
  for (const VarDecl *Table : Tables)
    Out += "#pragma omp declare target to(" + Table->getQualifiedNameAsString() + ")\n";
  return Out + "#pragma omp begin declare target device_type(nohost)\n" + Kernels + "#pragma omp end declare target\n";
}

bool writeFile(StringRef Path, StringRef Text) {
  std::error_code Error;
  llvm::raw_fd_ostream Out(Path.empty() ? "-" : Path, Error);
  if (Error) {
    llvm::errs() << "hetcc: error: cannot write '" << Path << "': " << Error.message() << '\n';
    return false;
  }
  Out << Text;
  return true;
}

bool Translator::writeOutputs() {
  llvm::Expected<std::string> Host = Edits.finish(Options.OutputDir);
  if (!Host) {
    llvm::errs() << "hetcc: error: " << llvm::toString(Host.takeError()) << '\n';
    return false;
  }
  SourceLocation Start = sources().getLocForStartOfFile(sources().getMainFileID());
  std::string Text = preamble() + marker(Start, 0, false) + "\n" + *Host + "\n" + image();
  if (!Kernels.empty() && !Options.DeviceOutput.empty() && !writeFile(Options.DeviceOutput, deviceSource()))
    return false;
  return writeFile(Options.HostOutput, Text);
}

/// Plain mode: our directives become OpenMP's, by tokens alone, for units that clang cannot parse.
class PlainHandler : public PragmaHandler {
public:
  PlainHandler(StringRef Name, Preprocessor &PP, Diagnostics &Diags, SourceEdits &Edits, unsigned &Count)
      : PragmaHandler(Name), PP(PP), Diags(Diags), Edits(Edits), Count(Count) {}
  void HandlePragma(Preprocessor &, PragmaIntroducer Introducer, Token &First) override {
    SmallVector<Token, 64> Line;
    Token T = First;
    for (; T.isNot(tok::eod) && T.isNot(tok::eof); PP.Lex(T))
      Line.push_back(T);
    if (!isOurDirective(Line, PP))
      return;
    std::optional<Directive> D = parseDirective(Line, Introducer.Loc, PP, Diags);
    if (!D || D->HashLoc.isMacroID())
      return;
    ++Count;
    const SourceManager &SM = PP.getSourceManager();
    SourceLocation End = Lexer::getLocForEndOfToken(SM.getExpansionRange(D->End).getEnd(), 0, SM, PP.getLangOpts());
    std::string Text = D->Kind == DirectiveKind::Depersist ? "" : "#pragma omp " + plainDirective(*D);
    Edits.replace(SM.getExpansionLoc(D->HashLoc), End,
                  "\n" + lineMarker(PP.getSourceManager(), D->HashLoc, 0, false) + "\n" + Text + "\n" +
                      lineMarker(PP.getSourceManager(), End, 1, false));
  }

private:
  Preprocessor &PP;
  Diagnostics &Diags;
  SourceEdits &Edits;
  unsigned &Count;
};

class PlainAction : public PreprocessorFrontendAction {
public:
  PlainAction(const TranslateOptions &Options, Outcome &Result) : Options(Options), Result(Result) {}

protected:
  void ExecuteAction() override {
    Preprocessor &PP = getCompilerInstance().getPreprocessor();
    Diagnostics Diags(PP.getDiagnostics());
    SourceEdits Edits(PP);
    unsigned Count = 0;
    PlainHandler OpenMP("omp", PP, Diags, Edits, Count), OpenACC("acc", PP, Diags, Edits, Count);
    PP.IgnorePragmas();
    PP.AddPragmaHandler(&OpenMP);
    PP.AddPragmaHandler(&OpenACC);
    PP.EnterMainSourceFile();
    Token T;
    do
      PP.Lex(T);
    while (T.isNot(tok::eof));
    PP.RemovePragmaHandler(&OpenMP);
    PP.RemovePragmaHandler(&OpenACC);
    Result = Diags.errorCount() ? Outcome::Errors : Count ? Outcome::Translated : Outcome::NoDirectives;
    if (Result != Outcome::Translated)
      return;
    llvm::Expected<std::string> Host = Edits.finish(Options.OutputDir);
    SourceLocation Start = PP.getSourceManager().getLocForStartOfFile(PP.getSourceManager().getMainFileID());
    if (!Host)
      llvm::errs() << "hetcc: error: " << llvm::toString(Host.takeError()) << '\n';
    if (!Host || !writeFile(Options.HostOutput, lineMarker(PP.getSourceManager(), Start, 0, false) + "\n" + *Host))
      Result = Outcome::Errors;
  }

private:
  const TranslateOptions &Options;
  Outcome &Result;
};

class TranslateAction : public ASTFrontendAction {
public:
  TranslateAction(const TranslateOptions &Options, Outcome &Result) : Options(Options), Result(Result) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Instance, StringRef) override {
    return createTranslator(Instance, Options, Result);
  }

private:
  const TranslateOptions &Options;
  Outcome &Result;
};

} // namespace

std::unique_ptr<ASTConsumer> hetcc::createTranslator(CompilerInstance &Instance, const TranslateOptions &Options,
                                                     Outcome &Result) {
  return std::make_unique<Translator>(Instance, Options, Result);
}

Outcome hetcc::translate(const TranslateOptions &Options, ArrayRef<const char *> Arguments, const char *Program) {
  std::vector<const char *> Line = {Program, "-fsyntax-only", "-fopenmp", "-D__HETCC__=1"};
  Line.insert(Line.end(), Arguments.begin(), Arguments.end());
  CreateInvocationOptions How;
  // Options that gcc alone knows are no concern of the user's: they reach the host compiler.
  How.Diags =
      CompilerInstance::createDiagnostics(new DiagnosticOptions, new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  std::shared_ptr<CompilerInvocation> Invocation = createInvocation(Line, How);
  if (!Invocation)
    return Outcome::Unparsable;
  Invocation->getDiagnosticOpts().Warnings.clear();
  CompilerInstance Instance;
  Instance.setInvocation(std::move(Invocation));
  Instance.createDiagnostics();
  Outcome Result = Outcome::Unparsable;
  if (Options.Plain) {
    PlainAction Action(Options, Result);
    Instance.ExecuteAction(Action);
  } else {
    TranslateAction Action(Options, Result);
    Instance.ExecuteAction(Action);
  }
  return Result;
}
