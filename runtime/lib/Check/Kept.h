// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of which devices keep copies from pass to pass, and which of both sides has written which byte since they were
// last the same. Nothing is copied here: this is what would be true of the copies.
#ifndef HETRT_CHECK_KEPT_H
#define HETRT_CHECK_KEPT_H

#include "Check/ByteCells.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace hetrt::check {

/// Bytes [First, Last).
struct Bytes {
  std::uintptr_t First = 0, Last = 0;
  bool overlaps(Bytes Other) const { return First < Other.Last && Other.First < Last; }
  Bytes clipped(Bytes To) const { return {std::max(First, To.First), std::min(Last, To.Last)}; }
  std::size_t size() const { return Last > First ? Last - First : 0; }
};

struct KeptArray {
  Bytes Where;
  unsigned Depth = 1;         ///< How many data regions keep it.
  bool Persists = false;      ///< Until `depersist`.
  bool Forgotten = false;     ///< A loop on the host has used it in other ways: devices get it anew with the next pass.
  std::string Name{}, Said{}; ///< "x"; "a.c:12: persist(x)".
};

/// Stands for a place in code that is not instrumented.
inline constexpr std::uintptr_t UnseenCode = 1;

/// Not thread safe.
class KeptArrays {
public:
  bool empty() const { return All.empty(); }

  /// A data region, or `persist`, begins to keep an array; `persist` may name the same array many times.
  void enter(Bytes Where, const std::string &Name, const std::string &Said);
  void persist(Bytes Where, const std::string &Name, const std::string &Said);
  /// The end of one data region around exactly these bytes, or around what begins there.
  void leave(Bytes Where);
  void depersist(std::uintptr_t Begin);

  /// The host, or devices, get what the other side wrote of these bytes: both have the same from now on.
  void hostGets(Bytes Where);
  void devicesGet(Bytes Where);
  /// Devices have nothing of these arrays until a pass takes them again.
  void devicesForget(Bytes Where);
  void devicesForgetAll();
  void devicesTake(Bytes Where);

  /// What code that is not instrumented writes shows when the bytes are compared: remember() at the end of a pass,
  /// compare() before the next one. The memory must still be allocated.
  void remember(Bytes Where);
  void compare(Bytes Where);

  const KeptArray *find(std::uintptr_t Address) const;
  bool touches(Bytes Where) const;

  /// Notes an access of the host's. Returns 0, or, if it reads an old value: the place in the code where a loop on a
  /// device has written the new one.
  std::uintptr_t host(std::uintptr_t Address, std::size_t Size, bool Writes, std::uintptr_t Code);

  /// Notes an access on a device. Returns 0, or, if it reads an old value: the place in the code where the host has
  /// written the new one.
  std::uintptr_t device(std::uintptr_t Address, std::size_t Size, bool Writes, std::uintptr_t Code);

  /// The same, if nothing is found and the bytes are one cell. Else false, and nothing is noted.
  bool deviceQuickly(std::uintptr_t Address, std::size_t Size, bool Writes, std::uintptr_t Code) {
    Cell *Only = Cells.single(Address, Size);
    if (!Only || (!Writes && Only->HostWrote))
      return false;
    if (Writes)
      *Only = {0, Code};
    return true;
  }

private:
  struct Cell {
    std::uintptr_t HostWrote = 0, DeviceWrote = 0; ///< Addresses in the code; 0: not since both were the same.
  };
  KeptArray *at(Bytes Where);
  void drop(std::size_t Number);

  void forgetBytes(Bytes Where);

  std::vector<KeptArray> All;
  ByteCells<Cell> Cells;
  std::map<std::uintptr_t, std::vector<std::byte>> Was; ///< Of kept arrays after the last pass, by their addresses.
};

} // namespace hetrt::check

#endif
