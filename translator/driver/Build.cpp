// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carrying out a plan, one unit after the other.
#include "Build.h"

#include "Embed.h"
#include "Emit.h"
#include "Files.h"
#include "Gate.h"
#include "Linking.h"
#include "Refusals.h"
#include "Repeatable.h"
#include "SystemSections.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
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
    // Two readers of one FIFO would each get some of it.
    if (MakeRule && isReadOnce(Unit.Input->Value))
      MakeRule->wait();
    int Code = translateAndCompile(Unit);
    keepFiles(Unit);
    if (!MakeRule)
      return Code;
    ExitStatus Rule = MakeRule->wait();
    // A header that is missing was already reported by the compiler.
    if (Code == 0)
      print(Rule.Errors);
    // The compiler writes the rule first, and nothing without it.
    if (Code == 0 && !Rule.succeeded() && !Unit.Output.empty())
      removeOutput(Unit.Output);
    return Code ? Code : Rule.Code;
  }

  /// Makes the host source of a unit, without the regions that compilers have refused.
  Outcome translate(const Unit &Unit, const std::vector<Refusal> &Left = {}) {
    Messages.clear();
    if (Line.Own.Off)
      return translatePlain(Unit, {});
    Command Translate = Unit.Translate;
    for (const Refusal &Each : Left)
      Translate.Words.insert(Translate.Words.begin() + 1, Each.option());
    std::remove(Unit.DeviceSource.c_str()); // of an earlier translation
    ExitStatus Status = runCaptured(Translate);
    switch (Status.Signal ? -1 : Status.Code) {
    case Translated:
      Messages = Status.Errors;
      return Outcome::UseTranslated;
    case NothingOfOurs:
      return Outcome::UseOriginal;
    default:
      break;
    }
    if (!Unit.IsAsked && !pendingSignal()) {
      leaveAsItIs(Unit, "clang does not accept the unit: " + std::string(firstError(Status.Errors)));
      return Outcome::UseOriginal;
    }
    switch (Status.Signal ? -1 : Status.Code) {
    case DirectiveErrors:
      return refused(Unit, Status.Errors);
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
    ExitStatus Refused;
    std::optional<std::string> Image = makeImage(Unit, Refused);
    if (!Image)
      warnAboutDevice(Unit, driver_warning::warn_no_gpu_form, {}, Refused);
    return embed(Unit, Image.value_or("")) && !DeviceErrors;
  }

  /// What the translator has had to say, and is of interest now that there is an output.
  void printMessages() {
    print(Messages);
    Messages.clear();
  }

  ExitStatus runShown(const Command &Command) {
    show(Command);
    return run(Command);
  }

  static int fail(const std::string &Message) {
    print("hetcc: error: " + Message + "\n");
    return 1;
  }

private:
  int translateAndCompile(const Unit &Unit) {
    if (!Unit.IsOurs)
      return runShown(Unit.CompileOriginal).Code;
    switch (translate(Unit)) {
    case Outcome::Failed:
      return 1;
    case Outcome::UseOriginal:
      return runShown(Unit.CompileOriginal).Code;
    case Outcome::UseTranslated:
      return buildTranslated(Unit);
    case Outcome::UsePlain:
      break;
    }
    if (!hideLineMarkers(Unit))
      return 1;
    ExitStatus Status = runShown(Unit.CompileHost);
    // Where the host compiler rejects the unit too, its errors say all.
    if (Status.succeeded() && !Reason.empty() && warn(driver_warning::warn_not_parsed, {Unit.Display, Reason}))
      return dropOutput(Unit);
    return Status.Code;
  }

  /// A warning as it is to be shown; empty where it is turned off. \p IsError is set where it is to be an error.
  std::string textOf(const DriverWarning &Warning, const std::vector<std::string> &Arguments, bool &IsError) const {
    const MessageOptions &How = Line.Own.Messages;
    const Severity Level = How.severityOf(Warning.In);
    if (Level == Severity::Ignored)
      return {};
    std::string Text;
    for (size_t I = 0; I < Warning.Text.size(); ++I)
      if (Warning.Text[I] == '%')
        Text += Arguments[size_t(Warning.Text[++I] - '0')];
      else
        Text += Warning.Text[I];
    IsError |= Level == Severity::Error;
    return How.format(Level == Severity::Error ? "error" : "warning", Text,
                      MessageOptions::optionOf(Warning.In, Level));
  }

  /// Prints a warning unless it is turned off; true if it is to be an error.
  bool warn(const DriverWarning &Warning, const std::vector<std::string> &Arguments) const {
    bool IsError = false;
    print(textOf(Warning, Arguments, IsError));
    return IsError;
  }

  /// After an error there is no object that looks whole.
  static int dropOutput(const Unit &Unit) {
    if (!Unit.Output.empty())
      removeOutput(Unit.Output);
    return 1;
  }

  /// What became of a translation in the hands of the compilers.
  struct Compilation {
    bool Broken = false; ///< for a reason of ours, which was told
    ExitStatus Host, Gpu;

    bool succeeded() const { return !Broken && Host.succeeded() && Gpu.succeeded(); }
  };

  /// Regions that a compiler refuses are left out, one by one, until the others go through.
  int buildTranslated(const Unit &Unit) {
    std::vector<Refusal> Left;
    bool WithGpu = true;
    DeviceErrors = false;
    for (;;) {
      Compilation Made = compileTranslated(Unit, WithGpu);
      if (DeviceErrors) {
        printMessages();
        return dropOutput(Unit);
      }
      if (Made.Broken || pendingSignal())
        return 1;
      if (Made.succeeded()) {
        printMessages();
        if (tellSummary(Unit))
          return dropOutput(Unit);
        print(Made.Host.Errors);
        return pendingSignal() ? dropOutput(Unit) : 0; // nobody reads messages any more: as after any signal
      }
      bool OfGpu = !Made.Gpu.succeeded();
      if (!OfGpu)
        if (ExitStatus Plain = compilePlain(Unit); !Plain.succeeded()) {
          print(Plain.Errors);
          return Plain.Code && Plain.Code != CannotRun ? Plain.Code : 1;
        }
      std::vector<Refusal> More = refusedIn(Unit, OfGpu ? Stage::Gpu : Stage::Host, Left, Made.Gpu.Errors);
      Left.insert(Left.end(), More.begin(), More.end());
      if (More.empty() && !OfGpu)
        return buildWithoutTranslation(Unit, Made.Host.Errors);
      if (translate(Unit, Left) != Outcome::UseTranslated)
        return 1;
      if (More.empty()) {
        WithGpu = false;
        warnAboutDevice(Unit, driver_warning::warn_no_gpu_form, {}, Made.Gpu);
      }
    }
  }

  /// The unit with our directives made plain OpenMP. Where the host compiler rejects that too, its errors are about
  /// what the user wrote.
  ExitStatus compilePlain(const Unit &Unit) {
    if (!Unit.IsAsked)
      return runCaptured(coloured(Unit.CompileOriginal));
    ExitStatus Status = runCaptured(Unit.TranslatePlain);
    if (Status.succeeded() && !hideLineMarkers(Unit))
      Status.Code = 1;
    return Status.succeeded() ? runCaptured(coloured(Unit.CompileHost)) : Status;
  }

  /// The host compiler rejects what the translator wrote whatever is left out, but not the unit: the fault is ours and
  /// the user gets a program.
  int buildWithoutTranslation(const Unit &Unit, std::string_view Errors) {
    if (pendingSignal() || !compilePlain(Unit).succeeded())
      return 1;
    if (!Unit.IsAsked) {
      leaveAsItIs(Unit, "the host compiler does not accept the translation: " + firstErrorIn(Errors));
      return 0;
    }
    print(Errors);
    return warn(driver_warning::warn_rejected, {Unit.Display}) ? dropOutput(Unit) : 0;
  }

  /// Of a unit in which nobody has asked for anything of ours, the summary alone tells what went wrong.
  void leaveAsItIs(const Unit &Unit, const std::string &Why) const {
    writeFile(Unit.Summary, Unit.Display + ": no loop is split: " + withoutFolder(Why, Unit) + "\n");
    tellSummary(Unit);
  }

  /// --hetcc-summary; true if its file cannot be written.
  bool tellSummary(const Unit &Unit) const {
    std::optional<std::string> Text = Line.Own.Summary ? readFile(Unit.Summary) : std::nullopt;
    if (!Text || Text->empty())
      return false;
    if (*Line.Own.Summary == "-") {
      print(*Text);
      return false;
    }
    // One write, since several compilations may add to the file at once.
    const int File = open(Line.Own.Summary->c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    const bool Written = File >= 0 && write(File, Text->data(), Text->size()) == ssize_t(Text->size());
    if (!Written)
      fail("cannot write '" + *Line.Own.Summary + "': " + strerror(errno));
    if (File >= 0)
      close(File);
    return !Written;
  }

  /// Which regions a compiler has refused beside those that are left out already; none where it is not one of them.
  std::vector<Refusal> refusedIn(const Unit &Unit, Stage Of, const std::vector<Refusal> &Left, std::string Errors) {
    if (translate(Unit, Left) != Outcome::UseTranslated)
      return {};
    std::vector<RegionLines> Regions = readRegions(readFile(Unit.Regions).value_or(""));
    if (Of == Stage::Host)
      Errors = tryHost(Unit).Errors;
    std::vector<Refusal> Found = refusalsIn(Errors, Of, Regions);
    if (Found.empty())
      Found = findByTrial(Unit, Of, Left, Regions, firstErrorIn(Errors));
    std::vector<Refusal> Result;
    for (const Refusal &Each : Found)
      for (Refusal &One : instancesOf(Unit, Each, Left, Found, Regions))
        Result.push_back(std::move(One));
    return Result;
  }

  /// Compilers do not say which instance of a template an error is in, but take the others by themselves.
  std::vector<Refusal> instancesOf(const Unit &Unit, const Refusal &Whole, const std::vector<Refusal> &Left,
                                   const std::vector<Refusal> &Others, const std::vector<RegionLines> &Regions) {
    constexpr unsigned Most = 16;
    auto Region = std::find_if(Regions.begin(), Regions.end(), [&](const RegionLines &R) {
      return R.Of == Whole.Of && std::to_string(R.Id) == Whole.Region;
    });
    if (Whole.Of == Stage::Host || Region == Regions.end() || Region->Instances < 2 || Region->Instances > Most)
      return {Whole};
    std::vector<Refusal> Refused;
    for (unsigned One = 0; One < Region->Instances; ++One) {
      std::vector<Refusal> Without = Left;
      for (const Refusal &Other : Others)
        if (Other.Region != Whole.Region)
          Without.push_back(Other);
      for (unsigned I = 0; I < Region->Instances; ++I)
        if (I != One)
          Without.push_back({Whole.Of, Whole.Region + "." + std::to_string(I), Whole.Cause});
      if (!passes(Unit, Whole.Of, Without))
        Refused.push_back({Whole.Of, Whole.Region + "." + std::to_string(One), Whole.Cause});
    }
    bool Some = !Refused.empty() && Refused.size() < Region->Instances;
    return Some ? Refused : std::vector<Refusal>{Whole};
  }

  /// Where errors do not say which regions they are about, parts of the unit are tried.
  std::vector<Refusal> findByTrial(const Unit &Unit, Stage Of, const std::vector<Refusal> &Left,
                                   const std::vector<RegionLines> &Regions, const std::string &Cause) {
    constexpr size_t Most = 64;
    std::vector<Refusal> All;
    for (const RegionLines &Each : Regions)
      if (Each.Of == Of)
        All.push_back({Of, std::to_string(Each.Id), Cause});
    std::vector<Refusal> Refused = All;
    auto Passes = [&](std::vector<Refusal> Without) {
      Without.insert(Without.end(), Left.begin(), Left.end());
      return passes(Unit, Of, Without);
    };
    if (All.empty() || All.size() > Most || !Passes(Refused))
      return {};
    takeBack(All, 0, All.size(), Refused, Passes);
    // What no loop can do without is not the loops' fault.
    return Of == Stage::Gpu && Refused.size() == All.size() ? std::vector<Refusal>() : Refused;
  }

  /// Takes those of a part out of \p Refused that need not be left.
  template <typename Test>
  static void takeBack(const std::vector<Refusal> &All, size_t First, size_t Last, std::vector<Refusal> &Refused,
                       const Test &Passes) {
    std::vector<Refusal> Fewer = Refused;
    std::erase_if(Fewer, [&](const Refusal &R) {
      return std::any_of(All.begin() + ptrdiff_t(First), All.begin() + ptrdiff_t(Last),
                         [&](const Refusal &Each) { return Each.Region == R.Region; });
    });
    if (pendingSignal())
      return;
    if (Passes(Fewer)) {
      Refused = std::move(Fewer);
    } else if (Last - First > 1) {
      size_t Middle = First + (Last - First) / 2;
      takeBack(All, First, Middle, Refused, Passes);
      takeBack(All, Middle, Last, Refused, Passes);
    }
  }

  bool passes(const Unit &Unit, Stage Of, const std::vector<Refusal> &Without) {
    if (pendingSignal() || translate(Unit, Without) != Outcome::UseTranslated)
      return false;
    if (Of == Stage::Host)
      return tryHost(Unit).succeeded();
    return !hasDeviceForm(Unit) || runCaptured(Unit.Device->Compile).succeeded();
  }

  /// Compiles a translation for its errors, in words that do not depend on the user's language.
  ExitStatus tryHost(const Unit &Unit) {
    if ((hasDeviceForm(Unit) && !embed(Unit, "")) || !hideLineMarkers(Unit))
      return {1, 0, {}};
    const char *Set = getenv("LC_ALL");
    std::optional<std::string> Before = Set ? std::optional<std::string>(Set) : std::nullopt;
    setenv("LC_ALL", "C", 1);
    ExitStatus Status = runCaptured(Unit.TellErrors);
    if (Before)
      setenv("LC_ALL", Before->c_str(), 1);
    else
      unsetenv("LC_ALL");
    return Status;
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
    bool Good = true;
    int Count = 0; // the source's own name may be one that #include cannot spell
    for (const std::string &File : hostFiles(Unit))
      Good = Good && moveSectionsToHeaders(File, Unit.Folder + "/generated" + std::to_string(Count++) + "-");
    if (!Good)
      fail("cannot write to '" + Unit.Folder + "'");
    return Good;
  }

  /// Messages are kept until it is known whether they are the ones to show, and look as if they were not.
  Command coloured(Command Compile) const {
    auto Says = [](const Argument &A) { return A.Value.find("diagnostics-color") != A.Value.npos; };
    const char *Terminal = getenv("TERM");
    if (isatty(STDERR_FILENO) && Terminal && std::string_view(Terminal) != "dumb" &&
        std::none_of(Line.Arguments.begin(), Line.Arguments.end(), Says))
      Compile.Words.emplace_back("-fdiagnostics-color=always");
    return Compile;
  }

  Compilation compileTranslated(const Unit &Unit, bool WithGpu) {
    Compilation Made;
    bool Gated = !Unit.GatePath.empty() && hasDeviceForm(Unit);
    if (Gated) {
      compileGated(Unit, WithGpu, Made);
      return Made;
    }
    if (hasDeviceForm(Unit)) {
      std::optional<std::string> Image = WithGpu ? makeImage(Unit, Made.Gpu) : "";
      if (!Image)
        return Made;
      Made.Broken = !embed(Unit, *Image);
    }
    Made.Broken = Made.Broken || !hideLineMarkers(Unit);
    if (!Made.Broken)
      Made.Host = runCaptured(coloured(Unit.CompileHost));
    return Made;
  }

  void compileGated(const Unit &Unit, bool WithGpu, Compilation &Made) {
    Gate Gate;
    Made.Broken = !hideLineMarkers(Unit);
    if (!Made.Broken && !Gate.close(Unit.GatePath))
      Made.Broken = fail("cannot lock '" + Unit.GatePath + "'");
    if (Made.Broken)
      return;
    Child Host = start(coloured(Unit.CompileHost));
    std::optional<std::string> Image = WithGpu ? makeImage(Unit, Made.Gpu) : "";
    bool Good = Image && !DeviceErrors && writeFile(Unit.Image, *Image) && !pendingSignal() && Gate.open();
    if (!Good)
      Gate.abandon();
    Made.Host = Host.wait();
    std::remove(Unit.GatePath.c_str()); // another attempt has one of its own, or none
    if (Image && !Good && !DeviceErrors && !pendingSignal())
      Made.Broken = fail("cannot write '" + Unit.Image + "'");
  }

  bool embed(const Unit &Unit, const std::string &Image) {
    std::optional<std::string> Source = readFile(Unit.HostSource);
    bool Good = Source && writeFile(Unit.HostSource, embedImage(*Source, Unit.Image, Image));
    if (!Good)
      fail("cannot write '" + Unit.HostSource + "'");
    return Good;
  }

  Outcome translatePlain(const Unit &Unit, std::string_view WhyNot) {
    Reason = firstError(WhyNot);
    ExitStatus Status = runCaptured(Unit.TranslatePlain);
    if (Status.succeeded())
      return Outcome::UsePlain;
    if (Status.Code == NothingOfOurs && !Status.Signal)
      return Outcome::UseOriginal;
    if (Status.Code == DirectiveErrors && !Status.Signal)
      return refused(Unit, Status.Errors);
    return Status.Code == CannotParse && !Status.Signal ? cannotRead(Unit) : translatorBroke(Status);
  }

  /// A directive has an error. Clang says nothing of it behind one of its own that ends its messages, such as a header
  /// that is missing; then the host compiler's say all.
  Outcome refused(const Unit &Unit, std::string_view Errors) {
    if (Errors.find("error") == Errors.npos) {
      Reason = "a directive has an error, which another one hides";
      return cannotRead(Unit);
    }
    print(Errors);
    return Outcome::Failed;
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

  /// The image; nothing, and why, where the device compiler refuses the unit.
  std::optional<std::string> makeImage(const Unit &Unit, ExitStatus &Refused) {
    const DevicePlan &Device = *Unit.Device;
    if (ExitStatus Status = runCaptured(Device.Compile); !Status.succeeded()) {
      Refused = std::move(Status);
      return std::nullopt;
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
    Messages += textOf(What, More, DeviceErrors);
  }

  /// --save-temps: copies of what was made.
  static void keepFiles(const Unit &Unit) {
    for (const KeptFile &Each : Unit.Kept)
      if (std::optional<std::string> Text = readFile(Each.File))
        writeFile(Each.Copy, Each.File == Unit.HostSource ? withCopiesInside(*Text, Unit.Folder) : *Text);
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
  bool DeviceErrors = false; ///< what is said of the device form was to be an error
  std::string Reason;        ///< why the unit of this moment is built for the CPUs alone
  std::string Messages;      ///< about the translation of this moment
};

bool hasCxxUnit(const Plan &Plan) {
  return std::any_of(Plan.Units.begin(), Plan.Units.end(), [](const Unit &Unit) { return isCxx(Unit.Input->Type); });
}

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
  LinkNeeds Needs = linkNeeds(Line);
  for (const Unit &Unit : Plan.Units)
    Needs |= linkNeedsOf(Unit.Output);
  Needs.CxxLibrary |= Needs.Runtime && hasCxxUnit(Plan);
  return Builder.runShown(withNeeded(*Plan.Link, Needs, Line, Installation)).Code;
}

int emitSource(const Plan &Plan, const CommandLine &Line) {
  const Unit &Unit = *std::find_if(Plan.Units.begin(), Plan.Units.end(), [](const auto &Each) { return Each.IsOurs; });
  Builder Builder(Line);
  if (!makeFolder(Unit.Folder))
    return Builder::fail("cannot make a folder in '" + dirPart(Unit.Folder) + "'");
  Outcome Outcome = Builder.translate(Unit);
  if (Outcome == Outcome::Failed || (Outcome == Outcome::UseTranslated && !Builder.embedDevice(Unit)))
    return 1;
  Builder.printMessages();
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
