// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of hetcc's own options, their parser, and their help.
#include "OwnOptions.h"

#include "Spelling.h"

#include <algorithm>

namespace hetcc::driver {

namespace {

enum class Value { None, Optional, Required };

/// Stores the value of an option. Returns an error message, or "".
using Setter = std::string (*)(OwnOptions &, std::string_view);

struct OwnOption {
  std::string_view Name;
  Value Takes;
  std::string_view ValueName;
  Setter Set;
  std::string_view Help;
};

template <bool OwnOptions::*Flag> std::string setFlag(OwnOptions &Options, std::string_view) {
  Options.*Flag = true;
  return {};
}

std::string setHelp(OwnOptions &Options, std::string_view What) {
  if (!What.empty() && What != "warnings")
    return "there is no help on '" + std::string(What) + "': 'warnings' was wanted";
  Options.Help = What;
  return {};
}

std::string setEmitSource(OwnOptions &Options, std::string_view File) {
  Options.EmitSource = File.empty() ? "-" : std::string(File);
  return {};
}

bool isArchitecture(std::string_view Name) {
  if (!Name.starts_with("sm_"))
    return false;
  std::string_view Number = Name.substr(3);
  if (!Number.empty() && Number.back() == 'a')
    Number.remove_suffix(1);
  return Number.size() >= 2 && Number.find_first_not_of("0123456789") == Number.npos;
}

std::string setArchs(OwnOptions &Options, std::string_view List) {
  Options.Archs.clear();
  while (!List.empty()) {
    std::string_view Name = List.substr(0, List.find(','));
    List.remove_prefix(std::min(List.size(), Name.size() + 1));
    if (!isArchitecture(Name))
      return "'" + std::string(Name) + "' is no GPU architecture: one such as 'sm_80' was wanted";
    Options.Archs.emplace_back(Name);
  }
  return Options.Archs.empty() ? "'--hetcc-arch=' needs a list such as 'sm_80,sm_90'" : "";
}

std::string setReassociate(OwnOptions &Options, std::string_view Value) {
  if (Value != "yes" && Value != "no")
    return "'" + std::string(Value) + "' is no value of '--hetcc-reassociate': 'yes' or 'no' was wanted";
  Options.Reassociate = Value == "yes";
  return {};
}

std::string setAuto(OwnOptions &Options, std::string_view Value) {
  std::optional<AutoMode> Mode = Value.empty() ? AutoMode::Target : autoModeOf(Value);
  if (!Mode)
    return "'" + std::string(Value) + "' is no value of '--hetcc-auto': 'target', 'all' or 'no' was wanted";
  Options.Auto = *Mode;
  return {};
}

/// Also switches off code for GPUs, because devices take no part in a program built with --hetcc-check.
std::string setCheck(OwnOptions &Options, std::string_view) {
  Options.Check = Options.NoCuda = true;
  return {};
}

std::string setSummary(OwnOptions &Options, std::string_view File) {
  Options.Summary = File.empty() ? "-" : std::string(File);
  return {};
}

constexpr OwnOption Table[] = {
    {"--hetcc-help", Value::Optional, "warnings", setHelp, "print this help, or the groups of warnings"},
    {"--hetcc-version", Value::None, "", setFlag<&OwnOptions::Version>, "print hetcc's version, commit and parts"},
    {"--hetcc-off", Value::None, "", setFlag<&OwnOptions::Off>,
     "leave our directives out, as any other compiler would"},
    {"--hetcc-dryrun", Value::None, "", setFlag<&OwnOptions::DryRun>, "print the commands and run none"},
    {"--hetcc-emit-source", Value::Optional, "FILE", setEmitSource,
     "write the translated source (to standard output); its form for GPUs too with --hetcc-arch"},
    {"--hetcc-explain", Value::None, "", setFlag<&OwnOptions::Explain>, "say what became of each loop and why"},
    {"--hetcc-auto", Value::Optional, "target|all|no", setAuto,
     "split OpenMP's own 'target' loops, or all of its loops, where that is found to be right"},
    {"--hetcc-functions", Value::None, "", setFlag<&OwnOptions::Functions>,
     "let loops of other units call this unit's functions on devices (implied by --hetcc-auto)"},
    {"--hetcc-summary", Value::Optional, "FILE", setSummary,
     "say how many of these are split, and of each other one why not (add it to FILE)"},
    {"--hetcc-show-clauses", Value::None, "", setFlag<&OwnOptions::ShowClauses>,
     "print each directive with the data clauses that were found for it"},
    {"--hetcc-fix", Value::None, "", setFlag<&OwnOptions::Fix>, "write these clauses into the sources"},
    {"--hetcc-check", Value::None, "", setCheck,
     "build a program that says, when it has run, what is wrong with its loops and clauses"},
    {"--hetcc-arch", Value::Required, "LIST", setArchs, "GPU architectures to build for, such as sm_80,sm_90"},
    {"--hetcc-no-cuda", Value::None, "", setFlag<&OwnOptions::NoCuda>, "build no form for NVIDIA GPUs"},
    {"--hetcc-no-emulated", Value::None, "", setFlag<&OwnOptions::NoEmulated>,
     "build no form for emulated accelerators"},
    {"--hetcc-no-nodes", Value::None, "", setFlag<&OwnOptions::NoNodes>, "build no form for other ranks of an MPI job"},
    {"--hetcc-reassociate", Value::Required, "yes|no", setReassociate,
     "let devices combine floating-point numbers of inner loops in any order (yes)"},
    {"--libs", Value::None, "", setFlag<&OwnOptions::Libs>,
     "print the options that a link with another compiler needs"},
    {"--cflags", Value::None, "", setFlag<&OwnOptions::Cflags>, "print the options that an emitted source needs"},
};

std::string_view nameOf(std::string_view Word) { return Word.substr(0, Word.find('=')); }

const OwnOption *findOption(std::string_view Name) {
  const auto *Found =
      std::find_if(std::begin(Table), std::end(Table), [&](const OwnOption &O) { return O.Name == Name; });
  return Found == std::end(Table) ? nullptr : Found;
}

std::string unknownOption(std::string_view Name) {
  NearestName Nearest(Name);
  for (const OwnOption &Option : Table)
    Nearest.offer(Option.Name);
  return "unknown option '" + std::string(Name) + "'; did you mean '" + std::string(Nearest.name()) + "'?";
}

} // namespace

bool isOwnOption(std::string_view Word) {
  return Word.starts_with("--hetcc-") || findOption(Word) || isGroupOption(Word);
}

void takeMessageOption(const std::string &Word, OwnOptions &Options) {
  if (Options.Messages.take(Word))
    Options.MessageWords.push_back(Word);
}

std::string parseOwnOption(std::string_view Word, OwnOptions &Options) {
  if (isGroupOption(Word)) {
    takeMessageOption(std::string(Word), Options);
    return errorInGroupOption(Word);
  }
  std::string_view Name = nameOf(Word);
  const OwnOption *Option = findOption(Name);
  if (!Option)
    return unknownOption(Name);
  bool HasValue = Name.size() != Word.size();
  if (HasValue && Option->Takes == Value::None)
    return "'" + std::string(Name) + "' takes no value";
  if (!HasValue && Option->Takes == Value::Required)
    return "'" + std::string(Name) + "' needs a value: '" + std::string(Name) + "=" + std::string(Option->ValueName) +
           "'";
  return Option->Set(Options, HasValue ? Word.substr(Name.size() + 1) : std::string_view{});
}

std::string ownOptionsHelp() {
  std::string Help =
      "usage: hetcc [options] file...\n"
      "Takes every option of the host compiler (HETCC_HOST_CC, HETCC_HOST_CXX; gcc and g++ by default) and:\n";
  for (const OwnOption &Option : Table) {
    if (Option.Help.empty())
      continue;
    std::string Left = "  " + std::string(Option.Name);
    if (Option.Takes == Value::Optional)
      Left += "[=" + std::string(Option.ValueName) + "]";
    else if (Option.Takes == Value::Required)
      Left += "=" + std::string(Option.ValueName);
    Left.resize(std::max<size_t>(Left.size() + 2, 30), ' ');
    Help += Left + std::string(Option.Help) + "\n";
  }
  return Help + "  --save-temps                keep what is made on the way, in readable files\n" +
         "  -W[no-][error=]hetcc-...    warnings of ours, see --hetcc-help=warnings\n";
}

std::string warningsHelp() {
  std::string Help =
      "hetcc's own warnings are on. -Wno-NAME turns a group off, -Werror=NAME makes it an error; 'hetcc' is\n"
      "all of them. -w, -Werror and '#pragma GCC diagnostic' hold for them too.\n";
  for (unsigned I = 0; I < unsigned(Group::Count); ++I) {
    std::string Left = "  -W" + std::string(nameOf(Group(I)));
    Left.resize(std::max<size_t>(Left.size() + 2, 22), ' ');
    Help += Left + std::string(meaningOf(Group(I))) + "\n";
  }
  return Help;
}

} // namespace hetcc::driver
