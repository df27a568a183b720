// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the steps of building one unit.
#include "UnitSteps.h"

#include "Embed.h"
#include "Emit.h"
#include "Files.h"
#include "Gate.h"
#include "Messages.h"
#include "SystemSections.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace hetcc::driver {

/// The status for a failure of hetcc's own work, such as writing a file, which does not mean that the unit has an
/// error.
static ExitStatus ownFailure(const std::string &Message) {
  ExitStatus Status;
  Status.Code = 1;
  Status.Errors = errorLine(Message);
  Status.EnvironmentFault = true;
  return Status;
}

static ExitStatus write(const std::string &Path, std::string_view Text) {
  std::string Why;
  return writeFile(Path, Text, &Why) ? ExitStatus() : ownFailure("cannot write '" + Path + "': " + Why);
}

void show(const Command &Command, const CommandLine &Line) {
  if (Line.Verbose)
    print(" " + toShell(Command) + "\n");
}

const ExitStatus *Compilation::stoppedByEnvironment() const {
  for (const ExitStatus *Each : {&Own, &Host, &Gpu})
    if (Each->isEnvironmentFault())
      return Each;
  for (const Complaint &Each : Complaints)
    if (Each.Why.isEnvironmentFault())
      return &Each.Why;
  return nullptr;
}

Child UnitSteps::start(const Command &Command) const {
  show(Command, Line);
  return Child::start(Command, true);
}

ExitStatus UnitSteps::runKept(const Command &Command) const { return start(Command).wait(); }

ExitStatus UnitSteps::runShown(const Command &Command) const {
  show(Command, Line);
  return run(Command);
}

/// Sets EnvironmentFault if the translator's status means that it could not write a file.
ExitStatus UnitSteps::asTranslator(ExitStatus Status) {
  Status.EnvironmentFault = Status.Code == CannotWrite && !Status.Signal;
  return Status;
}

ExitStatus UnitSteps::translate(const std::vector<Refusal> &PlainRegions, bool DescribesFunctions) const {
  Command Translate = What.Translate;
  if (!DescribesFunctions)
    std::erase_if(Translate.Words, [](const std::string &Word) { return Word.starts_with("--functions"); });
  for (const Refusal &Each : PlainRegions)
    Translate.Words.insert(Translate.Words.begin() + 1, Each.option());
  std::remove(What.DeviceSource.c_str()); // left by an earlier translation
  return asTranslator(runKept(Translate));
}

ExitStatus UnitSteps::translatePlain() const { return asTranslator(runKept(What.TranslatePlain)); }

ExitStatus UnitSteps::compilePlain(bool KeepMessages) const {
  if (ExitStatus Hidden = hideLineMarkers(); !Hidden.succeeded()) {
    if (!KeepMessages)
      print(Hidden.Errors);
    return Hidden;
  }
  return KeepMessages ? runKept(coloured(What.CompileHost)) : runShown(What.CompileHost);
}

ExitStatus UnitSteps::compileOriginal() const { return runShown(What.CompileOriginal); }

Compilation UnitSteps::compile(bool WithGpu) const {
  Compilation Made;
  if (!What.GatePath.empty() && hasDeviceForm()) {
    compileGated(WithGpu, Made);
    return Made;
  }
  if (hasDeviceForm()) {
    std::optional<std::string> Image = WithGpu ? makeImage(Made) : "";
    if (!Image)
      return Made;
    Made.Own = embed(*Image);
  }
  if (Made.Own.succeeded())
    Made.Own = hideLineMarkers();
  if (Made.Own.succeeded())
    Made.Host = runKept(coloured(What.CompileHost));
  return Made;
}

void UnitSteps::compileGated(bool WithGpu, Compilation &Made) const {
  Gate Gate;
  Made.Own = hideLineMarkers();
  if (Made.Own.succeeded() && !Gate.close(What.GatePath))
    Made.Own = ownFailure("cannot lock '" + What.GatePath + "': " + strerror(errno));
  if (!Made.Own.succeeded())
    return;
  Child Host = start(coloured(What.CompileHost));
  if (std::optional<std::string> Image = WithGpu ? makeImage(Made) : "") {
    Made.Own = write(What.Image, *Image);
    if (Made.Own.succeeded() && !pendingSignal() && !Gate.open())
      Made.Own = ownFailure("cannot write '" + What.GatePath + "': " + strerror(errno));
  }
  Gate.abandon();
  Made.Host = Host.wait();
  std::remove(What.GatePath.c_str()); // the next attempt makes its own gate, or needs none
}

Compilation UnitSteps::embedDevice() const {
  Compilation Made;
  if (hasDeviceForm())
    Made.Own = embed(makeImage(Made).value_or(""));
  return Made;
}

/// Replaces `.incbin` in the host source by the bytes of the image.
ExitStatus UnitSteps::embed(const std::string &Image) const {
  std::optional<std::string> Source = readFile(What.HostSource);
  if (!Source)
    return ownFailure("cannot read '" + What.HostSource + "': " + strerror(errno));
  return write(What.HostSource, embedImage(*Source, What.Image, Image));
}

/// All files that the translator has written for the host compiler: the source, and copies of headers.
std::vector<std::string> UnitSteps::hostFiles() const {
  std::vector<std::string> Files = {What.HostSource};
  std::error_code Ignored;
  for (const auto &Entry : std::filesystem::directory_iterator(What.Folder, Ignored))
    if (Entry.path().filename().string().starts_with("header"))
      Files.push_back(Entry.path().string());
  return Files;
}

ExitStatus UnitSteps::hideLineMarkers() const {
  if (!refusesLineMarkers(Line))
    return {};
  int Count = 0; // headers are named by number: #include may be unable to name the source
  for (const std::string &File : hostFiles())
    if (!moveSectionsToHeaders(File, What.Folder + "/generated" + std::to_string(Count++) + "-"))
      return ownFailure("cannot write to '" + What.Folder + "': " + strerror(errno));
  return {};
}

/// Makes the host compiler print its messages with colours if hetcc's messages go to a terminal. The option is needed
/// because the messages are captured first.
Command UnitSteps::coloured(Command Compile) const {
  auto Says = [](const Argument &A) { return A.Value.find("diagnostics-color") != A.Value.npos; };
  const char *Terminal = getenv("TERM");
  if (isatty(STDERR_FILENO) && Terminal && std::string_view(Terminal) != "dumb" &&
      std::none_of(Line.Arguments.begin(), Line.Arguments.end(), Says))
    Compile.Words.emplace_back("-fdiagnostics-color=always");
  return Compile;
}

ExitStatus UnitSteps::tryHost() const {
  if (hasDeviceForm())
    if (ExitStatus Embedded = embed(""); !Embedded.succeeded())
      return Embedded;
  if (ExitStatus Hidden = hideLineMarkers(); !Hidden.succeeded())
    return Hidden;
  const char *Set = getenv("LC_ALL");
  std::optional<std::string> Before = Set ? std::optional<std::string>(Set) : std::nullopt;
  setenv("LC_ALL", "C", 1);
  ExitStatus Status = runKept(What.TellErrors);
  if (Before)
    setenv("LC_ALL", Before->c_str(), 1);
  else
    unsetenv("LC_ALL");
  return Status;
}

/// Runs the steps of makeImage() up to the first one that rejects the kernels, and returns the status of that step.
ExitStatus UnitSteps::tryGpu() const {
  if (!hasDeviceForm())
    return {};
  ExitStatus Status = makePtx();
  for (const Assembly &Each : What.Device->Assemble)
    if (Status.succeeded())
      if (ExitStatus Assembled = runKept(Each.Run);
          !Assembled.succeeded() && (Assembled.isEnvironmentFault() || refusesKernels(Each)))
        Status = std::move(Assembled);
  return Status;
}

bool UnitSteps::hasDeviceForm() const { return What.Device && exists(What.DeviceSource); }

std::string UnitSteps::regions() const { return readFile(What.Regions).value_or(""); }

std::string UnitSteps::withoutFolder(std::string Text) const {
  std::string Prefix = What.Folder + "/";
  for (size_t Position; (Position = Text.find(Prefix)) != Text.npos;)
    Text.erase(Position, Prefix.size());
  return Text;
}

/// Compiles the device source to PTX. Fails if a kernel needs a function that is defined nowhere, because the GPU's
/// driver would then reject all kernels of the module.
ExitStatus UnitSteps::makePtx() const {
  ExitStatus Status = runKept(What.Device->Compile);
  if (const auto Again = What.Device->compileWithMoreSteps(Status.succeeded() ? "" : Status.Errors))
    Status = runKept(*Again);
  if (!Status.succeeded())
    return Status;
  if (std::string Name = unresolvedIn(readFile(What.Device->Ptx).value_or("")); !Name.empty()) {
    Status.Code = 1;
    Status.Errors = "'" + Name + "' has no definition that devices can have\n";
  }
  return Status;
}

/// Whether ptxas rejects the module because of its kernels. This is so if it accepts a module without kernels for the
/// same architecture.
bool UnitSteps::refusesKernels(const Assembly &Each) const {
  const DevicePlan &Device = *What.Device;
  return write(Device.EmptyPtx, emptied(readFile(Device.Ptx).value_or(""))).succeeded() &&
         runKept(Each.RunEmpty).succeeded();
}

/// Makes the image; nothing if the compiler for GPUs or ptxas rejects a kernel.
std::optional<std::string> UnitSteps::makeImage(Compilation &Made) const {
  Made.Gpu = makePtx();
  if (!Made.Gpu.succeeded())
    return std::nullopt;
  std::string Code = makeCode(Made);
  if (!Made.Gpu.succeeded())
    return std::nullopt;
  return imageOf(Code, readFile(What.Device->Ptx).value_or(""));
}

/// Assembles the kernels for each architecture that ptxas knows. Returns the content of the bundle; "" if there is
/// none.
std::string UnitSteps::makeCode(Compilation &Made) const {
  const DevicePlan &Device = *What.Device;
  std::vector<Child> Running;
  for (const Assembly &Each : Device.Assemble)
    Running.push_back(start(Each.Run));
  std::vector<Assembly> Assembled;
  for (size_t I = 0; I < Running.size(); ++I) {
    const Assembly &Each = Device.Assemble[I];
    if (ExitStatus Status = Running[I].wait(); Status.succeeded())
      Assembled.push_back(Each);
    else if (!Status.isEnvironmentFault() && refusesKernels(Each))
      Made.Gpu = std::move(Status);
    else
      Made.Complaints.push_back({&driver_warning::warn_no_machine_code, {Each.Arch}, std::move(Status)});
  }
  if (Assembled.empty())
    return {};
  if (ExitStatus Status = runKept(Device.bundle(Assembled)); !Status.succeeded()) {
    Made.Complaints.push_back({&driver_warning::warn_no_bundle, {}, std::move(Status)});
    return {};
  }
  return readFile(Device.Bundle).value_or("");
}

ExitStatus UnitSteps::keepFiles() const {
  for (const KeptFile &Each : What.Kept)
    if (std::optional<std::string> Text = readFile(Each.File))
      if (ExitStatus Written =
              write(Each.Copy, Each.File == What.HostSource ? withCopiesInside(*Text, What.Folder) : *Text);
          !Written.succeeded())
        return Written;
  return {};
}

} // namespace hetcc::driver
