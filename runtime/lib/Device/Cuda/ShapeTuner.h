// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches for the fastest launch shape (threads per block, lanes) of one class of launches while the program runs.
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

/// Starts with one shape and goes on to neighbours, with twice or half as many threads or lanes, while they are faster.
///
/// Launches differ in more than their shape: the iterations of a triangular loop are not equally long, and a device
/// gets different ones in each pass. So launches in the best shape so far and in a neighbouring shape alternate, and
/// the median of the ratios of their seconds per iteration decides. No trials are made in programs with few launches,
/// unless later runs use the results, nor for launches of a few microseconds, since the gain could not make up for the
/// cost. The time that trials of slower shapes cost is limited to a small part of the time of all launches: as long as
/// it is more, no new trial begins.
class ShapeTuner {
public:
  /// `Known`: shapes that earlier runs have tried, the fastest first; if empty, the search begins with `First`.
  /// `Remembered`: results are stored for later runs, so trials begin at once and continue the search of earlier runs.
  /// Otherwise the fastest known shape is used without trials.
  ShapeTuner(LaunchShape First, const std::vector<LaunchShape> &Known, bool Remembered)
      : Best(Known.empty() ? First : Known.front()), IsKnown(!Known.empty()), Remembered(Remembered),
        Tried(Known.begin(), Known.end()) {
    Tried.insert(Best);
    if (Remembered && Known.size() > 1)
      RunnerUp = Known[1];
  }

  /// Whether a launch in this shape would have another grid than one in the best shape.
  using Differs = std::function<bool(LaunchShape)>;

  /// How to make one launch.
  struct Trial {
    LaunchShape Shape;
    std::uint64_t Number = 0; ///< The number for note(); 0: the launch is not measured.
  };

  /// The shape of the next launch. Several launches may be under way at the same time.
  Trial next(const Differs &IsAnother);

  /// Reports the time of a launch. Numbers of trials that are over are ignored.
  void note(std::uint64_t Number, double Seconds, std::uint64_t Iterations);

  /// Forgets the launches that are under way; note() will not be called for them.
  void drop();

  bool isSettled() const { return Settled; }
  LaunchShape best() const { return Best; }

  /// A shape, and the time measured for it.
  struct Result {
    LaunchShape Shape;
    double SecondsPerIteration = 0;
  };

  /// The results since the last call.
  std::vector<Result> takeResults() { return std::exchange(Results, {}); }

private:
  struct Measured {
    LaunchShape Shape;
    std::uint64_t Number = 0; ///< The number for note(); 0 until the launch is made.
    double Seconds = 0;       ///< The time that note() has reported; 0 before.
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
  /// The second best shape of earlier runs, tried before the search ends, since times of different runs may mislead.
  std::optional<LaunchShape> RunnerUp;
  unsigned Direction = 0; ///< The direction (index of a neighbour) of the last step that was faster; tried first.

  std::vector<Result> Results;
  std::uint64_t Launches = 0, LastNumber = 0;
  std::optional<LaunchShape> Candidate;
  std::vector<Measured> Batch;  ///< Launches to compare: the best shape and the candidate in turn.
  double Seconds = 0, Lost = 0; ///< The time of all measured launches; the additional time that candidates took.
};

} // namespace hetrt::cuda

#endif
