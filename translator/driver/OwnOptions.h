// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The options of hetcc that the host compiler does not have. One table contains names, values and help; the parser,
// --hetcc-help and the suggestions for mistyped names use it.
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
  bool Off = false;         ///< ignore hetcc's directives
  bool DryRun = false;      ///< print the commands without running them
  bool ShowClauses = false; ///< print the data clauses that were found for each directive
  bool Fix = false;         ///< write the clauses of ShowClauses into the sources
  bool Explain = false;     ///< explain for each region what was done with it, and why
  bool NoCuda = false;      ///< no form of the loops for NVIDIA GPUs
  bool NoEmulated = false;  ///< no form of the loops for emulated accelerators
  bool NoNodes = false;     ///< no form of the loops for other ranks of an MPI job
  bool Check = false;       ///< build a program that checks its loops while it runs
  bool Reassociate = true;  ///< devices may reorder floating-point reductions of inner loops
  bool Functions = false;   ///< write records of the unit's functions into its object, so that loops of other units can
                            ///< call them on devices
  std::optional<AutoMode> Auto; ///< which of OpenMP's own loops to split; if it is not set, the environment variable
                                ///< HETCC_AUTO decides
  std::string WhyNoAuto;        ///< why none of OpenMP's own loops is split; empty if some may be
  /// The file for the list of OpenMP's loops that are split or not; "-" is standard error.
  std::optional<std::string> Summary;
  std::optional<std::string> Help; ///< the subject of the help to print; "" for the options
  bool Version = false;
  bool Libs = false;                     ///< print the options for a link without hetcc
  bool Cflags = false;                   ///< print the options for compiling an emitted source
  std::vector<std::string> Archs;        ///< GPU architectures; empty: the default ones
  std::optional<std::string> EmitSource; ///< the file to write the translated source to; "-" is standard output
  MessageOptions Messages; ///< which warnings are on, and which are errors, as hetcc's and the host compiler's options
                           ///< say
  std::vector<std::string> MessageWords; ///< the options that have set Messages

  bool splitsOpenMP() const { return Auto.value_or(AutoMode::Off) != AutoMode::Off; }
  /// Whether units without directives are translated, too, because loops of other units may call their functions.
  bool describesFunctions() const { return (Functions || splitsOpenMP()) && !Off; }
};

/// Whether \p Word has the form of an option of hetcc's, even if there is no such option.
bool isOwnOption(std::string_view Word);

/// Stores the option \p Word in \p Options. Returns an error message, or "".
std::string parseOwnOption(std::string_view Word, OwnOptions &Options);

/// Stores an option that concerns messages; ignores all other options.
void takeMessageOption(const std::string &Word, OwnOptions &Options);

/// The texts of --hetcc-help and --hetcc-help=warnings.
std::string ownOptionsHelp();
std::string warningsHelp();

} // namespace hetcc::driver
