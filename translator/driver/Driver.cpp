// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides whether the host compiler does everything, or a plan with the translator is run.
#include "Driver.h"

#include "Build.h"
#include "Files.h"
#include "Gate.h"
#include "LineMarker.h"
#include "Linking.h"
#include "Messages.h"
#include "Overwrites.h"
#include "Repeatable.h"
#include "Scan.h"
#include "Summary.h"
#include "Version.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace hetcc::driver {

namespace {

/// A source file of the command line, after the scan for directives.
struct ScannedInput {
  const Argument *Input;
  std::string Text;
  UnitFindings Found;
};

/// A hash of a text, the same in every run (FNV-1a).
unsigned long fingerprint(std::string_view Text, unsigned long Start = 0xcbf29ce484222325) {
  for (unsigned char C : Text)
    Start = (Start ^ C) * 0x100000001b3;
  return Start;
}

/// The absolute form of \p Path. A path that does not exist is returned unchanged, so that the compiler searches for it
/// in the include path.
std::string absolutePath(const std::string &Path) {
  char Folder[PATH_MAX];
  if (Path.starts_with('/') || !exists(Path) || !getcwd(Folder, sizeof Folder))
    return Path;
  return std::string(Folder) + "/" + Path;
}

class Driver {
public:
  explicit Driver(CommandLine Parsed) : Line(std::move(Parsed)) {}

  int run() {
    if (!Line.Errors.empty())
      return fail(Line.Errors.front());
    if (Line.Own.Help)
      return printWords({Line.Own.Help->empty() ? ownOptionsHelp() : warningsHelp()}, "");
    if (Line.Own.Version)
      return printWords({versionText(Parts)}, "");
    if (Line.Own.Libs)
      return printWords(runtimeLinkOptions(Parts, Line.has("-static")), "\n");
    if (Line.Own.Cflags)
      return printWords(runtimeCompileOptions(Parts), "\n");
    if (std::string Error = checkHostCompiler(Line.CxxDriver); !Error.empty())
      return fail(Error);
    if (Line.StopAfter == Mode::Query)
      return Line.last("--help") == "" && !Line.has("-Q") ? printHelp() : passThrough({});
    if (Line.Incomplete)
      return passThrough({});
    if (std::string Error = settleAuto(); !Error.empty())
      return fail(Error);
    scanInputs();
    if (!ReadError.empty())
      return fail(ReadError);
    if (std::string Option = otherTarget(); anyAnnotated() && !Line.Own.Off && !Option.empty())
      return fail("'" + Option + "': loops with our directives are built for 64 bits only; '--hetcc-off' leaves the " +
                  "directives out");
    if (anyAnnotated() && Line.dividesIncludes())
      return fail("'-I-' cannot go with directives; use '-iquote'");
    bool StopsEarly = Line.StopAfter == Mode::Preprocess || Line.StopAfter == Mode::Dependencies;
    if (Line.Own.Check && (Line.has("-static") || Line.has("-static-pie")))
      return fail(
          "'--hetcc-check' replaces functions of the C library, which '-static' would link twice; leave it out");
    if (std::string Other = otherSanitizer(); Line.Own.Check && !Other.empty())
      return fail("'--hetcc-check' and '" + Other + "' cannot go together: each instruments what the other one does");
    if (!StopsEarly && !tellOfUnitsWithoutLoops())
      return 1;
    if (!StopsEarly && Line.Own.Explain && !Line.Own.Off && !Line.Own.DryRun)
      tellOfUnitsWithoutDirectives();
    if (StopsEarly || !(anyAnnotated() || isInstrumented()) || isPlainWithDirectivesOff() || isRefusedAnyway())
      return !StopsEarly && Line.StopAfter == Mode::Link ? linkInPassing() : passThrough(additions(StopsEarly));
    return Line.Own.EmitSource && Annotated.size() != 1 ? fail("'--hetcc-emit-source' takes one source with directives")
                                                        : build();
  }

private:
  /// Applies HETCC_AUTO, which makefiles may set instead of passing --hetcc-auto, and decides whether OpenMP's own
  /// loops are split. None are split in a program that is compiled without OpenMP. Returns an error message, or "".
  std::string settleAuto() {
    const char *Said = getenv("HETCC_AUTO");
    const std::string_view Word = Said ? Said : "";
    if (!Line.Own.Auto && !Word.empty()) {
      Line.Own.Auto = autoModeOf(Word);
      if (!Line.Own.Auto)
        return "HETCC_AUTO=" + std::string(Word) + ": 'target', 'all' or 'no' was wanted";
      // ccache's key contains the command line, but not this variable, so it could return a result of another mode.
      // After an error, ccache runs the compiler without its cache.
      if (Line.Own.splitsOpenMP() && usesCcache())
        return "ccache does not see HETCC_AUTO: put '--hetcc-auto' on the command line";
    }
    // A result from the cache would lack these files: ccache restores only the compiler's own files. After this error,
    // ccache does not store the result.
    const bool WritesMore = (Line.Own.Summary && *Line.Own.Summary != "-") || Line.Own.EmitSource || Line.Own.Fix;
    if (WritesMore && usesCcache())
      return "ccache does not keep the files of '--hetcc-summary', '--hetcc-emit-source' and '--hetcc-fix'";
    // --hetcc-check checks all loops unless the user has selected some.
    if (Line.Own.Check && !Line.Own.Auto)
      Line.Own.Auto = AutoMode::All;
    Line.Own.WhyNoAuto = !Line.Own.Auto             ? "'--hetcc-auto' was not given"
                         : !Line.Own.splitsOpenMP() ? "'--hetcc-auto=no' was given"
                         : Line.Own.Off             ? "'--hetcc-off' was given"
                         : !usesOpenMP(Line)        ? "'-fopenmp' was not given, so its directives of OpenMP do nothing"
                         : !otherTarget().empty()   ? "'" + otherTarget() + "' was given"
                         : Line.dividesIncludes()   ? "'-I-' was given"
                                                    : "";
    if (!Line.Own.WhyNoAuto.empty())
      Line.Own.Auto = AutoMode::Off;
    return {};
  }

  /// Writes --hetcc-summary's line for each unit that the translator does not search for OpenMP's own loops.
  bool tellOfUnitsWithoutLoops() const {
    if (!Line.Own.Summary || Line.Own.DryRun || Line.Own.EmitSource)
      return true;
    std::string Text;
    for (const Argument *Input : Line.inputs())
      if (HavePragmas.contains(Input) && (!Line.Own.splitsOpenMP() || !isAnnotated(*Input)))
        Text += summaryWithoutLoops(Input->Value, Line);
    return Text.empty() || addToSummary(Text, Line);
  }

  /// Prints --hetcc-explain's remark for units that are not translated.
  void tellOfUnitsWithoutDirectives() const {
    for (const Argument *Input : Line.inputs())
      if (isCOrCxx(Input->Type) && !isAnnotated(*Input) && !usesOpenMP(Line))
        print("hetcc: remark: '" + std::string(Input->Value) +
              "': no loop has a directive of hetcc's, and without '-fopenmp' those of OpenMP do nothing\n");
  }

  bool isAnnotated(const Argument &Input) const {
    return std::any_of(Annotated.begin(), Annotated.end(), [&](const ScannedInput &S) { return S.Input == &Input; });
  }

  /// Whether this process was started by ccache.
  static bool usesCcache() {
    char Path[PATH_MAX];
    const ssize_t Length = readlink(("/proc/" + std::to_string(getppid()) + "/exe").c_str(), Path, sizeof Path);
    return Length > 0 && namePart(std::string_view(Path, size_t(Length))).starts_with("ccache");
  }

  static int printWords(const std::vector<std::string> &Words, const char *End) {
    std::string Text;
    for (const std::string &Word : Words)
      Text += (Text.empty() ? "" : " ") + Word;
    printf("%s%s", Text.c_str(), End);
    if (fflush(stdout) != 0 || ferror(stdout))
      return fail(std::string("cannot write to standard output: ") + strerror(errno));
    return 0;
  }

  int printHelp() const {
    Command Host{hostCompiler(Line.CxxDriver), {}};
    Host.Words.insert(Host.Words.end(), Line.HostWords.begin(), Line.HostWords.end());
    printf("hetcc takes all options of the host compiler, listed below, and adds those of 'hetcc --hetcc-help'.\n\n");
    fflush(stdout);
    return driver::run(Host).Code;
  }

  /// The option that selects another target than the runtime's; "" if there is none.
  std::string otherTarget() const {
    constexpr std::string_view Others[] = {"-m32", "-mx32", "-m16"};
    for (const Argument &Option : Line.Arguments)
      if (!Option.IsInput && std::find(std::begin(Others), std::end(Others), Option.Words[0]) != std::end(Others))
        return Option.Words[0];
    return {};
  }

  void scanInputs() {
    Scanner Scanner(Line);
    for (const Argument *Input : Line.inputs()) {
      if (Input->Type == InputType::LinkerInput)
        continue;
      std::optional<std::string> Text = readRepeatably(Input->Value, ReadError);
      if (!Text)
        continue;
      if (Line.StopAfter == Mode::Link && !isCOrCxx(Input->Type))
        OfTexts |= linkNeedsOfText(*Text);
      UnitFindings Found = Scanner.scan(*Text, Input->Value == "-" ? "" : dirPart(Input->Value));
      if (isCOrCxx(Input->Type) && Found.Pragmas)
        HavePragmas.insert(Input);
      // A header to precompile goes to the host compiler, but may include hetcc.h.
      if (!isCOrCxx(Input->Type))
        WantsHeader |= Found.Mention || Found.Annotated;
      else if (Found.Annotated || isForItsFunctions(Found) || isExplained() || (Found.Unknown && mayBeTranslated()))
        Annotated.push_back({Input, std::move(*Text), Found});
      else
        Mentions |= Found.Mention;
    }
    if (ReadError.empty())
      ReadError = Scanner.error();
  }

  /// Whether a unit without directives is translated because loops of other units may call its functions. False if the
  /// unit has OpenMP pragmas that the host compiler ignores, because the translator would obey these pragmas.
  bool isForItsFunctions(const UnitFindings &Found) const {
    return Line.Own.describesFunctions() && mayBeTranslated() && (!Found.Pragmas || usesOpenMP(Line));
  }

  /// Whether a unit without directives is translated for the remarks of --hetcc-explain on OpenMP's own loops.
  bool isExplained() const { return Line.Own.Explain && !Line.Own.Off && mayBeTranslated() && usesOpenMP(Line); }

  /// Whether the translator can read a unit in which the scan has found no directive.
  bool mayBeTranslated() const {
    const bool Compiles = Line.StopAfter != Mode::Preprocess && Line.StopAfter != Mode::Dependencies;
    return Compiles && otherTarget().empty() && !Line.dividesIncludes();
  }

  /// Whether the command compiles a source with --hetcc-check, which instruments every source.
  bool isInstrumented() const {
    const std::vector<const Argument *> Inputs = Line.inputs();
    return Line.Own.Check &&
           std::any_of(Inputs.begin(), Inputs.end(), [](const Argument *Each) { return isCOrCxx(Each->Type); });
  }

  std::string otherSanitizer() const {
    for (const Argument &Option : Line.Arguments)
      if (!Option.IsInput && Option.Words[0].starts_with("-fsanitize="))
        return Option.Words[0];
    return {};
  }

  bool anyAnnotated() const { return !Annotated.empty(); }

  /// Whether no pragma has an effect: hetcc's directives are off, and without OpenMP the host compiler ignores all
  /// pragmas.
  bool isPlainWithDirectivesOff() const {
    auto TurnsPragmasOn = [](const Argument &A) { return A.Name == "-f" && A.Value.starts_with("open"); };
    return Line.Own.Off && std::none_of(Line.Arguments.begin(), Line.Arguments.end(), TurnsPragmasOn);
  }

  /// Whether several sources share one output, an error that the host compiler reports.
  bool isRefusedAnyway() const { return Line.StopAfter != Mode::Link && Line.Output && Line.inputs().size() > 1; }

  /// The options to add for the host compiler when it does all the work: none, unless a source tests __HETCC__ or
  /// includes hetcc.h, or an object needs the runtime.
  std::vector<std::string> additions(bool StopsEarly) const {
    if (Line.StopAfter == Mode::Link)
      return linkAdditions(needsOfLink());
    if (!(Mentions || anyAnnotated()) || Line.Own.Off)
      return WantsHeader || Mentions || anyAnnotated() ? headerOptions(Parts) : std::vector<std::string>();
    return StopsEarly && anyAnnotated() ? runtimeCompileOptions(Parts) : mentionOptions(Parts);
  }

  LinkNeeds needsOfLink() const {
    LinkNeeds Needs = OfTexts;
    Needs |= linkNeeds(Line);
    return Needs;
  }

  int linkInPassing() const {
    const LinkNeeds Needs = needsOfLink();
    const std::string Missing = missingOption(Needs, Line);
    return Missing.empty() ? passThrough(linkAdditions(Needs)) : fail(Missing);
  }

  std::vector<std::string> linkAdditions(const LinkNeeds &Needs) const {
    std::vector<std::string> Words;
    if (Mentions && !Line.Own.Off)
      Words = mentionOptions(Parts);
    else if (WantsHeader || (Line.Own.Off && (Mentions || anyAnnotated())))
      Words = headerOptions(Parts);
    return withNeeded({std::move(Words), {}}, Needs, Line, Parts).Words;
  }

  int passThrough(const std::vector<std::string> &Additions) const {
    // If no source has directives, the host compiler itself protects its inputs from being overwritten.
    if (std::string Lost = overwrittenInput(Line, writtenInPassing()); !Lost.empty())
      return fail(Lost);
    Command Host{hostCompiler(Line.CxxDriver), {}};
    Host.Words.insert(Host.Words.end(), Line.HostWords.begin(), Line.HostWords.end());
    if (!Additions.empty())
      Host.Words = openToOptions(std::move(Host.Words), Line);
    Host.Words.insert(Host.Words.end(), Additions.begin(), Additions.end());
    if (Line.Own.DryRun)
      return printWords({toShell(Host)}, "\n");
    if (Line.Own.EmitSource)
      return emitOriginal();
    become(Host);
    return fail("cannot run '" + Host.Words[0] + "': " + strerror(errno));
  }

  /// The outputs that hetcc itself must check, so that they do not overwrite inputs, when the host compiler does all
  /// the work.
  std::vector<std::string> writtenInPassing() const {
    if (Line.Own.EmitSource)
      return {*Line.Own.EmitSource};
    std::vector<std::string> Outputs;
    if (anyAnnotated() && Line.Output)
      Outputs.push_back(*Line.Output);
    if (auto RuleFile = Line.last("-MF"); anyAnnotated() && RuleFile)
      Outputs.push_back(*RuleFile);
    return Outputs;
  }

  /// Writes a source without directives unchanged as the result of --hetcc-emit-source.
  int emitOriginal() const {
    std::vector<const Argument *> Inputs = Line.inputs();
    if (Inputs.size() != 1 || !isCOrCxx(Inputs[0]->Type))
      return fail("'--hetcc-emit-source' takes one source");
    std::string Error;
    std::optional<std::string> Text = readRepeatably(Inputs[0]->Value, Error);
    if (!Text)
      return fail("cannot read '" + Inputs[0]->Value + "'");
    if (Inputs[0]->Value != "-")
      if (std::string Lost = overwrittenHeader(Line, *Inputs[0], Inputs[0]->Value, additions(false)); !Lost.empty())
        return fail(Lost);
    return writeEmitted(*Text, Line);
  }

  /// A header of -include whose name cannot be written in an #include line; empty if there is none.
  std::string headerNotIncludable() const {
    for (const Argument &Option : Line.Arguments)
      if (Option.Name == "-include" && Option.Value.find_first_of("\"\n") != std::string::npos)
        return Option.Value;
    return {};
  }

  int build() {
    if (std::string Name = headerNotIncludable(); forcedHeadersAreAnnotated() && !Name.empty())
      return fail("'" + Name + "' has directives, and a quote or a line's end in its name; rename it");
    DeviceTools Tools;
    std::string NoDevice;
    // An emitted source is for people to read, so it gets no machine code of kernels unless architectures are named.
    if (Line.Own.NoCuda)
      NoDevice = "'--hetcc-no-cuda' was given";
    else if (Line.Own.EmitSource && Line.Own.Archs.empty())
      NoDevice = "an emitted source has one if '--hetcc-arch' is given";
    else
      NoDevice = (Tools = findDeviceTools()).Missing;
    deferSignals();
    int Code;
    {
      PrivateFolder Folder;
      if (!Line.Own.DryRun && !Folder.create())
        return fail(std::string("cannot make a temporary folder: ") + strerror(errno));
      std::string Path = Line.Own.DryRun ? PrivateFolder::example() : Folder.path();
      // The temporary files of child processes are made in the folder of this run, and removed with it: if a signal
      // ends gcc, a step that gcc has started may still run, and would leave files behind.
      if (!Line.Own.DryRun)
        setenv("TMPDIR", Path.c_str(), 1);
      CommandLine Translated = translatedLine();
      PlanInputs Inputs{
          Line, Translated, annotatedInputs(Path), Mentions, Path, Parts, NoDevice.empty() ? &Tools : nullptr};
      if (!CopyError.empty())
        return fail(CopyError);
      Plan Plan = planBuild(Inputs);
      Plan.OfTexts = OfTexts;
      std::string Lost = overwrittenInput(Line, outputsOf(Plan, Line));
      if (Lost.empty() && Line.Own.EmitSource && !Line.Own.DryRun)
        Lost = overwrittenHeader(Line, *Annotated[0].Input, Inputs.Annotated[0].Source, runtimeCompileOptions(Parts));
      Code = Lost.empty() ? carryOut(Plan, NoDevice) : fail(Lost);
    }
    if (int Signal = pendingSignal())
      endBySignal(Signal);
    return Code;
  }

  int carryOut(const Plan &Plan, const std::string &NoDevice) {
    if (Line.Own.DryRun) {
      printPlan(Plan, Line, Parts, NoDevice);
      return 0;
    }
    if (Line.Own.Explain && !NoDevice.empty())
      print("hetcc: note: no form for GPUs is built: " + NoDevice + "\n");
    return Line.Own.EmitSource ? emitSource(Plan, Line) : runPlan(Plan, Line, Parts);
  }

  /// Whether a header that -include names has directives. In this case all sources are copied, and the copies include
  /// the header by an #include line, in which the translator can put the name of the header's translation.
  bool forcedHeadersAreAnnotated() const {
    return std::any_of(Annotated.begin(), Annotated.end(), [](const ScannedInput &S) { return S.Found.Forced; });
  }

  CommandLine translatedLine() const {
    CommandLine Result = Line;
    if (forcedHeadersAreAnnotated())
      std::erase_if(Result.Arguments, [](const Argument &A) { return A.Name == "-include"; });
    return Result;
  }

  /// The text before the copy of a source: #include lines for the headers of -include, and a line marker.
  std::string copyPrefix(const std::string &Name) const {
    std::string Prefix;
    for (const Argument &Option : Line.Arguments)
      if (Option.Name == "-include" && forcedHeadersAreAnnotated())
        Prefix += "#include \"" + absolutePath(Option.Value) + "\"\n";
    if (!Prefix.empty())
      Prefix.insert(0, "# 1 \"<command-line>\"\n");
    return Prefix + "# 1 \"" + escapedName(Name) + "\"\n";
  }

  /// Whether sources must be compiled in their order, because a module must be compiled before the units that import
  /// it.
  bool orderCounts() const {
    return std::any_of(Line.Arguments.begin(), Line.Arguments.end(),
                       [](const Argument &A) { return A.Name == "-f" && A.Value.starts_with("modules"); });
  }

  std::vector<AnnotatedInput> annotatedInputs(const std::string &Folder) {
    std::vector<AnnotatedInput> Result;
    auto Next = Annotated.begin();
    for (const Argument *Source : Line.inputs()) {
      if (Next == Annotated.end() || Next->Input != Source) {
        if ((orderCounts() || Line.Own.Check) && isCOrCxx(Source->Type))
          Result.push_back({Source, Source->Value, Mentions, 0, /*IsOurs=*/false});
        continue;
      }
      const ScannedInput &Scanned = *Next++;
      AnnotatedInput Input;
      Input.Input = Scanned.Input;
      Input.Source = Scanned.Input->Value;
      Input.Mention = Scanned.Found.Mention;
      Input.HasOwnDirective = Scanned.Found.HasOwnDirective;
      Input.ForItsFunctions = !Scanned.Found.Annotated && isForItsFunctions(Scanned.Found);
      Input.Seed = fingerprint(Scanned.Text, fingerprint(Input.Source));
      bool FromStandardInput = Input.Source == "-";
      if (FromStandardInput || forcedHeadersAreAnnotated()) {
        std::string Prefix = copyPrefix(FromStandardInput ? "<stdin>" : Input.Source);
        Input.Source =
            Folder + "/source" + std::to_string(Result.size()) + (isCxx(Scanned.Input->Type) ? ".cpp" : ".c");
        if (!Line.Own.DryRun)
          if (std::string Why; !writeFile(Input.Source, Prefix + std::string(withoutByteOrderMark(Scanned.Text)), &Why))
            CopyError = "cannot write '" + Input.Source + "': " + Why;
      }
      Result.push_back(std::move(Input));
    }
    return Result;
  }

  CommandLine Line;
  Installation Parts = findInstallation();
  std::vector<ScannedInput> Annotated;
  std::set<const Argument *> HavePragmas; ///< the sources that may have pragmas of OpenMP or OpenACC
  LinkNeeds OfTexts;                      ///< what sources in assembler need when they are linked
  std::string ReadError;                  ///< an error message if an input was read that cannot be read again
  std::string CopyError;                  ///< an error message if the copy of an input cannot be written
  bool WantsHeader = false;               ///< a header to precompile includes hetcc.h
  bool Mentions = false;                  ///< a source without directives tests __HETCC__
};

} // namespace

int runDriver(const std::vector<std::string> &Words, bool CxxDriver) {
  if (isGatedStep(Words))
    return runGatedStep(Words);
  return Driver(parseCommandLine(Words, CxxDriver)).run();
}

} // namespace hetcc::driver
