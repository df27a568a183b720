// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the texts of all instances, and joins them where they differ.
#include "Rewrite/InstanceTexts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace hetcc;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

using Alternatives = llvm::SmallVector<StringRef, 4>; ///< for each instance, its piece of text

/// Splits a text into strings, words and numbers, preprocessing directives, and single characters.
class Scanner {
public:
  explicit Scanner(StringRef Text) : Rest(Text) {}

  bool done() const { return Rest.empty(); }
  StringRef rest() const { return Rest; }
  StringRef next() {
    if (AtLineBegin && Rest.ltrim(" \t").starts_with("#"))
      return take(Rest.find('\n'));
    const char First = Rest.front();
    AtLineBegin = First == '\n';
    if (First == '"' || First == '\'')
      return take(endOfQuoted(First));
    if (isOfWord(First))
      return take(Rest.find_if_not(isOfWord));
    return take(1);
  }
  /// Returns the text from the opening brace, which comes next, to its closing brace.
  StringRef nextBraced() {
    const StringRef Begin = Rest;
    unsigned Depth = 0;
    do {
      const StringRef Part = done() ? "" : next();
      Depth += Part == "{";
      Depth -= Part == "}";
    } while (Depth && !done());
    return Begin.drop_back(Rest.size());
  }

private:
  static bool isOfWord(char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; }
  StringRef take(size_t Length) {
    const StringRef Taken = Rest.take_front(Length);
    Rest = Rest.drop_front(Taken.size());
    return Taken;
  }
  size_t endOfQuoted(char Quote) const {
    for (size_t I = 1; I < Rest.size(); ++I) {
      if (Rest[I] == Quote)
        return I + 1;
      I += Rest[I] == '\\';
    }
    return StringRef::npos;
  }

  StringRef Rest;
  bool AtLineBegin = true;
};

/// The definition of a table in generated code: `static const hetrt_term hetrt_terms_2[] = {...};`. A table without
/// `static` has numbers that each call computes.
struct Table {
  StringRef Type, Name, Rows;
  bool IsStatic = false;

  /// If the text begins with a table, removes the table up to its closing brace from the text and returns it; else
  /// returns nullopt.
  static std::optional<Table> begin(Scanner &Of) {
    const StringRef Text = Of.rest();
    Table Found;
    StringRef Rest = Text;
    Found.IsStatic = Rest.consume_front("static ");
    if (!Rest.consume_front("const hetrt_"))
      return std::nullopt;
    std::tie(Found.Type, Rest) = Rest.split(' ');
    std::tie(Found.Name, Rest) = Rest.split('[');
    if (!Rest.consume_front("] = ") || !Rest.starts_with("{") || Found.Name.contains(' '))
      return std::nullopt;
    Of = Scanner(Rest);
    Found.Rows = Of.nextBraced();
    return Found;
  }
  bool isLike(const Table &Other) const {
    return Type == Other.Type && Name == Other.Name && IsStatic == Other.IsStatic;
  }
};

/// Returns the elements of a list in braces.
llvm::SmallVector<StringRef> elementsOf(StringRef List) {
  llvm::SmallVector<StringRef> Elements;
  Scanner Of(List.drop_front().drop_back());
  StringRef Begin = Of.rest();
  int Depth = 0;
  auto End = [&](size_t Length) {
    if (const StringRef Each = Begin.take_front(Length).trim(); !Each.empty())
      Elements.push_back(Each);
  };
  while (!Of.done()) {
    const size_t Here = Begin.size() - Of.rest().size();
    const StringRef Part = Of.next();
    Depth += StringRef("({[").contains(Part) ? 1 : StringRef(")}]").contains(Part) ? -1 : 0;
    if (Part == "," && Depth == 0) {
      End(Here);
      Begin = Of.rest();
    }
  }
  End(Begin.size());
  return Elements;
}

/// Merges the texts of all instances, piece by piece.
class Merger {
public:
  explicit Merger(ArrayRef<std::string> Guards) : Guards(Guards) {}

  std::optional<std::string> merge(ArrayRef<std::string> Texts) {
    std::vector<Scanner> Of(Texts.begin(), Texts.end());
    while (llvm::none_of(Of, [](const Scanner &Each) { return Each.done(); }))
      if (!table(Of) && !part(Of))
        return std::nullopt;
    const bool AllDone = llvm::all_of(Of, [](const Scanner &Each) { return Each.done(); });
    return AllDone ? std::optional(std::move(Text)) : std::nullopt;
  }

private:
  /// Whether the guards tell the values apart: each instance whose value differs from the first instance's has a guard,
  /// and no earlier instance has the same guard.
  bool areGuarded(const Alternatives &Values) const {
    for (size_t I = 1; I < Values.size(); ++I)
      if (Values[I] != Values[0] && (Guards[I].empty() || llvm::is_contained(Guards.take_front(I), Guards[I])))
        return false;
    return true;
  }

  /// Returns an expression for the value of the instance that is compiled: `(N == 4 ? 16 : N == 8 ? 32 : 64)`.
  std::string choice(ArrayRef<std::string> Values) const {
    std::string Chosen = "(";
    for (size_t I = 1; I < Values.size(); ++I)
      if (Values[I] != Values[0])
        Chosen += Guards[I] + " ? " + Values[I] + " : ";
    return Chosen + Values[0] + ")";
  }

  /// Merges the next piece of each text. False if the pieces differ and are not integers.
  bool part(std::vector<Scanner> &Of) {
    Alternatives Values;
    for (Scanner &Each : Of)
      Values.push_back(Each.next());
    if (llvm::all_equal(Values)) {
      Text += Values.front();
      return true;
    }
    auto IsNumber = [](StringRef Each) { return llvm::isDigit(Each.front()) && !Each.contains('.'); };
    if (!llvm::all_of(Values, IsNumber) || !areGuarded(Values))
      return false;
    Text += choice(std::vector<std::string>(Values.begin(), Values.end()));
    return true;
  }

  /// Merges a table that comes next in each text. False if not all texts have a table here, or if the tables are equal.
  bool table(std::vector<Scanner> &Of) {
    std::vector<Scanner> Behind = Of;
    std::vector<Table> Tables;
    Alternatives Rows;
    for (Scanner &Each : Behind) {
      const std::optional<Table> Found = Table::begin(Each);
      if (!Found || (!Tables.empty() && !Found->isLike(Tables.front())))
        return false;
      Tables.push_back(*Found);
      Rows.push_back(Found->Rows);
    }
    const Table &First = Tables.front();
    if (llvm::all_equal(Rows) || !areGuarded(Rows) || (!First.IsStatic && First.Type != "int64"))
      return false;
    Text += First.IsStatic ? constants(First, Rows) : computed(First, Rows);
    Of = std::move(Behind);
    return true;
  }

  /// Returns all different tables, and a pointer to the table of the instance.
  std::string constants(const Table &Of, const Alternatives &Rows) const {
    std::string All;
    std::vector<std::string> Names;
    for (size_t I = 0; I < Rows.size(); ++I) {
      const size_t Same = llvm::find(Rows, Rows[I]) - Rows.begin();
      Names.push_back((Of.Name + "_" + llvm::Twine(Same)).str());
      if (Same == I)
        All += ("static const hetrt_" + Of.Type + " " + Names[I] + "[] = " + Rows[I] + ";\n").str();
    }
    return All + ("static HETRT_CONSTANT hetrt_" + Of.Type + " *const " + Of.Name + " = ").str() + choice(Names);
  }

  /// Returns one table in which the instance chooses each element. The numbers of other instances are not computed,
  /// because their expressions might access memory that does not exist in this instance.
  std::string computed(const Table &Of, const Alternatives &Rows) const {
    std::vector<llvm::SmallVector<StringRef>> Elements;
    for (StringRef Each : Rows)
      Elements.push_back(elementsOf(Each));
    const size_t Count = llvm::max_element(Elements, [](auto &A, auto &B) { return A.size() < B.size(); })->size();
    std::vector<std::string> All;
    for (size_t E = 0; E < Count; ++E) {
      std::vector<std::string> Values;
      for (const auto &Each : Elements)
        Values.push_back(E < Each.size() ? Each[E].str() : "0");
      All.push_back(llvm::all_equal(Values) ? Values.front() : choice(Values));
    }
    return ("const hetrt_" + Of.Type + " " + Of.Name + "[] = {").str() + llvm::join(All, ", ") + "}";
  }

  const ArrayRef<std::string> Guards;
  std::string Text;
};

} // namespace

std::optional<std::string> hetcc::mergeInstanceTexts(ArrayRef<std::string> Texts, ArrayRef<std::string> Guards) {
  return llvm::all_equal(Texts) ? Texts.front() : Merger(Guards).merge(Texts);
}
