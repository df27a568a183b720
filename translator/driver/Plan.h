// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is to be done for a command line, as a value: the commands for each annotated unit, and those for the rest. The
// same plan is printed by --hetcc-dryrun and run by Build.h.
//
//   source --translator--> host source + device source
//                          device source --DeviceCompile--> image, embedded in the host source
//                          host source --host compiler--> the object that the user asked for
//   objects, libraries and other sources --host compiler--> program
#pragma once

#include "CommandLine.h"
#include "DeviceCompile.h"
#include "Linking.h"
#include "Process.h"
#include "Toolchain.h"

#include <optional>
#include <string>
#include <vector>

namespace hetcc::driver {

/// What --save-temps keeps of a file in the private folder.
struct KeptFile {
  std::string File, Copy;
};

/// One annotated translation unit.
struct Unit {
  const Argument *Input = nullptr;
  bool IsOurs = true;  ///< false: the host compiler gets it as it is
  bool IsAsked = true; ///< false: so it does if anything goes wrong
  bool IsTold = false; ///< nothing but its functions is of interest, to loops of other units
  std::string Display; ///< its name in messages: as the user wrote it
  std::string Source;  ///< the file to translate: the user's, or our copy of it
  std::string Folder;  ///< private to the unit
  std::string HostSource, DeviceSource, Image;
  std::string Regions; ///< the translator's list of lines, see Refusals.h
  std::string Summary; ///< what the translator says of OpenMP's own loops
  std::string Output;  ///< of the host compiler; empty where there is none

  Command Translate;
  Command TranslatePlain; ///< leaves our clauses out without parsing
  std::optional<DevicePlan> Device;
  Command CompileHost;     ///< the translated source
  Command TellErrors;      ///< the same, with errors as Refusals.h reads them
  Command CompileOriginal; ///< the source as it is, where the translator finds nothing of ours in it
  std::optional<Command> MakeRule;
  std::string MakeRuleFile;
  std::vector<KeptFile> Kept;
  std::vector<std::string> HostKept; ///< what the host compiler keeps by itself; may name more than it does
  /// Where not empty, CompileHost may start before the image is there: its assembler waits for this Gate.
  std::string GatePath;
};

struct Plan {
  std::vector<Unit> Units;
  /// The sources without directives, where the command does not link.
  std::optional<Command> CompileRest;
  /// The link, with the units' objects in the places of their sources.
  std::optional<Command> Link;
  LinkNeeds OfTexts; ///< what inputs need that have been read, and cannot be looked at again
};

/// The folder of the unit with that index inside the private folder of the run.
std::string unitFolder(const std::string &Folder, size_t Index);

/// A source that the scan found annotated.
struct AnnotatedInput {
  const Argument *Input = nullptr;
  std::string Source;     ///< the file to translate, as in Unit
  bool Mention = false;   ///< the unit tests __HETCC__
  bool IsAsked = true;    ///< it has a directive of ours, and not only OpenMP's own
  bool IsTold = false;    ///< it has neither, and functions that loops of other units may call
  unsigned long Seed = 0; ///< a number made from name and text, in place of the compiler's random one
  bool IsOurs = true;     ///< false: only compiled in its turn, where the order counts
};

/// What a plan is made for and with.
struct PlanInputs {
  const CommandLine &Line;
  /// The line for whatever reads the translator's input or output: as Line, but without the headers of -include where
  /// the sources to translate include them by themselves.
  const CommandLine &TranslatedLine;
  std::vector<AnnotatedInput> Annotated;
  bool OthersMention = false; ///< a source without directives tests __HETCC__
  std::string Folder;         ///< the private folder of this run
  const Installation &Parts;
  const DeviceTools *Tools; ///< null where no GPU form is made
};

Plan planBuild(const PlanInputs &Inputs);

/// A command to which options can be added: behind `--` everything is a file, so that one which looks like an option is
/// named otherwise, and the word is left out.
std::vector<std::string> openToOptions(std::vector<std::string> Words, const CommandLine &Line);

/// The command with what its objects need behind them.
Command withNeeded(Command Link, const LinkNeeds &Needs, const CommandLine &Line, const Installation &Installation);

/// Which of -MM and -M makes the rule that -MMD or -MD asks for; empty where none is asked for.
std::string makeRuleStyle(const CommandLine &Line);

/// The file that a rule of -MMD or -MD goes to, and a target for it; that is empty where -MT or -MQ name all targets.
struct MakeRuleNames {
  std::string File, Target;
};
MakeRuleNames makeRuleNames(const CommandLine &Line, std::string_view Source, bool HostIsClang = false);

} // namespace hetcc::driver
