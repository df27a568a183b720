// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The search for the fastest launch shape of one kind of launches, while the program runs.
#ifndef HETRT_DEVICE_CUDA_SHAPETUNER_H
#define HETRT_DEVICE_CUDA_SHAPETUNER_H

#include "Device/LaunchShaping.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace hetrt::cuda {

/// Walks from the first shape to neighbours, which have twice or half as many threads or lanes, as long as that pays.
///
/// Launches differ by more than their shape: the iterations of a triangular loop are not equally long, and a device
/// does not get the same ones in each pass. So launches in the best shape so far and in a neighbouring one alternate,
/// and the median of their ratios, in seconds per iteration, decides. Nothing is tried where it cannot pay: in programs
/// of few launches, unless later runs will profit, and for launches of a few microseconds. The time that trials have
/// lost stays below a small part of the time of all launches; until it does, the next trial waits.
class ShapeTuner {
public:
  /// `Known`: shapes that earlier runs have tried, the fastest first; if empty, the search begins with `First`.
  /// `Remembered`: results are kept for later runs. Then trials begin at once, and the search goes on where earlier
  /// runs have ended; else the fastest known shape is kept.
  ShapeTuner(LaunchShape First, const std::vector<LaunchShape> &Known, bool Remembered)
      : Best(Known.empty() ? First : Known.front()), IsKnown(!Known.empty()), Remembered(Remembered),
        Tried(Known.begin(), Known.end()) {
    Tried.insert(Best);
    if (Remembered && Known.size() > 1)
      RunnerUp = Known[1];
  }

  /// Whether a launch of this shape would be another than one of the best shape.
  using Differs = std::function<bool(LaunchShape)>;

  /// One launch.
  struct Trial {
    LaunchShape Shape;
    std::uint64_t Number = 0; ///< For note(); 0: how long it takes is of no interest.
  };

  /// The next launch. Several may be under way at once.
  Trial next(const Differs &IsAnother);

  /// A launch has taken so long. Numbers of trials that are over are ignored.
  void note(std::uint64_t Number, double Seconds, std::uint64_t Iterations);

  /// Launches that are under way will not be heard of.
  void drop();

  bool isSettled() const { return Settled; }
  LaunchShape best() const { return Best; }

  /// A shape that was measured.
  struct Result {
    LaunchShape Shape;
    double SecondsPerIteration = 0;
  };

  /// What has been measured since the last call.
  std::vector<Result> takeResults() { return std::exchange(Results, {}); }

private:
  struct Measured {
    LaunchShape Shape;
    std::uint64_t Number = 0; ///< 0: yet to be launched.
    double Seconds = 0;       ///< 0: not over.
    std::uint64_t Iterations = 0;

    double rate() const { return Seconds / double(Iterations); }
  };

  bool isTime() const;
  void plan(const Differs &IsAnother);
  std::optional<LaunchShape> neighbour(const Differs &IsAnother);
  bool isHopeless() const;
  void conclude();
  void compare();

  LaunchShape Best;
  double BestRate = 0; ///< Seconds per iteration; 0: not measured.
  const bool IsKnown, Remembered;
  bool Settled = false;
  std::set<LaunchShape> Tried;
  std::optional<LaunchShape> RunnerUp; ///< Times of different runs may mislead: before it is over, it has a trial.
  unsigned Direction = 0;              ///< In which the last step that paid went: it is tried first.

  std::vector<Result> Results;
  std::uint64_t Launches = 0, LastNumber = 0;
  std::optional<LaunchShape> Candidate;
  std::vector<Measured> Batch;  ///< What is compared: the best shape's launches and the candidate's in turns.
  double Seconds = 0, Lost = 0; ///< Of all measured launches; of these, what candidates took longer.
};

} // namespace hetrt::cuda

#endif
