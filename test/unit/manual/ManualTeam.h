// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops through the C interface of hetrt/manual.h, with teams of plain threads, which the thread sanitizer understands.
#ifndef HETRT_TEST_MANUAL_MANUALTEAM_H
#define HETRT_TEST_MANUAL_MANUALTEAM_H

#include "Device/Emulated/EmulatedDevice.h"
#include "Region/Engine.h"
#include "hetrt/manual.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace hetrt::test {

inline hetrt_manual_options optionsFor(const char *Scheduler) {
  return {HETRT_ABI,  sizeof(hetrt_manual_options),
          "loop.c:7", Scheduler,
          -1,         0,
          0,          0,
          2,          HETRT_MANUAL_CORES | HETRT_MANUAL_ACCELERATORS | HETRT_MANUAL_HOST_KERNELS};
}

/// The emulated devices that HETRT_DEVICES names.
inline std::vector<EmulatedDevice *> emulatedDevices() {
  Fleet *All = nullptr;
  std::vector<EmulatedDevice *> Found;
  if (Engine::instance().fleet(All).ok())
    for (const auto &Each : All->Members)
      Found.push_back(static_cast<EmulatedDevice *>(&Each->device()));
  return Found;
}

inline std::uint64_t allocatedBytes() {
  std::uint64_t Bytes = 0;
  for (const EmulatedDevice *Each : emulatedDevices())
    Bytes += Each->statistics().AllocatedBytes;
  return Bytes;
}

/// An array as described for hetrt_manual_map().
struct Described {
  hetrt_manual_array Said{};

  static constexpr unsigned Rows = 0, Columns = 1;

  template <class T>
  static Described matrix(const char *Name, unsigned Flags, const T *Base, std::int64_t Height, std::int64_t Width,
                          unsigned Along, std::int64_t Halo = 0) {
    Described Made;
    Made.Said = {Name, "map", 7, Flags, Base, sizeof(T), 2, hetrt_int32(Along), {Height, Width}, Halo, Halo};
    return Made;
  }
  template <class T> static Described list(const char *Name, unsigned Flags, const T *Base, std::int64_t Length) {
    Described Made;
    Made.Said = {Name, "map", 7, Flags, Base, sizeof(T), 1, 0, {Length}, 0, 0};
    return Made;
  }
};

/// One loop and its teams. Error messages are collected.
class ManualTeam {
public:
  explicit ManualTeam(const char *Scheduler) {
    const hetrt_manual_options Options = optionsFor(Scheduler);
    Created = hetrt_manual_create(&Options, &Loop);
  }
  ~ManualTeam() { hetrt_manual_destroy(Loop); }
  ManualTeam(const ManualTeam &) = delete;
  ManualTeam &operator=(const ManualTeam &) = delete;

  /// What a thread does in a round before it asks for its range, and with the range.
  using Mapper = std::function<void(hetrt_manual_member *)>;
  using Body = std::function<void(hetrt_manual_member *, hetrt_range)>;

  /// One thread's part in a pass.
  void takePart(int Number, int Count, std::uint64_t TripCount,
                const std::function<Body(hetrt_manual_member *)> &Round) {
    int More = 0;
    do {
      hetrt_manual_member *Member = hetrt_manual_join(Loop, Number, Count);
      const Body Work = Round(Member);
      hetrt_range Range{};
      keep(hetrt_manual_next(Member, TripCount, &Range));
      if (Range.first < Range.last)
        Work(Member, Range);
      keep(hetrt_manual_more(Member, &More));
    } while (More);
  }

  /// Runs one pass with a team of `Count` threads; 0: as many as the loop wants.
  void pass(std::uint64_t TripCount, const std::function<Body(hetrt_manual_member *)> &Round, int Count = 0) {
    const int Threads = Count ? Count : hetrt_manual_threads(Loop);
    std::vector<std::thread> Team;
    for (int T = 1; T < Threads; ++T)
      Team.emplace_back([&, T] { takePart(T, Threads, TripCount, Round); });
    takePart(0, Threads, TripCount, Round);
    for (std::thread &Each : Team)
      Each.join();
  }

  /// Collects the message of an error.
  void keep(int Code) {
    if (!Code)
      return;
    std::lock_guard Lock(Mutex);
    Messages.push_back(hetrt_last_message());
  }

  hetrt_manual *Loop = nullptr;
  int Created = -1;
  std::vector<std::string> Messages;

private:
  std::mutex Mutex;
};

template <class T>
T *mapped(ManualTeam &Team, hetrt_manual_member *Member, const Described &What, hetrt_uint64 *RowBytes = nullptr,
          bool Pad = false) {
  void *Address = nullptr;
  hetrt_uint64 Distance = 0;
  Team.keep(hetrt_manual_map(Member, &What.Said, Pad, &Address, &Distance));
  if (RowBytes)
    *RowBytes = Distance;
  return static_cast<T *>(Address);
}

} // namespace hetrt::test

#endif
