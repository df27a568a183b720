// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints messages as text, JSON or SARIF. As gcc does, hetcc writes one JSON array for each source on one line of
// standard error, and none if there are no messages.
#include "Frontend/MessagePrinter.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Locale.h"

using namespace hetcc;
using namespace clang;
namespace json = llvm::json;

namespace {

/// Returns the location in the user's source for a location in an argument of the macro HETCC; other locations
/// unchanged.
SourceLocation withoutOwnMacro(SourceLocation Loc, const SourceManager &SM, const LangOptions &Lang) {
  while (Loc.isMacroID() && SM.isMacroArgExpansion(Loc) && Lexer::getImmediateMacroName(Loc, SM, Lang) == "HETCC")
    Loc = SM.getImmediateSpellingLoc(Loc);
  return Loc;
}

CharSourceRange withoutOwnMacro(CharSourceRange Range, const SourceManager &SM, const LangOptions &Lang) {
  return CharSourceRange(
      SourceRange(withoutOwnMacro(Range.getBegin(), SM, Lang), withoutOwnMacro(Range.getEnd(), SM, Lang)),
      Range.isTokenRange());
}

/// The name of the level in gcc's formats. Remarks become notes, because gcc has no remarks.
const char *kindOf(DiagnosticsEngine::Level L) {
  switch (L) {
  case DiagnosticsEngine::Fatal:
  case DiagnosticsEngine::Error:
    return "error";
  case DiagnosticsEngine::Warning:
    return "warning";
  default:
    return "note";
  }
}

/// A position in a file, with the columns that the formats need.
struct Point {
  std::string File;
  /// All numbers are counted from 1. Byte, Character and Display are columns; Display is the column on a screen, where
  /// tabulators advance to multiples of 8.
  unsigned Line = 0, Byte = 0, Character = 0, Display = 0;
};

Point pointAt(SourceLocation Loc, const SourceManager &SM) {
  constexpr unsigned TabStop = 8;
  Loc = SM.getExpansionLoc(Loc);
  const PresumedLoc Presumed = SM.getPresumedLoc(Loc);
  Point P{Presumed.getFilename(), Presumed.getLine(), SM.getSpellingColumnNumber(Loc), 1, 1};
  StringRef Before(SM.getCharacterData(Loc) - (P.Byte - 1), P.Byte - 1);
  P.Character +=
      unsigned(llvm::count_if(Before, [](char C) { return (C & 0xC0) != 0x80; })); // first bytes of UTF-8 characters
  while (!Before.empty()) {
    const size_t Length = Before.front() == '\t' ? 1 : std::min(Before.find('\t'), Before.size());
    const int Width = llvm::sys::locale::columnWidth(Before.take_front(Length));
    P.Display += Before.front() == '\t' ? TabStop - (P.Display - 1) % TabStop : Width < 0 ? unsigned(Length) : Width;
    Before = Before.drop_front(Length);
  }
  return P;
}

json::Object toJson(const Point &P) {
  return json::Object{{"file", P.File},
                      {"line", P.Line},
                      {"display-column", P.Display},
                      {"byte-column", P.Byte},
                      {"column", P.Display}};
}

} // namespace

struct MessagePrinter::Message {
  Level L;
  std::string Text;
  StringRef Option;
  FullSourceLoc Loc; ///< invalid if the message has no location
  SmallVector<CharSourceRange, 4> Ranges = {};
  SmallVector<FixItHint, 2> FixIts = {};

  /// Returns the beginning and end of the text that a fix-it hint replaces; nullopt if the text is not in a file.
  std::optional<std::pair<Point, Point>> extent(const FixItHint &Fix, const LangOptions &Lang) const {
    const SourceManager &SM = Loc.getManager();
    const CharSourceRange Range = Lexer::makeFileCharRange(Fix.RemoveRange, SM, Lang);
    if (Range.isInvalid())
      return std::nullopt;
    return std::pair(pointAt(Range.getBegin(), SM), pointAt(Range.getEnd(), SM));
  }
  /// Returns the location of the last character of the token at the message's location.
  SourceLocation lastOfToken(const LangOptions &Lang) const {
    const SourceManager &SM = Loc.getManager();
    const SourceLocation Begin = SM.getExpansionLoc(Loc);
    const unsigned Length = Lexer::MeasureTokenLength(Begin, SM, Lang);
    return Length > 1 ? Begin.getLocWithOffset(int(Length) - 1) : Begin;
  }
};

MessagePrinter::MessagePrinter(llvm::raw_ostream &Out, DiagnosticOptions &TextOptions, const MessageOptions &Options)
    : Out(Out), TextOptions(TextOptions), Options(Options) {
  TextOptions.ShowParseableFixits = Options.ParseableFixIts;
  TextOptions.ShowCarets = Options.ShowCaret;
}

MessagePrinter::~MessagePrinter() {
  if (Collected.empty())
    return;
  if (Options.Format == MessageFormat::Json) {
    Out << json::Value(std::move(Collected)) << '\n';
    return;
  }
  json::Object Run{{"tool", json::Object{{"driver", json::Object{{"name", "hetcc"}}}}},
                   {"columnKind", "unicodeCodePoints"},
                   {"results", std::move(Collected)}};
  Out << json::Value(json::Object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                                  {"version", "2.1.0"},
                                  {"runs", json::Array{std::move(Run)}}})
      << '\n';
}

void MessagePrinter::BeginSourceFile(const LangOptions &Of, const Preprocessor *) {
  Lang = &Of;
  Text = std::make_unique<TextDiagnostic>(Out, Of, &TextOptions);
}

/// Prints one message. Other than a DiagnosticConsumer should, it does not count errors and warnings: clang would print
/// their number after the messages, which would make the JSON or SARIF document invalid.
void MessagePrinter::print(Level L, const Diagnostic &Info, StringRef Option) {
  SmallString<128> Formatted;
  Info.FormatDiagnostic(Formatted);
  Message M{L, Formatted.str().str(), Option, {}};
  if (Lang && Info.hasSourceManager() && Info.getLocation().isValid()) {
    const SourceManager &SM = Info.getSourceManager();
    M.Loc = FullSourceLoc(withoutOwnMacro(Info.getLocation(), SM, *Lang), SM);
    for (const CharSourceRange &Range : Info.getRanges())
      M.Ranges.push_back(withoutOwnMacro(Range, SM, *Lang));
    for (FixItHint Fix : Info.getFixItHints()) {
      Fix.RemoveRange = withoutOwnMacro(Fix.RemoveRange, SM, *Lang);
      M.FixIts.push_back(std::move(Fix));
    }
  }
  switch (Options.Format) {
  case MessageFormat::Text:
    return printText(M);
  case MessageFormat::Json:
    return addJson(M);
  case MessageFormat::Sarif:
    return addSarif(M);
  }
}

void MessagePrinter::printText(const Message &M) {
  if (!Text || !M.Loc.hasManager()) {
    Out << Options.format(kindOf(M.L), M.Text, M.Option);
    return;
  }
  const bool WithOption = Options.ShowOption && !M.Option.empty();
  Text->emitDiagnostic(M.Loc, M.L, M.Text + (WithOption ? " [" + M.Option.str() + "]" : ""), M.Ranges, M.FixIts);
}

/// Appends the message to the JSON document. A note becomes a child of the message before it.
void MessagePrinter::addJson(const Message &M) {
  json::Object Result{{"kind", kindOf(M.L)},
                      {"message", M.Text},
                      {"children", json::Array()},
                      {"column-origin", 1},
                      {"escape-source", false}};
  if (!M.Option.empty())
    Result["option"] = M.Option.str(); // copied, because json::Value would only refer to the characters of a StringRef
  json::Array Locations, FixIts;
  if (M.Loc.hasManager()) {
    const SourceManager &SM = M.Loc.getManager();
    json::Object Place{{"caret", toJson(pointAt(M.Loc, SM))}};
    if (SourceLocation Last = M.lastOfToken(*Lang); Last != SM.getExpansionLoc(M.Loc))
      Place["finish"] = toJson(pointAt(Last, SM));
    Locations.push_back(std::move(Place));
    for (const FixItHint &Fix : M.FixIts)
      if (auto Extent = M.extent(Fix, *Lang))
        FixIts.push_back(json::Object{
            {"start", toJson(Extent->first)}, {"next", toJson(Extent->second)}, {"string", Fix.CodeToInsert}});
  }
  Result["locations"] = std::move(Locations);
  if (!FixIts.empty())
    Result["fixits"] = std::move(FixIts);
  json::Object *Parent =
      M.L == DiagnosticsEngine::Note && !Collected.empty() ? Collected.back().getAsObject() : nullptr;
  (Parent ? *Parent->getArray("children") : Collected).push_back(std::move(Result));
}

/// Appends the message to the SARIF document. A note becomes a related location of the message before it.
void MessagePrinter::addSarif(const Message &M) {
  auto File = [](const Point &P) { return json::Object{{"uri", P.File}}; };
  json::Object Said{{"message", json::Object{{"text", M.Text}}}};
  json::Array Changes;
  if (M.Loc.hasManager()) {
    const SourceManager &SM = M.Loc.getManager();
    const Point At = pointAt(M.Loc, SM), Last = pointAt(M.lastOfToken(*Lang), SM);
    json::Object Region{{"startLine", At.Line}, {"startColumn", At.Character}, {"endColumn", Last.Character + 1}};
    Said["physicalLocation"] = json::Object{{"artifactLocation", File(At)}, {"region", std::move(Region)}};
    for (const FixItHint &Fix : M.FixIts)
      if (auto Extent = M.extent(Fix, *Lang)) {
        json::Object Deleted{{"startLine", Extent->first.Line},
                             {"startColumn", Extent->first.Character},
                             {"endLine", Extent->second.Line},
                             {"endColumn", Extent->second.Character}};
        json::Object Replacement{{"deletedRegion", std::move(Deleted)},
                                 {"insertedContent", json::Object{{"text", Fix.CodeToInsert}}}};
        Changes.push_back(json::Object{{"artifactLocation", File(Extent->first)},
                                       {"replacements", json::Array{std::move(Replacement)}}});
      }
  }
  if (M.L == DiagnosticsEngine::Note && !Collected.empty()) { // a related location
    json::Object &Parent = *Collected.back().getAsObject();
    if (!Parent.get("relatedLocations"))
      Parent["relatedLocations"] = json::Array();
    Parent.getArray("relatedLocations")->push_back(std::move(Said));
    if (!Changes.empty() && !Parent.get("fixes"))
      Parent["fixes"] = json::Array{json::Object{{"artifactChanges", std::move(Changes)}}};
    return;
  }
  json::Object Result{{"level", kindOf(M.L)}, {"message", json::Object{{"text", M.Text}}}};
  if (!M.Option.empty())
    Result["ruleId"] = M.Option.str();
  json::Array Locations;
  if (json::Object *Place = Said.getObject("physicalLocation"))
    Locations.push_back(json::Object{{"physicalLocation", std::move(*Place)}});
  Result["locations"] = std::move(Locations);
  if (!Changes.empty())
    Result["fixes"] = json::Array{json::Object{{"artifactChanges", std::move(Changes)}}};
  Collected.push_back(std::move(Result));
}
