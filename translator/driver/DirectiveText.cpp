// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a file in one of two ways. Nearly all files contain no word of hetcc's. A fast search, which skips most
// characters, finds this out; then only the #include lines are read. In all other files, comments are removed, and
// every line is read identifier by identifier.
#include "DirectiveText.h"

#include "Files.h"
#include "LineMarker.h"
#include "Spelling.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>

namespace hetcc::driver {

namespace {

enum class Rarity { Distinctive, Common };

/// A word that makes a directive one of hetcc's, from Clauses.def. `Is` tells whether the word is also common in other
/// code.
struct OwnWord {
  std::string_view Name;
  Rarity Is;
};
constexpr OwnWord OwnWords[] = {
#define OWN_CLAUSE(Name, Role, Families, Rules, Is) {Name, Rarity::Is},
#define OWN_WORD(Name, Is, Place) {Name, Rarity::Is},
#include "Directive/Clauses.def"
};
constexpr std::string_view MentionWords[] = {"__HETCC__", "HETCC"};

/// Each file that must be read in full contains one of hetcc's words, or one of the words below. All these words have
/// at least five characters, as TriggerSearch requires.
constexpr std::string_view OtherTriggers[] = {"HETCC", "hetcc", "Pragma", "pragma"};

/// Searches for several words at once by the algorithm of Wu and Manber: it looks at windows of five characters, and
/// the last two characters of a window tell how far the search may skip.
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

/// A set of characters as a table, for speed: it is used for each character of a file.
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
/// Characters that can begin a comment, a line splice, or a literal.
constexpr CharacterSet SpecialCharacters("\\?/R\"'");
/// Digraphs and trigraphs for `#` and the backslash.
constexpr std::string_view RareSpellings[] = {"%:", "?\?=", "?\?/"};

bool isIdentifierCharacter(char C) { return IdentifierCharacters.has(C); }

/// Removes the identifier at the front of \p Text, and returns it.
std::string_view takeIdentifier(std::string_view &Text) {
  size_t Length = 0;
  while (Length < Text.size() && isIdentifierCharacter(Text[Length]))
    ++Length;
  std::string_view Identifier = Text.substr(0, Length);
  Text.remove_prefix(Length);
  return Identifier;
}

/// Names of macros may contain letters outside ASCII.
bool isNameCharacter(char C) { return isIdentifierCharacter(C) || C == '$' || static_cast<unsigned char>(C) > 127; }

std::string_view takeMacroName(std::string_view &Text) {
  const auto *End = std::find_if_not(Text.begin(), Text.end(), isNameCharacter);
  const std::string_view Name(Text.begin(), End);
  Text.remove_prefix(Name.size());
  return Name;
}

/// Removes the first line of \p Text, and returns it without its end.
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

bool isDigit(char C) { return C >= '0' && C <= '9'; }

size_t hashOf(std::string_view Name) { return std::hash<std::string_view>()(Name); }

/// Parses "name" or <name>; false if \p Text has neither form.
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
    Rest = skipBlanks(Rest);
    Found.ComputedNames.push_back(hashOf(takeMacroName(Rest)));
    return;
  }
  Found.Mention |= Header.Name == "hetcc.h" || Header.Name.ends_with("/hetcc.h");
  Found.Includes.push_back(std::move(Header));
}

/// Removes the parameters of a macro. Returns whether the macro has any. If they continue on the next line, a backslash
/// is left.
bool takeParameters(std::string_view &Text) {
  if (!Text.starts_with('('))
    return false;
  const size_t End = std::min(Text.find(')'), Text.size() - 1);
  const bool HasSome = !skipBlanks(Text.substr(1, End - 1)).empty();
  Text.remove_prefix(Text[End] == ')' ? End + 1 : End);
  return HasSome;
}

/// Notes a macro whose value is the name of a header, or may expand to one because of other macros, arguments, or the
/// text after it. A value that begins with a comment, or on the next line, may also be such a name.
void noteMacro(std::string_view Rest, TextFindings &Found) {
  constexpr std::string_view Beginnings = "<#/\\";
  Rest = skipBlanks(Rest);
  const std::string_view Name = takeMacroName(Rest);
  const bool HasParameters = takeParameters(Rest);
  Rest = skipBlanks(Rest);
  const char First = Rest.empty() ? ' ' : Rest[0];
  IncludeName Header;
  const bool IsHeader = parseHeaderName(Rest, Header);
  const bool MayBecome =
      Rest.empty() || (isNameCharacter(First) && !isDigit(First)) || Beginnings.find(First) != Beginnings.npos;
  if (IsHeader ? HasParameters && Header.Angled : MayBecome)
    Found.OtherMacros.push_back(hashOf(Name));
  if (IsHeader)
    Found.MacroIncludes.push_back(std::move(Header));
}

/// Splits a preprocessing line into its directive and the rest; false for other lines.
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

/// Which words a line has that tell a directive of hetcc's from others: those of OwnWords by their rarity, Distinctive
/// or Common, and those of MentionWords.
struct LineWords {
  bool Pragma = false, OmpOrAcc = false, Distinctive = false, Common = false, Mention = false;
  bool Applied = false;  ///< a distinctive word of hetcc's is followed by arguments
  bool Misspelt = false; ///< a word with arguments is similar to one of hetcc's
};

bool isOwn(std::string_view Word, Rarity Is) {
  return std::any_of(std::begin(OwnWords), std::end(OwnWords),
                     [&](const OwnWord &W) { return W.Is == Is && W.Name == Word; });
}

/// Whether a word is probably a misspelt `HETCC` or a misspelt distinctive word. The answer may be wrong, because the
/// translator, which also knows OpenMP's words, checks the directive again.
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
    // In a pragma, only words after `omp` or `acc` can be clauses.
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
  // A pragma line with HETCC has clauses of hetcc's, or misspelt clauses, for which the translator reports an error.
  Found.Directive |= (Ours && (PragmaLine || Words.Mention)) || (PragmaLine && (Words.Mention || Words.Misspelt));
  // `PRAGMA(omp parallel for partition(static))` and `#define CLAUSES persist(x)` put a word of hetcc's into a pragma
  // by a macro, so they count. A call of a function `partition`, or a variable called `hetero`, does not.
  Found.Clause |= Words.Applied || (Ours && (Macro || Words.OmpOrAcc));
}

bool hasRareSpelling(std::string_view Text) {
  return std::any_of(std::begin(RareSpellings), std::end(RareSpellings),
                     [&](std::string_view Spelling) { return Text.find(Spelling) != Text.npos; });
}

/// Whether a comment or a line splice may hide the name of a header or macro, or the directive before it.
bool mayHideName(std::string_view Directive, std::string_view Rest) {
  auto Hides = [](std::string_view Text) { return Text.starts_with('/') || Text.starts_with('\\'); };
  Rest = skipBlanks(Rest);
  if (std::string_view("define").starts_with(Directive)) {
    const bool Hidden = Hides(Rest);
    takeMacroName(Rest);
    return Hidden || Hides(Rest);
  }
  return Hides(Rest) &&
         (std::string_view("include_next").starts_with(Directive) || std::string_view("import").starts_with(Directive));
}

/// Reads the #include lines, and the macros that may name a header, in a text without words of hetcc's. Comments are
/// not recognised, so a header that only a comment names is read needlessly. Returns false if a comment may hide a
/// name.
bool examineIncludes(std::string_view Text, TextFindings &Found) {
  while (const void *Hash = memchr(Text.data(), '#', Text.size())) {
    size_t Start = static_cast<const char *>(Hash) - Text.data();
    Text.remove_prefix(Start);
    std::string_view Directive, Rest;
    isPreprocessingLine(takeLine(Text), Directive, Rest);
    if (mayHideName(Directive, Rest))
      return false;
    if (isInclude(Directive))
      noteInclude(Directive, Rest, Found);
    else if (Directive == "define")
      noteMacro(Rest, Found);
  }
  return true;
}

/// Copies a text without comments and line splices. String literals are recognised, so that `//` in a string does not
/// begin a comment. A quote without a closing quote ends with its line, so that a misread quote does little harm.
class Cleaner {
public:
  /// \p Separates: the quote in 1'000 is a digit separator. \p Trigraphs: the trigraph of the backslash is recognised.
  explicit Cleaner(std::string_view Text, bool Separates = true, bool Trigraphs = true)
      : Text(Text), Separates(Separates), Trigraphs(Trigraphs) {
    Out.reserve(Text.size());
  }

  std::string run() {
    while (!Text.empty()) {
      copyOrdinary();
      if (!Text.empty() && !skipSplice() && !skipComment() && !copyRawString() && !copyQuoted())
        copy(1);
    }
    return std::move(Out);
  }

  /// Whether the text has quotes that may be digit separators, so that the result depends on the language.
  bool hasSeparators() const { return HasSeparators; }

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

  /// Skips backslashes that join the next line, from position \p At on, and returns the position after them. Blanks may
  /// follow such a backslash, since compilers accept them with a warning.
  size_t behindSplices(size_t At) const {
    while (true) {
      const std::string_view Rest = Text.substr(At);
      const size_t Start = Rest.starts_with('\\') ? 1 : Trigraphs && Rest.starts_with("?\?/") ? 3 : 0;
      if (Start == 0)
        return At;
      size_t End = Start;
      while (End < Rest.size() && isBlank(Rest[End]))
        ++End;
      if (End == Rest.size() || Rest[End] != '\n')
        return At;
      At += End + 1;
    }
  }

  bool skipSplice() {
    const size_t End = behindSplices(0);
    Text.remove_prefix(End);
    return End > 0;
  }

  /// The position of character \p Second if \p First is at \p At and \p Second follows it, perhaps after line splices;
  /// else npos.
  size_t pairAt(size_t At, char First, char Second) const {
    if (At >= Text.size() || Text[At] != First)
      return Text.npos;
    const size_t Next = behindSplices(At + 1);
    return Next < Text.size() && Text[Next] == Second ? Next : Text.npos;
  }

  bool skipComment() {
    const size_t Star = pairAt(0, '/', '*'), Slash = pairAt(0, '/', '/');
    if ((Star == Text.npos && Slash == Text.npos) || isInHeaderName())
      return false;
    if (Star != Text.npos) {
      size_t End = Text.npos;
      for (size_t At = Text.find('*', Star + 1); At != Text.npos && End == Text.npos; At = Text.find('*', At + 1))
        End = pairAt(At, '*', '/');
      Text.remove_prefix(End == Text.npos ? Text.size() : End + 1);
      Out += ' ';
      return true;
    }
    while (!Text.empty() && Text[0] != '\n')
      if (!skipSplice())
        Text.remove_prefix(1);
    return true;
  }

  /// Whether the current position is between the brackets of `#include <...>`, where no comment begins.
  bool isInHeaderName() const {
    const std::string_view Line = std::string_view(Out).substr(Out.rfind('\n') + 1);
    std::string_view Directive, Rest;
    return isPreprocessingLine(Line, Directive, Rest) && isInclude(Directive) && skipBlanks(Rest).starts_with('<') &&
           Rest.find('>') == Rest.npos;
  }

  /// Copies a raw string, R"delimiter( ... )delimiter"; false if the text does not begin with one.
  bool copyRawString() {
    const size_t Quote = pairAt(0, 'R', '"');
    if (Quote == Text.npos || (!Out.empty() && isIdentifierCharacter(Out.back()) && !endsWithEncoding()))
      return false;
    size_t Open = Text.find('(', Quote);
    if (Open == Text.npos || Open > Quote + 1 + 16)
      return false;
    std::string Close = ")" + std::string(Text.substr(Quote + 1, Open - Quote - 1)) + "\"";
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

  /// Whether the output ends in a number, so that a quote may be a digit separator, as in 1'000. In other places, as in
  /// don't, and in languages without separators, a quote begins a literal that ends with the line at the latest.
  bool endsInNumber() const {
    size_t Length = 0;
    auto At = [&](size_t Back) { return Out[Out.size() - Back]; };
    while (Length < Out.size() && (isIdentifierCharacter(At(Length + 1)) || At(Length + 1) == '\''))
      ++Length;
    return Length > 0 && At(1) != '\'' && isDigit(At(Length));
  }

  bool copyQuoted() {
    char Quote = Text[0];
    if (Quote != '"' && Quote != '\'')
      return false;
    const bool MaySeparate = Quote == '\'' && Text.size() > 1 && isIdentifierCharacter(Text[1]) && endsInNumber();
    HasSeparators |= MaySeparate;
    if (MaySeparate && Separates)
      return false;
    copy(1);
    for (skipSplice(); !Text.empty() && Text[0] != Quote && Text[0] != '\n'; skipSplice()) {
      const bool Escapes = Text[0] == '\\';
      copy(1);
      skipSplice();
      if (Escapes && !Text.empty() && Text[0] != '\n')
        copy(1);
    }
    if (!Text.empty() && Text[0] == Quote)
      copy(1);
    return true;
  }

  std::string_view Text;
  bool Separates, Trigraphs, HasSeparators = false;
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

void TextFindings::addMacros(TextFindings Other) {
  std::move(Other.MacroIncludes.begin(), Other.MacroIncludes.end(), std::back_inserter(MacroIncludes));
  OtherMacros.insert(OtherMacros.end(), Other.OtherMacros.begin(), Other.OtherMacros.end());
}

std::string withoutComments(std::string_view Text) { return Cleaner(Text).run(); }

/// Examines a text that contains one of the words that TriggerSearch searches for. Digit separators and trigraphs
/// depend on the language, so a text that has these is read in each way.
static void examineWords(std::string_view Text, TextFindings &Found) {
  const bool HasTrigraphs = Text.find("?\?/") != Text.npos;
  bool HasSeparators = false;
  for (bool Trigraphs : {true, false})
    for (bool Separates : {true, false}) {
      if ((!Trigraphs && !HasTrigraphs) || (!Separates && !HasSeparators))
        continue;
      Cleaner Cleaner(Text, Separates, Trigraphs);
      const std::string Clean = Cleaner.run();
      for (std::string_view Rest = Clean; !Rest.empty();)
        examineLine(takeLine(Rest), Found);
      HasSeparators |= Cleaner.hasSeparators();
    }
}

static void examineInto(std::string_view Text, TextFindings &Found) {
  if (Search.anyIn(Text) || hasRareSpelling(Text) || !examineIncludes(Text, Found))
    examineWords(Text, Found);
}

/// The text with a newline in place of each carriage return that no newline follows; empty if there is no such carriage
/// return.
static std::string withReturnsAsLineEnds(std::string_view Text) {
  std::string Lines;
  for (size_t At = Text.find('\r'); At != Text.npos; At = Text.find('\r', At + 1)) {
    if (Text.substr(At + 1).starts_with('\n'))
      continue;
    if (Lines.empty())
      Lines = Text;
    Lines[At] = '\n';
  }
  return Lines;
}

TextFindings examineText(std::string_view Text) {
  Text = withoutByteOrderMark(Text);
  TextFindings Found;
  examineInto(Text, Found);
  // gcc reads a lone carriage return as a blank, but clang ends the line there, so the text is read in both ways.
  if (const std::string Lines = withReturnsAsLineEnds(Text); !Lines.empty())
    examineInto(Lines, Found);
  return Found;
}

} // namespace hetcc::driver
