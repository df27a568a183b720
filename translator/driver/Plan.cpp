// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the commands of a plan.
#include "Plan.h"

#include "Files.h"
#include "Gate.h"
#include "LineMarker.h"
#include "SideNames.h"

#include <algorithm>

namespace hetcc::driver {

namespace {

using Words = std::vector<std::string>;

void append(Words &To, const Words &More) { To.insert(To.end(), More.begin(), More.end()); }

bool isStandardInput(const Argument &Input) { return Input.Value == "-"; }

/// The folder that is searched first for "headers" of the source; "" is the working directory.
std::string sourceDirectory(const Argument &Input) { return isStandardInput(Input) ? "" : dirPart(Input.Value); }

/// \p Directory as the value of an option, which cannot be empty.
std::string orHere(const std::string &Directory) { return Directory.empty() ? "." : Directory; }

/// The suffix for generated sources, by which all tools recognise the language. Generated sources are never
/// preprocessed ones.
std::string suffixFor(const Argument &Input) {
  if (!isCxx(Input.Type))
    return ".c";
  std::string_view Name = namePart(Input.Value);
  std::string Suffix(Name.substr(std::min(Name.size(), stemOf(Name).size())));
  return typeOfPath("x" + Suffix, true) == InputType::Cxx && Suffix != ".c" ? Suffix : ".cpp";
}

std::string_view plainLanguage(InputType Type) { return isCxx(Type) ? "c++" : "c"; }

/// Applies the user's options -ffile-prefix-map and -fdebug-prefix-map to a folder. If several options fit, the last
/// one counts, as in the compiler.
std::string mapPrefix(const CommandLine &Line, std::string Directory) {
  for (auto It = Line.Arguments.rbegin(); It != Line.Arguments.rend(); ++It) {
    std::string_view Value = It->Value;
    if (It->Name != "-f" || !(Value.starts_with("file-prefix-map=") || Value.starts_with("debug-prefix-map=")))
      continue;
    Value.remove_prefix(Value.find('=') + 1);
    size_t Equals = Value.find('=');
    if (Equals != Value.npos && Directory.starts_with(Value.substr(0, Equals)))
      return std::string(Value.substr(Equals + 1)) + Directory.substr(Equals);
  }
  return Directory;
}

bool isPreprocessed(InputType Type) { return Type == InputType::PreprocessedC || Type == InputType::PreprocessedCxx; }

/// The command line for a generated source, which is compiled as an ordinary source even if the user's source is
/// preprocessed. In this case, -include and -imacros are removed, because the text contains their headers already.
CommandLine withoutForcedHeaders(CommandLine Line, InputType Type) {
  if (isPreprocessed(Type))
    std::erase_if(Line.Arguments, [](const Argument &A) { return A.Name == "-include" || A.Name == "-imacros"; });
  return Line;
}

/// The command line for clang: like withoutForcedHeaders(), and without a -std option of the other language (-std=c11
/// for a C++ source), which is an error for clang, while gcc only warns.
CommandLine asClangTakesIt(const CommandLine &All, InputType Type) {
  CommandLine Line = withoutForcedHeaders(All, Type);
  std::erase_if(Line.Arguments, [&](const Argument &A) {
    return !A.IsInput && A.Name.starts_with("-std") && (A.Value.find("++") != A.Value.npos) != isCxx(Type);
  });
  return Line;
}

class Planner {
public:
  explicit Planner(const PlanInputs &Inputs) : Inputs(Inputs), Line(Inputs.Line), Host(hostCompiler(Line.CxxDriver)) {}

  Plan plan() {
    Plan Result;
    for (const AnnotatedInput &Input : Inputs.Annotated)
      Result.Units.push_back(planUnit(Input, Result.Units.size()));
    if (Line.StopAfter == Mode::Link)
      Result.Link = planRest(Result.Units);
    else if (hasOtherInputs(Result.Units))
      Result.CompileRest = planRest(Result.Units);
    return Result;
  }

private:
  Unit planUnit(const AnnotatedInput &Annotated, size_t Index) {
    const Argument &Input = *Annotated.Input;
    Unit Unit;
    Unit.Input = &Input;
    Unit.IsOurs = Annotated.IsOurs;
    Unit.HasOwnDirective = Annotated.HasOwnDirective;
    Unit.ForItsFunctions = Annotated.ForItsFunctions;
    Unit.Display = isStandardInput(Input) ? "<stdin>" : Input.Value;
    Unit.Source = Annotated.Source;
    Unit.Folder = unitFolder(Inputs.Folder, Index);
    std::string Stem = Unit.Folder + "/" + (isStandardInput(Input) ? "stdin" : std::string(stemOf(Input.Value)));
    std::string Suffix = suffixFor(Input);
    Unit.HostSource = Stem + Suffix;
    // The name is cut to leave space for the suffix, because the source's name may have the greatest possible length.
    Unit.DeviceSource = Unit.Folder + "/" + std::string(namePart(Stem).substr(0, 200)) + ".device" + Suffix;
    Unit.Image = Unit.Folder + "/image.fatbin"; // a fixed name, since it is written in an assembler string
    Unit.Regions = Unit.Folder + "/regions";
    Unit.Summary = Unit.Folder + "/summary";
    Unit.Output = outputOf(Input, Stem);
    Unit.Translate = planTranslation(Unit, false);
    Unit.TranslatePlain = planTranslation(Unit, true);
    if (Inputs.Tools)
      Unit.Device = planDevice(deviceJob(Unit), deviceLine(Input), *Inputs.Tools);
    Unit.CompileHost = planHost(Unit, Annotated.Seed);
    Unit.TellErrors = Unit.CompileHost;
    append(Unit.TellErrors.Words, hostIsClang() ? Words{"-fno-color-diagnostics"}
                                                : Words{"-fdiagnostics-format=text", "-fdiagnostics-color=never"});
    addGate(Unit);
    Unit.CompileOriginal = planOriginal(Unit, Annotated.Mention);
    Unit.MakeRule = planMakeRule(Unit);
    if (Unit.MakeRule)
      Unit.MakeRuleFile = makeRuleNames(Line, Input.Value, hostIsClang()).File;
    if (Line.SaveTemps) {
      Unit.Kept = planKept(Unit, std::string(stemOf(Stem + Suffix)));
      Unit.HostKept = hostKept(Input);
    }
    return Unit;
  }

  /// The files that --save-temps keeps. Their names are the same in every run.
  std::vector<KeptFile> planKept(const Unit &Unit, const std::string &Name) const {
    bool BesideOutput = *Line.SaveTemps == "obj" || (Line.SaveTemps->empty() && Line.Output);
    std::string Beginning = (BesideOutput && Line.Output ? dirPart(*Line.Output) : "") + Name + ".hetcc";
    std::string Suffix = suffixFor(*Unit.Input);
    std::vector<KeptFile> Result = {{Unit.HostSource, Beginning + Suffix},
                                    {Unit.DeviceSource, Beginning + ".device" + Suffix},
                                    {Unit.Image, Beginning + ".fatbin"}};
    if (Unit.Device)
      Result.push_back({Unit.Device->Ptx, Beginning + ".ptx"});
    if (Line.StopAfter == Mode::Link)
      Result.push_back({Unit.Output, keptObject(*Unit.Input)});
    return Result;
  }

  /// The files that the host compiler keeps for --save-temps, under all names that it may use. They exist for a
  /// preprocessed source as well, because its translation is an ordinary source, which is preprocessed again.
  std::vector<std::string> hostKept(const Argument &Input) const {
    std::string Output = Line.Output.value_or("");
    Words Stems = {sideNames(Line, Input.Value).stem()}, Result;
    for (const std::string &Stem : {std::string(stemOf(Input.Value)), std::string(stemOf(Output))})
      append(Stems, {Stem, dirPart(Output) + Stem});
    for (const std::string &Stem : Stems)
      for (std::string_view Suffix : {".i", ".ii", ".s"})
        Result.push_back(Stem + std::string(Suffix));
    return Result;
  }

  /// The name that the host compiler gives to the object of a source in a link with --save-temps.
  std::string keptObject(const Argument &Input) const {
    if (!hostIsClang())
      return sideNames(Line, Input.Value).stem() + ".o";
    const bool BesideOutput = *Line.SaveTemps != "cwd" && Line.Output;
    return (BesideOutput ? dirPart(*Line.Output) : "") +
           (isStandardInput(Input) ? "-" : std::string(stemOf(Input.Value))) + ".o";
  }

  /// The command line for the device source. It has no -g if the file's name contains a quote or a control character,
  /// because clang writes the name into the PTX without escapes.
  CommandLine deviceLine(const Argument &Input) const {
    CommandLine Result = asClangTakesIt(Inputs.TranslatedLine, Input.Type);
    if (escapedName(Input.Value) != Input.Value)
      std::erase_if(Result.Arguments, [](const Argument &A) { return !A.IsInput && A.Words[0].starts_with("-g"); });
    return Result;
  }

  DeviceJob deviceJob(const Unit &Unit) const {
    std::string Directory = sourceDirectory(*Unit.Input);
    return {Unit.DeviceSource,
            Unit.Input->Type,
            Unit.Folder + "/device", // a fixed name, since fatbinary does not accept all names
            Unit.Image,
            orHere(Directory),
            mentionOptions(Inputs.Parts),
            Unit.Folder,
            orHere(mapPrefix(Line, Directory))};
  }

  std::string outputOf(const Argument &Input, const std::string &Stem) const {
    if (Line.StopAfter == Mode::Link)
      return Stem + ".o";
    if (Line.StopAfter == Mode::SyntaxOnly)
      return {};
    if (Line.Output)
      return *Line.Output;
    std::string Name = isStandardInput(Input) ? "-" : std::string(stemOf(Input.Value));
    return Name + (Line.StopAfter == Mode::Object ? ".o" : ".s");
  }

  /// The words of all options of these kinds, in order.
  static Words optionsOf(const CommandLine &Line, std::initializer_list<OptionKind> Kinds) {
    Words Result;
    for (const Argument &Option : Line.Arguments)
      if (!Option.IsInput && Option.Name != "--" && std::find(Kinds.begin(), Kinds.end(), Option.Kind) != Kinds.end())
        append(Result, Option.Words);
    return Result;
  }

  /// The options for the translated source. With --hetcc-off, nothing of hetcc is active, and __HETCC__ is not defined.
  Words ourCompileOptions(const Unit &Unit) const {
    return Line.Own.Off           ? headerOptions(Inputs.Parts)
           : Unit.ForItsFunctions ? mentionOptions(Inputs.Parts)
                                  : runtimeCompileOptions(Inputs.Parts);
  }

  Command planTranslation(const Unit &Unit, bool Plain) const {
    Words Result = {Inputs.Parts.Translator, "--output-dir=" + Unit.Folder, "--host-output=" + Unit.HostSource,
                    "--device-output=" + Unit.DeviceSource};
    if (Inputs.Tools && !Plain)
      Result.push_back("--image=" + Unit.Image);
    if (!Plain)
      Result.push_back("--regions=" + Unit.Regions);
    if (Line.Own.NoEmulated)
      Result.push_back("--no-emulated");
    if (Line.Own.NoNodes)
      Result.push_back("--no-outlined");
    if (Line.Own.EmitSource || Line.SaveTemps)
      Result.push_back("--readable");
    if (Line.Own.ShowClauses)
      Result.push_back("--show-clauses");
    if (Line.Own.Fix)
      Result.push_back("--fix");
    if (Line.Own.Explain)
      Result.push_back("--explain");
    if (!Line.Own.Reassociate)
      Result.push_back("--no-reassociate");
    if (Line.Own.splitsOpenMP() && !Plain)
      append(Result, {*Line.Own.Auto == AutoMode::All ? "--auto=all" : "--auto=target", "--summary=" + Unit.Summary});
    // With --checked, each thread takes one iteration at a time (`schedule(dynamic)`). This is left out for clang,
    // whose OpenMP library lacks the functions of libgomp that hand out these iterations.
    if (Line.Own.Check && !hostIsClang())
      Result.push_back("--checked");
    if (!Plain)
      Result.push_back(Line.Own.describesFunctions() ? "--functions=always" : "--functions");
    if (isPreprocessed(Unit.Input->Type))
      Result.push_back("--preprocessed");
    for (const std::string &Word : Line.Own.MessageWords)
      Result.push_back("--message=" + Word);
    if (Plain)
      Result.push_back("--plain");
    if (Plain && !Line.Own.Off)
      Result.push_back("--marked");
    Result.push_back("--");
    // The copy is in the temporary folder, but the "headers" that it includes are beside the user's source.
    if (Unit.Source != Unit.Input->Value)
      append(Result, {"-iquote", orHere(sourceDirectory(*Unit.Input))});
    append(Result, optionsOf(asClangTakesIt(Inputs.TranslatedLine, Unit.Input->Type),
                             {OptionKind::Preprocessor, OptionKind::Language}));
    append(Result, ourCompileOptions(Unit));
    if (Unit.ForItsFunctions && !usesOpenMP(Line)) // needed because the translator parses all units with -fopenmp
      Result.push_back("-U_OPENMP");
    append(Result, {"-x", std::string(plainLanguage(Unit.Input->Type)), Unit.Source});
    return {std::move(Result), {}};
  }

  /// The words of a command that compiles one source, without the source.
  Words compileWords() const {
    Words Result = Host;
    append(Result,
           optionsOf(withoutSideNames(Line), {OptionKind::Host, OptionKind::Preprocessor, OptionKind::Language}));
    return Result;
  }

  std::string_view stopOption() const {
    if (Line.StopAfter == Mode::Assembly)
      return "-S";
    return Line.StopAfter == Mode::SyntaxOnly ? "-fsyntax-only" : "-c";
  }

  /// Options for the names of side outputs (profiles, split debug information). When hetcc links, it compiles each unit
  /// to a temporary object, but the side outputs must have the names that a single command would give them.
  Words sideOutputs(const Argument &Input) const {
    if (hostIsClang())
      return sideOutputsOfClang();
    if (!needsSideNames(Line))
      return {};
    const SideNames Names = sideNames(Line, Input.Value);
    Words Result = {"-dumpdir", Names.Prefix, "-dumpbase", Names.Base};
    if (!Names.Suffix.empty())
      append(Result, {"-dumpbase-ext", Names.Suffix});
    return Result;
  }

  /// Options for the names of clang's side outputs; clang takes the rest of the names from the source. Older versions
  /// of clang than 16 do not have -dumpdir.
  Words sideOutputsOfClang() const {
    Words Result = {"-dumpdir", Line.Output.value_or("a") + "-"};
    return Line.StopAfter == Mode::Link && !Line.has("-dumpdir") && hostAccepts(Result) ? Result : Words();
  }

  /// The command line without the options that sideOutputs() sets again.
  CommandLine withoutSideNames(CommandLine All) const {
    if (!hostIsClang() && needsSideNames(Line))
      std::erase_if(All.Arguments, isSideName);
    return All;
  }

  static bool isSideName(const Argument &Option) {
    return Option.Name == "-dumpdir" || Option.Name == "-dumpbase" || Option.Name == "-dumpbase-ext";
  }

  void addOutput(const Unit &Unit, Words &Words) const {
    Words.emplace_back(stopOption());
    if (!Unit.Output.empty())
      append(Words, {"-o", Unit.Output});
    append(Words, sideOutputs(*Unit.Input));
  }

  Command planHost(const Unit &Unit, unsigned long Seed) const {
    std::string Directory = sourceDirectory(*Unit.Input);
    Words Result = Host;
    append(Result, inliningLimit());
    append(Result, withoutPrecompiled());
    append(Result, {"-iquote", orHere(Directory)});
    append(Result, optionsOf(withoutForcedHeaders(withoutSideNames(Inputs.TranslatedLine), Unit.Input->Type),
                             {OptionKind::Host, OptionKind::Preprocessor, OptionKind::Language}));
    // If -fpack-struct has no number, gcc packs even the runtime's structs, although their header asks for the usual
    // layout; with a number, it does not.
    std::replace(Result.begin(), Result.end(), std::string("-fpack-struct"), std::string("-fpack-struct=1"));
    append(Result, ourCompileOptions(Unit));
    append(Result, noOffload());
    append(Result, checks());
    // The temporary folder's name is replaced, because the output must not depend on it.
    Result.push_back("-ffile-prefix-map=" + Unit.Folder + "/=" + mapPrefix(Line, Directory));
    if (!hasOption("-frandom-seed="))
      Result.push_back("-frandom-seed=" + std::to_string(Seed));
    std::erase(Result, "-fpreprocessed"); // the translated source is not preprocessed
    addOutput(Unit, Result);
    append(Result, {"-x", std::string(plainLanguage(Unit.Input->Type))});
    if (Line.has("--"))
      Result.emplace_back("--");
    Result.push_back(Unit.HostSource);
    return {std::move(Result), {}};
  }

  /// Lets the compiler run while the image is being made: only the assembler, which reads the image, waits for it. This
  /// is not possible if the output is assembler text, or is assembled later (LTO), nor with -pipe: if gcc joins two
  /// programs by a pipe, it uses -wrapper only for the first.
  void addGate(Unit &Unit) const {
    bool Assembles = Line.StopAfter == Mode::Object || Line.StopAfter == Mode::Link;
    bool NeedsText = Line.SaveTemps || Line.Own.EmitSource || hasOption("-flto");
    if (!Unit.Device || !Assembles || NeedsText || hostIsClang() || hasOption("-wrapper") || hasOption("-pipe"))
      return;
    std::string Path = Unit.Folder + "/gate";
    Words Options = Gate::options(Path);
    if (Options.empty())
      return;
    Words &Host = Unit.CompileHost.Words;
    Host.insert(Host.begin() + static_cast<std::ptrdiff_t>(this->Host.size()), Options.begin(), Options.end());
    Unit.GatePath = Path;
  }

  /// Switches gcc's own offloading off under --hetcc-auto. hetcc runs the data regions, so gcc's devices would not know
  /// the data in them.
  Words noOffload() const { return Line.Own.splitsOpenMP() && !hostIsClang() ? Words{"-foffload=disable"} : Words{}; }

  /// Options that include a header of hetcc's first, so that gcc uses no precompiled header: it uses one only before
  /// the first declaration. gcc 12 crashes on a precompiled header that was made without OpenMP. Not with modules,
  /// which must begin with their declaration.
  Words withoutPrecompiled() const {
    return hostIsClang() || hasOption("-fmodules") ? Words()
                                                   : Words{"-include", Inputs.Parts.IncludeDir + "/hetrt/first.h"};
  }

  /// Raises gcc's limit on inlining, which is a growth of the unit by 40%. The device forms of loops and functions use
  /// up this limit, so that functions of the program that are usually inlined would be called. If the user gives a
  /// value, it comes later in the command and counts.
  Words inliningLimit() const { return hostIsClang() ? Words() : Words{"--param", "inline-unit-growth=100"}; }

  Words checks() const { return Line.Own.Check ? checkCompileOptions(hostIsClang()) : Words(); }

  /// Whether the host compiler accepts these options; found out by compiling an empty source.
  bool hostAccepts(const Words &Options) const {
    Words Question = Host;
    append(Question, {"-fsyntax-only", "-x", "c", "/dev/null"});
    append(Question, Options);
    return run({std::move(Question), {}}, true).succeeded();
  }

  /// Whether the host compiler is clang, as the program's name tells. A program such as ccache may precede the name,
  /// and options may follow it.
  bool hostIsClang() const {
    return std::any_of(Host.begin(), Host.end(), [](const std::string &Word) {
      return !Word.starts_with("-") && namePart(Word).find("clang") != std::string_view::npos;
    });
  }

  bool hasOption(std::string_view Prefix) const {
    return std::any_of(Line.Arguments.begin(), Line.Arguments.end(),
                       [&](const Argument &A) { return !A.IsInput && A.Words[0].starts_with(Prefix); });
  }

  Command planOriginal(const Unit &Unit, bool Mention) const {
    Words Result = compileWords();
    if (Mention)
      append(Result, Line.Own.Off ? headerOptions(Inputs.Parts) : mentionOptions(Inputs.Parts));
    append(Result, checks());
    addOutput(Unit, Result);
    addOriginal(Unit, Result);
    return {std::move(Result), standardInputOf(Unit)};
  }

  static void addOriginal(const Unit &Unit, Words &Words) {
    append(Words, {"-x", std::string(languageName(Unit.Input->Type)), Unit.Input->Value});
  }

  static std::string standardInputOf(const Unit &Unit) {
    return isStandardInput(*Unit.Input) ? Unit.Source : std::string();
  }

  /// The command that writes the make rule. It reads the original source, so that the rule names only the user's files.
  std::optional<Command> planMakeRule(const Unit &Unit) const {
    Words Asked = optionsOf(Line, {OptionKind::Dependency});
    if (Asked.empty())
      return std::nullopt;
    Words Result = compileWords();
    append(Result, ourCompileOptions(Unit));
    if (makeRuleStyle(Line).empty() || Line.has("-MG")) // the host compiler makes no rule then, or reports an error
      append(Asked, {"-E", "-w", "-o", "/dev/null"});
    else
      Asked = ruleWords(Unit);
    append(Result, Asked);
    addOriginal(Unit, Result);
    return Command{std::move(Result), standardInputOf(Unit)};
  }

  /// Options for writing the rule without compiling.
  Words ruleWords(const Unit &Unit) const {
    MakeRuleNames Names = makeRuleNames(Line, Unit.Input->Value, hostIsClang());
    Words Result = {makeRuleStyle(Line), "-MF", Names.File, "-o", "/dev/null"};
    for (bool ToPreprocessor : {false, true})
      for (const Argument &Option : Line.Arguments)
        if ((Option.Name == "-MT" || Option.Name == "-MQ") && Option.ToPreprocessor == ToPreprocessor)
          append(Result, {Option.Name, Option.Value});
    if (Line.has("-MP"))
      Result.emplace_back("-MP");
    if (!Names.Target.empty())
      append(Result, {"-MQ", Names.Target});
    return Result;
  }

  bool hasOtherInputs(const std::vector<Unit> &Units) const { return Line.inputs().size() > Units.size(); }

  /// The user's command without the sources that are translated. In a link, their objects take their places.
  Command planRest(const std::vector<Unit> &Units) const {
    Words Result = Host;
    if (Inputs.OthersMention && !Line.Own.Off)
      append(Result, mentionOptions(Inputs.Parts));
    append(Result, noOffload());
    std::string Language = "none";
    const bool NamesSides = Line.StopAfter != Mode::Link && !hostIsClang() && needsSideNames(Line);
    if (NamesSides)
      append(Result, {"-dumpdir", sideNames(Line, "").Prefix});
    for (const Argument &Argument : Line.Arguments) {
      if (NamesSides && isSideName(Argument))
        continue;
      auto IsThis = [&](const Unit &Unit) { return Unit.Input == &Argument; };
      auto Found = std::find_if(Units.begin(), Units.end(), IsThis);
      if (Found == Units.end()) {
        append(Result, Argument.Words);
        Language = Argument.Kind == OptionKind::InputLanguage ? Argument.Value : Language;
        continue;
      }
      if (Line.StopAfter != Mode::Link)
        continue;
      if (Language != "none")
        append(Result, {"-x", "none", Found->Output, "-x", Language});
      else
        Result.push_back(Found->Output);
    }
    return {std::move(Result), {}};
  }

  const PlanInputs &Inputs;
  const CommandLine &Line;
  Words Host;
};

} // namespace

std::string unitFolder(const std::string &Folder, size_t Index) { return Folder + "/" + std::to_string(Index); }

Plan planBuild(const PlanInputs &Inputs) { return Planner(Inputs).plan(); }

std::vector<std::string> openToOptions(std::vector<std::string> Words, const CommandLine &Line) {
  auto End = std::find(Words.begin(), Words.end(), "--");
  if (!Line.has("--") || End == Words.end())
    return Words;
  for (auto File = Words.erase(End); File != Words.end(); ++File)
    if (File->starts_with("-") && *File != "-")
      File->insert(0, "./");
  return Words;
}

/// Whether libhetalloc can be linked before the program's allocator. This is not possible in a static program or a
/// shared library, nor with a sanitizer, which has its own allocator. --hetcc-check does not need the library.
static bool mayWatchAllocations(const CommandLine &Line) {
  const auto IsSanitizer = [](const Argument &Each) {
    return !Each.IsInput && Each.Words[0].starts_with("-fsanitize=");
  };
  return !Line.Own.Check && !Line.has("-static") && !Line.has("-static-pie") && !Line.has("-shared") &&
         std::none_of(Line.Arguments.begin(), Line.Arguments.end(), IsSanitizer);
}

Command withNeeded(Command Link, const LinkNeeds &Needs, const CommandLine &Line, const Installation &Installation) {
  // A partial link (-r) leaves symbols unresolved, so it needs no libraries.
  if (Line.has("-r") || !(Needs.Runtime || Needs.OpenMP || Line.Own.Check))
    return Link;
  Link.Words = openToOptions(std::move(Link.Words), Line);
  if (!Needs.Runtime && !Line.Own.Check) {
    Link.Words.emplace_back("-fopenmp");
    return Link;
  }
  // `-x LANGUAGE` is still in effect, so without `-x none` the libraries would be read as sources.
  if (Line.has("-x"))
    append(Link.Words, {"-x", "none"});
  // A shared library uses the checker that is linked into the program.
  if (Line.Own.Check && !Line.has("-shared"))
    append(Link.Words, checkLinkOptions(Installation));
  if (Needs.Allocations && mayWatchAllocations(Line))
    append(Link.Words, allocationLinkOptions(Installation));
  if (!Line.has("-shared"))
    append(Link.Words, mainLinkOptions(Installation));
  append(Link.Words, runtimeLinkOptions(Installation, Line.has("-static") || Line.has("-static-pie")));
  if (Needs.CxxLibrary && !Line.CxxDriver)
    Link.Words.emplace_back("-lstdc++");
  return Link;
}

/// Options of -Wp and -Xpreprocessor count as if they came after the compiler's own. Of the preprocessor's options,
/// -MMD counts as if it came after -MD.
std::string makeRuleStyle(const CommandLine &Line) {
  std::string Style;
  for (bool ToPreprocessor : {false, true})
    for (const Argument &Option : Line.Arguments)
      if ((Option.Name == "-MD" || Option.Name == "-MMD") && Option.ToPreprocessor == ToPreprocessor)
        Style = Option.Name == "-MMD" || (Style == "-MM" && !ToPreprocessor) ? "-MM" : "-M";
  return Style;
}

MakeRuleNames makeRuleNames(const CommandLine &Line, std::string_view Source, bool HostIsClang) {
  std::string Stem = Source == "-" ? "-" : std::string(stemOf(Source));
  bool ByCompiler = false, HasTarget = false, CompilerHasTarget = false;
  std::string File, HandedFile;
  for (const Argument &Option : Line.Arguments) {
    bool StartsRule = Option.Name == "-MD" || Option.Name == "-MMD", NamesFile = Option.Name == "-MF";
    bool IsTarget = Option.Name == "-MT" || Option.Name == "-MQ";
    HasTarget |= IsTarget;
    CompilerHasTarget |= IsTarget && !Option.ToPreprocessor;
    ByCompiler |= StartsRule && !Option.ToPreprocessor;
    if (NamesFile && !Option.ToPreprocessor)
      File = Option.Value;
    if ((NamesFile || StartsRule) && Option.ToPreprocessor)
      HandedFile = Option.Value;
  }
  MakeRuleNames Names;
  if (!HandedFile.empty())
    Names.File = HandedFile;
  else if (!File.empty())
    Names.File = File;
  else if (Line.Output)
    Names.File = withSuffix(*Line.Output, ".d");
  else
    Names.File = (HostIsClang ? Stem : sideNames(Line, Source).stem()) + ".d";
  // If only the preprocessor makes the rule, as for -Wp,-MD, it does not know the name of the object.
  if (ByCompiler && Line.Output && !CompilerHasTarget)
    Names.Target = *Line.Output;
  else if (!HasTarget)
    Names.Target = Source == "-" ? "-" : Stem + ".o";
  return Names;
}

} // namespace hetcc::driver
