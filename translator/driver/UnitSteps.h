// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of one unit's build, each of which runs to its end and says how that went. None of them decides anything,
// or prints.
#pragma once

#include "MessageOptions.h"
#include "Plan.h"
#include "Refusals.h"

#include <optional>
#include <string>
#include <vector>

namespace hetcc::driver {

/// Something that went wrong with machine code, without which there still is PTX.
struct Complaint {
  const DriverWarning *What = nullptr;
  std::vector<std::string> Arguments; ///< behind the unit's name, and before the reason
  ExitStatus Why;
};

/// What became of a translation in the hands of the compilers. The steps behind one that fails are left out.
struct Compilation {
  ExitStatus Own; ///< of what hetcc does by itself
  ExitStatus Host, Gpu;
  std::vector<Complaint> Complaints;

  bool succeeded() const { return Own.succeeded() && Host.succeeded() && Gpu.succeeded(); }
  /// The step that failed for a reason which has nothing to do with the unit; null without one.
  const ExitStatus *stoppedBySurroundings() const;
};

class UnitSteps {
public:
  UnitSteps(const Unit &What, const CommandLine &Line) : What(What), Line(Line) {}

  /// What the translator's exit status says.
  enum TranslatorStatus { Translated = 0, DirectiveErrors = 1, NothingOfOurs = 2, CannotParse = 3, CannotWrite = 4 };

  /// Makes the host source, and the device source if there is one, without the regions that compilers have refused.
  ExitStatus translate(const std::vector<Refusal> &Left, bool TellsFunctions = true) const;
  /// Makes the host source with our directives as plain OpenMP.
  ExitStatus translatePlain() const;

  /// Compiles what translate() made; without a GPU form where that was refused already.
  Compilation compile(bool WithGpu) const;
  /// Compiles what translatePlain() made. Messages go where the host compiler writes them unless they are to be kept.
  ExitStatus compilePlain(bool KeepMessages) const;
  /// Compiles the source as it is.
  ExitStatus compileOriginal() const;

  /// Compile a translation for their errors alone, the host compiler in words that do not depend on the user's
  /// language.
  ExitStatus tryHost() const;
  ExitStatus tryGpu() const;

  /// Makes the image and puts it into the host source, for a source that is to stand alone.
  Compilation embedDevice() const;

  bool hasDeviceForm() const;
  /// The translator's list of the regions' lines.
  std::string regions() const;
  /// \p Text without the name of the private folder, which would mean nothing to the user.
  std::string withoutFolder(std::string Text) const;
  /// --save-temps: copies of what was made.
  ExitStatus keepFiles() const;

  /// Starts a step whose messages are kept.
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

/// Shows a command where -v asks for that.
void show(const Command &Command, const CommandLine &Line);

} // namespace hetcc::driver
