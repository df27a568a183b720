// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the texts of system headers by line markers: `# 12 "file" 1 3` enters a system header, `# 12 "file" 2` returns
// from it.
#include "Frontend/Preprocessed.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace hetcc;
using llvm::StringRef;

namespace {

struct Marker {
  std::string File;
  bool Enters = false, Returns = false, System = false;
};

bool parseMarker(StringRef Line, Marker &M) {
  unsigned Number;
  if (!Line.consume_front("# ") || Line.consumeInteger(10, Number) || !Line.consume_front(" \""))
    return false;
  M = {};
  for (; !Line.empty() && Line.front() != '"'; Line = Line.drop_front()) {
    if (Line.front() == '\\' && Line.size() > 1)
      Line = Line.drop_front();
    M.File += Line.front();
  }
  if (!Line.consume_front("\""))
    return false;
  llvm::SmallVector<StringRef, 4> Flags;
  Line.split(Flags, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Flag : Flags) {
    M.Enters |= Flag == "1";
    M.Returns |= Flag == "2";
    M.System |= Flag == "3";
  }
  return true;
}

std::string normalised(StringRef Path) {
  llvm::SmallString<256> Real;
  if (llvm::sys::fs::real_path(Path, Real))
    Real = Path;
  return Real.str().str();
}

/// Returns an `#include <name>` line for the header `File`, with the name relative to clang's search paths. Clang may
/// find another file of this name, as intended: a header of clang itself, or a header that declares the C library's
/// functions for devices.
std::string includeFor(StringRef File, llvm::ArrayRef<std::string> Directories) {
  const std::string Path = normalised(File);
  StringRef Name;
  for (const std::string &Directory : Directories)
    if (StringRef Rest = Path;
        Rest.consume_front(Directory) && Rest.consume_front("/") && (Name.empty() || Rest.size() < Name.size()))
      Name = StringRef(Path).take_back(Rest.size());
  if (Name.empty()) // a header of gcc itself; clang has its own header of that name
    for (StringRef Folder : {"/include/", "/include-fixed/"})
      if (size_t At = Path.rfind(Folder.str()); At != Path.npos && StringRef(Path).contains("/gcc/"))
        Name = StringRef(Path).drop_front(At + Folder.size());
  return Name.empty() ? "#include \"" + File.str() + "\"\n" : "#include <" + Name.str() + ">\n";
}

} // namespace

bool hetcc::beginsWithLineMarker(StringRef Source) {
  Marker M;
  return parseMarker(Source.take_until([](char C) { return C == '\n'; }).rtrim(), M);
}

PreprocessedSource hetcc::withHeadersIncluded(StringRef Source, llvm::ArrayRef<std::string> Directories,
                                              llvm::ArrayRef<std::string> NoMacros) {
  std::string Undefined;
  for (const std::string &Name : NoMacros)
    Undefined += "#undef " + Name + "\n";
  std::vector<std::string> Roots;
  for (const std::string &Directory : Directories)
    Roots.push_back(normalised(Directory));
  PreprocessedSource Result = {Source.str(), {}};
  size_t Begin = 0;
  unsigned Depth = 0; // the number of nested inclusions in the system header; 0 outside of system headers
  std::string Include;
  for (size_t At = 0; At < Source.size();) {
    size_t End = std::min(Source.find('\n', At), Source.size() - 1) + 1;
    Marker M;
    if (Source[At] == '#' && parseMarker(Source.slice(At, End).rtrim(), M)) {
      if (Depth) {
        Depth += M.Enters;
        Depth -= M.Returns;
        // A header with OpenMP or OpenACC directives keeps its text, because these directives will be edited in it.
        if (StringRef Section = Source.slice(Begin, At); !Depth && Include.size() <= Section.size() &&
                                                         !Section.contains("\n#pragma omp") &&
                                                         !Section.contains("\n#pragma acc")) {
          // In clang's text there is no marker that enters the header, so the marker that follows must not return from
          // it.
          std::string Return = Source.slice(At, End).str();
          if (size_t Flag = Return.rfind("\" 2"); Flag != Return.npos)
            Return[Flag + 2] = ' ';
          Include.resize(Section.size() - 1, ' ');
          Result.Sections.push_back({Begin, Source.slice(Begin, End).str()});
          Result.Text.replace(Begin, End - Begin, Include + "\n" + Return);
        }
      } else if (M.Enters && M.System && llvm::sys::fs::exists(M.File)) {
        Begin = At;
        Depth = 1;
        Include = includeFor(M.File, Roots) + Undefined;
      }
    }
    At = End;
  }
  return Result;
}
