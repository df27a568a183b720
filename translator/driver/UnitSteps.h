// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of building one unit. Each step runs a program to its end and returns the result; UnitBuild decides what is
// next, and prints.
#pragma once

#include "MessageOptions.h"
#include "Plan.h"
#include "Refusals.h"

#include <optional>
#include <string>
#include <vector>

namespace hetcc::driver {

/// A problem with machine code for GPUs that leaves the PTX usable.
struct Complaint {
  const DriverWarning *What = nullptr;
  std::vector<std::string> Arguments; ///< arguments of the warning that come between the unit's name and the reason
  ExitStatus Why;
};

/// The results of the steps that compile a translation. After a step has failed, the later ones are not run.
struct Compilation {
  ExitStatus Own; ///< the status of hetcc's own work, such as writing files
  ExitStatus Host, Gpu;
  std::vector<Complaint> Complaints;

  bool succeeded() const { return Own.succeeded() && Host.succeeded() && Gpu.succeeded(); }
  /// The status of the step that failed because of its environment (a full disk, ...); null if there is none.
  const ExitStatus *stoppedByEnvironment() const;
};

/// The steps for one unit.
class UnitSteps {
public:
  UnitSteps(const Unit &What, const CommandLine &Line) : What(What), Line(Line) {}

  /// The meaning of the translator's exit status.
  enum TranslatorStatus { Translated = 0, DirectiveErrors = 1, NothingOfOurs = 2, CannotParse = 3, CannotWrite = 4 };

  /// Writes the host source, and the device source if there is one. The regions \p PlainRegions, which compilers have
  /// rejected, stay plain OpenMP.
  ExitStatus translate(const std::vector<Refusal> &PlainRegions, bool DescribesFunctions = true) const;
  /// Writes the host source with hetcc's directives as plain OpenMP.
  ExitStatus translatePlain() const;

  /// Compiles the result of translate(). \p WithGpu is false if the compiler for GPUs has rejected the kernels before.
  Compilation compile(bool WithGpu) const;
  /// Compiles the result of translatePlain(). \p KeepMessages: the host compiler's messages are captured and not
  /// printed.
  ExitStatus compilePlain(bool KeepMessages) const;
  /// Compiles the source without translation.
  ExitStatus compileOriginal() const;

  /// Compile a translation only to get the errors. The host compiler's messages are in English, whatever the user's
  /// language, so that Refusals.h can read them.
  ExitStatus tryHost() const;
  ExitStatus tryGpu() const;

  /// Makes the image and puts it into the host source, for --hetcc-emit-source.
  Compilation embedDevice() const;

  bool hasDeviceForm() const;
  /// The translator's list of regions and their lines.
  std::string regions() const;
  /// \p Text without the path of the temporary folder, which means nothing to the user.
  std::string withoutFolder(std::string Text) const;
  /// Copies the files for --save-temps.
  ExitStatus keepFiles() const;

  /// Starts a program whose messages are captured.
  Child start(const Command &Command) const;

private:
  void compileGated(bool WithGpu, Compilation &Made) const;
  ExitStatus makePtx() const;
  bool refusesKernels(const Assembly &Each) const;
  std::optional<std::string> makeImage(Compilation &Made) const;
  std::string makeCode(Compilation &Made) const;
  ExitStatus embed(const std::string &Image) const;
  ExitStatus hideLineMarkers() const;
  Command coloured(Command Compile) const;
  std::vector<std::string> hostFiles() const;
  ExitStatus runKept(const Command &Command) const;
  ExitStatus runShown(const Command &Command) const;
  static ExitStatus asTranslator(ExitStatus Status);

  const Unit &What;
  const CommandLine &Line;
};

/// Prints a command if -v was given.
void show(const Command &Command, const CommandLine &Line);

} // namespace hetcc::driver
