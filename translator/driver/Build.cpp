// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carrying out a plan, one unit after the other.
#include "Build.h"

#include "Embed.h"
#include "Emit.h"
#include "Files.h"
#include "Gate.h"
#include "Linking.h"
#include "SystemSections.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace hetcc::driver {

namespace {

/// What the translator's exit status says.
enum TranslatorStatus { Translated = 0, DirectiveErrors = 1, NothingOfOurs = 2, CannotParse = 3 };

/// What the host compiler is to be given for a unit.
enum class Outcome { Failed, UseTranslated, UsePlain, UseOriginal };

void print(std::string_view Text) { fwrite(Text.data(), 1, Text.size(), stderr); }

std::string_view lineAround(std::string_view Text, size_t Position) {
  size_t Start = Text.rfind('\n', Position);
  Start = Start == Text.npos ? 0 : Start + 1;
  return Text.substr(Start, Text.find('\n', Position) - Start);
}

/// The line that says what went wrong, for a message of one line.
std::string_view firstError(std::string_view Text) {
  size_t Position = Text.find("error");
  return lineAround(Text, Position == Text.npos ? 0 : Position);
}

/// The same for tools that say "fatal" too.
std::string_view reason(std::string_view Text) {
  size_t Fatal = Text.find("fatal");
  return Fatal == Text.npos ? firstError(Text) : lineAround(Text, Fatal);
}

class Builder {
public:
  explicit Builder(const CommandLine &Line) : Line(Line) {}

  /// Compiles a unit; the result is the exit status.
  int build(const Unit &Unit) {
    if (!makeFolder(Unit.Folder))
      return fail("cannot make a folder in '" + dirPart(Unit.Folder) + "'");
    // The rule needs nothing of the translation: both run at once.
    std::optional<Child> MakeRule;
    if (Unit.MakeRule)
      MakeRule.emplace(start(*Unit.MakeRule));
    int Code = translateAndCompile(Unit);
    if (Line.SaveTemps)
      keepFiles(Unit);
    if (!MakeRule)
      return Code;
    ExitStatus Rule = MakeRule->wait();
    // A header that is missing was already reported by the compiler.
    if (Code == 0)
      print(Rule.Errors);
    return Code ? Code : Rule.Code;
  }

  /// Makes the host source of a unit.
  Outcome translate(const Unit &Unit) {
    if (Line.Own.Off)
      return translatePlain(Unit, {});
    ExitStatus Status = runCaptured(Unit.Translate);
    switch (Status.Signal ? -1 : Status.Code) {
    case Translated:
      print(Status.Errors);
      return Outcome::UseTranslated;
    case NothingOfOurs:
      return Outcome::UseOriginal;
    case DirectiveErrors:
      print(Status.Errors);
      return Outcome::Failed;
    case CannotParse:
      return translatePlain(Unit, Status.Errors);
    default:
      return translatorBroke(Status);
    }
  }

  /// Makes the image of a unit that has one, and puts it into the host source.
  bool embedDevice(const Unit &Unit) {
    if (!hasDeviceForm(Unit))
      return true;
    std::string Image = makeImage(Unit);
    std::optional<std::string> Source = readFile(Unit.HostSource);
    bool Good = Source && writeFile(Unit.HostSource, embedImage(*Source, Unit.Image, Image));
    if (!Good)
      fail("cannot write '" + Unit.HostSource + "'");
    return Good && !DeviceErrors;
  }

  ExitStatus runShown(const Command &Command) {
    show(Command);
    return run(Command);
  }

  /// A unit built so far has parallel loops of ours in it.
  bool usesRuntime() const { return UsesRuntime; }

  static int fail(const std::string &Message) {
    print("hetcc: error: " + Message + "\n");
    return 1;
  }

private:
  int translateAndCompile(const Unit &Unit) {
    switch (translate(Unit)) {
    case Outcome::Failed:
      return 1;
    case Outcome::UseOriginal:
      return runShown(Unit.CompileOriginal).Code;
    case Outcome::UseTranslated:
      DeviceErrors = false;
      if (compileTranslated(Unit) == 0)
        return useRuntime();
      return DeviceErrors ? dropOutput(Unit) : buildWithoutTranslation(Unit);
    case Outcome::UsePlain:
      break;
    }
    UsesRuntime |= !Line.Own.Off;
    if (!hideLineMarkers(Unit))
      return 1;
    ExitStatus Status = runShown(Unit.CompileHost);
    // Where the host compiler rejects the unit too, its errors say all.
    if (Status.succeeded() && !Reason.empty() && warn(driver_warning::warn_not_parsed, {Unit.Display, Reason}))
      return dropOutput(Unit);
    return Status.Code;
  }

  /// Prints a warning unless it is turned off; true if it is to be an error.
  bool warn(const DriverWarning &Warning, const std::vector<std::string> &Arguments) {
    const MessageOptions &Messages = Line.Own.Messages;
    const Severity How = Messages.severityOf(Warning.In);
    if (How == Severity::Ignored)
      return false;
    std::string Text;
    for (size_t I = 0; I < Warning.Text.size(); ++I)
      if (Warning.Text[I] == '%')
        Text += Arguments[size_t(Warning.Text[++I] - '0')];
      else
        Text += Warning.Text[I];
    print(
        Messages.format(How == Severity::Error ? "error" : "warning", Text, MessageOptions::optionOf(Warning.In, How)));
    return How == Severity::Error;
  }

  /// After an error there is no object that looks whole.
  static int dropOutput(const Unit &Unit) {
    if (!Unit.Output.empty())
      removeOutput(Unit.Output);
    return 1;
  }

  int useRuntime() {
    UsesRuntime = true;
    return 0;
  }

  /// The host compiler has rejected what the translator wrote. If it accepts the unit with our directives made plain
  /// OpenMP, the fault is ours and the user gets a program; else the user's own errors have been shown.
  int buildWithoutTranslation(const Unit &Unit) {
    if (pendingSignal() || !runCaptured(Unit.TranslatePlain).succeeded() || !hideLineMarkers(Unit) ||
        !runCaptured(Unit.CompileHost).succeeded())
      return 1;
    return warn(driver_warning::warn_rejected, {Unit.Display}) ? dropOutput(Unit) : useRuntime();
  }

  /// All that the translator wrote for the host compiler: the source, and copies of headers.
  static std::vector<std::string> hostFiles(const Unit &Unit) {
    std::vector<std::string> Files = {Unit.HostSource};
    std::error_code Ignored;
    for (const auto &Entry : std::filesystem::directory_iterator(Unit.Folder, Ignored))
      if (Entry.path().filename().string().starts_with("header"))
        Files.push_back(Entry.path().string());
    return Files;
  }

  bool hideLineMarkers(const Unit &Unit) {
    if (!refusesLineMarkers(Line))
      return true;
    std::vector<std::string> Files = hostFiles(Unit);
    bool Good = std::all_of(Files.begin(), Files.end(), moveSectionsToHeaders);
    if (!Good)
      fail("cannot write to '" + Unit.Folder + "'");
    return Good;
  }

  int compileTranslated(const Unit &Unit) {
    bool Gated = !Unit.GatePath.empty() && hasDeviceForm(Unit);
    if ((!Gated && !embedDevice(Unit)) || !hideLineMarkers(Unit))
      return 1;
    if (!Gated)
      return runShown(Unit.CompileHost).Code;
    Gate Gate;
    if (!Gate.close(Unit.GatePath))
      return fail("cannot lock '" + Unit.GatePath + "'");
    show(Unit.CompileHost);
    Child Host = Child::start(Unit.CompileHost, false);
    const bool Written = writeFile(Unit.Image, makeImage(Unit));
    const bool Good = Written && !DeviceErrors && !pendingSignal() && Gate.open();
    if (!Good)
      Gate.abandon();
    int Code = Host.wait().Code;
    if (DeviceErrors)
      return 1;
    return Good || pendingSignal() ? Code : fail("cannot write '" + Unit.Image + "'");
  }

  Outcome translatePlain(const Unit &Unit, std::string_view WhyNot) {
    Reason = firstError(WhyNot);
    ExitStatus Status = runCaptured(Unit.TranslatePlain);
    if (Status.succeeded())
      return Outcome::UsePlain;
    if (Status.Code == NothingOfOurs && !Status.Signal)
      return Outcome::UseOriginal;
    if (Status.Code == DirectiveErrors) {
      print(Status.Errors);
      return Outcome::Failed;
    }
    return Status.Code == CannotParse && !Status.Signal ? cannotRead(Unit) : translatorBroke(Status);
  }

  /// Not even the preprocessor of clang gets through the unit. If the host compiler does not either, its errors say
  /// all.
  Outcome cannotRead(const Unit &Unit) {
    if (!runShown(Unit.CompileOriginal).succeeded())
      return Outcome::Failed;
    if (!Unit.Output.empty())
      removeOutput(Unit.Output);
    fail("clang cannot read '" + Unit.Display + "', so its directives are not translated: " + Reason +
         "; '--hetcc-off' leaves them out");
    return Outcome::Failed;
  }

  static Outcome translatorBroke(const ExitStatus &Status) {
    if (pendingSignal())
      return Outcome::Failed;
    print(Status.Errors);
    std::string End = Status.Signal ? "was ended by signal " + std::to_string(Status.Signal)
                                    : "ended with status " + std::to_string(Status.Code);
    fail("internal fault: the translator " + End);
    return Outcome::Failed;
  }

  static bool hasDeviceForm(const Unit &Unit) { return Unit.Device && exists(Unit.DeviceSource); }

  /// \p Text without the name of the private folder, which would mean nothing to the user.
  static std::string withoutFolder(std::string Text, const Unit &Unit) {
    std::string Prefix = Unit.Folder + "/";
    for (size_t Position; (Position = Text.find(Prefix)) != Text.npos;)
      Text.erase(Position, Prefix.size());
    return Text;
  }

  /// The image; empty where the device form cannot be compiled, which the runtime takes for none.
  std::string makeImage(const Unit &Unit) {
    const DevicePlan &Device = *Unit.Device;
    if (ExitStatus Status = runCaptured(Device.Compile); !Status.succeeded()) {
      warnAboutDevice(Unit, driver_warning::warn_no_gpu_form, {}, Status);
      return {};
    }
    return imageOf(makeCode(Unit), readFile(Device.Ptx).value_or(""));
  }

  /// Machine code for those of the architectures that the tools know; empty without any.
  std::string makeCode(const Unit &Unit) {
    const DevicePlan &Device = *Unit.Device;
    std::vector<Child> Running;
    for (const Assembly &Each : Device.Assemble)
      Running.push_back(start(Each.Run));
    std::vector<Assembly> Made;
    for (size_t I = 0; I < Running.size(); ++I) {
      const Assembly &Each = Device.Assemble[I];
      if (ExitStatus Status = Running[I].wait(); Status.succeeded())
        Made.push_back(Each);
      else
        warnAboutDevice(Unit, driver_warning::warn_no_machine_code, {Each.Arch}, Status);
    }
    if (Made.empty())
      return {};
    if (ExitStatus Status = runCaptured(Device.bundle(Made)); !Status.succeeded()) {
      warnAboutDevice(Unit, driver_warning::warn_no_bundle, {}, Status);
      return {};
    }
    return readFile(Device.Bundle).value_or("");
  }

  void warnAboutDevice(const Unit &Unit, const DriverWarning &What, std::vector<std::string> More,
                       const ExitStatus &Why) {
    if (pendingSignal())
      return;
    More.insert(More.begin(), Unit.Display);
    More.push_back(withoutFolder(std::string(reason(Why.Errors)), Unit));
    DeviceErrors |= warn(What, More);
  }

  /// --save-temps: copies of what was made, with names that do not change from run to run.
  void keepFiles(const Unit &Unit) {
    bool BesideOutput = *Line.SaveTemps == "obj" || (Line.SaveTemps->empty() && Line.Output);
    std::string Directory = BesideOutput && Line.Output ? dirPart(*Line.Output) : std::string();
    std::string Name(stemOf(Unit.HostSource));
    std::vector<std::string> Kept = {Unit.HostSource, Unit.DeviceSource, Unit.Image};
    if (Unit.Device)
      Kept.push_back(Unit.Device->Ptx);
    for (const std::string &File : Kept)
      if (std::optional<std::string> Text = readFile(File)) {
        std::string Rest(namePart(File).substr(Name.size()));
        bool IsHost = File == Unit.HostSource;
        writeFile(Directory + Name + ".hetcc" + Rest, IsHost ? withCopiesInside(*Text, Unit.Folder) : *Text);
      }
  }

  void show(const Command &Command) {
    if (Line.Verbose)
      print(" " + toShell(Command) + "\n");
  }

  Child start(const Command &Command) {
    show(Command);
    return Child::start(Command, true);
  }

  ExitStatus runCaptured(const Command &Command) { return start(Command).wait(); }

  const CommandLine &Line;
  bool UsesRuntime = false;
  bool DeviceErrors = false; ///< what is said of the device form was to be an error
  std::string Reason;        ///< why the unit of this moment is built for the CPUs alone
};

void printStep(const Command &Command) { printf("%s\n", toShell(Command).c_str()); }

} // namespace

int runPlan(const Plan &Plan, const CommandLine &Line, const Installation &Installation) {
  Builder Builder(Line);
  int Code = 0;
  for (const Unit &Unit : Plan.Units) {
    if (int UnitCode = Builder.build(Unit))
      Code = UnitCode;
    if (pendingSignal())
      return Code;
  }
  // Like gcc, go on to the other sources after an error, but link nothing.
  if (Plan.CompileRest)
    if (int RestCode = Builder.runShown(*Plan.CompileRest).Code)
      Code = RestCode;
  if (Code || !Plan.Link)
    return Code;
  bool NeedsRuntime = Builder.usesRuntime() || linksRuntime(Line);
  return Builder.runShown(NeedsRuntime ? withRuntimeLibraries(*Plan.Link, Line, Installation) : *Plan.Link).Code;
}

int emitSource(const Plan &Plan, const CommandLine &Line) {
  const Unit &Unit = Plan.Units.front();
  Builder Builder(Line);
  if (!makeFolder(Unit.Folder))
    return Builder::fail("cannot make a folder in '" + dirPart(Unit.Folder) + "'");
  Outcome Outcome = Builder.translate(Unit);
  if (Outcome == Outcome::Failed || (Outcome == Outcome::UseTranslated && !Builder.embedDevice(Unit)))
    return 1;
  std::optional<std::string> Source = readFile(Outcome == Outcome::UseOriginal ? Unit.Source : Unit.HostSource);
  return Source ? writeEmitted(withCopiesInside(*Source, Unit.Folder), Line)
                : Builder::fail("cannot read the translated source");
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
  return Written ? 0 : Builder::fail("cannot write '" + File + "': " + Why);
}

void printPlan(const Plan &Plan, const CommandLine &Line, const Installation &Installation,
               const std::string &NoDevice) {
  for (const Unit &Unit : Plan.Units) {
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
    printStep(withRuntimeLibraries(*Plan.Link, Line, Installation));
}

} // namespace hetcc::driver
