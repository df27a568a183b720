// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread of a hand-written loop: its ranges, the addresses of its arrays, its reduction values and its clock.
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

/// Used by its own thread, and by the loop when a pass opens and closes.
struct hetrt_manual_member {
public:
  explicit hetrt_manual_member(hetrt_manual &Loop) : Loop(Loop) {}

  // ---- Roles, when a pass opens.

  void beIdle();
  void beCore(unsigned Device);
  /// `Reserve` is the device that stands for the thread itself, should the accelerator fail.
  void drive(hetrt::Accelerator &Which, unsigned Device, unsigned Reserve);

  // ---- During a pass; see hetrt/manual.h.

  bool onAccelerator() const { return Active; }
  hetrt::Status map(const hetrt_manual_array &What, bool Pad, void *&Address, std::uint64_t &RowBytes);
  hetrt::Status reduce(void *Target, const void *Identity, std::size_t Size, hetrt_manual_combine *Combine,
                       void *&Partial);
  /// The range that next() gave, until more().
  hetrt::Range current() const { return HandedOut ? Current : hetrt::Range{}; }
  hetrt::Status next(std::uint64_t TripCount, hetrt::Range &Into);
  void time(bool Computing);
  hetrt::Status more(bool &More);

  // ---- When a pass closes.

  void combine();
  /// The call's arrays; null if the member never came to have a range.
  const hetrt::PassArrays *arrays() const { return IsResolved ? &Arrays : nullptr; }
  /// Which indices its accelerator wrote.
  const hetrt::PassMemory *memory() const { return Memory.get(); }
  const hetrt::Accelerator *accelerator() const { return Who; }
  void addFigures(unsigned Number, std::vector<hetrt::DeviceFigures> &To) const;
  void reset();

private:
  /// A reduction value: `Partial` is of the range being computed, `Total` of the member's ranges before.
  struct Reduction {
    void *Target = nullptr;
    hetrt_manual_combine *Combine = nullptr;
    std::vector<std::byte> Identity, Partial, Total;
    hetrt::DeviceAddress Address = 0;
  };

  /// An array as the thread has described it.
  struct Described {
    hetrt_manual_array Said;
    std::uint64_t Padding = 1; ///< Of rows, in bytes.
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

  // Of the pass.
  hetrt::Accelerator *Who = nullptr;
  bool Idle = true;    ///< Gets no ranges: a thread in excess, or a pass without iterations.
  bool Active = false; ///< Ranges are computed on the accelerator.
  unsigned Device = 0, Reserve = 0;
  hetrt::Status Fault; ///< Of the accelerator, before it had a range.
  std::vector<Described> Mapped;
  std::vector<Reduction> Reductions;
  // The same as a region, whose values are the pointers.
  hetrt_region Region{};
  std::unique_ptr<hetrt::ClauseTables> Tables;
  hetrt::PassArrays Arrays;
  bool IsResolved = false;
  std::unique_ptr<hetrt::PassMemory> Memory;
  hetrt::Traffic Before;
  /// What the thread has done so far, and what its accelerator has.
  struct Tally {
    std::uint64_t Iterations = 0;
    double Seconds = 0;
  } AsCore, AsAccelerator;

  // Of the range.
  hetrt::Range Current;
  bool Pending = false;   ///< more() has taken it, and next() has not handed it out yet.
  bool HandedOut = false; ///< next() has handed it out, and more() has not been called since.
  bool Running = false;
  std::int64_t Since = 0;
  double Seconds = 0;
};

#endif
