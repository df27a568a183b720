// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Construction of the device commands.
#include "DeviceCompile.h"

#include <algorithm>
#include <charconv>

namespace hetcc::driver {

namespace {

/// Built where --hetcc-arch says nothing: PTX of the first serves every later GPU, machine code saves those listed the
/// assembly at the program's start.
constexpr std::string_view DefaultArchs[] = {"sm_80", "sm_90"};

/// Options of the host compilation that change what the source means or how exactly it computes: the device form must
/// follow them. Each stands for itself and for what begins with it where it ends in '='.
constexpr std::string_view SharedOptions[] = {
    "-std=",
    "-ansi",
    "-ffast-math",
    "-fno-fast-math",
    "-fmath-errno",
    "-fno-math-errno",
    "-ffp-contract=",
    "-funsafe-math-optimizations",
    "-fno-signed-zeros",
    "-ffinite-math-only",
    "-fassociative-math",
    "-freciprocal-math",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-fstrict-aliasing",
    "-fsigned-char",
    "-funsigned-char",
    "-fshort-enums",
    "-fno-strict-overflow",
    "-fno-exceptions",
};

std::string_view numberOf(std::string_view Arch) { return Arch.substr(3); }

int generationOf(std::string_view Arch) {
  int Number = 0;
  std::from_chars(Arch.data() + 3, Arch.data() + Arch.size(), Number);
  return Number;
}

/// Oldest first, each once.
std::vector<std::string> architectures(const OwnOptions &Own) {
  std::vector<std::string> Archs = Own.Archs;
  if (Archs.empty())
    Archs.assign(std::begin(DefaultArchs), std::end(DefaultArchs));
  std::stable_sort(Archs.begin(), Archs.end(),
                   [](const std::string &A, const std::string &B) { return generationOf(A) < generationOf(B); });
  Archs.erase(std::unique(Archs.begin(), Archs.end()), Archs.end());
  return Archs;
}

/// As nvcc does, full optimisation unless the user asked for little of it; never none, since unoptimised kernels spill.
void addOptimisation(const CommandLine &Line, std::vector<std::string> &Words) {
  std::string Level = "-O3";
  bool Fast = false;
  for (const Argument &Option : Line.Arguments) {
    if (Option.Name != "-O")
      continue;
    bool Little = Option.Value == "0" || Option.Value == "1" || Option.Value == "g" || Option.Value.empty();
    Level = Little ? "-O2" : "-O3";
    Fast = Option.Value == "fast";
  }
  Words.push_back(Level);
  if (Fast)
    Words.push_back("-ffast-math");
}

bool isShared(std::string_view Word) {
  return std::any_of(std::begin(SharedOptions), std::end(SharedOptions), [&](std::string_view Option) {
    return Option.ends_with('=') ? Word.starts_with(Option) : Word == Option;
  });
}

void addShared(const CommandLine &Line, std::vector<std::string> &Words) {
  Words.push_back("-ffp-contract=fast");
  bool Debug = false;
  for (const Argument &Option : Line.Arguments) {
    if (Option.IsInput)
      continue;
    if (isShared(Option.Words[0]))
      Words.push_back(Option.Words[0]);
    if (Option.Words[0].starts_with("-g"))
      Debug = Option.Words[0] != "-g0";
  }
  if (Debug)
    Words.push_back("-gline-tables-only");
}

Command compileToPtx(const DeviceJob &Job, const CommandLine &Line, const DeviceTools &Tools, const std::string &Arch,
                     const std::string &Ptx) {
  std::vector<std::string> Words = {Tools.Clang, "-x", isCxx(Job.Language) ? "c++" : "c",
                                    "--target=nvptx64-nvidia-cuda", "-march=" + Arch};
  addOptimisation(Line, Words);
  addShared(Line, Words);
  Words.push_back("-fdebug-prefix-map=" + Job.Folder + "=" + Job.Directory);
  Words.insert(Words.end(),
               {"-Xclang", "-mlink-builtin-bitcode", "-Xclang", Tools.Libdevice, "-S", Job.Source, "-o", Ptx});
  return {std::move(Words), {}};
}

} // namespace

DevicePlan planDevice(const DeviceJob &Job, const CommandLine &Line, const DeviceTools &Tools) {
  std::vector<std::string> Archs = architectures(Line.Own);
  DevicePlan Plan;
  Plan.Ptx = Job.Stem + ".ptx";
  Plan.Compile = compileToPtx(Job, Line, Tools, Archs.front(), Plan.Ptx);
  if (!Tools.canAssemble())
    return Plan;
  std::vector<std::string> Bundle = {Tools.Fatbinary, "--create=" + Job.Image, "-64"};
  for (const std::string &Arch : Archs) {
    std::string Code = Job.Stem + "." + Arch + ".cubin";
    Plan.Assemble.push_back({{Tools.Ptxas, "-arch=" + Arch, Plan.Ptx, "-o", Code}, {}});
    Bundle.push_back("--image3=kind=elf,sm=" + std::string(numberOf(Arch)) + ",file=" + Code);
  }
  Bundle.push_back("--image3=kind=ptx,sm=" + std::string(numberOf(Archs.front())) + ",file=" + Plan.Ptx);
  Plan.Bundle = {std::move(Bundle), {}};
  return Plan;
}

} // namespace hetcc::driver
