// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares outputs with inputs by device and inode, since a file may have several names.
#include "Overwrites.h"

#include "Files.h"
#include "Process.h"
#include "Toolchain.h"

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

/// All names in a rule for make, including its target.
static std::vector<std::string> namesOfRule(std::string_view Rule) {
  std::vector<std::string> Names(1);
  for (size_t I = 0; I < Rule.size(); ++I) {
    const char C = Rule[I], Next = I + 1 < Rule.size() ? Rule[I + 1] : '\n';
    if ((C == '\\' && (Next == ' ' || Next == '#' || Next == '\\')) || (C == '$' && Next == '$'))
      Names.back() += Rule[++I];
    else if (C != ' ' && C != '\n' && !(C == '\\' && Next == '\n'))
      Names.back() += C;
    else if (!Names.back().empty())
      Names.emplace_back();
  }
  return Names;
}

std::string overwrittenHeader(const CommandLine &Line, const Argument &Input, const std::string &Source,
                              const std::vector<std::string> &Additions) {
  struct stat Status;
  const std::string &Output = *Line.Own.EmitSource;
  PrivateFolder Folder;
  if (!isRegular(Output, Status) || !Folder.create())
    return {};
  const std::string Rule = Folder.path() + "/rule";
  Command List{hostCompiler(Line.CxxDriver), {}};
  auto Add = [&](const std::vector<std::string> &Words) {
    List.Words.insert(List.Words.end(), Words.begin(), Words.end());
  };
  for (const Argument &Each : Line.Arguments)
    if (!Each.IsInput && (Each.Kind == OptionKind::Preprocessor || Each.Kind == OptionKind::Language))
      Add(Each.Words);
  Add(Additions);
  Add({"-w", "-M", "-MF", Rule, "-iquote", dirPart(Input.Value).empty() ? "." : dirPart(Input.Value), "-x",
       std::string(languageName(Input.Type)), Source});
  if (!run(List, true).succeeded())
    return {}; // a compilation with errors writes nothing
  for (const std::string &Name : namesOfRule(readFile(Rule).value_or("")))
    if (areSameFile(Name, Output))
      return "input file '" + Name + "' is the same as output file" + (Name == Output ? "" : " '" + Output + "'");
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
  if (Line.Own.Summary && *Line.Own.Summary != "-")
    Outputs.push_back(*Line.Own.Summary);
  if (Plan.Link)
    Outputs.push_back(Line.Output.value_or("a.out"));
  return Outputs;
}

} // namespace hetcc::driver
