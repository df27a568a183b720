// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses a compiler's command line.
#include "CommandLine.h"

#include "Files.h"
#include "Repeatable.h"

#include <algorithm>
#include <utility>

namespace hetcc::driver {

namespace {

struct NamedType {
  std::string_view Name;
  InputType Type;
};

constexpr NamedType Suffixes[] = {
    {"c", InputType::C},
    {"i", InputType::PreprocessedC},
    {"ii", InputType::PreprocessedCxx},
    {"C", InputType::Cxx},
    {"cc", InputType::Cxx},
    {"cp", InputType::Cxx},
    {"cxx", InputType::Cxx},
    {"cpp", InputType::Cxx},
    {"CPP", InputType::Cxx},
    {"c++", InputType::Cxx},
    {"h", InputType::OtherSource},
    {"H", InputType::OtherSource},
    {"hh", InputType::OtherSource},
    {"hp", InputType::OtherSource},
    {"hxx", InputType::OtherSource},
    {"hpp", InputType::OtherSource},
    {"HPP", InputType::OtherSource},
    {"h++", InputType::OtherSource},
    {"tcc", InputType::OtherSource},
    {"s", InputType::OtherSource},
    {"S", InputType::OtherSource},
    {"sx", InputType::OtherSource},
    {"m", InputType::OtherSource},
    {"mm", InputType::OtherSource},
    {"mi", InputType::OtherSource},
    {"f", InputType::OtherSource},
    {"F", InputType::OtherSource},
    {"for", InputType::OtherSource},
    {"f90", InputType::OtherSource},
    {"F90", InputType::OtherSource},
    {"f95", InputType::OtherSource},
    {"F95", InputType::OtherSource},
    {"f03", InputType::OtherSource},
    {"f08", InputType::OtherSource},
    {"adb", InputType::OtherSource},
    {"ads", InputType::OtherSource},
    {"go", InputType::OtherSource},
    {"d", InputType::OtherSource},
};

constexpr NamedType Languages[] = {
    {"c", InputType::C},
    {"c++", InputType::Cxx},
    {"cpp-output", InputType::PreprocessedC},
    {"c++-cpp-output", InputType::PreprocessedCxx},
};

/// The type that `-x Name` gives to the files after it; nothing for `-x none`.
std::optional<InputType> typeOfLanguage(std::string_view Name) {
  if (Name == "none")
    return std::nullopt;
  for (const NamedType &Language : Languages)
    if (Language.Name == Name)
      return Language.Type;
  return InputType::OtherSource;
}

class Parser {
public:
  Parser(std::vector<std::string> Words, CommandLine &Out) : Words(std::move(Words)), Out(Out) {}

  void run() {
    while (Next < Words.size())
      parseWord();
    if (Out.inputs().empty() && !(Out.StopAfter == Mode::Link && linksOptions()))
      Out.StopAfter = Mode::Query;
    for (Argument &Argument : Out.Arguments)
      if (Argument.IsInput)
        Argument.Type = typeInAll(Argument);
  }

private:
  /// The final type of an input file, which options after it may change.
  InputType typeInAll(const Argument &Input) const {
    bool Preprocessed = Out.hasWord("-fpreprocessed");
    if (Input.Value == "-" && Input.Type == InputType::LinkerInput && Out.has("-E"))
      return InputType::C; // g++ reads it as C, too
    if (Input.Type == InputType::C && Preprocessed)
      return InputType::PreprocessedC;
    return Input.Type == InputType::Cxx && Preprocessed ? InputType::PreprocessedCxx : Input.Type;
  }

  /// Whether options name files to link. gcc links a program from -l, -Wl and -Xlinker alone, without input files.
  bool linksOptions() const { return Out.has("-l") || Out.has("-Wl,") || Out.has("-Xlinker"); }

  void parseWord() {
    const std::string &Word = Words[Next++];
    if (OnlyInputs || Word == "-" || Word.empty() || Word[0] != '-')
      addInput(Word);
    else if (isOwnOption(Word))
      addOwn(Word);
    else if (Word.starts_with("--"))
      addLong(Word);
    else
      addShort(Word, Word);
  }

  void addInput(const std::string &Path) {
    Argument Input;
    Input.Words = {Path};
    Input.Value = Path;
    Input.IsInput = true;
    Input.Type = Forced ? *Forced : typeOfPath(Path, Out.CxxDriver);
    Out.Arguments.push_back(std::move(Input));
  }

  void addOwn(const std::string &Word) {
    if (std::string Error = parseOwnOption(Word, Out.Own); !Error.empty())
      Out.Errors.push_back(std::move(Error));
  }

  /// Adds a long option: `--define-macro=X` and `--define-macro X` mean `-DX`.
  void addLong(const std::string &Word) {
    if (Word == "--") {
      OnlyInputs = true;
      addFlag(Word, Word);
      return;
    }
    size_t Equals = Word.find('=');
    std::string_view Short = shortNameOf(std::string_view(Word).substr(0, Equals));
    if (Short.empty())
      addShort(Word, Word);
    else
      addShort(Word, std::string(Short) + (Equals == Word.npos ? "" : Word.substr(Equals + 1)));
  }

  /// Adds an option. \p Word: as the user wrote it; \p Spelling: in the short form that the table has.
  void addShort(const std::string &Word, const std::string &Spelling) {
    const GccOption *Option = findGccOption(Spelling);
    if (!Option) {
      addFlag(Word, Spelling);
      return;
    }
    Argument Result;
    Result.Words = {Word};
    Result.Name = Option->Name;
    Result.Value = Spelling.substr(Option->Name.size());
    Result.Kind = Option->Kind;
    bool TakesNext =
        Option->Form == ValueForm::Separate || (Option->Form == ValueForm::JoinedOrSeparate && Result.Value.empty());
    Out.Incomplete |= TakesNext && Next == Words.size();
    if (TakesNext && Next < Words.size()) {
      Result.Value = Words[Next++];
      Result.Words.push_back(Result.Value);
    }
    note(Result);
    Out.Arguments.push_back(std::move(Result));
  }

  void addFlag(const std::string &Word, const std::string &Name) {
    Argument Flag;
    Flag.Words = {Word};
    Flag.Name = Name;
    note(Flag);
    Out.Arguments.push_back(std::move(Flag));
  }

  /// Stores the effect of an option that concerns the whole command.
  void note(const Argument &Option) {
    if (Option.Kind == OptionKind::Output)
      Out.Output = Option.Value;
    else if (Option.Kind == OptionKind::InputLanguage)
      Forced = typeOfLanguage(Option.Value);
    else if (Option.Kind == OptionKind::Mode)
      stopAfter(modeOf(Option.Name));
    else if (Option.Kind == OptionKind::Query)
      stopAfter(Mode::Query);
    else if (Option.Name == "-v")
      Out.Verbose = true;
    else if (size_t Start = Option.Name.find("-save-temps"); Start <= 1)
      Out.SaveTemps = Option.Name.substr(std::min(Option.Name.size(), Start + 12));
  }

  static Mode modeOf(std::string_view Name) {
    if (Name == "-c")
      return Mode::Object;
    if (Name == "-S")
      return Mode::Assembly;
    if (Name == "-E")
      return Mode::Preprocess;
    return Name == "-fsyntax-only" ? Mode::SyntaxOnly : Mode::Dependencies;
  }

  /// Of several options that stop the compiler, the one that stops it earliest counts, whatever their order.
  void stopAfter(Mode Asked) {
    auto Earliness = [](Mode M) {
      switch (M) {
      case Mode::Link:
        return 0;
      case Mode::Object:
        return 1;
      case Mode::Assembly:
        return 2;
      case Mode::SyntaxOnly:
        return 3;
      case Mode::Preprocess:
        return 4;
      case Mode::Dependencies:
        return 5;
      case Mode::Query:
        return 6;
      }
      return 0;
    };
    if (Earliness(Asked) > Earliness(Out.StopAfter))
      Out.StopAfter = Asked;
  }

  std::vector<std::string> Words;
  CommandLine &Out;
  size_t Next = 0;
  bool OnlyInputs = false;
  std::optional<InputType> Forced;
};

/// Splits the words that -Wp,a,b and -Xpreprocessor give to the preprocessor into options and their values. An option
/// and its value may be in different words.
class PreprocessorWords {
public:
  explicit PreprocessorWords(std::vector<Argument> &Arguments) : Arguments(Arguments) {}

  void run() {
    for (Argument &Each : Arguments)
      if (Each.Name == "-Xpreprocessor")
        add(Each.Value);
      else if (Each.Name == "-Wp,")
        for (const std::string &Word : splitAtCommas(Each.Value))
          add(Word);
      else
        Out.push_back(std::move(Each));
    Arguments = std::move(Out);
  }

private:
  void add(const std::string &Word) {
    if (Waiting) {
      Out[*Waiting].Value = Word;
      Out[*Waiting].Words.insert(Out[*Waiting].Words.end(), {"-Xpreprocessor", Word});
      Waiting.reset();
      return;
    }
    Argument Option;
    Option.Words = {"-Xpreprocessor", Word};
    Option.Name = Word;
    Option.Kind = OptionKind::Preprocessor;
    Option.ToPreprocessor = true;
    if (const GccOption *Known = findGccOption(Word); Known && isKnownToIt(Known->Kind)) {
      Option.Name = Known->Name;
      Option.Value = Word.substr(Known->Name.size());
      Option.Kind = Known->Kind;
      // The preprocessor's own -MD and -MMD take the next word as the name of the rule's file.
      bool NamesRule = Word == "-MD" || Word == "-MMD";
      if (NamesRule || Known->Form == ValueForm::Separate ||
          (Known->Form == ValueForm::JoinedOrSeparate && Option.Value.empty()))
        Waiting = Out.size();
    }
    Out.push_back(std::move(Option));
  }

  static bool isKnownToIt(OptionKind Kind) {
    return Kind == OptionKind::Preprocessor || Kind == OptionKind::Language || Kind == OptionKind::Dependency;
  }

  std::vector<Argument> &Arguments;
  std::vector<Argument> Out;
  std::optional<size_t> Waiting; ///< the option whose value is the next word
};

} // namespace

std::vector<std::string> splitAtCommas(std::string_view Text) {
  std::vector<std::string> Parts;
  for (size_t Start = 0; Start <= Text.size();) {
    size_t End = std::min(Text.find(',', Start), Text.size());
    Parts.emplace_back(Text.substr(Start, End - Start));
    Start = End + 1;
  }
  return Parts;
}

bool isCOrCxx(InputType Type) { return Type <= InputType::PreprocessedCxx; }

bool isCxx(InputType Type) { return Type == InputType::Cxx || Type == InputType::PreprocessedCxx; }

std::string_view languageName(InputType Type) {
  for (const NamedType &Language : Languages)
    if (Language.Type == Type)
      return Language.Name;
  return "none";
}

bool CommandLine::has(std::string_view Name) const { return last(Name).has_value(); }

std::optional<std::string> CommandLine::last(std::string_view Name) const {
  auto Found = std::find_if(Arguments.rbegin(), Arguments.rend(),
                            [&](const Argument &A) { return !A.IsInput && A.Name == Name; });
  return Found == Arguments.rend() ? std::nullopt : std::optional(Found->Value);
}

bool CommandLine::hasWord(std::string_view Word) const {
  return std::any_of(Arguments.begin(), Arguments.end(),
                     [&](const Argument &A) { return !A.IsInput && A.Words[0] == Word; });
}

bool CommandLine::dividesIncludes() const {
  return std::any_of(Arguments.begin(), Arguments.end(),
                     [](const Argument &A) { return A.Name == "-I" && A.Value == "-"; });
}

bool usesOpenMP(const CommandLine &Line) {
  bool Uses = false; // the last such option on the command line decides
  for (const Argument &Option : Line.Arguments)
    if (Option.Name == "-f" && (Option.Value.starts_with("openmp") || Option.Value == "no-openmp"))
      Uses = (Uses || Option.Value != "openmp-simd") && Option.Value != "no-openmp";
  return Uses;
}

std::vector<const Argument *> CommandLine::inputs() const {
  std::vector<const Argument *> Result;
  for (const Argument &Argument : Arguments)
    if (Argument.IsInput)
      Result.push_back(&Argument);
  return Result;
}

/// The words of all arguments in order, without hetcc's own options. A word that is the value of another option does
/// not count as an option: `-o --libs` names an output file.
static std::vector<std::string> wordsOf(const CommandLine &Line) {
  std::vector<std::string> Words;
  for (const Argument &Each : Line.Arguments)
    Words.insert(Words.end(), Each.Words.begin(), Each.Words.end());
  return Words;
}

CommandLine parseCommandLine(const std::vector<std::string> &Words, bool CxxDriver) {
  CommandLine Result, Unopened;
  Result.CxxDriver = CxxDriver;
  bool TookPipe = false; // a response file is a pipe, and has been read
  std::vector<std::string> Expanded;
  ResponseFiles([&](const std::string &Path) {
    TookPipe |= isReadOnce(Path);
    return readFile(Path);
  }).open(Words, Expanded);
  Parser(Expanded, Result).run();
  Result.HostWords = wordsOf(Result);
  // The host compiler gets `@file` unchanged, unless the file contains options of hetcc or is a pipe, which can be read
  // only once.
  if (Expanded != Words && !TookPipe) {
    Parser(Words, Unopened).run();
    std::vector<std::string> Outside = wordsOf(Unopened);
    if (Expanded.size() - Result.HostWords.size() == Words.size() - Outside.size())
      Result.HostWords = std::move(Outside);
  }
  PreprocessorWords(Result.Arguments).run();
  for (const Argument &Option : Result.Arguments)
    if (!Option.IsInput)
      takeMessageOption(Option.Words[0], Result.Own);
  return Result;
}

void ResponseFiles::open(std::vector<std::string> Words, std::vector<std::string> &Out) {
  std::reverse(Words.begin(), Words.end());
  while (!Words.empty()) {
    const std::string Word = std::move(Words.back());
    Words.pop_back();
    std::optional<std::string> Text;
    if (Word.size() > 1 && Word[0] == '@' && Opened < Most)
      Text = Read(Word.substr(1));
    if (!Text) {
      Out.push_back(Word);
      continue;
    }
    ++Opened;
    const std::vector<std::string> Inner = splitResponseFile(*Text);
    Words.insert(Words.end(), Inner.rbegin(), Inner.rend());
  }
}

std::vector<std::string> splitResponseFile(std::string_view Text) {
  std::vector<std::string> Words;
  std::string Word;
  bool InWord = false;
  char Quote = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    bool Blank = C == ' ' || C == '\t' || C == '\n' || C == '\r' || C == '\v' || C == '\f';
    if (!Quote && Blank) {
      if (InWord)
        Words.push_back(std::exchange(Word, {}));
      InWord = false;
      continue;
    }
    InWord = true;
    if (C == '\\') // a backslash at the end of the file is dropped
      Word += ++I < Text.size() ? std::string(1, Text[I]) : std::string();
    else if (Quote ? C == Quote : (C == '\'' || C == '"'))
      Quote = Quote ? 0 : C;
    else
      Word += C;
  }
  if (InWord)
    Words.push_back(std::move(Word));
  return Words;
}

InputType typeOfPath(std::string_view Path, bool CxxDriver) {
  std::string_view Name = Path.substr(Path.rfind('/') + 1);
  size_t Dot = Name.rfind('.');
  if (Dot == Name.npos)
    return InputType::LinkerInput;
  std::string_view Suffix = Name.substr(Dot + 1);
  for (const NamedType &Known : Suffixes) {
    if (Known.Name != Suffix)
      continue;
    // g++ compiles C files as C++.
    if (CxxDriver && Known.Type == InputType::C)
      return InputType::Cxx;
    if (CxxDriver && Known.Type == InputType::PreprocessedC)
      return InputType::PreprocessedCxx;
    return Known.Type;
  }
  return InputType::LinkerInput;
}

} // namespace hetcc::driver
