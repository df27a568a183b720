// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver's look at the text of a unit, beside clang's preprocessor, which reads the same unit slowly and right:
// where that meets a directive of ours, the scan must not say no. The input is the source and, behind bytes 0xFF,
// headers `a.h` and `b.h`.
#include "Check.h"
#include "Folder.h"
#include "Unit.h"

#include "Scan.h"

#include <regex>

namespace {

constexpr const char *HetccHeader =
    "#ifdef __HETCC__\n#define HETCC(...) __VA_ARGS__\n#else\n#define HETCC(...)\n#endif\n";

constexpr llvm::StringRef OwnWords[] = {
#define OWN_CLAUSE(Name, Role, Families, Rarity) Name,
#define OWN_WORD(Name, Rarity) Name,
#include "Directive/Clauses.def"
};

/// Whether a word of ours stands in any of the files. Where lines are joined it may stand in two of them; nothing else
/// makes a word of other characters than its own.
bool mayHaveWordOfOurs(const std::vector<std::string> &Files) {
  return llvm::any_of(Files, [](llvm::StringRef Text) {
    return Text.contains('\\') || Text.contains("?\?/") ||
           llvm::any_of(OwnWords, [&](llvm::StringRef Word) { return Text.contains(Word); });
  });
}

/// Whether clang 19 gets through all uses of the operator `_Pragma`: it faults at the end of the unit where one in a
/// directive of the preprocessor takes the end of the line with it.
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
        // Other directives than those with words of ours are so only beside those.
        const bool Named = llvm::any_of(Line.Tokens, [&](const clang::Token &T) {
          return T.getIdentifierInfo() && llvm::is_contained(OwnWords, llvm::StringRef(PP.getSpelling(T)));
        });
        // Behind an error clang goes on as it thinks fit: it includes a.h for "-a.h".
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
  if (Files.size() > 3 || asText(Data, Size).find("##") != std::string_view::npos) // words may be pasted; see below
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
