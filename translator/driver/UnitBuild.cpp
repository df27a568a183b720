// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The states of one unit's build.
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
  if (pendingSignal()) // also one that came of writing messages to a pipe without a reader
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
    if (const ExitStatus *By = Made.stoppedBySurroundings()) {
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

/// Of a translator that ended as it never should.
static std::string faultOf(const ExitStatus &Status) {
  return "internal fault: the translator " + (Status.Signal ? "was ended by signal " + std::to_string(Status.Signal)
                                                            : "ended with status " + std::to_string(Status.Code));
}

UnitBuild::State UnitBuild::translateUnit() {
  Messages.clear();
  if (Line.Own.Off)
    return State::TranslatePlain;
  const ExitStatus Status = Steps.translate(Left, TellsFunctions);
  if (Status.isOfSurroundings())
    return stopped(Status);
  const int How = Status.Signal ? -1 : Status.Code;
  if (!What.IsAsked && How != UnitSteps::Translated && How != UnitSteps::NothingOfOurs && !pendingSignal())
    return leaveAsItIs(How == UnitSteps::CannotParse || How == UnitSteps::DirectiveErrors
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
    return translatorBroke(Status);
  }
}

UnitBuild::State UnitBuild::translateAsPlain() {
  const ExitStatus Status = Steps.translatePlain();
  if (Status.isOfSurroundings())
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
    return translatorBroke(Status);
  }
}

UnitBuild::State UnitBuild::compile() {
  DeviceMessages.clear();
  DeviceErrors = false;
  Last = Steps.compile(!NoGpu);
  if (pendingSignal())
    return drop();
  if (const ExitStatus *By = Last.stoppedBySurroundings())
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

/// A compiler refuses the translation. What the host compiler rejects in the unit as it was written is the user's to
/// mend; of the rest the regions that it refuses are left out, one by one, until the others go through.
UnitBuild::State UnitBuild::judge() {
  const bool OfGpu = !Last.Gpu.succeeded();
  if (!OfGpu && What.IsAsked)
    if (ExitStatus Plain = remakePlain(); !Plain.succeeded()) {
      print(Plain.Errors);
      return ended(Plain.Code == CannotRun ? 1 : Plain.Code);
    }
  Trials Search(Steps, OfGpu ? Stage::Gpu : Stage::Host, Left);
  const std::vector<Refusal> More = Search.find(Last.Gpu.Errors);
  if (pendingSignal())
    return drop();
  if (const ExitStatus *By = Search.stopped())
    return stopped(*By);
  if (More.empty() && !OfGpu && std::exchange(TellsFunctions, false))
    return State::Translate; // it may define functions that clang sees under other conditions
  if (More.empty() && !OfGpu)
    return State::ReplaceByPlain;
  if (More.empty())
    NoGpu = Last.Gpu;
  Left.insert(Left.end(), More.begin(), More.end());
  return State::Translate;
}

/// The host compiler rejects what the translator wrote whatever is left out, but not the unit: the fault is ours and
/// the user gets a program.
UnitBuild::State UnitBuild::replaceByPlain() {
  if (!What.IsAsked)
    return leaveAsItIs("the host compiler does not accept the translation: " + firstErrorIn(Last.Host.Errors));
  if (const ExitStatus Plain = remakePlain(); !Plain.succeeded()) {
    print(Plain.Errors);
    return drop();
  }
  print(Last.Host.Errors);
  return warn(driver_warning::warn_rejected, {What.Display}, Line.Own.Messages) ? drop() : State::Built;
}

UnitBuild::State UnitBuild::compilePlain() {
  const ExitStatus Status = Steps.compilePlain(/*KeepMessages=*/false);
  // Where the host compiler rejects the unit too, its errors say all.
  if (Status.succeeded() && !Reason.empty() &&
      warn(driver_warning::warn_not_parsed, {What.Display, Reason}, Line.Own.Messages))
    return drop();
  return ended(Status.Code);
}

UnitBuild::State UnitBuild::compileOriginal() { return ended(Steps.compileOriginal().Code); }

/// The translator finds nothing of ours in the unit.
UnitBuild::State UnitBuild::leaveToHost() {
  printMessages();
  return tellSummary() ? State::CompileOriginal : drop();
}

/// Not even the preprocessor of clang gets through the unit. If the host compiler does not either, its errors say all.
UnitBuild::State UnitBuild::cannotRead() {
  if (!Steps.compileOriginal().succeeded())
    return State::Failed;
  fail("clang cannot read '" + What.Display + "', so its directives are not translated: " + Reason +
       "; '--hetcc-off' leaves them out");
  return drop();
}

/// Of a unit without a directive of ours, the summary alone tells what went wrong.
UnitBuild::State UnitBuild::leaveAsItIs(const std::string &Why) {
  if (!What.IsTold)
    writeFile(What.Summary, What.Display + ": no loop is split: " + Steps.withoutFolder(Why) + "\n");
  return tellSummary() ? State::CompileOriginal : drop();
}

/// --hetcc-summary; false if its file cannot be written.
bool UnitBuild::tellSummary() const {
  if (!Line.Own.Summary || !Line.Own.splitsOpenMP())
    return true;
  std::string Text = readFile(What.Summary).value_or("");
  if (NoGpu && !Text.empty())
    Text += What.Display + ": GPUs have no form of its loops: " + Steps.withoutFolder(firstErrorIn(NoGpu->Errors)) + "\n";
  return addToSummary(Text.empty() ? summaryWithoutLoops(What.Display, Line) : Text, Line);
}

/// The host compiler has ended with this status, and has printed its own messages.
UnitBuild::State UnitBuild::ended(int Status) {
  Code = Status;
  return Status ? State::Failed : State::Built;
}

UnitBuild::State UnitBuild::stopped(const ExitStatus &By) {
  // A compiler takes the end of a pass for a fault of its own, and asks for a report.
  const int Part = By.signalOfPart(), Signal = Part ? Part : By.Errors.empty() ? By.Signal : 0;
  print(Signal ? errorLine("'" + What.Display + "' is not compiled: a step was ended: " + strsignal(Signal))
               : By.Errors); // names the temporary folder, where there may be no room
  Code = By.Code == CannotRun ? 1 : By.Code;
  return drop();
}

/// A directive has an error. Clang says nothing of it behind one of its own that ends its messages, such as a header
/// that is missing; then the host compiler's say all.
UnitBuild::State UnitBuild::refused(std::string_view Errors) {
  if (Errors.find("error") == Errors.npos) {
    Reason = "a directive has an error, which another one hides";
    return State::CannotRead;
  }
  print(Errors);
  return State::Failed;
}

UnitBuild::State UnitBuild::translatorBroke(const ExitStatus &Status) {
  if (pendingSignal())
    return State::Failed;
  print(Status.Errors);
  fail(faultOf(Status));
  return State::Failed;
}

/// After an error there is no object that looks whole.
UnitBuild::State UnitBuild::drop() {
  if (!What.Output.empty())
    removeOutput(What.Output);
  if (Code == 0)
    Code = 1;
  return State::Failed;
}

/// The unit with our directives made plain OpenMP, its messages kept.
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

/// What the translator has had to say, and is of interest now that there is an output.
void UnitBuild::printMessages() {
  print(Messages);
  print(DeviceMessages);
}

} // namespace hetcc::driver
