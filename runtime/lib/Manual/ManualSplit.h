// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's side of hetrt_split (hetrt/manual.h): a loop that is divided between the cores and one accelerator. The
// program computes each pass in rounds: in each round, one thread calls next(), which returns a range for all cores
// together and a range for the accelerator. The program itself copies the accelerator's data.
#ifndef HETRT_MANUAL_MANUALSPLIT_H
#define HETRT_MANUAL_MANUALSPLIT_H

#include "Manual/ManualSetup.h"

#include <array>
#include <cstdint>
#include <vector>

struct hetrt_split {
public:
  explicit hetrt_split(hetrt::ManualSetup Made);
  ~hetrt_split();

  hetrt::Accelerator *accelerator() const { return Accel; }

  hetrt::Status next(std::uint64_t TripCount, std::uint64_t Round, hetrt_range Ranges[2], std::uint64_t &Rounds);
  void begin(unsigned Side);
  void end(unsigned Side);

  hetrt::Status allocate(std::uint64_t Bytes, void *&Address);
  hetrt::Status release(void *Address);
  hetrt::Status copyIn(void *To, const void *From, std::uint64_t Bytes);
  hetrt::Status copyOut(void *To, const void *From, std::uint64_t Bytes);

private:
  /// Side 0 is all cores together, side 1 the accelerator. During a round, a side is used only by the program's thread
  /// that computes the side's range.
  struct Side {
    hetrt::Range Current;
    std::int64_t Since = 0;
    double Seconds = 0;
    std::uint64_t Done = 0; ///< The number of iterations that the side has computed in this pass.
    double Took = 0;
  };

  hetrt::Status checkOrder(std::uint64_t TripCount, std::uint64_t Round) const;
  void beginPass(std::uint64_t Iterations);
  void endRound();
  void endPass();
  bool deal();
  hetrt::Status needsAccelerator() const;
  hetrt::Status named(const hetrt::Status &Result) const;

  const hetrt::ManualSetup Setup;
  hetrt::Accelerator *Accel = nullptr;
  std::vector<hetrt::DeviceModel> Models;
  std::array<Side, 2> Sides;
  std::vector<std::uint64_t> Allocated; ///< Addresses of accelerator memory that the program has allocated and not yet
                                        ///< released.
  hetrt::Traffic Before;
  std::uint64_t TripCount = 0, Round = 0, Dealt = 0;
  bool InPass = false;
};

#endif
