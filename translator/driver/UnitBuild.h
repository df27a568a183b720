// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The build of one annotated unit as a machine of states: what became of a step decides which one comes next.
//
//   Translate --> Compile --> Built
//     |  ^          |
//     |  +-- Judge <+ a compiler refuses: without the regions that it refuses, or without a GPU form
//     |       +-> ReplaceByPlain --> Built, on the CPUs alone: the fault is ours
//     +--> TranslatePlain --> CompilePlain --> Built      (clang cannot parse the unit, or --hetcc-off)
//     |             +--> CannotRead --> Failed
//     +--> CompileOriginal --> Built                      (nothing of ours in it; or something goes wrong, and what is
//                                                          ours is so only by --hetcc-auto)
//
// From each state there is a way to Failed; a step that fails because of its surroundings (no room, no memory, a limit)
// always goes there, since it says nothing about the unit.
#pragma once

#include "Trials.h"
#include "UnitSteps.h"

#include <optional>
#include <string>
#include <vector>

namespace hetcc::driver {

class UnitBuild {
public:
  UnitBuild(const Unit &What, const CommandLine &Line) : What(What), Line(Line), Steps(What, Line) {}

  /// Makes the output; the exit status.
  int run();

  /// Makes the host source alone; its path, or nothing after an error.
  std::optional<std::string> translate();

private:
  enum class State {
    Translate,
    Compile,
    Judge,
    ReplaceByPlain,
    TranslatePlain,
    CompilePlain,
    CompileOriginal,
    CannotRead,
    Built,
    Failed
  };

  State advance(State From);
  State translateUnit();
  State translateAsPlain();
  State compile();
  State judge();
  State replaceByPlain();
  State compilePlain();
  State compileOriginal();
  State leaveToHost();
  State cannotRead();

  State ended(int Status);
  State stopped(const ExitStatus &By);
  State refused(std::string_view Errors);
  State translatorBroke(const ExitStatus &Status);
  State leaveAsItIs(const std::string &Why);
  bool tellSummary() const;
  State drop();
  ExitStatus remakePlain() const;
  void warnAboutDevice(const DriverWarning &Warning, std::vector<std::string> More, const ExitStatus &Why);
  void noteDevice(const Compilation &Made);
  void printMessages();

  const Unit &What;
  const CommandLine &Line;
  UnitSteps Steps;
  int Code = 0;                    ///< the exit status
  std::vector<Refusal> Left;       ///< regions that stay plain OpenMP, since a compiler refuses them
  bool TellsFunctions = true;      ///< the host compiler takes what the translation says of functions
  std::optional<ExitStatus> NoGpu; ///< why there is no GPU form
  Compilation Last;                ///< what became of the last translation
  std::string Reason;              ///< why clang cannot read the unit
  std::string Messages;            ///< about the translation, of interest when there is an output
  std::string DeviceMessages;      ///< about its device form
  bool DeviceErrors = false;       ///< one of them was to be an error
};

} // namespace hetcc::driver
