// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands for a command line, as a value: those for each translation unit with directives, and those for the rest.
// --hetcc-dryrun prints the plan; Build.h runs it.
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

/// A file of the temporary folder, and the path to which --save-temps copies it.
struct KeptFile {
  std::string File, Copy;
};

/// The commands and files for one translation unit with directives.
struct Unit {
  const Argument *Input = nullptr;
  bool IsOurs = true; ///< false: the host compiler compiles the source without translation
  /// False: only an option such as --hetcc-auto asks for the translation of this unit. If the translation then fails,
  /// hetcc reports no error and compiles the unit without translation.
  bool HasOwnDirective = true;
  bool ForItsFunctions = false; ///< translated only because loops of other units may call its functions
  std::string Display;          ///< the name in messages: the path as the user wrote it
  std::string Source;           ///< the file to translate: the user's, or a copy in the temporary folder
  std::string Folder;           ///< the unit's part of the temporary folder
  std::string HostSource, DeviceSource, Image;
  std::string Regions; ///< the translator's list of regions and their lines, see Refusals.h
  std::string Summary; ///< the file in which the translator lists OpenMP's own loops (--hetcc-summary)
  std::string Output;  ///< the file that the host compiler writes; empty if there is none

  Command Translate;
  Command TranslatePlain; ///< makes hetcc's directives plain OpenMP, or removes them; does not parse the unit
  std::optional<DevicePlan> Device;
  Command CompileHost;     ///< compiles the translated source
  Command TellErrors;      ///< CompileHost with messages in the format that Refusals.h reads
  Command CompileOriginal; ///< compiles the source without translation
  std::optional<Command> MakeRule;
  std::string MakeRuleFile;
  std::vector<KeptFile> Kept;
  /// The names of files that the host compiler may write for --save-temps; some of them may not exist.
  std::vector<std::string> HostKept;
  /// If not empty, CompileHost may start before the image is ready: its assembler waits at this Gate.
  std::string GatePath;
};

/// All commands for a command line.
struct Plan {
  std::vector<Unit> Units;
  /// Compiles the sources without directives, if the command line does not link.
  std::optional<Command> CompileRest;
  /// The link. The objects of the units take the place of their sources.
  std::optional<Command> Link;
  LinkNeeds OfTexts; ///< what those inputs need in the link that hetcc has read and that cannot be read a second time
};

/// The folder of unit number \p Index in the temporary folder of the run.
std::string unitFolder(const std::string &Folder, size_t Index);

/// A source that the scan has selected for translation.
struct AnnotatedInput {
  const Argument *Input = nullptr;
  std::string Source;           ///< Unit::Source
  bool Mention = false;         ///< the unit tests __HETCC__
  bool HasOwnDirective = true;  ///< the unit has a directive of hetcc's, and not only OpenMP's own
  bool ForItsFunctions = false; ///< the unit has no directives, but functions that loops of other units may call
  unsigned long Seed = 0;       ///< a hash of the name and the text, for -frandom-seed
  bool IsOurs = true;           ///< false: the source is compiled without translation, in its order among the units
};

/// The input of planBuild().
struct PlanInputs {
  const CommandLine &Line;
  /// The command line for commands that read the translator's input or output. It is Line without -include, if the
  /// sources to translate contain #include lines for the headers of -include.
  const CommandLine &TranslatedLine;
  std::vector<AnnotatedInput> Annotated;
  bool OthersMention = false; ///< a source without directives tests __HETCC__
  std::string Folder;         ///< the temporary folder of this run
  const Installation &Parts;
  const DeviceTools *Tools; ///< null if no code for GPUs is built
};

/// Makes the plan for a command line.
Plan planBuild(const PlanInputs &Inputs);

/// Returns \p Words in a form to which options can be appended. Removes `--`, after which every word would be a file,
/// and adds "./" to files that would look like options without `--`.
std::vector<std::string> openToOptions(std::vector<std::string> Words, const CommandLine &Line);

/// The command \p Link with the libraries and options for \p Needs appended.
Command withNeeded(Command Link, const LinkNeeds &Needs, const CommandLine &Line, const Installation &Installation);

/// The option by which the host compiler writes only the make rule: "-MM" if the user gives -MMD, "-M" if the user
/// gives -MD; "" if the user gives neither.
std::string makeRuleStyle(const CommandLine &Line);

/// The file for the rule of -MMD or -MD, and the rule's target. Target is empty if -MT or -MQ give all targets.
struct MakeRuleNames {
  std::string File, Target;
};
MakeRuleNames makeRuleNames(const CommandLine &Line, std::string_view Source, bool HostIsClang = false);

} // namespace hetcc::driver
