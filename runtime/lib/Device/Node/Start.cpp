// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Joins the MPI job that this process belongs to, and finds nodes for the table of device kinds.
#include "Device/Node/Start.h"

#include "Device/DeviceList.h"
#include "Device/Node/NodeDevice.h"
#include "Device/Node/Server.h"
#include "Files/Descriptor.h"
#include "Files/Rights.h"
#include "Node/DelayedTransport.h"
#include "Node/Job.h"
#include "Node/MpiTransport.h"
#include "Topology/Granted.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio_ext.h>
#include <sys/auxv.h>
#include <unistd.h>
#include <utility>

namespace hetrt::node {
namespace {

/// Set in rank 0. Programs that it starts inherit the environment variables of the launcher; because of this variable
/// they do not try to join the job.
constexpr const char *InsideVariable = "HETCC_NODE_JOB";

const char *environment(const char *Name) { return std::getenv(Name); }

/// The state of this process in the job. Written before `main`; any thread may read it afterwards.
struct Start {
  bool Began = false;
  Job Mine;
  std::string WhyNot;    ///< Why there are no nodes although the settings ask for them.
  Hub *TheHub = nullptr; ///< Rank 0's side of the job; never destroyed.
  pid_t Process = 0;
};
Start &start() {
  static Start *const The = new Start;
  return *The;
}

/// Whether the program is linked statically. It then has no dynamic loader (PT_INTERP), and cannot load an MPI library.
bool isStatic() {
  const auto *Headers = reinterpret_cast<const ElfW(Phdr) *>(getauxval(AT_PHDR));
  for (unsigned long I = 0; Headers && I < getauxval(AT_PHNUM); ++I)
    if (Headers[I].p_type == PT_INTERP)
      return false;
  return true;
}

/// Whether the program itself uses MPI. Its ranks then belong to the program, and none is a node of another.
bool usesMpi() { return dlsym(RTLD_DEFAULT, "MPI_Init") != nullptr; }

/// Why this process cannot be part of a job; empty if it can.
std::string refusal(const Job &Mine) {
  if (Mine.Family == Mpi::None)
    return "the program was not started by 'mpirun', so there are no other ranks";
  if (!Mine.Problem.empty())
    return Mine.Problem;
  if (std::getenv(InsideVariable))
    return "the program was started by another one that has the job's nodes";
  if (isPrivileged())
    return "the program has more rights than who started it";
  if (isStatic())
    return "the program is linked statically, and cannot load an MPI";
  if (usesMpi())
    return "the program uses MPI itself: its ranks are no nodes of one another";
  if (findShim(Mine.Family).empty() && Mine.Ranks > 1)
    return "the job was started by " + std::string(nameOf(Mine.Family)) + ", for which this hetcc has no '" +
           "libhetrt-mpi-" + std::string(tagOf(Mine.Family)) + ".so'";
  return "";
}

NodeOptions nodeOptions() {
  NodeOptions Options;
  if (const char *Text = std::getenv("HETRT_NODES"))
    (void)readNodeOptions(Text, Options); // errors in the setting are reported by the first region
  return Options;
}

/// What is wrong with the list of devices for nodes ("cpu+cuda:2"); "" if it is correct.
std::string checkDevices(std::string_view List) {
  for (std::string_view Left = List; !Left.empty();) {
    const std::string_view Item = Left.substr(0, Left.find('+')), Kind = Item.substr(0, Item.find(':'));
    std::string Known = "cpu";
    for (const DeviceKind &Each : deviceKinds())
      if (!Each.OfJob)
        Known += ", " + std::string(Each.Name);
    const DeviceKind *Found = findDeviceKind(Kind);
    if (Found && Found->OfJob)
      return "a node has no nodes of its own: wanted some of " + Known;
    if (!Found && Kind != "cpu")
      return "'" + std::string(Kind) + "' is no kind of device: wanted some of " + Known;
    Left.remove_prefix(std::min(Item.size() + 1, Left.size()));
    for (std::string_view Rest = Left; !Rest.empty();) {
      const std::string_view Other = Rest.substr(0, Rest.find('+'));
      if (Other.substr(0, Other.find(':')) == Kind)
        return "'" + std::string(Kind) + "' stands there twice";
      Rest.remove_prefix(std::min(Other.size() + 1, Rest.size()));
    }
  }
  return "";
}

/// The devices that rank 0 tells the other ranks to use; "" if the list is wrong. The first region reports the error.
std::string devicesOfNodes() {
  std::string List = nodeOptions().Devices;
  return checkDevices(List).empty() ? List : "";
}

std::unique_ptr<Transport> openNetwork(const Job &Mine, std::string &Why) {
  std::unique_ptr<Transport> Network = openMpi(Mine, Why);
  const double Latency = nodeOptions().LatencySeconds;
  return Network && Latency > 0 ? std::make_unique<DelayedTransport>(std::move(Network), Latency) : std::move(Network);
}

/// Whether more ranks than processors are on this machine, so that a waiting rank has to yield its processor.
bool ranksAreCrowded() { return long(localRank(environment).Count) > sysconf(_SC_NPROCESSORS_ONLN); }

/// Serves rank 0 in place of `main`, and ends the process. Static objects are not destroyed here, since their
/// destructors may print, and only rank 0 should print.
[[noreturn]] void serve(const Job &Mine, std::unique_ptr<RankDevices> Own) {
  __fpurge(stdout); // drops what constructors of static objects have printed, since rank 0 prints the same
  std::string Why;
  const std::unique_ptr<Transport> Network = openNetwork(Mine, Why);
  if (!Network)
    _exit(0);                       // rank 0 fails for the same reason, and reports it
  leaveInheritedPlace(environment); // an inherited binding to an OpenMP place is meant for the first thread of a team
  // Never destroyed, since a kernel may still run when the process ends.
  Server *Mind = new Server(*Network, greetingOf(localRank(environment).Count), ranksAreCrowded(), std::move(Own));
  const std::string Left = Mind->run(nodeOptions().SilenceSeconds);
  const bool Orderly = Left.empty();
  if (Left == Rank0IsSilent) // rank 0 cannot report this
    writeAll(STDERR_FILENO, "hetrt: error: rank " + std::to_string(Mine.Rank) + " has not heard rank 0 for " +
                                std::to_string(static_cast<int>(Mind->silenceSeconds())) + " seconds, and leaves\n");
  if (Orderly)
    Network->finish();
  _exit(Orderly ? 0 : 1);
}

/// Ends the job after the loss of a rank, which may have had data that the program cannot go on without.
void endJob(const std::string &Why, Transport &Network) {
  writeAll(STDERR_FILENO, "hetrt: error: " + Why + "; the job ends\n");
  Network.abandon(1);
  _exit(1);
}

void leave() {
  if (getpid() == start().Process)
    start().TheHub->end();
}

void beginHub(const Job &Mine) {
  Start &Here = start();
  Here.Process = getpid();
  const auto Open = [Mine](std::string &Why) {
    leaveInheritedPlace(environment); // the hub's thread is no member of a team, so it is not bound to a place
    return openNetwork(Mine, Why);
  };
  Here.TheHub = new Hub(Open, {.SilenceSeconds = nodeOptions().SilenceSeconds,
                               .Program = programName(),
                               .OnLoss = endJob,
                               .AreCrowded = ranksAreCrowded(),
                               .Devices = devicesOfNodes()});
  // Waits here until MPI has started: before that, the program must neither fork nor end, since the other ranks wait
  // for this one.
  Here.TheHub->waitOpened();
  setenv(InsideVariable, "1", 1);
  std::atexit(leave);
}

} // namespace

void beginMain(std::unique_ptr<RankDevices> (*MakeDevices)()) {
  static bool Once = false; // a program may call its own `main`
  if (std::exchange(Once, true))
    return;
  if (!asksForNodes(std::getenv("HETRT_DEVICES"), std::getenv("HETRT_NODES"))) {
    start().Began = true;
    return;
  }
  const Job Mine = jobOf(environment);
  start().Mine = Mine;
  start().WhyNot = refusal(Mine);
  start().Began = true;
  const bool Fine = start().WhyNot.empty();
  if (!Fine && Mine.Rank > 0 && !usesMpi())
    _exit(0); // rank 0 continues alone, and reports why
  if (!Fine || Mine.Ranks == 1)
    return;
  if (Mine.Rank > 0)
    serve(Mine, MakeDevices());
  beginHub(Mine);
}

} // namespace hetrt::node

hetrt::FoundDevices hetrt::enumerateNodes(const DeviceRequest &Request) {
  using namespace node;
  FoundDevices Found;
  NodeOptions Options;
  std::string Wanted = readNodeOptions(Request.Options, Options);
  if (Wanted.empty())
    Wanted = checkDevices(Options.Devices);
  if (!Wanted.empty())
    Found.Result = Status::programFault(HETRT_ERROR_SETTING,
                                        "setting HETRT_NODES='" + std::string(Request.Options) + "': " + Wanted);
  if (!Found.Result.ok() || Request.Count == 0u || !(Request.Named || Request.Count || Options.Wanted))
    return Found;
  Start &Here = start();
  if (!Here.Began && jobOf(environment).Rank > 0)
    return Found; // rank 0 reports why there are no nodes
  if (!Here.Began)
    Found.WhyNot = "no nodes in a program that hetcc has not linked, and none before 'main'";
  else if (!Here.WhyNot.empty())
    Found.WhyNot = Here.WhyNot;
  else if (Here.TheHub) {
    Found.Devices = devicesOf(*Here.TheHub, Request.Count);
    Found.WhyNot = Here.TheHub->whyFewer();
    if (const std::string &Less = Here.TheHub->whyLess(); !Less.empty())
      Found.Less = "setting HETRT_NODES='" + std::string(Request.Options) + "': " + Less;
  }
  if (Here.Began && Here.WhyNot.empty() && Found.WhyNot.empty() && Request.Count &&
      Found.Devices.size() < *Request.Count && Here.Mine.Family != Mpi::None)
    Found.WhyNot = std::to_string(*Request.Count) + " nodes wanted, " + std::to_string(Found.Devices.size()) +
                   " there: the job has " + std::to_string(Here.Mine.Ranks) +
                   (Here.Mine.Ranks == 1 ? " rank" : " ranks");
  return Found;
}
