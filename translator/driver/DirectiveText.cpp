// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two ways through a file. Nearly every file has no word of ours: a search that skips most characters says so, and only
// its #include lines are read. The others are cleaned of comments and read line by line, identifier by identifier.
#include "DirectiveText.h"

#include "Files.h"
#include "LineMarker.h"
#include "Spelling.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

namespace hetcc::driver {

namespace {

enum class Rarity { Distinctive, Common };

/// A word that makes a directive ours.
struct OwnWord {
  std::string_view Name;
  Rarity Is;
};
constexpr OwnWord OwnWords[] = {
#define OWN_CLAUSE(Name, Role, Families, Is) {Name, Rarity::Is},
#define OWN_WORD(Name, Is) {Name, Rarity::Is},
#include "Directive/Clauses.def"
};
constexpr std::string_view MentionWords[] = {"__HETCC__", "HETCC"};

/// Any file that matters contains one of our words or of these, five or more characters each.
constexpr std::string_view OtherTriggers[] = {"HETCC", "hetcc", "Pragma", "pragma"};

/// Searches for several words at once: the last two of five characters tell how far the search may jump (Wu and
/// Manber).
class TriggerSearch {
public:
  constexpr TriggerSearch() {
    Jump.fill(Window - 1);
    for (const OwnWord &Word : OwnWords)
      add(Word.Name);
    for (std::string_view Trigger : OtherTriggers)
      add(Trigger);
  }

  bool anyIn(std::string_view Text) const {
    for (size_t End = Window - 1; End < Text.size();) {
      uint8_t Distance = Jump[hash(Text[End - 1], Text[End])];
      if (Distance == 0 && triggerAt(Text.substr(End + 1 - Window)))
        return true;
      End += Distance ? Distance : 1;
    }
    return false;
  }

private:
  static constexpr size_t Window = 5;

  static constexpr size_t hash(char First, char Second) {
    return (static_cast<unsigned char>(First) * 31u + static_cast<unsigned char>(Second)) % 4096;
  }
  constexpr void add(std::string_view Trigger) {
    for (size_t I = 1; I < Window; ++I)
      lower(Jump[hash(Trigger[I - 1], Trigger[I])], Window - 1 - I);
  }
  static constexpr void lower(uint8_t &Value, size_t Bound) { Value = std::min<size_t>(Value, Bound); }

  static bool triggerAt(std::string_view Text) {
    return std::any_of(std::begin(OwnWords), std::end(OwnWords),
                       [&](const OwnWord &W) { return Text.starts_with(W.Name); }) ||
           std::any_of(std::begin(OtherTriggers), std::end(OtherTriggers),
                       [&](std::string_view T) { return Text.starts_with(T); });
  }

  std::array<uint8_t, 4096> Jump{};
};

constexpr TriggerSearch Search;

/// A set of characters as a table, since every character of a file is asked about.
class CharacterSet {
public:
  constexpr explicit CharacterSet(std::string_view Members) {
    for (char C : Members)
      In[static_cast<unsigned char>(C)] = true;
  }
  constexpr bool has(char C) const { return In[static_cast<unsigned char>(C)]; }

private:
  std::array<bool, 256> In{};
};

constexpr CharacterSet IdentifierCharacters("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
/// What can begin a comment, a splice or a literal.
constexpr CharacterSet SpecialCharacters("\\?/R\"'");
/// Other spellings of `#` and of the backslash.
constexpr std::string_view RareSpellings[] = {"%:", "?\?=", "?\?/"};

bool isIdentifierCharacter(char C) { return IdentifierCharacters.has(C); }

/// Takes the identifier at the front of \p Text.
std::string_view takeIdentifier(std::string_view &Text) {
  size_t Length = 0;
  while (Length < Text.size() && isIdentifierCharacter(Text[Length]))
    ++Length;
  std::string_view Identifier = Text.substr(0, Length);
  Text.remove_prefix(Length);
  return Identifier;
}

/// Takes text up to and with the end of the line.
std::string_view takeLine(std::string_view &Text) {
  const void *End = memchr(Text.data(), '\n', Text.size());
  size_t Length = End ? static_cast<const char *>(End) - Text.data() : Text.size();
  std::string_view Line = Text.substr(0, Length);
  Text.remove_prefix(std::min(Text.size(), Length + 1));
  return Line;
}

template <size_t Count> bool isOneOf(std::string_view Word, const std::string_view (&List)[Count]) {
  return std::find(std::begin(List), std::end(List), Word) != std::end(List);
}

/// Reads "name" or <name>; false where \p Text is neither.
bool parseHeaderName(std::string_view Text, IncludeName &Out) {
  Text = skipBlanks(Text);
  if (Text.empty() || (Text[0] != '"' && Text[0] != '<'))
    return false;
  Out.Angled = Text[0] == '<';
  size_t End = Text.find(Out.Angled ? '>' : '"', 1);
  if (End == Text.npos)
    return false;
  Out.Name = Text.substr(1, End - 1);
  return true;
}

void noteInclude(std::string_view Directive, std::string_view Rest, TextFindings &Found) {
  IncludeName Header;
  Header.Next = Directive == "include_next";
  if (!parseHeaderName(Rest, Header)) {
    Found.ComputedInclude = true;
    return;
  }
  Found.Mention |= Header.Name == "hetcc.h" || Header.Name.ends_with("/hetcc.h");
  Found.Includes.push_back(std::move(Header));
}

void noteMacro(std::string_view Rest, TextFindings &Found) {
  Rest = skipBlanks(Rest);
  takeIdentifier(Rest);
  IncludeName Header;
  if (parseHeaderName(Rest, Header))
    Found.MacroIncludes.push_back(std::move(Header));
}

/// The part of a preprocessing line after `#` and blanks; false for other lines.
bool isPreprocessingLine(std::string_view Line, std::string_view &Directive, std::string_view &Rest) {
  Line = skipBlanks(Line);
  if (Line.starts_with("%:"))
    Line.remove_prefix(1);
  else if (Line.starts_with("?\?="))
    Line.remove_prefix(2);
  else if (Line.empty() || Line[0] != '#')
    return false;
  Rest = skipBlanks(Line.substr(1));
  Directive = takeIdentifier(Rest);
  return true;
}

bool isInclude(std::string_view Directive) {
  return Directive == "include" || Directive == "include_next" || Directive == "import";
}

/// Which of the words that matter a line has.
struct LineWords {
  bool Pragma = false, OmpOrAcc = false, Distinctive = false, Common = false, Mention = false;
  bool Applied = false;  ///< a distinctive word has arguments
  bool Misspelt = false; ///< a word with arguments is nearly one of ours
};

bool isOwn(std::string_view Word, Rarity Is) {
  return std::any_of(std::begin(OwnWords), std::end(OwnWords),
                     [&](const OwnWord &W) { return W.Is == Is && W.Name == Word; });
}

/// Whether a word was to be `HETCC` or a distinctive word. The translator, which knows OpenMP's, decides.
bool isMisspelt(std::string_view Word) {
  auto IsNear = [&](std::string_view Name) { return isNearly(Word, Name); };
  return Word.starts_with("part_") || IsNear("HETCC") ||
         std::any_of(std::begin(OwnWords), std::end(OwnWords),
                     [&](const OwnWord &W) { return W.Is == Rarity::Distinctive && IsNear(W.Name); });
}

LineWords wordsOf(std::string_view Line) {
  LineWords Words;
  while (!Line.empty()) {
    if (!isIdentifierCharacter(Line[0])) {
      Line.remove_prefix(1);
      continue;
    }
    std::string_view Word = takeIdentifier(Line);
    Words.Pragma |= Word == "_Pragma" || Word == "__pragma";
    Words.OmpOrAcc |= Word == "omp" || Word == "acc";
    const bool Distinctive = isOwn(Word, Rarity::Distinctive);
    Words.Distinctive |= Distinctive;
    Words.Applied |= Distinctive && skipBlanks(Line).starts_with('(');
    Words.Common |= isOwn(Word, Rarity::Common);
    Words.Mention |= isOneOf(Word, MentionWords);
    // `omp` and `acc` stand before all clauses.
    Words.Misspelt |= Words.OmpOrAcc && skipBlanks(Line).starts_with('(') && isMisspelt(Word);
  }
  return Words;
}

void examineLine(std::string_view Line, TextFindings &Found) {
  std::string_view Directive, Rest;
  bool Preprocessing = isPreprocessingLine(Line, Directive, Rest);
  if (Preprocessing && isInclude(Directive))
    return noteInclude(Directive, Rest, Found);
  bool Macro = Preprocessing && Directive == "define";
  if (Macro)
    noteMacro(Rest, Found);
  LineWords Words = wordsOf(Line);
  bool PragmaLine = (Preprocessing && Directive == "pragma") || Words.Pragma;
  bool Ours = Words.Distinctive || Words.Common;
  Found.Mention |= Words.Mention;
  Found.Pragma |= Words.Pragma || (PragmaLine && Words.OmpOrAcc);
  // Where HETCC stands on a pragma line there are clauses of ours, or misspelt ones, about which we have to complain.
  Found.Directive |= (Ours && (PragmaLine || Words.Mention)) || (PragmaLine && (Words.Mention || Words.Misspelt));
  // `PRAGMA(omp parallel for partition(static))` and `#define CLAUSES persist(x)` reach a pragma through a macro; plain
  // code that calls something `partition`, or has a variable called `hetero`, does not.
  Found.Clause |= Words.Applied || (Ours && (Macro || Words.OmpOrAcc));
}

bool hasRareSpelling(std::string_view Text) {
  return std::any_of(std::begin(RareSpellings), std::end(RareSpellings),
                     [&](std::string_view Spelling) { return Text.find(Spelling) != Text.npos; });
}

/// Whether a comment or a splice may keep the name of a header, or the word before it, from being seen.
bool mayHideHeader(std::string_view Directive, std::string_view Rest) {
  Rest = skipBlanks(Rest);
  return (Rest.starts_with('/') || Rest.starts_with('\\')) &&
         (std::string_view("include_next").starts_with(Directive) || std::string_view("import").starts_with(Directive));
}

/// Reads the #include lines, and the macros that may name a header, of a text without words of ours. Comments are not
/// recognised: a header named in one is examined in vain. Nothing where one might hide a header.
std::optional<TextFindings> examineIncludes(std::string_view Text) {
  TextFindings Found;
  while (const void *Hash = memchr(Text.data(), '#', Text.size())) {
    size_t Start = static_cast<const char *>(Hash) - Text.data();
    Text.remove_prefix(Start);
    std::string_view Directive, Rest;
    isPreprocessingLine(takeLine(Text), Directive, Rest);
    if (mayHideHeader(Directive, Rest))
      return std::nullopt;
    if (isInclude(Directive))
      noteInclude(Directive, Rest, Found);
    else if (Directive == "define")
      noteMacro(Rest, Found);
  }
  return Found;
}

/// Copies a text and leaves comments and line splices out. Strings are kept, so that comment openers inside them do not
/// count; a quote that is not closed on its line ends with it, which limits the harm of a misread one.
class Cleaner {
public:
  explicit Cleaner(std::string_view Text) : Text(Text) { Out.reserve(Text.size()); }

  std::string run() {
    while (!Text.empty()) {
      copyOrdinary();
      if (!Text.empty() && !skipSplice() && !skipComment() && !copyRawString() && !copyQuoted())
        copy(1);
    }
    return std::move(Out);
  }

private:
  void copyOrdinary() {
    size_t Length = 0;
    while (Length < Text.size() && !SpecialCharacters.has(Text[Length]))
      ++Length;
    copy(Length);
  }

  void copy(size_t Count) {
    Count = std::min(Count, Text.size());
    Out.append(Text.substr(0, Count));
    Text.remove_prefix(Count);
  }

  /// A backslash at the end of a line joins the next one to it. Compilers warn of blanks between, and join all the
  /// same.
  bool skipSplice() {
    size_t Length = Text[0] == '\\' ? 1 : Text.starts_with("?\?/") ? 3 : 0;
    if (Length == 0)
      return false;
    while (Length < Text.size() && isBlank(Text[Length]))
      ++Length;
    if (Length == Text.size() || Text[Length] != '\n')
      return false;
    Text.remove_prefix(Length + 1);
    return true;
  }

  bool skipComment() {
    if ((Text.starts_with("/*") || Text.starts_with("//")) && isInHeaderName())
      return false;
    if (Text.starts_with("/*")) {
      size_t End = Text.find("*/", 2);
      Text.remove_prefix(End == Text.npos ? Text.size() : End + 2);
      Out += ' ';
      return true;
    }
    if (!Text.starts_with("//"))
      return false;
    while (!Text.empty() && Text[0] != '\n')
      if (!skipSplice())
        Text.remove_prefix(1);
    return true;
  }

  /// Whether what comes stands between the brackets of `#include <...>`, where no comment begins.
  bool isInHeaderName() const {
    const std::string_view Line = std::string_view(Out).substr(Out.rfind('\n') + 1);
    std::string_view Directive, Rest;
    return isPreprocessingLine(Line, Directive, Rest) && isInclude(Directive) && skipBlanks(Rest).starts_with('<') &&
           Rest.find('>') == Rest.npos;
  }

  /// R"delimiter( ... )delimiter"
  bool copyRawString() {
    if (!Text.starts_with("R\"") || (!Out.empty() && isIdentifierCharacter(Out.back()) && !endsWithEncoding()))
      return false;
    size_t Open = Text.find('(');
    if (Open == Text.npos || Open > 2 + 16)
      return false;
    std::string Close = ")" + std::string(Text.substr(2, Open - 2)) + "\"";
    size_t End = Text.find(Close, Open);
    if (End == Text.npos)
      return false;
    copy(End + Close.size());
    return true;
  }

  bool endsWithEncoding() const {
    std::string_view Before = Out;
    size_t Length = 0;
    while (Length < Before.size() && isIdentifierCharacter(Before[Before.size() - 1 - Length]))
      ++Length;
    std::string_view Prefix = Before.substr(Before.size() - Length);
    return Prefix == "u8" || Prefix == "u" || Prefix == "U" || Prefix == "L";
  }

  bool copyQuoted() {
    char Quote = Text[0];
    // 1'000 separates digits.
    bool Separator = Quote == '\'' && !Out.empty() && isIdentifierCharacter(Out.back()) && !endsWithEncoding();
    if ((Quote != '"' && Quote != '\'') || Separator)
      return false;
    copy(1);
    while (!Text.empty() && Text[0] != Quote && Text[0] != '\n')
      if (!skipSplice())
        copy(Text[0] == '\\' ? 2 : 1);
    if (!Text.empty() && Text[0] == Quote)
      copy(1);
    return true;
  }

  std::string_view Text;
  std::string Out;
};

} // namespace

void TextFindings::add(const TextFindings &Other) {
  Directive |= Other.Directive;
  Pragma |= Other.Pragma;
  Clause |= Other.Clause;
  Mention |= Other.Mention;
  ComputedInclude |= Other.ComputedInclude;
}

std::string withoutComments(std::string_view Text) { return Cleaner(Text).run(); }

TextFindings examineText(std::string_view Text) {
  Text = withoutByteOrderMark(Text);
  if (!Search.anyIn(Text) && !hasRareSpelling(Text))
    if (std::optional<TextFindings> Found = examineIncludes(Text))
      return *std::move(Found);
  std::string Clean = withoutComments(Text);
  TextFindings Found;
  for (std::string_view Rest = Clean; !Rest.empty();)
    examineLine(takeLine(Rest), Found);
  return Found;
}

} // namespace hetcc::driver
