// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's side of NVTX's protocol: the tables that a tool's library asks for.
#include "Trace/Nvtx.h"

#include <cstddef>
#include <cstdint>
#include <dlfcn.h>

namespace hetrt::nvtx {
namespace {

using Function = void (*)();

/// Numbers of modules, tables and functions, as NVTX 3 defines them.
enum : int { ModuleCore = 1, ModuleCore2 = 5 };
enum : std::uint32_t { TableCallbacks = 1, TableVersion = 3 };
enum : unsigned { CoreRangePushA = 9, CoreRangePop = 11, FunctionCount = 16 };

/// The functions of a module, which are null until the tool fills them in, and pointers to them, as the protocol wants
/// them: the first pointer is not used, and a null pointer ends the list.
struct FunctionTable {
  Function Functions[FunctionCount] = {};
  Function *Pointers[FunctionCount + 1] = {};
  FunctionTable() {
    for (unsigned I = 1; I < FunctionCount; ++I)
      Pointers[I] = &Functions[I];
  }
};
FunctionTable Core, Core2;

int moduleFunctions(int Module, Function ***Table, unsigned *Size) {
  FunctionTable *Found = Module == ModuleCore ? &Core : Module == ModuleCore2 ? &Core2 : nullptr;
  if (!Found)
    return 0;
  if (Size)
    *Size = FunctionCount;
  if (Table)
    *Table = Found->Pointers;
  return 1;
}

struct Callbacks {
  std::size_t StructSize;
  int (*ModuleFunctions)(int Module, Function ***Table, unsigned *Size);
};
const Callbacks TheCallbacks = {sizeof(Callbacks), moduleFunctions};

struct VersionInfo {
  std::size_t StructSize;
  std::uint32_t Version, Reserved;
  void (*SetInjectionVersion)(std::uint32_t);
};
const VersionInfo TheVersion = {sizeof(VersionInfo), 3, 0, [](std::uint32_t) {}};

const void *exportTable(std::uint32_t Id) {
  return Id == TableCallbacks ? static_cast<const void *>(&TheCallbacks) : Id == TableVersion ? &TheVersion : nullptr;
}

} // namespace

std::string attach(const char *LibraryPath) {
  if (!LibraryPath || !*LibraryPath)
    return {};
  void *Library = dlopen(LibraryPath, RTLD_LAZY | RTLD_LOCAL);
  if (!Library)
    return std::string("the library cannot be opened: ") + dlerror();
  using Initialise = int (*)(const void *(*)(std::uint32_t));
  auto *const Start = reinterpret_cast<Initialise>(dlsym(Library, "InitializeInjectionNvtx2"));
  if (!Start)
    return std::string(LibraryPath) + " has no InitializeInjectionNvtx2";
  if (!Start(exportTable)) {
    Core.Functions[CoreRangePushA] = nullptr;
    return std::string(LibraryPath) + " does not start";
  }
  return {};
}

bool attached() { return Core.Functions[CoreRangePushA] && Core.Functions[CoreRangePop]; }

void push(const std::string &Name) {
  reinterpret_cast<int (*)(const char *)>(Core.Functions[CoreRangePushA])(Name.c_str());
}

void pop() { reinterpret_cast<int (*)()>(Core.Functions[CoreRangePop])(); }

} // namespace hetrt::nvtx
