// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the source lines of addresses by running addr2line, and the names of variables in the symbol tables of ELF
// files.
#include "Check/Code.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <fstream>
#include <link.h>
#include <memory>
#include <spawn.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char **environ;

namespace hetrt::check {

namespace {

/// The place of an address in a file: the ELF file that is mapped at the address, and the offset in this file.
struct InFile {
  std::string File;
  std::uintptr_t Offset = 0;
};

InFile inFile(std::uintptr_t Code) {
  Dl_info Info{};
  link_map *Map = nullptr;
  void *Extra = nullptr;
  if (!dladdr1(reinterpret_cast<void *>(Code), &Info, &Extra, RTLD_DL_LINKMAP) || !Extra)
    return {"?", Code};
  Map = static_cast<link_map *>(Extra);
  char Program[4096];
  std::string File = Map->l_name;
  if (File.empty()) {
    const ssize_t Length = readlink("/proc/self/exe", Program, sizeof Program);
    File.assign(Program, Length > 0 ? static_cast<std::size_t>(Length) : 0);
  }
  return {File, Code - Map->l_addr};
}

/// Runs a program, and returns what it writes to its standard output.
std::string outputOf(std::vector<std::string> Words) {
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return {};
  std::vector<char *> Arguments;
  for (std::string &Each : Words)
    Arguments.push_back(Each.data());
  Arguments.push_back(nullptr);
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_adddup2(&Actions, Ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&Actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t Child = 0;
  const bool Started = posix_spawnp(&Child, Arguments[0], &Actions, nullptr, Arguments.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&Actions);
  close(Ends[1]);
  std::string Text;
  char Some[4096];
  for (ssize_t Got; Started && (Got = read(Ends[0], Some, sizeof Some)) > 0;)
    Text.append(Some, static_cast<std::size_t>(Got));
  close(Ends[0]);
  if (Started)
    waitpid(Child, nullptr, 0);
  return Text;
}

/// Line number `Line` of a file, without blanks around it; "" if the file has no such line.
std::string textOf(const std::string &File, unsigned Line) {
  std::ifstream From(File);
  std::string Text;
  for (unsigned I = 0; I < Line; ++I)
    if (!std::getline(From, Text))
      return {};
  const std::size_t First = Text.find_first_not_of(" \t"), Last = Text.find_last_not_of(" \t\r");
  return First == Text.npos ? "" : Text.substr(First, Last - First + 1);
}

/// Parses a line of addr2line's output, as in "dir/x.c:12 (discriminator 3)". The line is "??:0" if addr2line does not
/// know the address.
CodeLine lineOf(std::string Text, const InFile &Where) {
  Text.resize(std::min(Text.size(), Text.find(" (")));
  const std::size_t Colon = Text.rfind(':');
  const unsigned Line = Colon == Text.npos ? 0 : static_cast<unsigned>(std::atoi(Text.c_str() + Colon + 1));
  if (Line == 0 || Text.starts_with("??")) {
    char Address[32];
    std::snprintf(Address, sizeof Address, "+0x%llx", static_cast<unsigned long long>(Where.Offset));
    return {Where.File + Address, 0, {}};
  }
  Text.resize(Colon);
  CodeLine Found{Text, Line, textOf(Text, Line)};
  // A path inside of the current directory is made relative, as the user mostly wrote it on the compiler's command
  // line.
  if (char Here[4096]; getcwd(Here, sizeof Here) && Text.starts_with(std::string(Here) + "/"))
    Found.File = Text.substr(std::string(Here).size() + 1);
  return Found;
}

/// Whether the line is in a header of the C or C++ library. In findings, the line of the program that calls such code
/// is shown instead.
bool isOfLibrary(std::string_view Line) { return Line.starts_with("/usr/include/") || Line.starts_with("/usr/lib/"); }

/// Removes from `Text` what addr2line has printed for one address: the address, and then a source line for each
/// function that was inlined there, the innermost function first. Returns the first of these lines that is not in a
/// library's header.
std::string takeLine(std::string &Text) {
  std::string Chosen;
  bool IsAddress = true;
  while (!Text.empty() && (IsAddress || !Text.starts_with("0x"))) {
    const std::size_t End = std::min(Text.find('\n'), Text.size());
    const std::string Line = Text.substr(0, End);
    Text.erase(0, End + 1);
    if (!std::exchange(IsAddress, false) && (Chosen.empty() || (isOfLibrary(Chosen) && !isOfLibrary(Line))))
      Chosen = Line;
  }
  return Chosen;
}

} // namespace

std::map<std::uintptr_t, CodeLine> linesOf(const std::vector<std::uintptr_t> &Codes) {
  std::map<std::string, std::vector<std::pair<std::uintptr_t, InFile>>> Files;
  std::map<std::uintptr_t, CodeLine> Found;
  for (const std::uintptr_t Code : Codes) {
    InFile Where = inFile(Code - 1); // the call instruction lies before its return address
    Files[Where.File].emplace_back(Code, Where);
  }
  for (const auto &[File, Lines] : Files) {
    std::vector<std::string> Words = {"addr2line", "-a", "-i", "-e", File};
    for (const auto &Each : Lines) {
      char Address[32];
      std::snprintf(Address, sizeof Address, "0x%llx", static_cast<unsigned long long>(Each.second.Offset));
      Words.emplace_back(Address);
    }
    // A set-user-ID program must not run a program that it finds by the PATH of the user who started it, so addr2line
    // is not run.
    std::string Text = getauxval(AT_SECURE) ? "" : outputOf(std::move(Words));
    for (const auto &[Code, Where] : Lines)
      Found[Code] = lineOf(takeLine(Text), Where);
  }
  return Found;
}

/// The name of a symbol as it is written in the source: C++ names are demangled, and the suffix of a static variable of
/// a function is removed (`last.0` becomes `last`).
static std::string asWritten(std::string Symbol) {
  if (Symbol.starts_with("_Z")) { // __cxa_demangle would understand other names as types: the variable `i` as int
    int Status = 0;
    const std::unique_ptr<char, decltype(&std::free)> Plain(
        abi::__cxa_demangle(Symbol.c_str(), nullptr, nullptr, &Status), &std::free);
    if (Status == 0 && Plain)
      Symbol = Plain.get();
  }
  return Symbol.substr(0, Symbol.find('.'));
}

/// Reads `Count` entries of a table from offset `At` of a file; empty if the file is too short.
template <typename Entry>
static std::vector<Entry> entriesOf(std::ifstream &From, std::uint64_t At, std::size_t Count) {
  std::vector<Entry> All(Count);
  From.seekg(static_cast<std::streamoff>(At));
  From.read(reinterpret_cast<char *>(All.data()), static_cast<std::streamsize>(Count * sizeof(Entry)));
  return From ? All : std::vector<Entry>();
}

std::string variableAt(std::uintptr_t Address) {
  const InFile Where = inFile(Address);
  std::ifstream From(Where.File, std::ios::binary);
  const auto Head = entriesOf<ElfW(Ehdr)>(From, 0, 1);
  if (Head.empty() || std::memcmp(Head[0].e_ident, ELFMAG, SELFMAG) != 0)
    return {};
  const auto Sections = entriesOf<ElfW(Shdr)>(From, Head[0].e_shoff, Head[0].e_shnum);
  for (const ElfW(Shdr) & Each : Sections) {
    if (Each.sh_type != SHT_SYMTAB || Each.sh_link >= Sections.size())
      continue;
    const auto Names = entriesOf<char>(From, Sections[Each.sh_link].sh_offset, Sections[Each.sh_link].sh_size);
    for (const ElfW(Sym) & Of : entriesOf<ElfW(Sym)>(From, Each.sh_offset, Each.sh_size / sizeof(ElfW(Sym))))
      if (ELF64_ST_TYPE(Of.st_info) == STT_OBJECT && Where.Offset >= Of.st_value &&
          Where.Offset < Of.st_value + Of.st_size && Of.st_name < Names.size())
        return asWritten(&Names[Of.st_name]);
  }
  return {};
}

} // namespace hetrt::check
