// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the commands for device sources.
#include "DeviceCompile.h"

#include "AcceptedByGcc.h"

#include <algorithm>
#include <charconv>

namespace hetcc::driver {

namespace {

/// The architectures if --hetcc-arch is not given. The PTX for the first one runs on every later GPU. For the listed
/// architectures, machine code is made as well, so that the program need not assemble the PTX when it starts.
constexpr std::string_view DefaultArchs[] = {"sm_80", "sm_90"};

/// Options that change the meaning of the source or the precision of its results, so that the kernels must be compiled
/// with them, too. An entry that ends in '=' stands for all options that begin with it.
constexpr std::string_view SharedOptions[] = {
    "-std=",
    "-ansi",
    "-ffast-math",
    "-fno-fast-math",
    "-ffp-contract=",
    "-funsafe-math-optimizations",
    "-ffinite-math-only",
    "-fassociative-math",
    "-freciprocal-math",
    "-fno-signed-zeros",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-fno-strict-overflow",
    "-fsigned-char",
    "-funsigned-char",
    "-fshort-enums",
    "-fpack-struct",
    "-fpack-struct=",
    "-fno-exceptions",
    "-fno-rtti",
    "-fdebug-prefix-map=",
    "-ffile-prefix-map=",
    "-pthread",
};

/// The target of the host compiler, whose macros the user's headers test.
#if defined(__aarch64__)
constexpr std::string_view HostTriple = "aarch64-unknown-linux-gnu", HostMacro = "-D__aarch64__";
constexpr std::string_view WideFloat[] = {"-Xclang", "-mlong-double-128"};
#else
constexpr std::string_view HostTriple = "x86_64-pc-linux-gnu", HostMacro = "-D__x86_64__";
/// Headers choose between templates by the size of `long double`, so it must be that of the host. No kernel computes
/// with it.
constexpr std::string_view WideFloat[] = {"-Xclang", "-mlong-double-80"};
#endif

/// The newest architecture that clang knows; ptxas and the GPU's driver may know newer ones.
constexpr int NewestForClang = 90;

const std::string StepsOption = "-fconstexpr-steps=";

std::string_view numberOf(std::string_view Arch) { return Arch.substr(3); }

int generationOf(std::string_view Arch) {
  int Number = 0;
  std::from_chars(Arch.data() + 3, Arch.data() + Arch.size(), Number);
  return Number;
}

/// The architectures to build for, the oldest first, without duplicates.
std::vector<std::string> architectures(const OwnOptions &Own) {
  std::vector<std::string> Archs = Own.Archs;
  if (Archs.empty())
    Archs.assign(std::begin(DefaultArchs), std::end(DefaultArchs));
  std::stable_sort(Archs.begin(), Archs.end(),
                   [](const std::string &A, const std::string &B) { return generationOf(A) < generationOf(B); });
  Archs.erase(std::unique(Archs.begin(), Archs.end()), Archs.end());
  return Archs;
}

/// The architecture that clang compiles for. A suffix as in "sm_90a" is left out, because PTX for "sm_90a" does not run
/// on later GPUs.
std::string targetOf(const std::string &Oldest) {
  return "sm_" + std::to_string(std::min(generationOf(Oldest), NewestForClang));
}

/// Adds the level of optimisation. As in nvcc, the level is -O3 unless the user asks for less. It is never -O0, because
/// kernels without optimisation keep their variables in memory.
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

/// Options for debug information with line numbers only, in the form that ptxas reads. With full debug information,
/// ptxas and the GPU's driver would not optimise. `-gline-directives-only` must come after `-gdwarf-2`, which alone
/// means `-g`.
constexpr std::string_view DebugOptions[] = {"-gdwarf-2", "-gline-directives-only", "-Xclang",
                                             "-fno-dwarf-directory-asm"};

bool wantsLines(const CommandLine &Line) {
  bool Wants = false; // the last such option on the command line decides
  for (const Argument &Option : Line.Arguments)
    if (!Option.IsInput && Option.Words[0].starts_with("-g"))
      Wants = Option.Words[0] != "-g0";
  return Wants;
}

/// Clang's wrapper of <complex> declares functions without constexpr that libstdc++ declares with constexpr from C++20
/// on, which is an error. This macro makes the wrapper leave them out.
constexpr std::string_view NoComplexWrapper = "-D_LIBCPP_STD_VER=20";

bool atLeastCxx20(const CommandLine &Line) {
  bool Is = false; // the last -std option on the command line decides
  for (const Argument &Option : Line.Arguments)
    if (!Option.IsInput && Option.Name.starts_with("-std"))
      Is = Option.Value.find("++2") != std::string::npos;
  return Is;
}

void addShared(const CommandLine &Line, std::vector<std::string> &Words) {
  Words.push_back("-ffp-contract=fast");
  for (const Argument &Option : Line.Arguments)
    if (!Option.IsInput && (Option.Kind == OptionKind::Preprocessor || isShared(Option.Words[0])))
      Words.insert(Words.end(), Option.Words.begin(), Option.Words.end());
  if (atLeastCxx20(Line))
    Words.emplace_back(NoComplexWrapper);
  if (wantsLines(Line))
    Words.insert(Words.end(), std::begin(DebugOptions), std::end(DebugOptions));
}

void addForClang(std::initializer_list<std::string_view> Options, std::vector<std::string> &Words) {
  for (std::string_view Option : Options) {
    Words.emplace_back("-Xclang");
    Words.emplace_back(Option);
  }
}

/// The command that compiles the device source, which is the user's unit followed by the kernels, to PTX. Clang's
/// driver runs as for the host, so that it finds the usual headers; only the compiler proper (cc1) gets the GPU as its
/// target. As in OpenMP offloading, the unit's functions are parsed, but only those that kernels call are compiled, and
/// clang's wrapper headers map <math.h> to libdevice.
Command compileToPtx(const DeviceJob &Job, const CommandLine &Line, const DeviceTools &Tools, const std::string &Arch,
                     const std::string &Ptx) {
  std::vector<std::string> Words = {Tools.Clang, "-x", isCxx(Job.Language) ? "c++" : "c", "-iquote", Job.Directory};
  addOptimisation(Line, Words);
  addShared(Line, Words);
  Words.insert(Words.end(), Job.Extra.begin(), Job.Extra.end());
  Words.insert(Words.end(),
               {"-fopenmp", "-fno-math-errno", "-fno-addrsig", "-fno-stack-protector", "-fno-crash-diagnostics", "-w"});
  for (const char *Each : AcceptedByGcc)
    Words.push_back(std::string("-Wno-error=") + Each);
  Words.push_back("-fbracket-depth=" + std::to_string(BracketDepth));
  Words.push_back(StepsOption + std::to_string(FewConstexprSteps));
  if (isCxx(Job.Language)) // kernels are no members of the classes whose private names the body may use
    addForClang({"-fno-access-control"}, Words);
  Words.insert(Words.end(), {"-isystem", Tools.Wrappers}); // the device source includes the first of these headers
  Words.emplace_back(HostMacro);
  Words.insert(Words.end(), std::begin(WideFloat), std::end(WideFloat));
  Words.push_back("-fdebug-prefix-map=" + Job.Folder + "=" + Job.MappedDirectory);
  addForClang({"-triple", "nvptx64-nvidia-cuda", "-aux-triple", HostTriple, "-target-cpu", Arch,
               // For barriers and exchanges within a warp, clang requires this feature to be named, although all
               // supported GPUs have it.
               "-target-feature", "+ptx60", "-fopenmp-is-target-device", "-fignore-exceptions",
               // Otherwise clang would allocate variables whose address is taken by calls of a runtime library that is
               // not linked.
               "-fopenmp-cuda-mode", "-mlink-builtin-bitcode", Tools.Libdevice},
              Words);
  // Loop strength reduction is switched off: the loop over a thread's iterations mostly runs once, so computing
  // increments for a next iteration is a waste.
  Words.insert(Words.end(), {"-mllvm", "-disable-lsr"});
  Words.insert(Words.end(), {"-S", Job.Source, "-o", Ptx});
  return {std::move(Words), {}, /*DeepStack=*/true};
}

Assembly assemble(const std::string &Arch, const DeviceJob &Job, const DevicePlan &Plan, const CommandLine &Line,
                  const DeviceTools &Tools) {
  Assembly Made = {Arch, Job.Stem + "." + Arch + ".cubin", {}, {}};
  Made.Run.Words = {Tools.Ptxas, "-arch=" + Arch, Plan.Ptx, "-o", Made.Code};
  if (wantsLines(Line))
    Made.Run.Words.emplace_back("-lineinfo");
  Made.RunEmpty.Words = {Tools.Ptxas, "-arch=" + Arch, Plan.EmptyPtx, "-o", Made.Code};
  return Made;
}

} // namespace

Command DevicePlan::bundle(const std::vector<Assembly> &Made) const {
  std::vector<std::string> Words = {Fatbinary, "--create=" + Bundle, "-64"};
  for (const Assembly &Each : Made)
    Words.push_back("--image3=kind=elf,sm=" + std::string(numberOf(Each.Arch)) + ",file=" + Each.Code);
  return {std::move(Words), {}};
}

std::optional<Command> DevicePlan::compileWithMoreSteps(std::string_view Errors) const {
  if (Errors.find(StepsExceeded) == Errors.npos)
    return std::nullopt;
  Command Again = Compile;
  std::replace(Again.Words.begin(), Again.Words.end(), StepsOption + std::to_string(FewConstexprSteps),
               StepsOption + std::to_string(ConstexprSteps));
  return Again;
}

DevicePlan planDevice(const DeviceJob &Job, const CommandLine &Line, const DeviceTools &Tools) {
  std::vector<std::string> Archs = architectures(Line.Own);
  DevicePlan Plan;
  Plan.Ptx = Job.Stem + ".ptx";
  Plan.EmptyPtx = Job.Stem + ".empty.ptx";
  Plan.Bundle = Job.Image;
  Plan.Compile = compileToPtx(Job, Line, Tools, targetOf(Archs.front()), Plan.Ptx);
  if (!Tools.canAssemble())
    return Plan;
  Plan.Fatbinary = Tools.Fatbinary;
  for (const std::string &Arch : Archs)
    Plan.Assemble.push_back(assemble(Arch, Job, Plan, Line, Tools));
  return Plan;
}

/// The name in a declaration of PTX, without type, size and parameters. In a declaration of a function the name comes
/// after the parenthesized result; in one of a variable it is the last word.
static std::string_view nameIn(std::string_view Declaration, bool OfFunction) {
  constexpr std::string_view Blank = " \t";
  size_t Start = Declaration.find_first_not_of(Blank);
  if (OfFunction && Start != Declaration.npos && Declaration[Start] == '(')
    Start = Declaration.find_first_not_of(Blank, Declaration.find(')') + 1);
  if (Start == Declaration.npos)
    return {};
  Declaration.remove_prefix(Start);
  Declaration = Declaration.substr(0, Declaration.find_first_of(OfFunction ? " \t(;" : "[;"));
  return OfFunction ? Declaration : Declaration.substr(Declaration.find_last_of(Blank) + 1);
}

std::string unresolvedIn(std::string_view Ptx) {
  constexpr std::string_view OfDrivers[] = {"vprintf", "malloc", "free", "__assertfail"};
  while (!Ptx.empty()) {
    std::string_view Line = Ptx.substr(0, Ptx.find('\n'));
    Ptx.remove_prefix(std::min(Ptx.size(), Line.size() + 1));
    for (std::string_view Kind : {".extern .func", ".extern .global", ".extern .const"})
      if (Line.starts_with(Kind))
        if (std::string_view Name = nameIn(Line.substr(Kind.size()), Kind.ends_with("func"));
            !Name.empty() && std::find(std::begin(OfDrivers), std::end(OfDrivers), Name) == std::end(OfDrivers))
          return std::string(Name);
  }
  return {};
}

std::string emptied(std::string_view Ptx) {
  std::string Head;
  for (std::string_view Word : {".version", ".target", ".address_size"})
    if (size_t At = Ptx.find(Word); At != Ptx.npos)
      Head += std::string(Ptx.substr(At, Ptx.find('\n', At) - At)) + "\n";
  return Head;
}

std::string imageOf(const std::string &Code, const std::string &Ptx) {
  return (Code.empty() ? "" : Code + '\0') + Ptx + '\0';
}

} // namespace hetcc::driver
