// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the files that were installed with hetsim, by their place relative to the program.
#include "Library.h"

#include "Files/OutputFile.h"
#include "Files/Program.h"
#include "Settings/Suggest.h"
#include "Simulation/ModelFiles.h"

#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sstream>
#include <strings.h>

namespace fs = std::filesystem;

namespace hetsim {
namespace {

fs::path folder(const char *Kind) {
  return (fs::path(hetrt::programPath()).parent_path() / HETSIM_DATA / Kind).lexically_normal();
}

/// The JSON files in a folder and its subfolders, by name without ".json".
std::map<std::string, fs::path> filesIn(const fs::path &Where) {
  if (!fs::is_directory(Where))
    throw hetrt::ModelError(
        fmt::format("wanted the files that come with hetsim in {}, found nothing there", Where.string()));
  std::map<std::string, fs::path> Files;
  for (const fs::directory_entry &Entry : fs::recursive_directory_iterator(Where))
    if (Entry.path().extension() == ".json")
      Files[Entry.path().stem()] = Entry.path();
  return Files;
}

std::vector<std::string> namesIn(const fs::path &Where) {
  std::vector<std::string> Names;
  for (const auto &[Name, File] : filesIn(Where))
    Names.push_back(Name);
  return Names;
}

bool isFile(const std::string &Name) { return Name.find('/') != std::string::npos || Name.ends_with(".json"); }

std::string pathOf(const char *Kind, const char *What, const std::string &Name) {
  if (isFile(Name))
    return Name;
  for (const auto &[Each, File] : filesIn(folder(Kind)))
    if (strcasecmp(Each.c_str(), Name.c_str()) == 0)
      return File;
  const std::vector<std::string> Names = namesIn(folder(Kind));
  const std::vector<std::string_view> Views(Names.begin(), Names.end());
  throw hetrt::ModelError(fmt::format("there is no {} '{}'{}", What, Name, hetrt::suggestion(Name, Views)));
}

} // namespace

std::string readFile(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  std::ostringstream Text;
  if (!File || fs::is_directory(Path) || !(Text << File.rdbuf()))
    throw hetrt::ModelError(fmt::format("{}: wanted a file to read, found: {}", Path,
                                        fs::is_directory(Path) ? "a folder"
                                        : fs::exists(Path)     ? "nothing that can be read"
                                                               : std::strerror(ENOENT)));
  return Text.str();
}

void writeOutput(const std::string &Path, const std::string &Text) {
  if (const std::string Why = hetrt::writeFile(Path, Text, {.WaitForReader = true}); !Why.empty())
    throw hetrt::ModelError(fmt::format("{}: wanted a file to write, found: {}", Path, Why));
}

std::vector<std::string> machineNames() { return namesIn(folder("machines")); }
std::vector<std::string> machinesOfPapers() { return namesIn(folder("machines") / "papers"); }
std::vector<std::string> programNames() { return namesIn(folder("programs")); }

std::string pagePart(const std::string &Name) { return readFile(folder("hetreport") / Name); }

hetrt::MachineModel findMachine(const std::string &Name) {
  const std::string Path = pathOf("machines", "machine", Name);
  return hetrt::parseMachine(readFile(Path), Path);
}

hetrt::ProgramModel findProgram(const std::string &Name) {
  const std::string Path = pathOf("programs", "program", Name);
  return hetrt::parseProgram(readFile(Path), Path, findMachine);
}

} // namespace hetsim
