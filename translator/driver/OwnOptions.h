// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The options that hetcc adds to those of the host compiler. One table holds name, value and help; parsing,
// --hetcc-help and the suggestion for a mistyped name are made from it.
#pragma once

#include "AutoMode.h"
#include "MessageOptions.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hetcc::driver {

/// The values of hetcc's own options.
struct OwnOptions {
  bool Off = false;                   ///< leave our directives out
  bool DryRun = false;                ///< print the commands, run none
  bool ShowClauses = false;           ///< print the clauses that were found
  bool Fix = false;                   ///< and write them into the sources
  bool Explain = false;               ///< say what became of each region and why
  bool NoCuda = false;                ///< no form of the loops for NVIDIA GPUs
  bool NoEmulated = false;            ///< no form of the loops for emulated accelerators
  bool NoNodes = false;               ///< and none for other ranks of an MPI job
  bool Check = false;                 ///< a program that checks its loops when it runs
  bool Reassociate = true;            ///< floating-point reductions of inner loops in any order
  bool Functions = false;             ///< objects say what their functions do, for loops of other units
  std::optional<AutoMode> Auto;       ///< which of OpenMP's own loops to split; nothing: as the environment says
  std::string WhyNoAuto;              ///< why none of them is split; empty if some may be
  std::optional<std::string> Summary; ///< where it goes which of those are, "-" for standard error
  std::optional<std::string> Help;    ///< what to print help on; "" for the options
  bool Version = false;
  bool Libs = false;                     ///< print what a plain link needs
  bool Cflags = false;                   ///< print what a plain compile of an emitted source needs
  std::vector<std::string> Archs;        ///< GPU architectures, empty for the default ones
  std::optional<std::string> EmitSource; ///< where the translated source goes, "-" for standard output
  MessageOptions Messages;               ///< by our options and the host compiler's
  std::vector<std::string> MessageWords; ///< the options that say so

  bool splitsOpenMP() const { return Auto.value_or(AutoMode::Off) != AutoMode::Off; }
  /// Whether units without directives have something to say to the loops of others.
  bool tellsFunctions() const { return (Functions || splitsOpenMP()) && !Off; }
};

/// True where \p Word is spelled as one of our options, known or not.
bool isOwnOption(std::string_view Word);

/// Reads \p Word into \p Options. Returns an error message, empty where all is well.
std::string parseOwnOption(std::string_view Word, OwnOptions &Options);

/// Notes an option that concerns messages; others are passed over.
void takeMessageOption(const std::string &Word, OwnOptions &Options);

/// The text of --hetcc-help, and of --hetcc-help=warnings.
std::string ownOptionsHelp();
std::string warningsHelp();

} // namespace hetcc::driver
