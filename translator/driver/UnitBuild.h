// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds one unit with directives, as a state machine: the result of each step decides which step is next.
//
//   Translate --> Compile --> Built
//     |  ^          |
//     |  +-- Judge <+ a compiler refuses the translation: translate again without the regions that it refuses, or
//     |       |       without code for GPUs
//     |       +-> ReplaceByPlain --> Built, for the CPUs only: the translation is at fault, not the unit
//     +--> TranslatePlain --> CompilePlain --> Built      (clang cannot parse the unit, or --hetcc-off)
//     |             +--> CannotRead --> Failed
//     +--> CompileOriginal --> Built                      (no directive of hetcc's; or the translation fails, and only
//                                                          --hetcc-auto has asked for it)
//
// Each state can lead to Failed. A step that fails because of its environment (a full disk, too little memory, a limit)
// always leads to Failed, because such a failure says nothing about the unit.
#pragma once

#include "Trials.h"
#include "UnitSteps.h"

#include <optional>
#include <string>
#include <vector>

namespace hetcc::driver {

/// The build of one unit.
class UnitBuild {
public:
  UnitBuild(const Unit &What, const CommandLine &Line) : What(What), Line(Line), Steps(What, Line) {}

  /// Compiles the unit; returns the exit status.
  int run();

  /// Translates the unit only. Returns the path of the host source, or nothing after an error.
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
  State translatorBroke(const ExitStatus &Status, State Next);
  State leaveUnchanged(const std::string &Why);
  void noteNoneSplit(const std::string &Why) const;
  bool tellSummary() const;
  State drop();
  ExitStatus remakePlain() const;
  void warnAboutDevice(const DriverWarning &Warning, std::vector<std::string> More, const ExitStatus &Why);
  void noteDevice(const Compilation &Made);
  void printMessages();

  const Unit &What;
  const CommandLine &Line;
  UnitSteps Steps;
  int Code = 0;                      ///< the exit status
  std::vector<Refusal> PlainRegions; ///< regions that stay plain OpenMP, since a compiler refuses their translation
  /// The translation may describe functions for other units; false after a compiler has rejected such a translation.
  bool DescribesFunctions = true;
  std::optional<ExitStatus> NoGpu; ///< why there is no code for GPUs; nullopt if there is code
  Compilation Last;                ///< the result of compiling the last translation
  std::string Reason;              ///< why clang cannot read the unit
  std::string Fault;               ///< how the translator has crashed
  std::string Messages;            ///< the translator's messages, printed when there is an output
  std::string DeviceMessages;      ///< messages about the code for GPUs
  bool DeviceErrors = false;       ///< options have made one of DeviceMessages an error
};

} // namespace hetcc::driver
