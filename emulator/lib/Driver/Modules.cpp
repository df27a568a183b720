// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver functions for modules, their functions (kernels), and launches.

#include "Driver/EntryPoints.h"
#include "Driver/Images.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>

using namespace emulator;

namespace {

constexpr std::uint64_t MostDynamic = 227 << 10, MultiprocessorShared = 228 << 10, Reserved = 1 << 10;
constexpr unsigned MostThreadsOfMultiprocessor = 2048, MostBlocksOfMultiprocessor = 32;

/// CUfunction_attribute.
enum : int {
  SharedSize = 1,
  ConstSize = 2,
  LocalSize = 3,
  Registers = 4,
  PtxVersion = 5,
  BinaryVersion = 6,
  CacheMode = 7,
  MaxDynamicShared = 8,
  PreferredCarveout = 9
};

Result errorOf(PtxError::Reason Why) {
  return Why == PtxError::Reason::UnsupportedVersion ? UnsupportedPtxVersion : InvalidPtx;
}

/// Copies the log to the buffer that the options name, with a zero at the end. If the buffer is too small, the log is
/// cut.
void writeLog(const std::string &Text, unsigned Options, const int *Names, void **Values) {
  char *Buffer = nullptr;
  std::size_t Bytes = 0;
  for (unsigned O = 0; O < Options; ++O) {
    if (Names[O] == JitErrorLogBuffer)
      Buffer = static_cast<char *>(Values[O]);
    else if (Names[O] == JitErrorLogBufferBytes)
      Bytes = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(Values[O]));
  }
  if (Buffer && Bytes)
    std::snprintf(Buffer, Bytes, "%s", Text.c_str());
}

/// Allocates device memory for variables of the global and constant spaces, and stores their initial values.
void placeVariables(ModuleTag &Of) {
  DeviceMemory &Memory = *world().Memories[static_cast<std::size_t>(Of.In->Device)];
  const auto &Variables = Of.Read->Variables;
  for (const Variable &Each : Variables) {
    const bool HasPlace = Each.In != Space::Shared && Each.Bytes;
    Of.Addresses.push_back(HasPlace ? Memory.allocate(Each.Bytes, Of.In) : 0);
    if (HasPlace && !Of.Addresses.back())
      throw std::bad_alloc();
  }
  for (std::size_t V = 0; V < Variables.size(); ++V) {
    if (!Of.Addresses[V])
      continue;
    const HostBytes At = hostBytes(Of.Addresses[V], Variables[V].Bytes);
    std::memset(At.Host, 0, Variables[V].Bytes);
    if (At.Written)
      std::memset(At.Written, 1, Variables[V].Bytes);
    std::memcpy(At.Host, Variables[V].Initial.data(), Variables[V].Initial.size());
    for (const Variable::Reference &Each : Variables[V].References) {
      const std::uint64_t Address = Of.Addresses[Each.Variable] + static_cast<std::uint64_t>(Each.Added);
      std::memcpy(At.Host + Each.Offset, &Address,
                  std::min<std::uint64_t>(sizeof Address, Variables[V].Bytes - Each.Offset));
    }
  }
}

Result load(ModuleTag **Loaded, const void *Image, std::string &Log) {
  ContextTag &Now = current();
  wantPointer(Loaded);
  wantPointer(Image);
  std::string Text;
  const auto Chip = static_cast<unsigned>(world().Set.Chip);
  if (const Result Error = ptxOf(Image, Chip, Text, Log))
    return Error;
  auto Made = std::make_unique<ModuleTag>();
  Made->In = &Now;
  try {
    Made->Read = readModule(Text, Chip);
  } catch (const PtxError &Why) {
    Log = Why.what();
    return errorOf(Why.why());
  }
  placeVariables(*Made);
  for (const auto &[Name, Of] : Made->Read->Functions)
    if (Of->IsEntry)
      Made->Functions[Name] = std::make_unique<FunctionTag>(FunctionTag{Made.get(), Of.get()});
  *Loaded = Made.get();
  std::lock_guard Guard(world().Lock);
  Now.Modules.emplace(*Loaded, std::move(Made));
  return Success;
}

ModuleTag &moduleOf(ModuleTag *Of) {
  const ContextTag &Now = current();
  std::lock_guard Guard(world().Lock);
  if (!Now.Modules.count(Of))
    throw Refusal{InvalidHandle};
  return *Of;
}

FunctionTag &functionOf(FunctionTag *Of) {
  static_cast<void>(current());
  wantPointer(Of);
  std::lock_guard Guard(world().Lock);
  for (const auto &[Key, Each] : world().Contexts)
    for (const auto &[Handle, Holder] : Each->Modules)
      for (const auto &[Name, Known] : Holder->Functions)
        if (Known.get() == Of)
          return *Of;
  throw Refusal{InvalidHandle};
}

/// An estimate of the number of registers, from the registers that the PTX declares; the number that ptxas would use is
/// not known.
int registersOf(const emulator::Function &Of) { return static_cast<int>(std::clamp(Of.RegisterBytes / 4, 16u, 255u)); }

// ---- Launches ------------------------------------------------------------------------------------------------------

/// The buffer of kernel parameters that the argument `extra` of cuLaunchKernel names, or null.
const std::byte *bufferOf(void **Extra, std::size_t &Bytes) {
  const std::byte *Found = nullptr;
  for (; Extra && *Extra; Extra += 2) {
    const auto Name = reinterpret_cast<std::uintptr_t>(Extra[0]);
    if (Name == 1)
      Found = static_cast<const std::byte *>(Extra[1]);
    else if (Name == 2)
      Bytes = *static_cast<std::size_t *>(Extra[1]);
    else
      throw Refusal{InvalidValue};
  }
  return Found;
}

std::vector<std::byte> parametersOf(const emulator::Function &Of, void **Parameters, void **Extra) {
  std::vector<std::byte> Made(Of.ParameterBytes);
  std::size_t Bytes = 0;
  if (const std::byte *Buffer = bufferOf(Extra, Bytes)) {
    if (Parameters || Bytes < Made.size())
      throw Refusal{InvalidValue};
    std::copy_n(Buffer, Made.size(), Made.begin());
    return Made;
  }
  if (!Parameters && !Of.Parameters.empty())
    throw Refusal{InvalidValue};
  for (std::size_t P = 0; P < Of.Parameters.size(); ++P) {
    wantPointer(Parameters[P]);
    std::memcpy(Made.data() + Of.Parameters[P].Offset, Parameters[P], Of.Parameters[P].Bytes);
  }
  return Made;
}

/// Why a device would not accept the launch; empty if it would.
std::string wrongShape(const FunctionTag &F, const Dimensions &Grid, const Dimensions &Threads, std::uint64_t Dynamic) {
  const emulator::Function &Of = *F.Of;
  const auto &Required = Of.RequiredThreads;
  if (!Grid.count() || Grid.X > 0x7FFFFFFFu || Grid.Y > 65535 || Grid.Z > 65535)
    return "a grid of " + numbers(Grid) + " blocks, wanted up to (2147483647,65535,65535)";
  if (!Threads.count() || Threads.X > 1024 || Threads.Y > 1024 || Threads.Z > 64 || Threads.count() > Of.MaxThreads)
    return "blocks of " + numbers(Threads) + " threads, wanted up to (1024,1024,64) and " +
           std::to_string(Of.MaxThreads) + " in all";
  if (Required[0] && (Threads.X != Required[0] || Threads.Y != Required[1] || Threads.Z != Required[2]))
    return "blocks of " + numbers(Threads) + " threads, its .reqntid wants " +
           numbers({Required[0], Required[1], Required[2]});
  if (Dynamic > F.MostDynamicShared || Of.SharedBytes + Dynamic > MostDynamic)
    return std::to_string(Of.SharedBytes) + " bytes of static and " + std::to_string(Dynamic) +
           " of dynamic shared memory, wanted at most " + std::to_string(F.MostDynamicShared) +
           " of dynamic memory (CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) and " + std::to_string(MostDynamic) +
           " in all";
  return {};
}

void run(Launch &What, ContextTag &In) {
  const VisibleMemory Memory(In);
  What.Memory = &Memory;
  World &W = world();
  std::optional<Checks> Checked;
  Counters Counted;
  try {
    if (W.Set.Checks) {
      What.Observations.push_back(&Checked.emplace(W.Found, W.Checked));
      What.How.Workers = 1;
    }
    if (!W.Set.Counters.empty())
      What.Observations.push_back(&Counted);
    runGrid(What);
    if (!W.Set.Counters.empty())
      W.Counted.add(
          {What.Entry->Name, In.Device, What.Number, What.Grid, What.Threads, What.DynamicShared, Counted.counts()});
  } catch (const Fault &Found) {
    say(Found.What);
    In.Error = Found.Code;
  } catch (const std::bad_alloc &) {
    say("kernel " + What.Entry->Name + ": the host has no memory for its threads");
    In.Error = LaunchFailed;
  }
  std::fflush(stdout);
}

} // namespace

ENTRY(cuModuleLoadDataEx, ModuleTag **Loaded, const void *Image, unsigned Options, int *Names, void **Values) {
  return guarded([&]() -> Result {
    std::string Log;
    const Result Error = load(Loaded, Image, Log);
    writeLog(Log, Options, Names, Values);
    return Error;
  });
}

ENTRY(cuModuleLoadData, ModuleTag **Loaded, const void *Image) {
  return guarded([&]() -> Result {
    std::string Log;
    const Result Error = load(Loaded, Image, Log);
    if (Error)
      say(Log);
    return Error;
  });
}

ENTRY(cuModuleLoad, ModuleTag **Loaded, const char *Path) {
  return guarded([&]() -> Result {
    wantPointer(Path);
    std::ifstream In(Path, std::ios::binary);
    const std::string Image{std::istreambuf_iterator<char>(In), {}};
    if (Image.empty())
      return FileNotFound;
    std::string Log;
    const Result Error = load(Loaded, Image.c_str(), Log);
    if (Error)
      say(std::string(Path) + ": " + Log);
    return Error;
  });
}

ENTRY(cuModuleUnload, ModuleTag *Unloaded) {
  return guarded([&]() -> Result {
    ModuleTag &Of = moduleOf(Unloaded);
    drain(*Of.In);
    for (const std::uint64_t Address : Of.Addresses)
      if (Address)
        world().Memories[static_cast<std::size_t>(Of.In->Device)]->release(Address);
    std::lock_guard Guard(world().Lock);
    Of.In->Modules.erase(Unloaded);
    return Success;
  });
}

ENTRY(cuModuleGetFunction, FunctionTag **Found, ModuleTag *In, const char *Name) {
  return guarded([&]() -> Result {
    wantPointer(Found);
    wantPointer(Name);
    ModuleTag &Of = moduleOf(In);
    auto Known = Of.Functions.find(std::string_view(Name));
    if (Known == Of.Functions.end())
      return NotFound;
    *Found = Known->second.get();
    return Success;
  });
}

ENTRY(cuModuleGetGlobal_v2, DevicePointer *Address, std::size_t *Bytes, ModuleTag *In, const char *Name) {
  return guarded([&]() -> Result {
    const ModuleTag &Of = moduleOf(In);
    for (std::size_t V = 0; V < Of.Addresses.size(); ++V)
      if (Of.Addresses[V] && Of.Read->Variables[V].Name == Name) {
        if (Address)
          *Address = Of.Addresses[V];
        if (Bytes)
          *Bytes = Of.Read->Variables[V].Bytes;
        return Success;
      }
    return NotFound;
  });
}

ENTRY(cuFuncGetAttribute, int *Value, int Attribute, FunctionTag *Of) {
  return guarded([&]() -> Result {
    wantPointer(Value);
    const FunctionTag &F = functionOf(Of);
    switch (Attribute) {
    case FunctionMaxThreadsPerBlock:
      *Value = static_cast<int>(F.Of->MaxThreads);
      return Success;
    case SharedSize:
      *Value = static_cast<int>(F.Of->SharedBytes);
      return Success;
    case LocalSize:
      *Value = static_cast<int>(F.Of->LocalBytes);
      return Success;
    case Registers:
      *Value = registersOf(*F.Of);
      return Success;
    case PtxVersion:
      *Value = static_cast<int>(F.In->Read->Chip);
      return Success;
    case BinaryVersion:
      *Value = static_cast<int>(world().Set.Chip);
      return Success;
    case MaxDynamicShared:
      *Value = static_cast<int>(F.MostDynamicShared);
      return Success;
    case ConstSize:
    case CacheMode:
      *Value = 0;
      return Success;
    default:
      return InvalidValue;
    }
  });
}

ENTRY(cuFuncSetAttribute, FunctionTag *Of, int Attribute, int Value) {
  return guarded([&]() -> Result {
    FunctionTag &F = functionOf(Of);
    if (Attribute == PreferredCarveout)
      return Success; // the preferred carveout is only a hint
    if (Attribute != MaxDynamicShared || Value < 0 ||
        F.Of->SharedBytes + static_cast<std::uint64_t>(Value) > MostDynamic)
      return InvalidValue;
    F.MostDynamicShared = static_cast<std::uint64_t>(Value);
    return Success;
  });
}

ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessor, int *Blocks, FunctionTag *Of, int BlockSize, std::size_t Dynamic) {
  return guarded([&]() -> Result {
    wantPointer(Blocks);
    const FunctionTag &F = functionOf(Of);
    if (BlockSize < 1)
      return InvalidValue;
    const unsigned Threads = (static_cast<unsigned>(BlockSize) + 31) / 32 * 32;
    const std::uint64_t Shared = F.Of->SharedBytes + Dynamic + Reserved;
    const std::uint64_t Fit =
        std::min<std::uint64_t>(MostThreadsOfMultiprocessor / Threads, MultiprocessorShared / Shared);
    const bool CanRun = static_cast<unsigned>(BlockSize) <= F.Of->MaxThreads;
    *Blocks = CanRun ? static_cast<int>(std::min<std::uint64_t>(Fit, MostBlocksOfMultiprocessor)) : 0;
    return Success;
  });
}

ENTRY(cuLaunchKernel, FunctionTag *Launched, unsigned GridX, unsigned GridY, unsigned GridZ, unsigned BlockX,
      unsigned BlockY, unsigned BlockZ, unsigned SharedBytes, Stream On, void **Parameters, void **Extra) {
  return guarded([&]() -> Result {
    const FunctionTag &F = functionOf(Launched);
    StreamTag &Queue = streamOf(On);
    ContextTag &In = *Queue.In;
    if (F.In->In != &In)
      return InvalidHandle;
    const Dimensions Grid{GridX, GridY, GridZ}, Threads{BlockX, BlockY, BlockZ};
    if (const std::string WhyNot = wrongShape(F, Grid, Threads, SharedBytes); !WhyNot.empty()) {
      say("kernel " + F.Of->Name + " is not launched: " + WhyNot);
      return InvalidValue;
    }
    auto What = std::make_shared<Launch>();
    What->In = F.In->Read.get();
    What->Entry = F.Of;
    What->Parameters = parametersOf(*F.Of, Parameters, Extra);
    What->Grid = Grid;
    What->Threads = Threads;
    What->DynamicShared = SharedBytes;
    What->VariableAddresses = F.In->Addresses;
    const Settings &Set = world().Set;
    What->How = {static_cast<unsigned>(Set.Workers), Set.Seed, Set.MaxInstructions};
    What->Multiprocessors = static_cast<unsigned>(Set.Multiprocessors);
    What->Number = ++In.Launches;
    enqueue(Queue, [What, &In] { run(*What, In); });
    return Success;
  });
}
