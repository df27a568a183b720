// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds a unit: each function does the work of one state and returns the next state.
#include "UnitBuild.h"

#include "Files.h"
#include "Messages.h"
#include "Summary.h"

#include <cstring>
#include <utility>

namespace hetcc::driver {

int UnitBuild::run() {
  State Now = What.IsOurs ? State::Translate : State::CompileOriginal;
  while (Now != State::Built && Now != State::Failed)
    Now = advance(Now);
  if (pendingSignal()) // also SIGPIPE, from printing to a pipe without a reader
    Now = drop();
  if (Now == State::Failed && Code == 0)
    Code = 1;
  if (ExitStatus Kept = Steps.keepFiles(); !Kept.succeeded() && Code == 0)
    stopped(Kept);
  return Code;
}

std::optional<std::string> UnitBuild::translate() {
  State Now = State::Translate;
  while (Now == State::Translate || Now == State::TranslatePlain || Now == State::CannotRead)
    Now = advance(Now);
  if (Now == State::Failed)
    return std::nullopt;
  if (Now == State::Compile) {
    const Compilation Made = Steps.embedDevice();
    if (const ExitStatus *By = Made.stoppedByEnvironment()) {
      stopped(*By);
      return std::nullopt;
    }
    noteDevice(Made);
    if (!Made.Gpu.succeeded())
      warnAboutDevice(driver_warning::warn_no_gpu_form, {}, Made.Gpu);
  }
  printMessages();
  if (DeviceErrors)
    return std::nullopt;
  return Now == State::CompileOriginal ? What.Source : What.HostSource;
}

UnitBuild::State UnitBuild::advance(State From) {
  switch (From) {
  case State::Translate:
    return translateUnit();
  case State::Compile:
    return compile();
  case State::Judge:
    return judge();
  case State::ReplaceByPlain:
    return replaceByPlain();
  case State::TranslatePlain:
    return translateAsPlain();
  case State::CompilePlain:
    return compilePlain();
  case State::CompileOriginal:
    return compileOriginal();
  case State::CannotRead:
    return cannotRead();
  case State::Built:
  case State::Failed:
    break;
  }
  return From;
}

/// Describes how the translator has crashed or failed in an unexpected way.
static std::string faultOf(const ExitStatus &Status) {
  return "internal fault: the translator " + (Status.Signal ? "was ended by signal " + std::to_string(Status.Signal)
                                                            : "ended with status " + std::to_string(Status.Code));
}

UnitBuild::State UnitBuild::translateUnit() {
  Messages.clear();
  if (Line.Own.Off)
    return State::TranslatePlain;
  const ExitStatus Status = Steps.translate(PlainRegions, DescribesFunctions);
  if (Status.isEnvironmentFault())
    return stopped(Status);
  const int How = Status.Signal ? -1 : Status.Code;
  if (!What.HasOwnDirective && How != UnitSteps::Translated && How != UnitSteps::NothingOfOurs && !pendingSignal())
    return leaveUnchanged(How == UnitSteps::CannotParse || How == UnitSteps::DirectiveErrors
                              ? "clang does not accept the unit: " + std::string(firstError(Status.Errors))
                              : faultOf(Status));
  switch (How) {
  case UnitSteps::Translated:
    Messages = Status.Errors;
    return State::Compile;
  case UnitSteps::NothingOfOurs:
    Messages = Status.Errors;
    return leaveToHost();
  case UnitSteps::DirectiveErrors:
    return refused(Status.Errors);
  case UnitSteps::CannotParse:
    Reason = firstError(Status.Errors);
    return State::TranslatePlain;
  default:
    return translatorBroke(Status, State::TranslatePlain);
  }
}

UnitBuild::State UnitBuild::translateAsPlain() {
  const ExitStatus Status = Steps.translatePlain();
  if (Status.isEnvironmentFault())
    return stopped(Status);
  switch (Status.Signal ? -1 : Status.Code) {
  case UnitSteps::Translated:
    return State::CompilePlain;
  case UnitSteps::NothingOfOurs:
    return State::CompileOriginal;
  case UnitSteps::DirectiveErrors:
    return refused(Status.Errors);
  case UnitSteps::CannotParse:
    return State::CannotRead;
  default:
    return translatorBroke(Status, State::CannotRead);
  }
}

UnitBuild::State UnitBuild::compile() {
  DeviceMessages.clear();
  DeviceErrors = false;
  Last = Steps.compile(!NoGpu);
  if (pendingSignal())
    return drop();
  if (const ExitStatus *By = Last.stoppedByEnvironment())
    return stopped(*By);
  noteDevice(Last);
  if (NoGpu)
    warnAboutDevice(driver_warning::warn_no_gpu_form, {}, *NoGpu);
  if (!DeviceErrors && !Last.succeeded())
    return State::Judge;
  printMessages();
  if (DeviceErrors || !tellSummary())
    return drop();
  print(Last.Host.Errors);
  return State::Built;
}

/// Called when a compiler has rejected the translation. If the host compiler also rejects the unit without translation,
/// the user has to correct the unit. Otherwise regions are left out until both compilers accept the rest.
UnitBuild::State UnitBuild::judge() {
  const bool OfGpu = !Last.Gpu.succeeded();
  if (!OfGpu && What.HasOwnDirective)
    if (ExitStatus Plain = remakePlain(); !Plain.succeeded()) {
      print(Plain.Errors);
      return ended(Plain.Code == CannotRun ? 1 : Plain.Code);
    }
  Trials Search(Steps, OfGpu ? Stage::Gpu : Stage::Host, PlainRegions);
  const std::vector<Refusal> More = Search.find(Last.Gpu.Errors);
  if (pendingSignal())
    return drop();
  if (const ExitStatus *By = Search.stopped())
    return stopped(*By);
  if (More.empty() && !OfGpu && std::exchange(DescribesFunctions, false))
    // The records that describe functions for other units may be the cause, because the host compiler may see other
    // code than clang did. So the unit is translated once more, without them.
    return State::Translate;
  if (More.empty() && !OfGpu)
    return State::ReplaceByPlain;
  if (More.empty())
    NoGpu = Last.Gpu;
  PlainRegions.insert(PlainRegions.end(), More.begin(), More.end());
  return State::Translate;
}

/// Called when the host compiler accepts the unit but not its translation, whatever regions are left out, so that hetcc
/// must have an error. Compiles the unit with its directives as plain OpenMP.
UnitBuild::State UnitBuild::replaceByPlain() {
  if (!What.HasOwnDirective)
    return leaveUnchanged("the host compiler does not accept the translation: " + firstErrorIn(Last.Host.Errors));
  if (const ExitStatus Plain = remakePlain(); !Plain.succeeded()) {
    print(Plain.Errors);
    return drop();
  }
  print(Last.Host.Errors);
  return warn(driver_warning::warn_rejected, {What.Display}, Line.Own.Messages) ? drop() : State::Built;
}

UnitBuild::State UnitBuild::compilePlain() {
  const ExitStatus Status = Steps.compilePlain(/*KeepMessages=*/false);
  // If the host compiler rejects the unit, too, it has printed its own errors.
  if (!Status.succeeded() || (Reason.empty() && Fault.empty()))
    return ended(Status.Code);
  noteNoneSplit(Fault.empty() ? "clang does not accept the unit: " + Reason : Fault);
  const bool IsError = Fault.empty()
                           ? warn(driver_warning::warn_not_parsed, {What.Display, Reason}, Line.Own.Messages)
                           : warn(driver_warning::warn_broken, {What.Display, Fault}, Line.Own.Messages);
  return tellSummary() && !IsError ? ended(0) : drop();
}

UnitBuild::State UnitBuild::compileOriginal() { return ended(Steps.compileOriginal().Code); }

/// Handles a unit in which the translator has found no directive of hetcc's.
UnitBuild::State UnitBuild::leaveToHost() {
  printMessages();
  return tellSummary() ? State::CompileOriginal : drop();
}

/// Handles a unit that clang cannot even preprocess. If the host compiler cannot either, it prints the errors.
UnitBuild::State UnitBuild::cannotRead() {
  if (!Steps.compileOriginal().succeeded())
    return State::Failed;
  fail((Fault.empty() ? "clang cannot read '" + What.Display + "', so its directives are not translated: " + Reason
                      : "the directives of '" + What.Display + "' are not translated: " + Fault) +
       "; '--hetcc-off' leaves them out");
  return drop();
}

/// Compiles a unit without directives of hetcc's without translation; only the summary and --hetcc-explain tell why.
UnitBuild::State UnitBuild::leaveUnchanged(const std::string &Why) {
  noteNoneSplit(Why);
  if (Line.Own.Explain)
    print("hetcc: remark: " + noLoopIsSplit("'" + What.Display + "'", Steps.withoutFolder(Why)));
  return tellSummary() ? State::CompileOriginal : drop();
}

/// Writes the unit's part of --hetcc-summary, unless the unit has no directives.
void UnitBuild::noteNoneSplit(const std::string &Why) const {
  if (!What.ForItsFunctions)
    writeFile(What.Summary, noLoopIsSplit(What.Display, Steps.withoutFolder(Why)));
}

/// Writes the unit's part of --hetcc-summary; false if the file cannot be written.
bool UnitBuild::tellSummary() const {
  if (!Line.Own.Summary || !Line.Own.splitsOpenMP())
    return true;
  std::string Text = readFile(What.Summary).value_or("");
  if (NoGpu && !Text.empty())
    Text +=
        What.Display + ": GPUs have no form of its loops: " + Steps.withoutFolder(firstErrorIn(NoGpu->Errors)) + "\n";
  if (Text.empty() && !What.ForItsFunctions)
    Text = summaryWithoutLoops(What.Display, Line);
  return Text.empty() || addToSummary(Text, Line);
}

/// The next state after the host compiler has ended with this status; it has printed its own messages.
UnitBuild::State UnitBuild::ended(int Status) {
  Code = Status;
  return Status ? State::Failed : State::Built;
}

UnitBuild::State UnitBuild::stopped(const ExitStatus &By) {
  // If a signal ends a step of gcc (cc1, as), gcc reports an internal error, so another message is printed instead.
  const int Part = By.signalOfPart(), Signal = Part ? Part : By.Errors.empty() ? By.Signal : 0;
  print(Signal ? errorLine("'" + What.Display + "' is not compiled: a step was ended: " + strsignal(Signal))
               : By.Errors); // with the name of the temporary folder, because its disk may be full
  Code = By.Code == CannotRun ? 1 : By.Code;
  return drop();
}

/// Handles a unit in which a directive has an error. If another error, such as a missing header, has stopped clang
/// before it reported the directive's error, \p Errors has no error message; then the host compiler's messages are
/// printed.
UnitBuild::State UnitBuild::refused(std::string_view Errors) {
  if (Errors.find("error") == Errors.npos) {
    Reason = "a directive has an error, which another one hides";
    return State::CannotRead;
  }
  print(Errors);
  return State::Failed;
}

/// Called when the translator, or clang in it, has crashed. The unit is tried without translation next.
UnitBuild::State UnitBuild::translatorBroke(const ExitStatus &Status, State Next) {
  if (pendingSignal())
    return State::Failed;
  Fault = faultOf(Status);
  return Next;
}

/// Removes the output after an error, so that no incomplete object is left.
UnitBuild::State UnitBuild::drop() {
  if (!What.Output.empty())
    removeOutput(What.Output);
  if (Code == 0)
    Code = 1;
  return State::Failed;
}

/// Compiles the unit with hetcc's directives as plain OpenMP; messages are captured.
ExitStatus UnitBuild::remakePlain() const {
  const ExitStatus Status = Steps.translatePlain();
  return Status.succeeded() ? Steps.compilePlain(/*KeepMessages=*/true) : Status;
}

void UnitBuild::warnAboutDevice(const DriverWarning &Warning, std::vector<std::string> More, const ExitStatus &Why) {
  if (pendingSignal())
    return;
  More.insert(More.begin(), What.Display);
  const std::string Ended = Why.Signal ? std::string("a step was ended: ") + strsignal(Why.Signal) : "";
  More.push_back(Steps.withoutFolder(Why.Errors.empty() ? Ended : std::string(reason(Why.Errors))));
  DeviceMessages += textOf(Warning, More, Line.Own.Messages, DeviceErrors);
}

void UnitBuild::noteDevice(const Compilation &Made) {
  for (const Complaint &Each : Made.Complaints)
    warnAboutDevice(*Each.What, Each.Arguments, Each.Why);
}

/// Prints the translator's messages. They are held back until there is an output.
void UnitBuild::printMessages() {
  print(Messages);
  print(DeviceMessages);
}

} // namespace hetcc::driver
