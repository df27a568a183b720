// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans a unit, and follows its #include lines.
#include "Scan.h"

#include "Files.h"
#include "Repeatable.h"

#include <algorithm>
#include <cstdlib>
#include <sys/stat.h>
#include <utility>

namespace hetcc::driver {

namespace {

/// Headers of the C library and the system. Every unit includes many, and none has directives of hetcc's.
constexpr std::string_view SystemDirectory = "/usr/include";
/// A folder that compilers search by default; programs that are not Debian packages install their headers there.
constexpr std::string_view LocalDirectory = "/usr/local/include";

void addDirectory(std::string Directory, std::vector<std::string> &List) {
  while (Directory.size() > 1 && Directory.back() == '/')
    Directory.pop_back();
  if (Directory == SystemDirectory || Directory.empty())
    return;
  List.push_back(Directory + "/");
}

/// Adds the folders of a list such as CPATH; an empty element is the working directory.
void addSearchList(const char *Text, std::vector<std::string> &List) {
  std::string_view Rest = Text ? Text : "";
  while (!Rest.empty()) {
    std::string_view Element = Rest.substr(0, Rest.find(':'));
    Rest.remove_prefix(std::min(Rest.size(), Element.size() + 1));
    addDirectory(Element.empty() ? "." : std::string(Element), List);
  }
}

} // namespace

namespace {

/// The folder that an option gives. `=dir` is relative to the root that --sysroot or -isysroot gives.
std::string namedDirectory(const CommandLine &Line, const std::string &Value) {
  if (!Value.starts_with('='))
    return Value;
  std::string Root = Line.last("--sysroot=").value_or(Line.last("--sysroot").value_or(""));
  return Line.last("-isysroot").value_or(Root) + Value.substr(1);
}

/// Adds the folders that options \p Name give, and those that options \p WithPrefix give, which are relative to the
/// folder of the last -iprefix before the option.
void addNamed(const CommandLine &Line, std::string_view Name, std::string_view WithPrefix,
              std::vector<std::string> &List) {
  std::string Prefix;
  for (const Argument &Option : Line.Arguments)
    if (Option.Name == "-iprefix")
      Prefix = Option.Value;
    else if (!Option.IsInput && Option.Name == WithPrefix)
      addDirectory(Prefix + Option.Value, List);
    else if (Option.Name == Name)
      addDirectory(namedDirectory(Line, Option.Value), List);
}

} // namespace

IncludePath includePathOf(const CommandLine &Line) {
  IncludePath Path;
  addNamed(Line, "-iquote", "", Path.Quote);
  addNamed(Line, "-I", "-iwithprefixbefore", Path.Angled);
  addSearchList(getenv("CPATH"), Path.Angled);
  // Build systems pass the folders of imported libraries by -isystem.
  addNamed(Line, "-isystem", "", Path.Angled);
  for (const char *List : {"C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    addSearchList(getenv(List), Path.Angled);
  addDirectory(std::string(LocalDirectory), Path.Angled);
  addNamed(Line, "-idirafter", "-iwithprefix", Path.Angled);
  return Path;
}

static bool isForced(const Argument &Option) { return Option.Name == "-include" || Option.Name == "-imacros"; }

Scanner::Scanner(const CommandLine &Line) : Path(includePathOf(Line)), Auto(Line.Own.splitsOpenMP()) {
  for (const Argument &Option : Line.Arguments) {
    if (isForced(Option))
      Forced.push_back(Option.Value);
    if (isForced(Option) && isReadOnce(Option.Value))
      take(Option.Value);
    if (Option.Name != "-D")
      continue;
    std::string Definition = "#define " + Option.Value + "\n";
    if (size_t Equals = Definition.find('='); Equals != Definition.npos)
      Definition[Equals] = ' ';
    TextFindings Found = examineText(Definition);
    Defined.add(Found);
    Defined.addMacros(std::move(Found));
  }
}

/// Reads a header that can be read only once. Null if there is no such header.
const TextFindings *Scanner::take(const std::string &Name) {
  auto [Known, New] = ByPath.try_emplace(Name, nullptr);
  if (!New)
    return Known->second;
  if (std::optional<std::string> Text = readRepeatably(Name, ReadError)) {
    Taken.push_back(std::make_unique<TextFindings>(examineText(*Text)));
    Known->second = Taken.back().get();
  }
  return Known->second;
}

bool Scanner::isOurs(const Unit &Unit) const { return Unit.Found.isAnnotated() || (Auto && Unit.Found.hasPragmas()); }

UnitFindings Scanner::scan(std::string_view Text, const std::string &Directory) {
  Unit Unit;
  for (const std::string &Name : Forced)
    if (!visitFile(Name, Unit))
      follow({Name, false, false}, Directory, Unit);
  bool ForcedHasOne = isOurs(Unit);
  visit(Defined, Directory, Unit);
  TextFindings Main = examineText(Text);
  visit(Main, Directory, Unit);
  if (Unit.Found.ComputedInclude)
    for (size_t I = 0; I < Unit.MacroIncludes.size(); ++I) {
      auto [Header, From] = Unit.MacroIncludes[I];
      follow(Header, From, Unit);
    }
  // The translator and the host compiler both read the pipes that this unit includes, so these are read here and their
  // text is offered again. In a unit without directives, only the host compiler reads them.
  for (std::set<std::string> Pipes; isOurs(Unit) && !Unit.Pipes.empty();)
    for (const std::string &Name : Pipes = std::exchange(Unit.Pipes, {}))
      if (const TextFindings *File = take(Name))
        visit(*File, dirPart(Name), Unit);
  return {isOurs(Unit),
          Unit.Found.hasPragmas(),
          Unit.Found.isAnnotated(),
          Unit.Found.Mention,
          ForcedHasOne,
          !isOurs(Unit) && includesUnknown(Unit)};
}

/// Whether an #include line names a macro whose value only the preprocessor knows. If none of the files defines the
/// macro, it comes from the system's headers, and then so does the header that it names.
bool Scanner::includesUnknown(const Unit &Unit) {
  auto IsUnknown = [&](size_t Name) {
    return std::any_of(Unit.Seen.begin(), Unit.Seen.end(), [&](const TextFindings *File) {
      return std::find(File->OtherMacros.begin(), File->OtherMacros.end(), Name) != File->OtherMacros.end();
    });
  };
  return Unit.Found.ComputedInclude && std::any_of(Unit.Seen.begin(), Unit.Seen.end(), [&](const TextFindings *File) {
           return std::any_of(File->ComputedNames.begin(), File->ComputedNames.end(), IsUnknown);
         });
}

void Scanner::visit(const TextFindings &File, const std::string &Directory, Unit &Unit) {
  if (!Unit.Seen.insert(&File).second)
    return;
  Unit.Found.add(File);
  for (const IncludeName &Header : File.MacroIncludes)
    Unit.MacroIncludes.emplace_back(Header, Directory);
  for (const IncludeName &Header : File.Includes)
    follow(Header, Directory, Unit);
}

void Scanner::follow(const IncludeName &Header, const std::string &Directory, Unit &Unit) {
  if (Header.Name.starts_with('/')) {
    visitFile(Header.Name, Unit);
    return;
  }
  auto VisitIn = [&](const std::vector<std::string> &Directories) {
    bool Found = false;
    for (const std::string &In : Directories)
      // #include_next continues in the folder after the one in which the including file was found, which is not known
      // here, so the headers in all folders are read.
      if (visitFile(In + Header.Name, Unit)) {
        Found = true;
        if (!Header.Next)
          break;
      }
    return Found;
  };
  if (!Header.Angled && visitFile(Directory + Header.Name, Unit) && !Header.Next)
    return;
  if (!Header.Angled && VisitIn(Path.Quote) && !Header.Next)
    return;
  VisitIn(Path.Angled);
}

bool Scanner::visitFile(const std::string &Name, Unit &Unit) {
  const TextFindings *File = examineFile(Name, Unit);
  if (File)
    visit(*File, dirPart(Name), Unit);
  return File;
}

/// The findings for a file; null if there is no such file. Files are identified by device and inode, so that a/../a/x.h
/// and a/x.h are the same file.
const TextFindings *Scanner::examineFile(const std::string &Name, Unit &Unit) {
  struct stat Status;
  if (auto Found = ByPath.find(Name); Found != ByPath.end())
    return Found->second;
  if (stat(Name.c_str(), &Status) != 0)
    return ByPath[Name] = nullptr;
  // A FIFO in the file system is not opened yet: the #include line may be inactive, and the process that writes to the
  // FIFO would notice.
  if (!S_ISREG(Status.st_mode) && isOwnDescriptor(Name))
    return take(Name);
  if (S_ISFIFO(Status.st_mode))
    Unit.Pipes.insert(Name);
  if (!S_ISREG(Status.st_mode))
    return nullptr;
  auto &File = ByFile[{Status.st_dev, Status.st_ino}];
  if (!File) {
    std::optional<std::string> Text = readFile(Name);
    if (!Text)
      return nullptr;
    File = std::make_unique<TextFindings>(examineText(*Text));
  }
  return ByPath[Name] = File.get();
}

} // namespace hetcc::driver
