// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzzes the driver's quick scan of a unit's text, and compares it with clang's preprocessor, which is slow and exact:
// if clang finds one of our directives, the scan must not answer no. The input is the source, followed by the headers
// `a.h` and `b.h`, with bytes 0xFF between them.
#include "Check.h"
#include "Folder.h"
#include "Unit.h"

#include "Scan.h"

#include <regex>

namespace {

constexpr const char *HetccHeader =
    "#ifdef __HETCC__\n#define HETCC(...) __VA_ARGS__\n#else\n#define HETCC(...)\n#endif\n";

constexpr llvm::StringRef OwnWords[] = {
#define OWN_CLAUSE(Name, Role, Families, Rules, Rarity) Name,
#define OWN_WORD(Name, Rarity, Place) Name,
#include "Directive/Clauses.def"
};

/// Whether any of the files may contain one of our words. A word can be spread over two lines that a backslash joins;
/// in all other cases its characters are together in the text.
bool mayHaveWordOfOurs(const std::vector<std::string> &Files) {
  return llvm::any_of(Files, [](llvm::StringRef Text) {
    return Text.contains('\\') || Text.contains("?\?/") ||
           llvm::any_of(OwnWords, [&](llvm::StringRef Word) { return Text.contains(Word); });
  });
}

/// Whether clang 19 can read all uses of the operator `_Pragma`. It crashes at the end of the unit if a `_Pragma`
/// within a preprocessor directive runs over the end of the line.
bool isReadable(const std::string &Text) {
  static const std::regex Right("_Pragma\\s*\\(\\s*(#\\w+|\"[^\"\\n\\\\]*\")\\s*\\)");
  for (size_t At = Text.find("_Pragma"); At != Text.npos; At = Text.find("_Pragma", At + 1)) {
    const size_t Line = Text.find_last_of('\n', At) + 1;
    const bool InDirective = Text.find('#', Line) < At && Text.find("define", Line) > At;
    if (InDirective ||
        !std::regex_search(Text.begin() + long(At), Text.end(), Right, std::regex_constants::match_continuous))
      return false;
  }
  return Text.find("_Pragma") == Text.npos || (Text.find("/*") == Text.npos && Text.find("\\\n") == Text.npos);
}

bool hasDirective(const fuzz::Unit &Unit) {
  bool Found = false;
  fuzz::preprocess(
      Unit, [&](const hetcc::PragmaLine &Line, clang::SourceLocation, clang::Preprocessor &PP, hetcc::Diagnostics &) {
        // A directive without one of our words is ours only if it belongs to another that has one, so it is not
        // counted.
        const bool Named = llvm::any_of(Line.Tokens, [&](const clang::Token &T) {
          return T.getIdentifierInfo() && llvm::is_contained(OwnWords, llvm::StringRef(PP.getSpelling(T)));
        });
        // After an error, clang continues by guessing: for "-a.h" it includes a.h.
        Found |= Named && !PP.getDiagnostics().hasErrorOccurred() && hetcc::isOurDirective(Line.Tokens, PP);
      });
  return Found;
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  enterFolderOfOwn();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::vector<std::string> Files = splitAt(asText(Data, Size), '\xff');
  if (Files.size() > 3 || asText(Data, Size).find("##") != std::string_view::npos) // pasting could make our words
    return 0;
  for (const std::string &Each : Files)
    if (!isReadable(Each))
      return 0;
  fuzz::Unit Unit{Files[0], {{"hetcc.h", HetccHeader}}, Size % 2 == 0};
  static constexpr const char *Names[] = {"a.h", "b.h"};
  static RewrittenFile Kept[] = {RewrittenFile(Names[0]), RewrittenFile(Names[1])};
  for (size_t I = 0; I < 2; ++I) {
    if (I + 1 >= Files.size()) {
      Kept[I].remove();
      continue;
    }
    Unit.Headers[Names[I]] = Files[I + 1];
    check(Kept[I].put(Files[I + 1]), "there is room for the file");
  }
  using namespace hetcc::driver;
  static const CommandLine Line = parseCommandLine({"-I."}, false);
  const UnitFindings Found = Scanner(Line).scan(Files[0], "");
  if (!Found.Annotated && !Found.Unknown && mayHaveWordOfOurs(Files))
    check(!hasDirective(Unit), "where there is a directive, the scan does not say no", Files[0]);
  return 0;
}
