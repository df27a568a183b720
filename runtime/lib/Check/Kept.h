// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model of the copies that devices keep of arrays from pass to pass (`persist`, `target data`): for each byte of such
// an array, whether the host or a device has written it since the host's array and the copy were last equal. The
// checker makes no real copies.
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

/// An array of which devices keep a copy between passes.
struct KeptArray {
  Bytes Where;
  unsigned Depth = 1;    ///< The number of nested data regions in which devices keep the array.
  bool Persists = false; ///< A `persist` clause has been executed, so devices keep the array until `depersist`.
  /// A loop has used the array on the host without a data clause for it. The devices' copies are then dropped, and made
  /// again in the next pass.
  bool Forgotten = false;
  std::string Name{}, Said{}; ///< For messages: "x"; "a.c:12: persist(x)".
};

/// Stored instead of an instruction's address if code that is not instrumented has written a byte.
inline constexpr std::uintptr_t UnseenCode = 1;

/// All kept arrays. Not thread safe.
class KeptArrays {
public:
  bool empty() const { return All.empty(); }

  /// enter() is called at the beginning of a data region, persist() for each pass with a `persist` clause: devices keep
  /// the bytes `Where` from now on. Several calls of persist() for the same array count as one.
  void enter(Bytes Where, const std::string &Name, const std::string &Said);
  void persist(Bytes Where, const std::string &Name, const std::string &Said);
  /// Ends the innermost data region that keeps the array that begins at Where.First.
  void leave(Bytes Where);
  void depersist(std::uintptr_t Begin);

  /// hostGets(): the bytes that devices wrote are copied to the host. devicesGet(): the bytes that the host wrote are
  /// copied to the devices. Afterwards the host's array and the copies are equal.
  void hostGets(Bytes Where);
  void devicesGet(Bytes Where);
  /// devicesForget(): devices drop their copies of arrays that overlap these bytes. devicesTake(): a pass uses these
  /// bytes on devices, so copies that were dropped are made again.
  void devicesForget(Bytes Where);
  void devicesForgetAll();
  void devicesTake(Bytes Where);

  /// These two find writes by code that is not instrumented: remember(), at the end of a pass, saves the values of the
  /// bytes; compare(), before the next pass, marks bytes whose values have changed as written by the host. The memory
  /// must still be allocated.
  void remember(Bytes Where);
  void compare(Bytes Where);

  const KeptArray *find(std::uintptr_t Address) const;
  bool touches(Bytes Where) const;

  /// Notes an access by the host to kept bytes, at instruction `Code`. If the host reads a byte that a device has
  /// written since the array and the copies were last equal, returns the address of the instruction that wrote it; else
  /// 0.
  std::uintptr_t host(std::uintptr_t Address, std::size_t Size, bool Writes, std::uintptr_t Code);

  /// Notes an access by a device to kept bytes, at instruction `Code`. If the device reads a byte that the host has
  /// written since the array and the copies were last equal, returns the address of the instruction that wrote it; else
  /// 0.
  std::uintptr_t device(std::uintptr_t Address, std::size_t Size, bool Writes, std::uintptr_t Code);

  /// A faster device() for an access that covers exactly one cell and does not read an old value. For other accesses
  /// returns false and does nothing.
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
    /// The instructions by which the host, and a device, wrote the byte; 0: not written since the array and the copies
    /// were last equal.
    std::uintptr_t HostWrote = 0, DeviceWrote = 0;
  };
  KeptArray *at(Bytes Where);
  void drop(std::size_t Number);

  void forgetBytes(Bytes Where);

  std::vector<KeptArray> All;
  ByteCells<Cell> Cells;
  std::map<std::uintptr_t, std::vector<std::byte>> Was; ///< The bytes that remember() has saved, by address.
};

} // namespace hetrt::check

#endif
