// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every object from a translated source refers to functions of the runtime (hetrt_...) or, if its directives are plain
// OpenMP, contains the mark of hetrt/plain.h. Names in symbol tables are plain bytes, also in archives, LTO objects and
// assembler text, so a search for these bytes works for all formats. The format matters only for files that name other
// files (linker scripts, thin archives), and for shared libraries, of which only the symbol names are searched.
#include "Linking.h"

#include "Files.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <set>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace hetcc::driver {

namespace {

constexpr std::string_view RuntimePrefix = "hetrt_";
constexpr std::string_view PlainMark = "hetcc_plain_openmp";
/// Objects with loops that need libhetalloc refer to this symbol.
constexpr std::string_view AllocationsMark = "hetrt_allocations";
/// All units compiled with --hetcc-check call this function.
constexpr std::string_view InstrumentedMark = "__tsan_init";
/// C++ code that exceptions may pass through refers to this function.
constexpr std::string_view CxxMark = "__gxx_personality_v0";

#if defined(__aarch64__)
#define HETCC_MULTIARCH "aarch64-linux-gnu"
#else
#define HETCC_MULTIARCH "x86_64-linux-gnu"
#endif

/// The folders that the linker searches by default.
constexpr std::string_view DefaultDirectories[] = {
    "/usr/local/lib/" HETCC_MULTIARCH,
    "/lib/" HETCC_MULTIARCH,
    "/usr/lib/" HETCC_MULTIARCH,
    "/usr/local/lib64",
    "/lib64",
    "/usr/lib64",
    "/usr/local/lib",
    "/lib",
    "/usr/lib",
};

/// Libraries that are part of nearly every link and never contain code from hetcc, so they are not read.
constexpr std::string_view SystemLibraries[] = {"c",   "m",    "pthread", "dl",     "rt",
                                                "gcc", "util", "gcc_s",   "stdc++", "gomp"};

/// A file whose text is in memory: mapped or, if it is small, copied, which is faster.
class MappedFile {
public:
  explicit MappedFile(const std::string &Path) {
    struct stat Status;
    // A FIFO is not opened, because the process that writes to it would notice.
    if (stat(Path.c_str(), &Status) != 0 || !S_ISREG(Status.st_mode))
      return;
    int Descriptor = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
    if (Descriptor < 0)
      return;
    if (fstat(Descriptor, &Status) == 0 && Status.st_size > 0)
      static_cast<size_t>(Status.st_size) <= MostCopied ? copy(Descriptor) : map(Descriptor, Status.st_size);
    close(Descriptor);
  }
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile() {
    if (Copy.empty() && !Text.empty())
      munmap(const_cast<char *>(Text.data()), Text.size());
  }

  std::string_view Text;

private:
  static constexpr size_t MostCopied = 1 << 16;

  void copy(int Descriptor) {
    Copy = readDescriptor(Descriptor);
    Text = Copy;
  }

  void map(int Descriptor, size_t Size) {
    void *Bytes = mmap(nullptr, Size, PROT_READ, MAP_PRIVATE, Descriptor, 0);
    if (Bytes != MAP_FAILED)
      Text = {static_cast<const char *>(Bytes), Size};
  }

  std::string Copy;
};

bool contains(std::string_view Text, std::string_view Bytes) {
  return memmem(Text.data(), Text.size(), Bytes.data(), Bytes.size()) != nullptr;
}

/// The names of the dynamic symbols in a shared library; for all other files, the whole text.
std::string_view namesOf(std::string_view File) {
  Elf64_Ehdr Header;
  if (File.size() < sizeof Header || !File.starts_with(ELFMAG) || File[EI_CLASS] != ELFCLASS64)
    return File;
  memcpy(&Header, File.data(), sizeof Header);
  if (Header.e_type != ET_DYN || Header.e_shentsize != sizeof(Elf64_Shdr) || Header.e_shoff > File.size() ||
      Header.e_shnum > (File.size() - Header.e_shoff) / sizeof(Elf64_Shdr))
    return File;
  auto Section = [&](size_t Index) {
    Elf64_Shdr Result;
    memcpy(&Result, File.data() + Header.e_shoff + Index * sizeof Result, sizeof Result);
    return Result;
  };
  for (size_t I = 0; I < Header.e_shnum; ++I) {
    Elf64_Shdr Symbols = Section(I);
    if (Symbols.sh_type != SHT_DYNSYM || Symbols.sh_link >= Header.e_shnum)
      continue;
    Elf64_Shdr Names = Section(Symbols.sh_link);
    if (Names.sh_offset <= File.size())
      return File.substr(Names.sh_offset, Names.sh_size);
  }
  return File;
}

/// The paths of the members of a thin archive, which are listed in the archive's member "//".
std::vector<std::string> thinMembers(std::string_view Archive) {
  constexpr size_t MemberHeader = 60;
  std::vector<std::string> Members;
  size_t Table = Archive.find("//    ");
  if (Table == Archive.npos || Archive.size() < Table + MemberHeader)
    return Members;
  std::string_view Names =
      Archive.substr(Table + MemberHeader, atol(std::string(Archive.substr(Table + 48, 10)).c_str()));
  while (!Names.empty()) {
    std::string_view Name = Names.substr(0, Names.find('\n'));
    Names.remove_prefix(std::min(Names.size(), Name.size() + 1));
    if (Name.ends_with('/'))
      Name.remove_suffix(1);
    if (!Name.empty())
      Members.emplace_back(Name);
  }
  return Members;
}

/// Finds the words in -Wl and -Xlinker, which are options of the linker, and expands response files among them.
class LinkerWords {
public:
  std::vector<std::string> of(const Argument &Option) {
    std::vector<std::string> Words;
    if (Option.Name == "-Xlinker")
      Files.open({Option.Value}, Words);
    else if (Option.Name == "-Wl,")
      Files.open(splitAtCommas(Option.Value), Words);
    return Words;
  }

private:
  ResponseFiles Files{[](const std::string &Path) {
    const MappedFile File(Path);
    return File.Text.empty() ? std::nullopt : std::optional<std::string>(File.Text);
  }};
};

/// Reads the same files as the linker will read, and collects what they need.
class LinkReader {
public:
  explicit LinkReader(const CommandLine &Line) : Static(Line.has("-static") || Line.has("-static-pie")) {
    findDirectories(Line);
  }

  LinkNeeds run(const CommandLine &Line) {
    LinkerWords Words;
    for (const Argument &Argument : Line.Arguments)
      if (Argument.IsInput) {
        if (!isCOrCxx(Argument.Type))
          readFile(Argument.Value, "");
      } else if (Argument.Name == "-l") {
        readLibrary(Argument.Value);
      } else if (Argument.Name == "-T") {
        readFile(Argument.Value, "");
      } else {
        for (const std::string &Word : Words.of(Argument))
          readWord(Word);
      }
    return Needs;
  }

private:
  void findDirectories(const CommandLine &Line) {
    bool NextIsDirectory = false;
    LinkerWords Words;
    for (const Argument &Option : Line.Arguments)
      if (Option.Name == "-L" || Option.Name == "-B")
        Directories.push_back(Option.Value);
      else
        for (const std::string &Word : Words.of(Option))
          if (std::exchange(NextIsDirectory, Word == "-L" || Word == "--library-path"))
            Directories.push_back(Word);
          else if (Word.starts_with("--library-path="))
            Directories.push_back(Word.substr(15));
          else if (Word.starts_with("-L") && Word != "-L")
            Directories.push_back(Word.substr(2));
    const char *More = getenv("LIBRARY_PATH");
    for (std::string_view Rest = More ? More : ""; !Rest.empty();) {
      std::string_view Element = Rest.substr(0, Rest.find(':'));
      Rest.remove_prefix(std::min(Rest.size(), Element.size() + 1));
      Directories.emplace_back(Element);
    }
    Directories.insert(Directories.end(), std::begin(DefaultDirectories), std::end(DefaultDirectories));
  }

  /// Reads a word for the linker: an option, its value, or a file.
  void readWord(const std::string &Word) {
    auto IsOneOf = [&](std::initializer_list<std::string_view> Names) {
      return std::find(Names.begin(), Names.end(), Word) != Names.end();
    };
    if (IsOneOf({"-Bstatic", "-dn", "-non_shared", "-static"}))
      Static = true;
    else if (IsOneOf({"-Bdynamic", "-dy", "-call_shared"}))
      Static = false;
    else if (Word == "--push-state")
      States.push_back(Static);
    else if (Word == "--pop-state" && !States.empty())
      Static = States.back(), States.pop_back();
    else if (Word == "-l" || Word == "--library")
      NextIsLibrary = true;
    else if (std::exchange(NextIsLibrary, false))
      readLibrary(Word);
    else if (Word.starts_with("--library="))
      readLibrary(Word.substr(10));
    else if (Word.starts_with("-l"))
      readLibrary(Word.substr(2));
    else if (Word.starts_with("-T"))
      readFile(Word.substr(2), "");
    else if (Word.starts_with("--script="))
      readFile(Word.substr(9), "");
    else if (!Word.starts_with("-"))
      readFile(Word, "");
  }

  /// Reads the library of -lNAME, which is libNAME.so or libNAME.a, or of -l:NAME, which is NAME itself. The first file
  /// that is found counts.
  void readLibrary(const std::string &Name) {
    auto IsIn = [](const auto &List, const std::string &Word) {
      return std::find(std::begin(List), std::end(List), Word) != std::end(List);
    };
    if (Name == "hetrt" || Name == "hetalloc")
      return;
    for (const std::string &Directory : Directories) {
      // Skipped only if found in the system's folders, because a library of the user may have the same name.
      if (IsIn(SystemLibraries, Name) && IsIn(DefaultDirectories, Directory))
        return;
      if (Name.starts_with(':')) {
        if (readFile(Directory + "/" + Name.substr(1), ""))
          return;
        continue;
      }
      std::string Path = Directory + "/lib" + Name;
      if ((!Static && readFile(Path + ".so", "")) || readFile(Path + ".a", ""))
        return;
    }
  }

  /// Reads a file. \p Beside: the folder of the file that names it, which is searched as well; or "". Returns false if
  /// there is no such file.
  bool readFile(const std::string &Path, const std::string &Beside) {
    MappedFile File(Path);
    if (File.Text.empty())
      return !Beside.empty() && !Path.starts_with('/') && readFile(Beside + Path, "");
    if (!Seen.insert(Path).second)
      return true;
    bool Binary = memchr(File.Text.data(), 0, std::min<size_t>(File.Text.size(), 4096));
    if (File.Text.starts_with("!<thin>\n"))
      for (const std::string &Member : thinMembers(File.Text))
        readFile(Member.starts_with('/') ? Member : dirPart(Path) + Member, "");
    else if (!Binary && !File.Text.starts_with("!<arch>\n"))
      readScript(File.Text, dirPart(Path));
    Needs |= linkNeedsOfText(File.Text);
    return true;
  }

  /// Reads the files and libraries that INPUT(...) and GROUP(...) of a linker script name.
  void readScript(std::string_view Text, const std::string &Directory) {
    constexpr std::string_view Separators = " \t\r\n,()\"";
    for (std::string_view Command : {"INPUT", "GROUP"})
      for (size_t At = 0; (At = Text.find(Command, At)) != Text.npos;) {
        At += Command.size();
        size_t Open = Text.find_first_not_of(" \t\r\n", At);
        if (Open == Text.npos || Text[Open] != '(')
          continue;
        int Depth = 0;
        // Commands inside of the parentheses are read as part of the outer command.
        for (At = Open; At < Text.size(); ++At) {
          Depth += (Text[At] == '(') - (Text[At] == ')');
          if (Depth == 0)
            break;
          if (Separators.find(Text[At]) != Separators.npos)
            continue;
          size_t End = std::min(Text.find_first_of(Separators, At), Text.size());
          readScriptWord(std::string(Text.substr(At, End - At)), Directory);
          At = End - 1;
        }
      }
  }

  void readScriptWord(const std::string &Word, const std::string &Directory) {
    if (Word.starts_with("-l"))
      readLibrary(Word.substr(2));
    else if (Word != "AS_NEEDED" && !readFile(Word, Directory))
      readLibrary(":" + Word);
  }

  LinkNeeds Needs;
  bool Static;              ///< for the libraries that follow, only archives are read, not shared libraries
  std::vector<bool> States; ///< earlier values of Static, saved by --push-state
  bool NextIsLibrary = false;
  std::vector<std::string> Directories;
  std::set<std::string> Seen;
};

} // namespace

LinkNeeds &LinkNeeds::operator|=(const LinkNeeds &Other) {
  OpenMP |= Other.OpenMP;
  Runtime |= Other.Runtime;
  Allocations |= Other.Allocations;
  Instrumented |= Other.Instrumented;
  CxxLibrary |= Other.CxxLibrary;
  return *this;
}

LinkNeeds linkNeedsOfText(std::string_view Text) {
  LinkNeeds Needs;
  const std::string_view Names = namesOf(Text);
  Needs.OpenMP = contains(Text, PlainMark); // this mark is in the data, so it remains in a stripped library
  Needs.Runtime = contains(Names, RuntimePrefix);
  Needs.Allocations = Needs.Runtime && contains(Names, AllocationsMark);
  Needs.Instrumented = Needs.Runtime && contains(Names, InstrumentedMark);
  Needs.CxxLibrary = Needs.Runtime && contains(Names, CxxMark);
  return Needs;
}

LinkNeeds linkNeeds(const CommandLine &Line) { return LinkReader(Line).run(Line); }

std::string missingOption(const LinkNeeds &Needs, const CommandLine &Line) {
  return Needs.Instrumented && !Line.Own.Check && !Line.hasWord("-fsanitize=thread") && !Line.has("-r")
             ? "an object was compiled with '--hetcc-check'; link with '--hetcc-check', too"
             : "";
}

LinkNeeds linkNeedsOf(const std::string &Path) {
  CommandLine Alone;
  Argument Input;
  Input.Value = Path;
  Input.IsInput = true;
  Alone.Arguments.push_back(std::move(Input));
  return linkNeeds(Alone);
}

} // namespace hetcc::driver
