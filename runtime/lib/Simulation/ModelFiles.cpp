// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the two kinds of model files: machines and programs.
#include "Simulation/ModelFiles.h"

#include "Simulation/JsonFields.h"

#include <fmt/format.h>

namespace hetrt {
namespace {

//===-- Machines --------------------------------------------------------------------------------------------------===//

/// The field "about" is a comment for people who read the file, and is not used: a text, or a list of lines.
void skipAbout(JsonFields &File) {
  if (File.has("about") && !File.any("about").is_string() && !File.any("about").is_array())
    File.complain("about", "a text, or a list of lines");
}

void addCores(JsonFields Cores, MachineModel &Into) {
  ModelledDevice Core;
  Core.Speed = Cores.positive("speed", 1);
  Core.SimdWidth = Cores.positive("simd_width", 1);
  Core.LaunchSeconds = Cores.number("launch_seconds", 0, 0);
  uint64_t Count = Cores.count("count", 0);
  Cores.has("model");
  Cores.done();
  for (uint64_t I = 0; I < Count; ++I) {
    Core.Name = fmt::format("cpu:{}", I);
    Into.Devices.push_back(Core);
  }
}

LinkModel readLink(JsonFields Link) {
  LinkModel Read;
  Read.LatencySeconds = Link.number("latency_seconds", 0, 0);
  Read.BytesPerSecondIn = Link.positive("bytes_per_second_in", Read.BytesPerSecondIn);
  Read.BytesPerSecondOut = Link.positive("bytes_per_second_out", Read.BytesPerSecondOut);
  Link.done();
  return Read;
}

void addAccelerators(JsonFields Fields, MachineModel &Into) {
  ModelledDevice Gpu;
  Gpu.Kind = ProcessorKind::Accelerator;
  Gpu.Speed = Fields.positive("speed", 1);
  Gpu.SimdWidth = Fields.positive("simd_width", 1);
  Gpu.LaunchSeconds = Fields.number("launch_seconds", 0, 0);
  Gpu.MemoryBytes = Fields.positive("memory_bytes", Gpu.MemoryBytes);
  if (Fields.has("link"))
    Gpu.Link = readLink(Fields.object("link"));
  uint64_t Count = Fields.count("count", 1, 1);
  Fields.has("model");
  Fields.done();
  for (uint64_t I = 0; I < Count; ++I) {
    Gpu.Name = fmt::format("gpu:{}", Into.accelerators());
    Into.Devices.push_back(Gpu);
  }
}

NetworkModel readNetwork(JsonFields Fields) {
  NetworkModel Read;
  Read.LatencySeconds = Fields.number("latency_seconds", 0, 0);
  Read.BytesPerSecond = Fields.positive("bytes_per_second", Read.BytesPerSecond);
  Read.MessageSeconds = Fields.number("message_seconds", 0, 0);
  Fields.has("model");
  Fields.done();
  return Read;
}

DecidingModel readDeciding(JsonFields Fields) {
  DecidingModel Read;
  Read.PlanningSeconds = Fields.number("planning_seconds", 0, 0);
  Read.PlanningSecondsPerDevice = Fields.number("planning_seconds_per_device", 0, 0);
  Read.NodeStartSeconds = Fields.number("node_start_seconds", 0, 0);
  Fields.done();
  return Read;
}

void readNodes(JsonFields &File, MachineModel &Into) {
  if (File.has("network"))
    Into.Network = readNetwork(File.object("network"));
  if (File.has("deciding"))
    Into.Deciding = readDeciding(File.object("deciding"));
  const uint64_t Nodes = File.count("nodes", 1, 1);
  if (Nodes > MostNodes)
    File.complain("nodes", fmt::format("a whole number of at most {}", MostNodes));
  if (Nodes > 1 && !Into.Network)
    File.complain("nodes", "a 'network' beside more than one node");
  Into.Nodes = static_cast<unsigned>(Nodes);
}

void addChange(JsonFields Fields, MachineModel &Into) {
  const std::string Name = Fields.text("device");
  SpeedChange Change;
  if (Fields.has("at_seconds") == Fields.has("at_pass"))
    Fields.complain(Fields.has("at_pass") ? "at_pass" : "at_seconds", "exactly one of 'at_seconds' and 'at_pass'");
  if (Fields.has("at_pass"))
    Change.AtPass = static_cast<unsigned>(Fields.count("at_pass", 0));
  else
    Change.AtSeconds = Fields.number("at_seconds", 0);
  Change.Speed = Fields.number("speed", 0);
  Fields.done();
  for (ModelledDevice &D : Into.Devices)
    if (D.Name == Name) {
      auto Later = [&](const SpeedChange &Earlier) {
        return (Change.AtPass && Earlier.AtPass && *Earlier.AtPass < *Change.AtPass) ||
               (Change.AtSeconds && Earlier.AtSeconds && *Earlier.AtSeconds < *Change.AtSeconds);
      };
      if (!D.Changes.empty() && !Later(D.Changes.back()))
        Fields.complain(Change.AtPass ? "at_pass" : "at_seconds",
                        "changes of one device in order of time, all by pass or all by seconds");
      D.Changes.push_back(Change);
      return;
    }
  Fields.complain("device", fmt::format("one of the machine's devices, '{}' to '{}'", Into.Devices.front().Name,
                                        Into.Devices.back().Name));
}

//===-- Programs --------------------------------------------------------------------------------------------------===//

WorkProfile readProfile(JsonFields &File) {
  if (!File.has("work"))
    return WorkProfile::uniform();
  if (File.any("work").is_array()) {
    std::vector<double> Costs = File.numbers("work");
    double Sum = 0;
    for (double C : Costs)
      Sum += C;
    if (!(Sum > 0))
      File.complain("work", "a list with a number above 0");
    return WorkProfile::table(std::move(Costs));
  }
  if (File.any("work").is_object()) {
    JsonFields Work = File.object("work");
    const double Slope = Work.number("slope", -1);
    if (Slope > 1)
      Work.complain("slope", "a number from -1 to 1");
    Work.done();
    return WorkProfile::sloped(Slope);
  }
  const std::string Name = File.text("work");
  if (Name == "triangular")
    return WorkProfile::triangular();
  if (Name != "uniform")
    File.complain("work", "'uniform', 'triangular', an object with a slope, or a list of relative costs");
  return WorkProfile::uniform();
}

void readCopies(JsonFields &File, ProgramModel &Into) {
  if (File.has("windows")) {
    JsonFields Windows = File.object("windows");
    Into.BytesInPerIteration = Windows.number("bytes_in_per_iteration", 0, 0);
    Into.BytesOutPerIteration = Windows.number("bytes_out_per_iteration", 0, 0);
    Windows.done();
  }
  if (File.has("full_copies")) {
    JsonFields Full = File.object("full_copies");
    Into.FullBytesIn = Full.number("bytes_in", 0, 0);
    Into.FullBytesOut = Full.number("bytes_out", 0, 0);
    Full.done();
  }
  Into.MemoryBytesPerIteration =
      File.number("memory_bytes_per_iteration", 0, Into.BytesInPerIteration + Into.BytesOutPerIteration);
}

/// Reads a field whose value is the word First or the word Second; a missing field counts as Second. Returns whether
/// the value is First.
bool isFirst(JsonFields &Fields, std::string_view Name, const char *First, const char *Second) {
  const std::string Word = Fields.has(Name) ? Fields.text(Name) : Second;
  if (Word != First && Word != Second)
    Fields.complain(Name, fmt::format("'{}' or '{}'", First, Second));
  return Word == First;
}

/// Reads the field "on_nodes"; without it, no array stays on the nodes.
void readNodeArrays(JsonFields &File, ProgramModel &Into) {
  NodeArrays &Arrays = Into.OnNodes;
  Arrays = {.BytesInPerIteration = Into.BytesInPerIteration,
            .BytesOutPerIteration = Into.BytesOutPerIteration,
            .FullBytes = Into.FullBytesIn};
  if (!File.has("on_nodes"))
    return;
  JsonFields Fields = File.object("on_nodes");
  Arrays.Stay = isFirst(Fields, "arrays", "stay", "move");
  Arrays.ResultsReturn = isFirst(Fields, "results", "return", "stay");
  Arrays.BytesInPerIteration = Fields.number("bytes_in_per_iteration", 0, Arrays.BytesInPerIteration);
  Arrays.BytesOutPerIteration = Fields.number("bytes_out_per_iteration", 0, Arrays.BytesOutPerIteration);
  Arrays.HaloBytes = Fields.number("halo_bytes", 0, 0);
  Arrays.FullBytes = Fields.number("full_bytes", 0, Arrays.FullBytes);
  Arrays.FullGrows = Fields.flag("full_copies_grow", false);
  using Writer = NodeArrays::Writer;
  const std::string By = Fields.has("full_copies_written_by") ? Fields.text("full_copies_written_by") : "nobody";
  if (By != "nobody" && By != "rank 0" && By != "iterations")
    Fields.complain("full_copies_written_by", "'nobody', 'rank 0' or 'iterations'");
  Arrays.FullWrittenBy = By == "nobody" ? Writer::Nobody : By == "rank 0" ? Writer::Host : Writer::Iterations;
  if (!Arrays.Stay && (Arrays.HaloBytes > 0 || Arrays.ResultsReturn || Arrays.FullWrittenBy != Writer::Nobody))
    Fields.complain("arrays", "'stay' beside halo, results that return or full copies that are written");
  Fields.done();
}

/// The published seconds of a pass (field Name), minus Elsewhere, the seconds of launches and copies.
double left(JsonFields &Published, std::string_view Name, unsigned Passes, double Elsewhere) {
  double PerPass = Published.positive(Name) / Passes;
  if (PerPass <= Elsewhere)
    Published.complain(Name, fmt::format("more than {:.4g} s a pass, which launch and copies alone take", Elsewhere));
  return PerPass - Elsewhere;
}

void ratesFromPublished(JsonFields Published, const MachineFinder &Find, ProgramModel &Into) {
  const MachineModel Machine = Find(Published.text("machine"));
  if (Machine.cores() == 0 || Machine.accelerators() == 0)
    Published.complain("machine", "a machine with cores and accelerators");
  const ModelledDevice &Core = Machine.Devices.front(), &Gpu = Machine.Devices[Machine.cores()];
  const Range All{0, Into.Iterations};
  double Elsewhere = 0;
  for (const Phase &P : costOf(Into, Gpu, All, true).Phases) // CoreSeconds and AcceleratorSeconds are still 0 here
    Elsewhere += P.Seconds;
  double Speeds = 0;
  for (size_t J = 0; J < Machine.cores(); ++J)
    Speeds += Machine.Devices[J].Speed;
  const auto Iterations = static_cast<double>(Into.Iterations);
  Into.CoreSeconds = left(Published, "cpu_seconds", Into.Passes, Core.LaunchSeconds) * Speeds / Iterations;
  Into.AcceleratorSeconds = left(Published, "gpu_seconds", Into.Passes, Elsewhere) * Gpu.Speed / Iterations;
  Published.done();
}

} // namespace

MachineModel parseMachine(std::string_view Text, const std::string &Source) {
  const Json Parsed = parseJson(Text, Source);
  JsonFields File(Parsed, Source);
  MachineModel Machine;
  Machine.Name = File.text("name");
  skipAbout(File);
  if (File.has("cores"))
    addCores(File.object("cores"), Machine);
  for (JsonFields &Each : File.objects("accelerators"))
    addAccelerators(std::move(Each), Machine);
  if (Machine.Devices.empty())
    throw ModelError(Source + ": wanted at least one core or accelerator, found none");
  Machine.MemoryBytesPerSecond = File.positive("memory_bytes_per_second", Machine.MemoryBytesPerSecond);
  Machine.HostThreadsTakeCores = File.flag("host_threads_take_cores", true);
  readNodes(File, Machine);
  for (JsonFields &Each : File.objects("changes"))
    addChange(std::move(Each), Machine);
  File.done();
  return Machine;
}

ProgramModel parseProgram(std::string_view Text, const std::string &Source, const MachineFinder &Find) {
  const Json Parsed = parseJson(Text, Source);
  JsonFields File(Parsed, Source);
  ProgramModel Program;
  Program.Name = File.text("name");
  skipAbout(File);
  Program.Iterations = File.count("iterations", 1);
  Program.Passes = static_cast<unsigned>(File.count("passes", 1, 1));
  Program.Profile = readProfile(File);
  readCopies(File, Program);
  readNodeArrays(File, Program);
  Program.AcceleratorFixedSeconds = File.number("accelerator_fixed_seconds", 0, 0);
  if (File.has("published")) {
    ratesFromPublished(File.object("published"), Find, Program);
  } else {
    Program.CoreSeconds = File.positive("core_seconds_per_iteration");
    Program.AcceleratorSeconds = File.positive("accelerator_seconds_per_iteration");
  }
  File.done();
  return Program;
}

} // namespace hetrt
