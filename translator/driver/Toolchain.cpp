// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds programs and folders.
#include "Toolchain.h"

#include "BuildConfig.h"
#include "CommandLine.h"
#include "Files.h"
#include "Files/Program.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hetcc::driver {

namespace {

std::string environment(const char *Name) {
  const char *Value = getenv(Name);
  return Value ? Value : "";
}

bool isSelf(const std::string &Path) {
  struct stat Self, Other;
  return stat(hetrt::programPath().c_str(), &Self) == 0 && stat(Path.c_str(), &Other) == 0 &&
         Self.st_dev == Other.st_dev && Self.st_ino == Other.st_ino;
}

/// The first program \p Name in PATH that is not hetcc itself; "" if there is none. Sets \p PassedOver if hetcc came
/// first.
std::string findInPath(const std::string &Name, bool *PassedOver = nullptr) {
  std::string List = environment("PATH");
  for (size_t Start = 0; Start <= List.size();) {
    size_t End = std::min(List.find(':', Start), List.size());
    std::string Directory = List.substr(Start, End - Start);
    std::string Path = (Directory.empty() ? "." : Directory) + "/" + Name;
    if (isExecutable(Path)) {
      if (!isSelf(Path))
        return Path;
      if (PassedOver)
        *PassedOver = true;
    }
    Start = End + 1;
  }
  return {};
}

/// The first of \p Candidates that can be executed. Names without a slash are searched in PATH.
std::string firstProgram(const std::vector<std::string> &Candidates) {
  for (const std::string &Candidate : Candidates) {
    if (Candidate.empty())
      continue;
    bool Bare = Candidate.find('/') == Candidate.npos;
    std::string Path = Bare ? findInPath(Candidate) : Candidate;
    if (!Path.empty() && isExecutable(Path))
      return Path;
  }
  return {};
}

std::string firstFile(const std::vector<std::string> &Candidates) {
  for (const std::string &Candidate : Candidates)
    if (exists(Candidate))
      return Candidate;
  return {};
}

/// The environment variable that counts nested starts of hetcc, if the host compiler is a program that may start hetcc
/// again.
constexpr const char *NestingVariable = "HETCC_NESTING";
/// The limit of nested starts. It is larger than wrappers need, and small enough to end an endless recursion soon.
constexpr int MaximalNesting = 8;

/// Whether a host compiler may start hetcc again, as scripts may, and programs such as ccache and mpicc, which start
/// another compiler. Compilers proper, known by their names, do not.
bool mayLeadBack(const std::string &Program) {
  char Resolved[PATH_MAX];
  if (!realpath(Program.c_str(), Resolved))
    return false;
  std::string_view Name = namePart(Resolved);
  constexpr std::string_view Known[] = {"gcc", "g++", "clang"};
  bool IsKnown = std::any_of(std::begin(Known), std::end(Known),
                             [&](std::string_view Each) { return Name.find(Each) != Name.npos; });
  char Start[2] = {};
  int Descriptor = open(Resolved, O_RDONLY | O_CLOEXEC);
  bool IsScript = Descriptor >= 0 && read(Descriptor, Start, 2) == 2 && Start[0] == '#' && Start[1] == '!';
  if (Descriptor >= 0)
    close(Descriptor);
  return IsScript || !IsKnown;
}

/// The folders that may contain a CUDA toolkit, the preferred one first.
std::vector<std::string> cudaRoots() {
  std::vector<std::string> Roots;
  for (const std::string &Root :
       {environment("CUDA_HOME"), environment("CUDA_PATH"), std::string(HETCC_CONFIGURED_CUDA),
        std::string("/usr/local/cuda"), std::string("/usr/lib/cuda")})
    if (!Root.empty())
      Roots.push_back(Root);
  if (std::string Ptxas = findInPath("ptxas"); !Ptxas.empty())
    Roots.push_back(dirPart(Ptxas) + "..");
  return Roots;
}

std::string findCudaProgram(const std::string &Name) {
  std::vector<std::string> Candidates;
  for (const std::string &Root : cudaRoots())
    Candidates.push_back(Root + "/bin/" + Name);
  Candidates.push_back(Name);
  return firstProgram(Candidates);
}

/// Clang's own headers are beside the program that the link in PATH leads to.
std::string findWrappers(const std::string &Clang) {
  char Resolved[PATH_MAX];
  if (Clang.empty() || !realpath(Clang.c_str(), Resolved))
    return {};
  return firstFile({dirPart(Resolved) + "../lib/clang/19/include/openmp_wrappers",
                    dirPart(Resolved) + "../lib64/clang/19/include/openmp_wrappers"});
}

std::string findLibdevice() {
  std::vector<std::string> Candidates = {environment("HETCC_LIBDEVICE")};
  for (const std::string &Root : cudaRoots())
    Candidates.push_back(Root + "/nvvm/libdevice/libdevice.10.bc");
  // The place in Debian's package of the toolkit.
  Candidates.emplace_back("/usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc");
  return firstFile(Candidates);
}

} // namespace

std::vector<std::string> hostCompiler(bool Cxx) {
  std::string Chosen = environment(Cxx ? "HETCC_HOST_CXX" : "HETCC_HOST_CC");
  // A value such as "ccache gcc" has several words.
  std::vector<std::string> Words = splitResponseFile(Chosen);
  if (Words.empty())
    Words = {Cxx ? "g++" : "gcc"};
  bool PassedOver = false;
  if (Words[0].find('/') == Words[0].npos)
    if (std::string Path = findInPath(Words[0], &PassedOver); PassedOver && !Path.empty())
      Words[0] = Path;
  return Words;
}

std::string checkHostCompiler(bool Cxx) {
  std::string Name = hostCompiler(Cxx)[0];
  std::string Remedy = std::string("; let ") + (Cxx ? "HETCC_HOST_CXX" : "HETCC_HOST_CC") + " name another compiler";
  bool PassedOver = false;
  std::string Program = Name.find('/') == Name.npos ? findInPath(Name, &PassedOver) : Name;
  if (Program.empty() ? PassedOver : isSelf(Program))
    return "the host compiler '" + Name + "' is hetcc itself" + Remedy;
  int Nesting = atoi(environment(NestingVariable).c_str());
  if (Nesting >= MaximalNesting)
    return "the host compiler '" + Name + "' leads back to hetcc" + Remedy;
  if (mayLeadBack(Program))
    setenv(NestingVariable, std::to_string(Nesting + 1).c_str(), 1);
  return {};
}

Installation findInstallation() {
  std::string Self = hetrt::programPath();
  std::string Bin = dirPart(Self);
  std::string Prefix = dirPart(std::string_view(Bin).substr(0, Bin.size() - 1));
  Installation Found;
  Found.Translator = Prefix + "libexec/hetcc/hetcc-translate";
  Found.IncludeDir = Prefix + "include";
  for (std::string_view Name : {"lib", HETCC_CONFIGURED_LIBDIR}) {
    std::string Directory = Prefix + std::string(Name);
    if (Found.LibDir.empty() || exists(Directory + "/libhetrt.so") || exists(Directory + "/libhetrt.a"))
      Found.LibDir = Directory;
  }
  return Found;
}

DeviceTools findDeviceTools() {
  DeviceTools Tools;
  // If the user names a clang, no other one is used.
  std::string Chosen = environment("HETCC_CLANG");
  Tools.Clang = Chosen.empty() ? firstProgram({HETCC_CONFIGURED_CLANG, "clang-19"}) : firstProgram({Chosen});
  Tools.Wrappers = findWrappers(Tools.Clang);
  Tools.Libdevice = findLibdevice();
  Tools.Ptxas = findCudaProgram("ptxas");
  Tools.Fatbinary = findCudaProgram("fatbinary");
  if (Tools.Clang.empty())
    Tools.Missing = "'" + (Chosen.empty() ? "clang-19" : Chosen) + "' was not found";
  else if (Tools.Wrappers.empty())
    Tools.Missing = "'" + Tools.Clang + "' has no 'openmp_wrappers' of clang 19";
  else if (Tools.Libdevice.empty())
    Tools.Missing = "'libdevice.10.bc' was not found";
  return Tools;
}

std::vector<std::string> runtimeLinkOptions(const Installation &Installation, bool Static) {
  std::vector<std::string> Words = {"-fopenmp", "-L" + Installation.LibDir};
  if (Static) // the linker then explains errors of older objects, see runtime/lib/Region/Version.cpp
    Words.push_back("-Wl,-u,hetrt_abi_version");
  Words.push_back("-lhetrt");
  if (Static)
    for (std::string &Word : splitResponseFile(HETCC_CONFIGURED_STATIC_LIBS))
      Words.push_back(std::move(Word));
  else
    Words.push_back("-Wl,-rpath," + Installation.LibDir);
  return Words;
}

// --no-as-needed is necessary, because objects refer only to functions that the C library also defines (malloc, free,
// ...), so the linker would otherwise leave this library out.
std::vector<std::string> allocationLinkOptions(const Installation &Installation) {
  return {"-L" + Installation.LibDir, "-Wl,--push-state,--no-as-needed", "-lhetalloc", "-Wl,--pop-state"};
}

std::vector<std::string> mainLinkOptions(const Installation &Installation) {
  return {"-Wl,--wrap=__libc_start_main", Installation.LibDir + "/libhetrt_main.a"};
}

/// With these options, memcpy and the like are called and not expanded, so that libhetcheck.a sees their accesses, and
/// loads and stores stay in their loops. -g is needed for the line numbers in messages.
std::vector<std::string> checkCompileOptions(bool ByClang) {
  std::vector<std::string> Words = {"-fsanitize=thread", "-g", "-U_FORTIFY_SOURCE"};
  if (!ByClang)
    Words.insert(Words.end(), {"--param=tsan-instrument-func-entry-exit=0", "-Wno-tsan", "-fno-builtin-memcpy",
                               "-fno-builtin-memmove", "-fno-builtin-memset", "-fno-tree-loop-im",
                               "-fno-tree-loop-distribute-patterns"});
  return Words;
}

std::vector<std::string> checkLinkOptions(const Installation &Installation) {
  std::string Wrapped = "-Wl";
  for (std::string_view Name : {"memcpy",
                                "memmove",
                                "memset",
                                "GOMP_parallel",
                                "GOMP_critical_start",
                                "GOMP_critical_end",
                                "GOMP_critical_name_start",
                                "GOMP_critical_name_end",
                                "GOMP_atomic_start",
                                "GOMP_atomic_end",
                                "GOMP_barrier",
                                "GOMP_loop_end",
                                "GOMP_parallel_loop_nonmonotonic_dynamic",
                                "GOMP_loop_nonmonotonic_dynamic_start",
                                "GOMP_loop_nonmonotonic_dynamic_next",
                                "GOMP_loop_ull_nonmonotonic_dynamic_start",
                                "GOMP_loop_ull_nonmonotonic_dynamic_next",
                                "GOMP_sections_end",
                                "omp_set_lock",
                                "omp_unset_lock",
                                "omp_set_nest_lock",
                                "omp_unset_nest_lock"})
    Wrapped += ",--wrap=" + std::string(Name);
  return {Wrapped, "-L" + Installation.LibDir, "-lhetcheck"};
}

std::vector<std::string> headerOptions(const Installation &Installation) {
  return {"-idirafter", Installation.IncludeDir};
}

std::vector<std::string> mentionOptions(const Installation &Installation) {
  std::vector<std::string> Words = headerOptions(Installation);
  Words.insert(Words.begin(), "-D__HETCC__=1");
  return Words;
}

std::vector<std::string> runtimeCompileOptions(const Installation &Installation) {
  std::vector<std::string> Words = mentionOptions(Installation);
  Words.push_back("-fopenmp");
  return Words;
}

} // namespace hetcc::driver
