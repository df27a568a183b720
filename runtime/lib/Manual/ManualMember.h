// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread of a loop whose kernels the program provides (ManualLoop.h): its ranges, the addresses of its arrays, its
// reduction values and its clock.
#ifndef HETRT_MANUAL_MANUALMEMBER_H
#define HETRT_MANUAL_MANUALMEMBER_H

#include "Manual/ManualLoop.h"
#include "Memory/ClauseTables.h"
#include "Trace/RegionTrace.h"
#include "hetrt/manual.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

/// One thread of the team, from join() to leave(). The thread itself uses the object; so does the loop (hetrt_manual)
/// when a pass opens and closes.
struct hetrt_manual_member {
public:
  explicit hetrt_manual_member(hetrt_manual &Loop) : Loop(Loop) {}

  // ---- Set what the thread does in the pass; called when a pass opens.

  void beIdle();
  void beCore(unsigned Device);
  /// The thread drives an accelerator. `Device` is the accelerator's index in the scheduler's list; `Reserve` is the
  /// index with which the thread goes on as a core if the accelerator fails.
  void drive(hetrt::Accelerator &Which, unsigned Device, unsigned Reserve);

  // ---- During a pass: the functions of hetrt/manual.h.

  bool onAccelerator() const { return Active; }
  hetrt::Status map(const hetrt_manual_array &What, bool Pad, void *&Address, std::uint64_t &RowBytes);
  hetrt::Status reduce(void *Target, const void *Identity, std::size_t Size, hetrt_manual_combine *Combine,
                       void *&Partial);
  /// The range that next() has returned; empty after a call of more(), and before the first range.
  hetrt::Range current() const { return HandedOut ? Current : hetrt::Range{}; }
  hetrt::Status next(std::uint64_t TripCount, hetrt::Range &Into);
  void time(bool Computing);
  hetrt::Status more(bool &More);

  // ---- When a pass closes.

  void combine();
  /// The arrays of the pass; null if the member has not called next() in this pass.
  const hetrt::PassArrays *arrays() const { return IsResolved ? &Arrays : nullptr; }
  /// The memory of the pass on the member's accelerator, with the elements that it wrote; null without an accelerator.
  const hetrt::PassMemory *memory() const { return Memory.get(); }
  const hetrt::Accelerator *accelerator() const { return Accel; }
  void addFigures(unsigned Number, std::vector<hetrt::DeviceFigures> &To) const;
  void reset();

private:
  /// A reduction variable: `Partial` is the reduced value of the present range, `Total` that of the member's earlier
  /// ranges.
  struct Reduction {
    void *Target = nullptr;
    hetrt_manual_combine *Combine = nullptr;
    std::vector<std::byte> Identity, Partial, Total;
    hetrt::DeviceAddress Address = 0;
  };

  /// An array as the thread has described it by hetrt_manual_map().
  struct Described {
    hetrt_manual_array Said;
    std::uint64_t Padding = 1; ///< The length of rows is padded to a multiple of this number of bytes.
    std::shared_ptr<hetrt::PersistentArray> Copies{};
  };

  hetrt::Status misuse(const char *What) const;
  hetrt::Status describe(const hetrt_manual_array &What, Described *&Into);
  hetrt::Status place(const hetrt::Array &What, Described &Of, void *&Address);
  hetrt::Status allocate(std::uint64_t Bytes, hetrt::DeviceAddress &Address) const;
  hetrt::Status resolve(std::uint64_t TripCount);
  hetrt::Status bringIn();
  hetrt::Status sendOut();
  void foldPartials();
  void takeFirst();
  void finish();
  hetrt::Status abandon();
  void giveUp(const hetrt::Status &Why, hetrt::Range Part);

  hetrt_manual &Loop;

  // Fields of the open pass.
  hetrt::Accelerator *Accel = nullptr;
  bool Idle = true;    ///< The thread gets no ranges, since there are more threads than devices.
  bool Active = false; ///< Ranges are computed on the accelerator.
  unsigned Device = 0, Reserve = 0;
  hetrt::Status Fault; ///< A fault of the accelerator before its first range.
  std::vector<Described> Mapped;
  std::vector<Reduction> Reductions;
  // The arrays, described as clauses of a region; the region's values are the arrays' addresses.
  hetrt_region Region{};
  std::unique_ptr<hetrt::ClauseTables> Tables;
  hetrt::PassArrays Arrays;
  bool IsResolved = false;
  std::unique_ptr<hetrt::PassMemory> Memory;
  hetrt::Traffic Before;
  /// The work of the thread in this pass: ranges that it computed as a core (AsCore), and ranges that its accelerator
  /// computed.
  struct Tally {
    std::uint64_t Iterations = 0;
    double Seconds = 0;
  } AsCore, AsAccelerator;

  // Fields of the present range.
  hetrt::Range Current;
  bool Pending = false;   ///< more() has taken the range, and next() has not returned it yet.
  bool HandedOut = false; ///< next() has returned the range, and more() has not been called since.
  bool Running = false;
  std::int64_t Since = 0;
  double Seconds = 0;
};

#endif
