// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What it takes to plan and to end a pass with many devices: the runtime's own code for it, without a pass being run.
//
//   plan      who is there (DeviceTable), the scheduler's list, beginPass, the shares (Planner)
//   hand out  next() and finished() of all ranges of the pass, whichever form it has
//   end       endPass, who was given up, leases
//   copies    which rows of an array that stays go from where to where, for a stencil: two for each device
//
// Processor time of the one thread; the median of so many passes, with the interval that holds it with 95% confidence.
//   first     nothing is known of the region, which is new
//   later     passes that follow each other; times differ from pass to pass, so that the split moves
//   emptied   the same, but between passes as many bytes are read and written as the caches have
#include "Device/Emulated/EmulatedDevice.h"
#include "Device/Emulated/ThreadTime.h"
#include "Memory/Exchange.h"
#include "Plan/Planner.h"
#include "Schedule/Registry.h"
#include "Json/Json.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

using namespace hetrt;

namespace {

/// What the parts of one pass took.
struct Parts {
  double Plan = 0, HandOut = 0, End = 0;
  unsigned Ranges = 0;
};

/// A device's time for a range in some pass: accelerators are as fast as the cores of a node.
double seconds(const DeviceSlot &Device, unsigned Position, Range Part, unsigned Pass) {
  const double Slower = Device.isAccelerator() ? 1 : 8;
  return 1e-9 * Slower * double(Part.size()) * (1 + 0.1 * double((Position * 7 + Pass * 3) % 5));
}

/// A region of so many cores, and all accelerators of the fleet.
class Region {
public:
  Region(const SchedulerDescriptor &Which, const Fleet &All, std::uint32_t Cores) : By(Which.Create({})), Cores(Cores) {
    Devices.choose(All, [](Accelerator &) { return true; });
  }

  Parts pass(std::uint64_t Iterations) {
    Parts Took;
    double Before = threadSeconds();
    By->expect(Iterations);
    DeviceTable::noteGivenUp(Made.Devices, *By);
    std::vector<AcceleratorLease> Serving = Devices.acquire(false);
    PassRequest Wanted{
        .TripCount = Iterations, .Units = Division({.Size = 1, .TripCount = Iterations}), .Threads = Cores};
    Devices.list(Serving, Wanted.Accelerators);
    Made = Plan.plan(Wanted, *By, std::move(Made.Devices));
    Took.Plan = threadSeconds() - Before;

    Before = threadSeconds();
    Took.Ranges = handOut();
    Took.HandOut = threadSeconds() - Before;

    Before = threadSeconds();
    By->endPass();
    DeviceTable::noteGivenUp(Made.Devices, *By);
    Serving.clear();
    Took.End = threadSeconds() - Before;
    ++Pass;
    return Took;
  }

private:
  unsigned handOut() {
    unsigned Ranges = 0;
    for (bool Active = true; Active;) {
      Active = false;
      for (unsigned J = 0; J < Made.Devices.size(); ++J) {
        const Assignment Next = By->next(J);
        if (Next.What == Answer::Run) {
          By->finished(J, Next.Share, seconds(Made.Devices[J], J, Next.Share, Pass));
          ++Ranges;
        }
        Active |= Next.What != Answer::Done;
      }
    }
    return Ranges;
  }

  std::unique_ptr<Scheduler> By;
  std::uint32_t Cores;
  DeviceTable Devices;
  Planner Plan;
  PassPlan Made;
  unsigned Pass = 0;
};

/// The median and the interval that holds it with 95% confidence, whatever the distribution.
struct Middle {
  double Median = 0, Low = 0, High = 0;
};

Middle middleOf(std::vector<double> Of) {
  std::ranges::sort(Of);
  const double N = double(Of.size()), Away = 0.98 * std::sqrt(N);
  const auto At = [&](double Rank) { return Of[std::size_t(std::clamp(Rank, 0.0, N - 1))]; };
  const std::size_t Half = Of.size() / 2;
  return {Of.size() % 2 ? Of[Half] : (Of[Half - 1] + Of[Half]) / 2, At(std::floor(N / 2 - Away - 0.5)),
          At(std::ceil(N / 2 + Away - 0.5))};
}

/// Reads and writes more than the caches have.
void emptyCaches() {
  static std::vector<char> Bytes(std::size_t(64) << 20);
  for (std::size_t I = 0; I < Bytes.size(); I += 64)
    ++Bytes[I];
}

struct Wanted {
  std::uint32_t Devices = 1000, Cores = 1;
  unsigned Passes = 101;
  std::uint64_t Iterations = 4'000'000;
  std::string JsonFile;
};

std::vector<Parts> passesOf(const std::string &Case, const SchedulerDescriptor &Which, const Fleet &All,
                            const Wanted &W) {
  std::vector<Parts> Took;
  if (Case == "first") {
    for (unsigned Pass = 0; Pass < W.Passes; ++Pass)
      Took.push_back(Region(Which, All, W.Cores).pass(W.Iterations));
    return Took;
  }
  Region Same(Which, All, W.Cores);
  constexpr unsigned Before = 5;
  for (unsigned Pass = 0; Pass < Before + W.Passes; ++Pass) {
    if (Case == "emptied")
      emptyCaches();
    const Parts Each = Same.pass(W.Iterations);
    if (Pass >= Before)
      Took.push_back(Each);
  }
  return Took;
}

Json rowOf(const std::string &Case, const SchedulerDescriptor &Which, const Fleet &All, const Wanted &W) {
  const std::vector<Parts> Took = passesOf(Case, Which, All, W);
  Json Row{{"scheduler", Which.Name}, {"case", Case}, {"devices", W.Devices}, {"passes", Took.size()}};
  std::string Line = fmt::format("{:<14}{:<9}", Which.Name, Case);
  const auto Add = [&](const char *Name, auto Of) {
    std::vector<double> Values;
    for (const Parts &Each : Took)
      Values.push_back(Of(Each));
    const Middle M = middleOf(Values);
    Row[Name] = {{"median", M.Median}, {"low", M.Low}, {"high", M.High}};
    Line += fmt::format("{:>12.1f} ({:.1f} to {:.1f})", 1e6 * M.Median, 1e6 * M.Low, 1e6 * M.High);
  };
  Add("plan_and_end_seconds", [](const Parts &P) { return P.Plan + P.End; });
  Add("plan_seconds", [](const Parts &P) { return P.Plan; });
  Add("end_seconds", [](const Parts &P) { return P.End; });
  Add("hand_out_seconds", [](const Parts &P) { return P.HandOut; });
  std::vector<double> Ranges;
  for (const Parts &Each : Took)
    Ranges.push_back(Each.Ranges);
  Row["ranges"] = middleOf(Ranges).Median;
  fmt::print("{}{:>10.0f}\n", Line, middleOf(Ranges).Median);
  std::fflush(stdout);
  return Row;
}

/// Each device holds 1,000 rows, and wants the ones before and behind them, too.
Json copies(const Wanted &W) {
  constexpr std::int64_t Rows = 1000, Columns = 4000;
  std::vector<BoxSet> Wants, Holds;
  for (std::int64_t D = 0; D < W.Devices; ++D) {
    const std::int64_t First = D * Rows, Last = First + Rows;
    Holds.emplace_back(boxOf({First, Last}, {0, Columns}));
    Wants.emplace_back(
        boxOf({std::max<std::int64_t>(First - 1, 0), std::min(Last + 1, W.Devices * Rows)}, {0, Columns}));
  }
  std::vector<double> Took;
  std::size_t Transfers = 0;
  for (unsigned Pass = 0; Pass < W.Passes; ++Pass) {
    const double Before = threadSeconds();
    Transfers = planTransfers(Wants, Holds, Holds).size();
    Took.push_back(threadSeconds() - Before);
  }
  const Middle M = middleOf(Took);
  fmt::print("copies of a stencil: {} in {:.1f} ({:.1f} to {:.1f})\n", Transfers, 1e6 * M.Median, 1e6 * M.Low,
             1e6 * M.High);
  return {{"transfers", Transfers}, {"median", M.Median}, {"low", M.Low}, {"high", M.High}};
}

} // namespace

int main(int Count, char **Arguments) {
  CLI::App App{"What it takes to plan and to end a pass with many devices."};
  Wanted W;
  App.add_option("--devices", W.Devices, "Accelerators, such as nodes")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  App.add_option("--cores", W.Cores, "Threads beside them")->check(CLI::Range(1, 1024))->capture_default_str();
  App.add_option("--passes", W.Passes, "Passes of each case")->check(CLI::Range(5, 100'000))->capture_default_str();
  App.add_option("--json", W.JsonFile, "Also writes this file");
  CLI11_PARSE(App, Count, Arguments);
  Fleet All;
  for (unsigned Number = 0; Number < W.Devices; ++Number)
    All.Members.push_back(
        std::make_unique<Accelerator>(std::make_unique<EmulatedDevice>(Number, EmulatedOptions{}), Number));
  fmt::print("microseconds of a pass with {} devices and {} cores: plan and end; plan; end; hand out; ranges\n",
             W.Devices, W.Cores);
  Json Rows = Json::array();
  for (const SchedulerDescriptor *Which : allSchedulers())
    for (const char *Case : {"first", "later", "emptied"})
      Rows.push_back(rowOf(Case, *Which, All, W));
  const Json Copies = copies(W);
  if (W.JsonFile.empty())
    return 0;
  std::ofstream File(W.JsonFile);
  File << json::print({{"clock", "processor time of the thread"},
                       {"iterations", W.Iterations},
                       {"cores", W.Cores},
                       {"rows", Rows},
                       {"copies_seconds", Copies}},
                      1)
       << "\n";
  return File ? 0 : 1;
}
