// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparison of outputs with inputs, by device and inode: links are other names of the same file.
#include "Overwrites.h"

#include <sys/stat.h>

namespace hetcc::driver {

namespace {

bool isRegular(const std::string &Path, struct stat &Status) {
  return stat(Path.c_str(), &Status) == 0 && S_ISREG(Status.st_mode);
}

bool areSameFile(const std::string &One, const std::string &Other) {
  struct stat A, B;
  return isRegular(One, A) && isRegular(Other, B) && A.st_dev == B.st_dev && A.st_ino == B.st_ino;
}

bool isRead(const Argument &Argument) {
  return Argument.IsInput || Argument.Name == "-include" || Argument.Name == "-imacros";
}

} // namespace

std::string overwrittenInput(const CommandLine &Line, const std::vector<std::string> &Outputs) {
  for (const std::string &Output : Outputs)
    for (const Argument &Argument : Line.Arguments)
      if (isRead(Argument) && areSameFile(Argument.Value, Output))
        return "input file '" + Argument.Value + "' is the same as output file" +
               (Argument.Value == Output ? "" : " '" + Output + "'");
  return {};
}

std::vector<std::string> outputsOf(const Plan &Plan, const CommandLine &Line) {
  if (Line.Own.EmitSource)
    return {*Line.Own.EmitSource};
  std::vector<std::string> Outputs;
  for (const Unit &Unit : Plan.Units) {
    Outputs.push_back(Unit.Output);
    Outputs.push_back(Unit.MakeRuleFile);
    for (const KeptFile &Each : Unit.Kept)
      Outputs.push_back(Each.Copy);
    Outputs.insert(Outputs.end(), Unit.HostKept.begin(), Unit.HostKept.end());
  }
  if (Plan.Link)
    Outputs.push_back(Line.Output.value_or("a.out"));
  return Outputs;
}

} // namespace hetcc::driver
