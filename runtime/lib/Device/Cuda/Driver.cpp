// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens the CUDA driver library and fills the table of its functions.

#include "Device/Cuda/Driver.h"

#include <dlfcn.h>
#include <map>
#include <memory>
#include <mutex>

namespace hetrt::cuda {

namespace {

struct Opening {
  std::unique_ptr<Driver> Opened;
  std::string WhyNot;
};

void *openLibrary(const std::string &Path, std::string &WhyNot) {
  const std::string System[] = {"libcuda.so.1", "libcuda.so"};
  if (!Path.empty()) {
    void *Library = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!Library)
      WhyNot = std::string("the CUDA driver cannot be opened: ") + dlerror();
    return Library;
  }
  for (const std::string &Name : System)
    if (void *Library = dlopen(Name.c_str(), RTLD_NOW | RTLD_LOCAL))
      return Library;
  WhyNot = "no CUDA driver: libcuda.so.1 is not installed";
  return nullptr;
}

/// The address of `Symbol`, or of the symbol `Older` if the library does not have the first; null if it has neither.
void *findSymbol(void *Library, const char *Symbol, const char *Older) {
  void *Found = dlsym(Library, Symbol);
  return Found || !Older ? Found : dlsym(Library, Older);
}

/// Opens the library and initialises the driver. The library is never closed, since the driver's own threads run code
/// of it until the process ends.
Opening open(const std::string &Path) {
  Opening Result;
  void *Library = openLibrary(Path, Result.WhyNot);
  if (!Library)
    return Result;
  auto Table = std::make_unique<Driver>();
#define HETRT_CUDA_LOOKUP(Member, Symbol, Older, Parameters)                                                           \
  Table->Member = reinterpret_cast<decltype(Table->Member)>(findSymbol(Library, Symbol, Older));                       \
  if (!Table->Member) {                                                                                                \
    Result.WhyNot = "the CUDA driver is too old: it has no " Symbol;                                                   \
    return Result;                                                                                                     \
  }
  HETRT_CUDA_ENTRY_POINTS(HETRT_CUDA_LOOKUP)
#undef HETRT_CUDA_LOOKUP
#define HETRT_CUDA_LOOKUP(Member, Symbol, Older, Parameters)                                                           \
  Table->Member = reinterpret_cast<decltype(Table->Member)>(findSymbol(Library, Symbol, Older));
  HETRT_CUDA_LATER_ENTRY_POINTS(HETRT_CUDA_LOOKUP)
#undef HETRT_CUDA_LOOKUP
  if (cuda::Result Error = Table->Init(0)) {
    Result.WhyNot = Error == NoDevice ? "the CUDA driver finds no device"
                                      : "the CUDA driver does not start: " + Table->describe(Error);
    return Result;
  }
  Result.Opened = std::move(Table);
  return Result;
}

} // namespace

int Driver::attribute(DeviceOrdinal Of, int Which) const {
  int Value = 0;
  return DeviceGetAttribute(&Value, Which, Of) == Success && Value > 0 ? Value : 0;
}

std::string Driver::describe(Result Error) const {
  const char *Name = nullptr, *Text = nullptr;
  if (GetErrorName(Error, &Name) != Success || !Name)
    return "CUDA error " + std::to_string(Error);
  if (GetErrorString(Error, &Text) != Success || !Text)
    return Name;
  return std::string(Name) + ": " + Text;
}

const Driver *openDriver(const std::string &Path, std::string &WhyNot) {
  // Never destroyed, since devices that belong to static objects may be used after the runtime's static objects are
  // destroyed.
  static std::mutex &Lock = *new std::mutex;
  static auto &Known = *new std::map<std::string, Opening>;
  std::lock_guard Guard(Lock);
  auto Found = Known.find(Path);
  if (Found == Known.end())
    Found = Known.emplace(Path, open(Path)).first;
  WhyNot = Found->second.WhyNot;
  return Found->second.Opened.get();
}

} // namespace hetrt::cuda
