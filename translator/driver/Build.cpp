// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the commands of a plan, one translation unit after the other.
#include "Build.h"

#include "Emit.h"
#include "Files.h"
#include "Linking.h"
#include "Messages.h"
#include "Repeatable.h"
#include "UnitBuild.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace hetcc::driver {

namespace {

ExitStatus runShown(const Command &Command, const CommandLine &Line) {
  show(Command, Line);
  return run(Command);
}

bool prepareFolder(const Unit &Unit) {
  if (makeFolder(Unit.Folder))
    return true;
  fail("cannot make a folder in '" + dirPart(Unit.Folder) + "': " + strerror(errno));
  return false;
}

/// Compiles a unit, and writes its rule for make. Returns the exit status.
int buildUnit(const Unit &Unit, const CommandLine &Line) {
  if (!prepareFolder(Unit))
    return 1;
  // The make rule does not depend on the translation, so both run at the same time.
  std::optional<Child> MakeRule;
  if (Unit.MakeRule) {
    show(*Unit.MakeRule, Line);
    MakeRule.emplace(Child::start(*Unit.MakeRule, true));
  }
  // Two processes that read a FIFO at the same time would each get only a part of the text, so the translation starts
  // after the process that writes the make rule has ended.
  if (MakeRule && isReadOnce(Unit.Input->Value))
    MakeRule->wait();
  int Code = UnitBuild(Unit, Line).run();
  if (!MakeRule)
    return Code;
  ExitStatus Rule = MakeRule->wait();
  // If the compilation has failed, the compiler has reported missing headers already.
  if (Code == 0)
    print(Rule.Errors);
  // As gcc does, leave no object if the make rule cannot be written.
  if (Code == 0 && !Rule.succeeded() && !Unit.Output.empty())
    removeOutput(Unit.Output);
  return Code ? Code : Rule.succeeded() ? 0 : std::max(Rule.Code, 1);
}

bool hasCxxUnit(const Plan &Plan) {
  return std::any_of(Plan.Units.begin(), Plan.Units.end(), [](const Unit &Unit) { return isCxx(Unit.Input->Type); });
}

void printStep(const Command &Command) { printf("%s\n", toShell(Command).c_str()); }

} // namespace

int runPlan(const Plan &Plan, const CommandLine &Line, const Installation &Installation) {
  int Code = 0;
  for (const Unit &Unit : Plan.Units) {
    if (int UnitCode = buildUnit(Unit, Line))
      Code = UnitCode;
    if (pendingSignal())
      return Code;
  }
  // As gcc does, compile the other sources after an error, but do not link.
  if (Plan.CompileRest)
    if (int RestCode = runShown(*Plan.CompileRest, Line).Code)
      Code = RestCode;
  if (Code || !Plan.Link)
    return Code;
  LinkNeeds Needs = Plan.OfTexts;
  Needs |= linkNeeds(Line);
  for (const Unit &Unit : Plan.Units)
    Needs |= linkNeedsOf(Unit.Output);
  if (std::string Missing = missingOption(Needs, Line); !Missing.empty())
    return fail(Missing);
  Needs.CxxLibrary |= Needs.Runtime && hasCxxUnit(Plan);
  return runShown(withNeeded(*Plan.Link, Needs, Line, Installation), Line).Code;
}

int emitSource(const Plan &Plan, const CommandLine &Line) {
  const Unit &Unit = *std::find_if(Plan.Units.begin(), Plan.Units.end(), [](const auto &Each) { return Each.IsOurs; });
  if (!prepareFolder(Unit))
    return 1;
  std::optional<std::string> Path = UnitBuild(Unit, Line).translate();
  if (!Path)
    return 1;
  std::optional<std::string> Source = readFile(*Path);
  return Source ? writeEmitted(withCopiesInside(*Source, Unit.Folder), Line)
                : fail("cannot read the translated source: " + std::string(strerror(errno)));
}

int writeEmitted(const std::string &Text, const CommandLine &Line) {
  const std::string &File = *Line.Own.EmitSource;
  std::string Why;
  bool Written = false;
  if (File == "-") {
    Written = fwrite(Text.data(), 1, Text.size(), stdout) == Text.size() && fflush(stdout) == 0;
    Why = Written ? "" : strerror(errno);
  } else {
    Written = writeFile(File, Text, &Why);
  }
  return Written ? 0 : fail("cannot write '" + File + "': " + Why);
}

void printPlan(const Plan &Plan, const CommandLine &Line, const Installation &Installation,
               const std::string &NoDevice) {
  for (const Unit &Unit : Plan.Units) {
    if (!Unit.IsOurs) {
      printStep(Unit.CompileOriginal);
      continue;
    }
    printStep(Line.Own.Off ? Unit.TranslatePlain : Unit.Translate);
    if (Unit.Device) {
      printStep(Unit.Device->Compile);
      for (const Assembly &Each : Unit.Device->Assemble)
        printStep(Each.Run);
      if (!Unit.Device->Assemble.empty())
        printStep(Unit.Device->bundle(Unit.Device->Assemble));
    } else if (Line.Verbose && !NoDevice.empty()) {
      printf("# no GPU form: %s\n", NoDevice.c_str());
    }
    printStep(Unit.CompileHost);
    if (Unit.MakeRule)
      printStep(*Unit.MakeRule);
  }
  if (Plan.CompileRest)
    printStep(*Plan.CompileRest);
  if (Plan.Link)
    printStep(withNeeded(*Plan.Link, {.Runtime = true, .CxxLibrary = hasCxxUnit(Plan)}, Line, Installation));
}

} // namespace hetcc::driver
