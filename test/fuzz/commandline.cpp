// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzzes the command line. Each line of the input is a word; the text after a byte 0xFF is the response file `r`; and
// the first byte says whether the driver is for C or C++ and which inputs have directives. The host compiler must
// receive the words in their order without our options, and response files must be split as gcc splits them.
#include "Check.h"
#include "Folder.h"

#include "CommandLine.h"
#include "Files.h"
#include "Plan.h"
#include "SideNames.h"

#include <algorithm>
#include <sys/stat.h>

using namespace hetcc::driver;
using Words = std::vector<std::string>;

namespace {

/// Contains a slash, so that it is not searched for in PATH.
constexpr const char *HostCompiler = "/p/host-cc";

std::string joined(const Words &List) {
  std::string Text;
  for (const std::string &Word : List)
    Text += "[" + Word + "]";
  return Text;
}

/// Splits a response file as gcc's manual describes under `@file`: blanks separate words, quotes of either kind keep
/// them together, and a backslash makes the next character an ordinary one.
Words splitAsGcc(std::string_view Text) {
  Words Result;
  enum { Plain, Single, Double } Inside = Plain;
  bool Open = false, Escaped = false;
  for (char C : Text) {
    if (Inside == Plain && !Escaped && strchr(" \t\n\r\v\f", C)) {
      Open = false;
      continue;
    }
    if (!Open)
      Result.emplace_back();
    Open = true;
    if (Escaped) {
      Result.back() += C;
      Escaped = false;
    } else if (C == '\\') {
      Escaped = true;
    } else if (Inside == Plain && C == '\'') {
      Inside = Single;
    } else if (Inside == Plain && C == '"') {
      Inside = Double;
    } else if ((Inside == Single && C == '\'') || (Inside == Double && C == '"')) {
      Inside = Plain;
    } else {
      Result.back() += C;
    }
  }
  return Result;
}

/// The words of all arguments in order, which are those of the command line without our options.
Words wordsOf(const CommandLine &Line) {
  Words Result;
  for (const Argument &Each : Line.Arguments)
    Result.insert(Result.end(), Each.Words.begin(), Each.Words.end());
  return Result;
}

/// Whether there are options -Wp, or -Xpreprocessor. Their words are divided further, so that an option and its value
/// can come from different words.
bool takesPreprocessorWords(const CommandLine &Line) {
  return std::any_of(Line.Arguments.begin(), Line.Arguments.end(), [](const Argument &A) { return A.ToPreprocessor; });
}

Words wordsBesidePreprocessor(const CommandLine &Line) {
  Words Result;
  for (const Argument &Each : Line.Arguments)
    if (!Each.ToPreprocessor)
      Result.insert(Result.end(), Each.Words.begin(), Each.Words.end());
  return Result;
}

bool isSubsequence(const Words &Part, const Words &Whole) {
  size_t Found = 0;
  for (const std::string &Word : Whole)
    Found += Found < Part.size() && Part[Found] == Word;
  return Found == Part.size();
}

/// `Expanded` is `Given` with the words of the response file in its place. The host compiler reads the response file
/// itself, unless the file contains one of our options.
void checkHostWords(const Words &Given, const Words &Expanded, const CommandLine &Line) {
  const Words All = wordsOf(Line);
  const auto Text = [&] { return joined(Expanded) + "\n" + joined(Line.HostWords) + "\n" + joined(All); };
  const bool Plain = std::none_of(Expanded.begin(), Expanded.end(), isOwnOption);
  check(!Plain || Line.HostWords == Given, "a plain line passes as it is", Text);
  check(isSubsequence(Line.HostWords, Given) || isSubsequence(Line.HostWords, Expanded), "the words keep their order",
        Text);
  if (Given != Expanded && isSubsequence(Line.HostWords, Given)) // the host compiler reads the response file itself
    return;
  check(isSubsequence(wordsBesidePreprocessor(Line), Line.HostWords),
        "the host compiler has the words of all arguments", Text);
  check(takesPreprocessorWords(Line) || Line.HostWords == All, "and no other words", Text);
}

bool endsIn(const Command &Step, const std::string &Word) { return !Step.Words.empty() && Step.Words.back() == Word; }

bool isSideName(const Argument &Option) {
  return Option.Name == "-dumpdir" || Option.Name == "-dumpbase" || Option.Name == "-dumpbase-ext";
}

void checkPlan(const CommandLine &Line, unsigned Which) {
  const Installation Parts{"/p/libexec/hetcc/hetcc-translate", "/p/include", "/p/lib"};
  PlanInputs Inputs{Line, Line, {}, (Which & 2) != 0, "/tmp/folder", Parts, nullptr};
  Words Rest = {HostCompiler};
  if (Line.Own.splitsOpenMP())
    Rest.emplace_back("-foffload=disable");
  // The side outputs must have the names that a single command of the host compiler would give them.
  const bool NamesSides = Line.StopAfter != Mode::Link && needsSideNames(Line);
  if (NamesSides)
    Rest.insert(Rest.end(), {"-dumpdir", sideNames(Line, "").Prefix});
  for (const Argument &Each : Line.Arguments) {
    const bool Taken = Each.IsInput && isCOrCxx(Each.Type) && (Which >> (Inputs.Annotated.size() % 6)) & 4;
    if (Taken)
      Inputs.Annotated.push_back({.Input = &Each, .Source = Each.Value, .Seed = 7});
    else if (!NamesSides || !isSideName(Each))
      Rest.insert(Rest.end(), Each.Words.begin(), Each.Words.end());
  }
  const Plan Made = planBuild(Inputs);
  check(Made.Units.size() == Inputs.Annotated.size(), "each annotated source is a unit");
  for (const Unit &Each : Made.Units) {
    check(Each.Translate.Words.front() == Parts.Translator && endsIn(Each.Translate, Each.Source), "translates");
    check(endsIn(Each.CompileHost, Each.HostSource), "compiles what was translated");
    check(endsIn(Each.CompileOriginal, Each.Input->Value), "can compile the original");
  }
  if (Made.CompileRest && !Inputs.OthersMention)
    check(Made.CompileRest->Words == Rest, "other sources are compiled by the same words",
          [&] { return joined(Rest) + "\n" + joined(Made.CompileRest->Words); });
  if (Made.Link && !Inputs.OthersMention && Made.Units.empty())
    check(Made.Link->Words == Rest, "a link is by the same words",
          [&] { return joined(Rest) + "\n" + joined(Made.Link->Words); });
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  setenv("HETCC_HOST_CC", HostCompiler, 1);
  setenv("HETCC_HOST_CXX", HostCompiler, 1);
  enterFolderOfOwn();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size == 0 || memchr(Data, 0, Size)) // a word contains no null byte
    return 0;
  const std::vector<std::string> Parts = splitAt(asText(Data + 1, Size - 1), '\xff');
  Words Given = splitAt(Parts[0], '\n');
  // Other response files are left out, because files with such names may exist.
  std::erase_if(Given, [](const std::string &Word) { return Word.starts_with('@') && Word != "@r"; });
  const bool HasFile = Parts.size() > 1 && std::find(Given.begin(), Given.end(), "@r") != Given.end();
  if (Parts.size() > 1)
    check(splitResponseFile(Parts[1]) == splitAsGcc(Parts[1]), "a response file is split as gcc does it",
          [&] { return joined(splitResponseFile(Parts[1])) + "\n" + joined(splitAsGcc(Parts[1])); });
  static RewrittenFile Response("r");
  if (HasFile && Parts[1].find('@') != std::string::npos)
    return 0;
  if (HasFile)
    check(Response.put(Parts[1]), "there is room for the file");
  else
    Response.remove();
  const CommandLine Line = parseCommandLine(Given, Data[0] & 1);
  Words Expanded;
  for (const std::string &Word : Given) {
    const Words Inside = HasFile && Word == "@r" ? splitAsGcc(Parts[1]) : Words{Word};
    Expanded.insert(Expanded.end(), Inside.begin(), Inside.end());
  }
  checkHostWords(Given, Expanded, Line);
  for (const Argument *Input : Line.inputs())
    check(!Input->Words.empty() && Input->Words[0] == Input->Value, "an input is its word");
  if (Line.Errors.empty() && Line.StopAfter != Mode::Query)
    checkPlan(Line, Data[0]);
  return 0;
}
