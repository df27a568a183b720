// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a simulated run as a report, and as hetreport's page.
#include "Library.h"
#include "Output.h"

#include <cmath>
#include <fmt/format.h>

namespace hetsim {
namespace {

using hetrt::Json;

/// The bytes that a device copies in all passes: PerIteration for each iteration, and Full for each pass in which the
/// device computes.
uint64_t bytes(const std::vector<uint64_t> &Iterations, double PerIteration, double Full) {
  double Sum = 0;
  for (uint64_t Count : Iterations)
    Sum += Count ? PerIteration * static_cast<double>(Count) + Full : 0;
  return static_cast<uint64_t>(std::llround(Sum));
}

Json deviceOf(const Run &What, size_t J) {
  const hetrt::ModelledDevice &D = What.Machine.Devices[J];
  const hetrt::ProgramModel &P = What.Program;
  std::vector<uint64_t> Iterations;
  std::vector<double> Seconds;
  for (const hetrt::SimulatedPass &Pass : What.Result.Passes) {
    Iterations.push_back(Pass.Devices[J].Iterations);
    Seconds.push_back(Pass.Devices[J].Seconds);
  }
  const bool IsCore = D.Kind == hetrt::ProcessorKind::Cpu;
  return {{"name", D.Name},
          {"kind", D.Name.substr(0, D.Name.find(':'))},
          {"simd_width", D.SimdWidth},
          {"iterations", Iterations},
          {"seconds", Seconds},
          {"bytes_in", IsCore ? 0 : bytes(Iterations, P.BytesInPerIteration, P.FullBytesIn)},
          {"bytes_out", IsCore ? 0 : bytes(Iterations, P.BytesOutPerIteration, P.FullBytesOut)},
          {"bytes_across", 0},
          {"given_up", false}};
}

void replace(std::string &Text, std::string_view What, const std::string &With) {
  const size_t At = Text.find(What);
  if (At == std::string::npos)
    throw hetrt::ModelError(fmt::format("hetreport's page: wanted a place for {}, found none", What));
  Text.replace(At, What.size(), With);
}

Json answersOf(const std::vector<Mix> &Mixes) {
  Json All = Json::array();
  for (const Mix &Each : Mixes)
    All.push_back({{"devices", Each.Devices}, {"seconds", Each.Seconds}, {"ideal_seconds", Each.IdealSeconds}});
  return All;
}

} // namespace

Json reportOf(const Run &What) {
  Json Devices = Json::array();
  uint64_t In = 0, Out = 0;
  for (size_t J = 0; J < What.Machine.Devices.size(); ++J) {
    Devices.push_back(deviceOf(What, J));
    In += Devices.back()["bytes_in"].get<uint64_t>();
    Out += Devices.back()["bytes_out"].get<uint64_t>();
  }
  std::vector<double> PassSeconds;
  for (const hetrt::SimulatedPass &Pass : What.Result.Passes)
    PassSeconds.push_back(Pass.Seconds);
  const size_t Passes = PassSeconds.size();
  const Json Region = {
      {"location", What.Program.Name},
      {"scheduler", What.Scheduler},
      {"reason", What.Reason},
      {"no_accelerator", ""},
      {"passes", Passes},
      {"plain_passes", 0},
      {"seconds", What.Result.Seconds},
      {"planning", 0},
      {"parts", {{"planning", 0}, {"start_up", 0}, {"computing", What.Result.Seconds}, {"waiting", 0}}},
      {"speed_up", nullptr},
      {"pass_seconds", PassSeconds},
      {"devices", std::move(Devices)}};
  return {{"version", 1},
          {"regions", Json::array({Region})},
          {"between_regions", Json::array()},
          {"totals",
           {{"passes", Passes},
            {"seconds", What.Result.Seconds},
            {"bytes_in", In},
            {"bytes_out", Out},
            {"bytes_across", 0}}}};
}

std::string formatPage(const Run &What, const std::vector<Mix> &Answers, const std::string &From) {
  const Json Shown = {{"files", {From}},
                      {"notes",
                       {fmt::format("hetsim worked these figures out for {}; no program ran. {}", What.Machine.Name,
                                    describeWork(What.Program.Profile))}},
                      {"report", reportOf(What)},
                      {"trace", nullptr},
                      {"advice", nullptr}};
  Json Data = {{"runs", Json::array({Shown})}};
  if (!Answers.empty())
    Data["what_if"] = answersOf(Answers);
  std::string Text = hetrt::json::print(Data), Page = pagePart("page.html");
  // no '<' in the data may end the <script> element
  for (size_t At = 0; (At = Text.find('<', At)) != std::string::npos;)
    Text.replace(At, 1, "\\u003c");
  replace(Page, "{{STYLE}}", pagePart("page.css"));
  replace(Page, "{{DATA}}", Text);
  replace(Page, "{{SCRIPT}}", pagePart("page.js"));
  return Page;
}

} // namespace hetsim
