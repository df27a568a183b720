// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the device source, and the parts of the host source that embed the device image.
#include "Frontend/Outputs.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/SourceText.h"
#include "Directive/LineMarker.h"
#include "Frontend/TextFiles.h"
#include "Frontend/Unparsed.h"
#include "Rewrite/Initializer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"
#include "llvm/Support/raw_ostream.h"

using namespace hetcc;
using namespace clang;

/// Returns the text of the file that `#include <Name>` finds; "" if there is none.
static std::string textOfHeader(const CompilerInstance &Instance, StringRef Name) {
  for (const DirectoryLookup &Folder : Instance.getPreprocessor().getHeaderSearchInfo().search_dir_range())
    if (Folder.isNormalDir())
      if (auto Buffer = Instance.getFileManager().getBufferForFile((Folder.getName() + "/" + Name).str()))
        return (*Buffer)->getBuffer().str();
  return "";
}

/// Returns the text of hetrt/device.h and of the headers that it includes.
static std::string textOfDeviceHeader(const CompilerInstance &Instance) {
  return textOfHeader(Instance, "hetrt/device.h") + textOfHeader(Instance, "hetrt/parts.h") +
         textOfHeader(Instance, "hetrt/rows.h");
}

void DeviceUnit::finish(const TokenStream &Tokens) {
  const std::string Header = textOfDeviceHeader(Instance);
  Source = makeSource(Tokens, Header);
  llvm::SHA1 Hash;
  Hash.update(textOfHeader(Instance, "hetrt/gpu.h"));
  Hash.update(Header);
  Hash.update(Source.Main);
  for (const auto &[Name, Text] : Source.Headers)
    Hash.update(Text);
  ImageName = "hetrt_image_" + llvm::toHex(Hash.final(), /*LowerCase=*/true).substr(0, 16);
}

/// Returns `#include` of the runtime's header, the records of functions and, if there is a device image, its symbols.
std::string DeviceUnit::preamble(const TokenStream &Tokens) const {
  const std::string Names = textOfHeader(Instance, "hetrt/hetrt.h") + textOfHeader(Instance, "hetrt/cxx.h") +
                            textOfHeader(Instance, "hetrt/rows.h"),
                    Header = Tokens.withoutMacros("#include <hetrt/hetrt.h>\n", Names, /*Restored=*/true);
  return ofModule() ? "module;\n" + Header : Header + declarations();
}

std::string DeviceUnit::declarations() const {
  const std::string Linkage = Instance.getLangOpts().CPlusPlus ? "extern \"C\" " : "extern ";
  // hetcc links objects that refer to this symbol with libhetalloc; see ArrayWriter::mark().
  std::string Text = Linkage + "const char hetrt_allocations __attribute__((weak));\n" + Functions;
  if (!hasImage())
    return Text;
  const std::string &Name = ImageName;
  for (std::string Symbol : {Name, Name + "_end"})
    Text += Linkage + "const unsigned char " + Symbol + "[] __attribute__((visibility(\"hidden\")));\n";
  return Text + "static const hetrt_image hetrt_unit_image = " +
         Initializer().set("begin", Name).set("end", Name + "_end").text() + ";\n";
}

/// Returns the text after the user's last line, which embeds the image in a comdat section. A hash of the image's
/// contents names the section, so units with the same image, for instance of a region in a shared header, have one copy
/// in the program.
std::string DeviceUnit::image() const {
  if (!hasImage())
    return "";
  const SourceManager &SM = Instance.getSourceManager();
  // Marked as generated, because -pedantic would otherwise warn about the length of the string.
  const std::string &Name = ImageName;
  std::string Text = lineMarker(SM, SM.getLocForEndOfFile(SM.getMainFileID()), 0, true) + "\n__asm__(";
  auto Line = [&](const std::string &Assembly) { Text += "\"" + Assembly + "\\n\"\n        "; };
  Line(".ifndef " + Name);
  Line(".pushsection .nv_fatbin_het,\\\"aG\\\",@progbits," + Name + ",comdat");
  Line(".balign 64");
  for (std::string Symbol : {Name, Name + "_end"}) {
    Line(".weak " + Symbol);
    Line(".hidden " + Symbol);
    Line(Symbol + ":");
    Line(Symbol == Name ? ".incbin \\\"" + ImagePath + "\\\"" : ".byte 0");
  }
  Line(".popsection");
  Line(".endif");
  return llvm::StringRef(Text).rtrim().str() + ");\n";
}

/// Returns the `#include` of hetrt/device.h, after macros that select the parts of this header that the kernels need.
std::string DeviceUnit::deviceHeader() const {
  std::string Text;
  auto Want = [&](bool Wanted, const char *What) {
    if (Wanted)
      Text += std::string("#define HETRT_DEVICE_") + What + "\n";
  };
  Want(UsesComplex, "COMPLEX");
  Want(Library.count("printf"), "PRINTF");
  Want(Library.count("abort"), "ABORT");
  Want(Library.count("__assert_fail"), "ASSERT");
  Want(SharesLoops, "LANES");
  return Text + "#include <hetrt/device.h>\n";
}

/// Returns the `#include` of hetrt/gpu.h, which comes before the user's text. \p UnknownStays: a directive that clang
/// does not know comes from a macro.
std::string DeviceUnit::firstHeader(bool UnknownStays) const {
  return std::string(ofModule() ? "#define HETRT_GPU_MODULE\n" : "") +
         (UnknownStays ? "#define HETRT_GPU_DIRECTIVES\n" : "") + "#include <hetrt/gpu.h>\n";
}

/// Whether the line contains `Word` as an identifier.
static bool hasWord(StringRef Line, StringRef Word) {
  const auto IsPart = [](char C) { return isalnum(static_cast<unsigned char>(C)) || C == '_'; };
  for (size_t At = Line.find(Word); At != StringRef::npos; At = Line.find(Word, At + 1)) {
    const size_t End = At + Word.size();
    if ((At == 0 || !IsPart(Line[At - 1])) && (End == Line.size() || !IsPart(Line[End])))
      return true;
  }
  return false;
}

/// Returns the line without comments. A block comment may end on a later line.
static std::string withoutComments(StringRef Line) {
  std::string Text;
  for (;;) {
    const size_t Block = Line.find("/*"), ToEnd = Line.find("//");
    if (Block >= ToEnd) // no block comment begins before a line comment
      return Text + Line.take_front(ToEnd).str();
    Text += Line.take_front(Block);
    const size_t End = Line.find("*/", Block + 2);
    if (End == StringRef::npos)
      return Text;
    Line = Line.drop_front(End + 2);
  }
}

/// Whether the line is a preprocessing directive that defines, undefines or tests macros.
static bool isOfMacros(StringRef Line) {
  Line = Line.ltrim();
  const bool Begins = Line.consume_front("#");
  const StringRef Word = Line.ltrim().take_while([](char C) { return C >= 'a' && C <= 'z'; });
  return Begins && (Word == "define" || Word == "undef" || Word.starts_with("if") || Word.starts_with("elif"));
}

/// Whether a preprocessing directive in the user's files contains `Name`, and so may test or define a macro of that
/// name.
static bool isNamedInDirectives(StringRef Name, const SourceManager &SM) {
  for (const auto &Each : llvm::make_range(SM.fileinfo_begin(), SM.fileinfo_end())) {
    const FileID File = SM.translateFile(Each.first);
    if (File.isInvalid() || SM.isInSystemHeader(SM.getLocForStartOfFile(File)))
      continue;
    bool Inside = false;
    for (StringRef Rest = SM.getBufferData(File), Line; !Rest.empty();) {
      std::tie(Line, Rest) = Rest.split('\n');
      Inside |= isOfMacros(Line);
      if (Inside && hasWord(withoutComments(Line), Name))
        return true;
      Inside = Inside && Line.rtrim().ends_with("\\");
    }
  }
  return false;
}

/// Returns macros that rename functions of the user, as in `#define norm hetcc_own_norm`. This is needed for names that
/// clang's GPU mathematics also has, although the C library does not have them. A function is not renamed if `std` has
/// a function of that name, or if the program itself tests or defines a macro of that name.
std::string DeviceUnit::ownNames() const {
  static const char *const Taken[] = {
      "clock64",  "cospi",     "cospif",  "cyl_bessel_i0", "cyl_bessel_i0f", "cyl_bessel_i1", "cyl_bessel_i1f",
      "erfcinv",  "erfcinvf",  "erfcx",   "erfcxf",        "erfinv",         "erfinvf",       "fdividef",
      "llmax",    "llmin",     "max",     "min",           "norm",           "norm3d",        "norm3df",
      "norm4d",   "norm4df",   "normcdf", "normcdff",      "normcdfinv",     "normcdfinvf",   "normf",
      "powi",     "powif",     "rcbrt",   "rcbrtf",        "rhypot",         "rhypotf",       "rnorm",
      "rnorm3d",  "rnorm3df",  "rnorm4d", "rnorm4df",      "rnormf",         "rsqrt",         "rsqrtf",
      "sincospi", "sincospif", "sinpi",   "sinpif",        "ullmax",         "ullmin",        "umax",
      "umin"};
  const SourceManager &SM = Instance.getSourceManager();
  ASTContext &Context = Instance.getASTContext();
  const bool HasMath = std::any_of(SM.fileinfo_begin(), SM.fileinfo_end(), [](const auto &Each) {
    return llvm::sys::path::filename(Each.first.getName()) == "math.h";
  });
  std::string Text;
  for (const char *Name : Taken) {
    const auto Found = Context.getTranslationUnitDecl()->lookup(&Context.Idents.get(Name));
    const bool OfStd = llvm::is_contained({"max", "min", "norm"}, StringRef(Name));
    if (OfStd && Context.getLangOpts().CPlusPlus)
      continue;
    if (llvm::any_of(Found,
                     [&](const NamedDecl *D) {
                       return isa<FunctionDecl>(D) && !D->isImplicit() && !SM.isInSystemHeader(D->getLocation());
                     }) &&
        !isNamedInDirectives(Name, SM))
      Text += std::string("#define ") + Name + " hetcc_own_" + Name + "\n";
  }
  return !HasMath || Text.empty() ? "" : "#include <math.h>\n" + Text;
}

bool DeviceUnit::ofModule() const { return Instance.getASTContext().getCurrentNamedModule(); }

ModuleWords hetcc::findModuleWords(const CompilerInstance &Instance) {
  const SourceManager &SM = Instance.getSourceManager();
  const FileID Main = SM.getMainFileID();
  Lexer Lex(Main, SM.getBufferOrFake(Main), SM, Instance.getLangOpts());
  ModuleWords Words;
  auto Is = [](const Token &T, StringRef Word) { return T.is(tok::raw_identifier) && T.getRawIdentifier() == Word; };
  Token T;
  for (Lex.LexFromRawLexer(T); T.isNot(tok::eof) && Words.DeclarationEnd.isInvalid(); Lex.LexFromRawLexer(T)) {
    const SourceLocation Begin = T.getLocation();
    if (!T.isAtStartOfLine())
      continue;
    if (Is(T, "export"))
      Lex.LexFromRawLexer(T);
    if (!Is(T, "module"))
      continue;
    for (Lex.LexFromRawLexer(T); T.isNot(tok::eof) && T.isNot(tok::semi) && !T.isAtStartOfLine();)
      Lex.LexFromRawLexer(T);
    if (T.isNot(tok::semi))
      break;
    if (Begin.getLocWithOffset(int(StringRef("module").size())) == T.getLocation()) {
      Words.FragmentBegin = Begin;
      Words.FragmentEnd = T.getEndLoc();
    } else {
      Words.DeclarationEnd = T.getEndLoc();
    }
  }
  return Words;
}

/// Replaces module declarations by blanks, because the device source is not part of a module.
static void leaveModule(std::string &Text) {
  size_t Next = 0;
  for (size_t Line = 0; Line < Text.size(); Line = Next) {
    Next = std::min(Text.find('\n', Line), Text.size() - 1) + 1;
    StringRef Rest = StringRef(Text).slice(Line, Next).ltrim();
    if (Rest.consume_front("export"))
      Rest = Rest.ltrim();
    if (Rest.consume_front("module") && !Rest.empty() && !clang::isAsciiIdentifierContinue(Rest.front()) &&
        Rest.rtrim().ends_with(";"))
      std::fill(Text.begin() + ptrdiff_t(Line), Text.begin() + ptrdiff_t(Next) - 1, ' ');
  }
}

/// Turns directives into pragmas that the device compiler ignores. Sets UnknownStays if a directive that clang does not
/// know cannot be changed, because it comes from a macro.
void DeviceUnit::hideDirectives(SourceEdits &Text, const std::string &Main, bool &UnknownStays) const {
  const SourceManager &SM = Instance.getSourceManager();
  // The main file, and headers with hetcc directives; all other files stay unchanged.
  std::set<FileID> Files{SM.getMainFileID()};
  auto Hide = [&](SourceLocation HashLoc, bool IsOurs) {
    const SourceLocation Hash = SM.getExpansionLoc(HashLoc);
    const FileID File = SM.getFileID(Hash);
    if (IsOurs)
      Files.insert(File);
    const char First = File == SM.getMainFileID() ? Main[SM.getFileOffset(Hash)] : *SM.getCharacterData(Hash);
    if (First != '#' || !Files.count(File))
      return false;
    Text.insert(Hash.getLocWithOffset(1), "pragma hetcc "); // a pragma that no compiler knows
    return true;
  };
  for (const Directive &D : Directives) {
    if (!Hide(D.HashLoc, true))
      UnknownStays |= D.standsAlone() || D.Kind == DirectiveKind::Bind || D.Name == "omp acc_region_loop";
    for (const DirectiveLine &Line : D.Outer)
      Hide(Line.HashLoc, true);
  }
  for (const HostConstruct &Each : Directives.HostConstructs) // the host runs these constructs
    Hide(Each.HashLoc, false);
  for (const MemoryRequirement &Each : Directives.Requirements) // kernels do not depend on requirements
    Hide(Each.HashLoc, false);
  for (const DirectiveLine &Each : Directives.Unknown)
    Hide(Each.HashLoc, false);
}

/// Removes function bodies that clang does not accept from the main file, and returns its text without them.
std::string DeviceUnit::withoutSkipped(SourceEdits &Text) const {
  const SourceManager &SM = Instance.getSourceManager();
  const StringRef Whole = SM.getBufferData(SM.getMainFileID());
  std::string Main = Whole.str();
  for (auto [Begin, End] : Skipped)
    blankBody(Main, Begin, End, Instance.getLangOpts());
  const SourceLocation Start = SM.getLocForStartOfFile(SM.getMainFileID());
  for (size_t At = 0, End = 0; At < Main.size(); At = End + 1) {
    for (End = At; End < Main.size() && Main[End] != Whole[End];)
      ++End;
    if (End > At)
      Text.replace(Start.getLocWithOffset(int(At)), Start.getLocWithOffset(int(End)), StringRef(Main).slice(At, End));
  }
  return Main;
}

/// Returns the device source: the user's unit with hidden directives, and then the kernels. The user's macros that
/// `Header`, the text of hetrt/device.h, or the directives around the kernels name are undefined before these.
EditedUnit DeviceUnit::makeSource(const TokenStream &Tokens, const std::string &Header) const {
  const SourceManager &SM = Instance.getSourceManager();
  SourceEdits Edits = Host.beside();
  bool UnknownStays = false;
  hideDirectives(Edits, withoutSkipped(Edits), UnknownStays);
  for (const auto &[Behind, Text] : Forms)
    Edits.insert(Behind, Text);
  EditedUnit Unit = Edits.finish("", "device");
  if (ofModule())
    leaveModule(Unit.Main);
  OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
  std::string Out = Definitions + firstHeader(UnknownStays) + ownNames();
  Out += "# 1 \"" + (Main ? escaped(Main->getName()) : "<stdin>") + "\"\n" + Unit.Main + "\n";
  std::string Before = deviceHeader();
  for (const VarDecl *Table : Tables)
    Before += "#pragma omp declare target to(" + qualifiedName(*Table) + ")\n";
  Before += "#pragma omp begin declare target device_type(nohost)\n";
  const std::string After = "#pragma omp end declare target\n";
  Unit.Main = Out + Tokens.withoutMacros(Before, Header + Before + After, /*Restored=*/false) + Kernels + After;
  return Unit;
}

/// Writes one line of regionList().
static void addRegion(llvm::raw_ostream &Out, StringRef Stage, const RegionGroup &G, const SourceManager &SM) {
  const Region &R = G.Instances.front();
  const Stmt *Statement = R.Loop.Statement ? R.Loop.Statement : R.Site.Marker->getElse();
  // A loop in a block has no directive in the text; G.Source is the block's directive, so the statement's place is
  // used.
  const SourceLocation First = R.Site.isInBlock() ? Statement->getBeginLoc() : G.Source->HashLoc;
  PresumedLoc Begin = SM.getPresumedLoc(SM.getExpansionLoc(First)),
              End = SM.getPresumedLoc(SM.getExpansionRange(Statement->getEndLoc()).getEnd());
  Out << Stage << ' ' << G.Source->Id << ' ' << G.Instances.size() << ' ' << Begin.getLine() << ' ' << End.getLine()
      << ' ' << Begin.getFilename() << '\n';
}

std::string hetcc::regionList(ArrayRef<RegionGroup> Groups, const SourceManager &SM) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  for (const RegionGroup &G : Groups) {
    if (!G.Source->isRegion() || G.Instances.empty() || G.Fate.Where == RunsOn::Plain)
      continue;
    addRegion(Out, "host", G, SM);
    if (!G.Kernels.empty())
      addRegion(Out, "gpu", G, SM);
    for (const RegionGroup &L : G.Loops)
      if (!L.Kernels.empty())
        addRegion(Out, "gpu", L, SM);
  }
  return Text;
}
