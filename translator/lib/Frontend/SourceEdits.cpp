// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewriter with copies of headers.
#include "Frontend/SourceEdits.h"
#include "Directive/LineMarker.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace hetcc;
using namespace clang;

class SourceEdits::Recorder : public PPCallbacks {
public:
  explicit Recorder(SourceEdits &Owner) : Owner(Owner) {}
  void InclusionDirective(SourceLocation Hash, const Token &, StringRef, bool Angled, CharSourceRange Name,
                          OptionalFileEntryRef File, StringRef, StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (File && Name.getBegin().isFileID())
      Owner.Inclusions.push_back(
          {Owner.PP.getSourceManager().getFileID(Hash), Name, Angled, &File->getFileEntry(), File->getName().str()});
  }

private:
  SourceEdits &Owner;
};

SourceEdits::SourceEdits(Preprocessor &PP) : PP(PP), Edits(PP.getSourceManager(), PP.getLangOpts()) {
  PP.addPPCallbacks(std::make_unique<Recorder>(*this));
}

void SourceEdits::replace(SourceLocation Begin, SourceLocation End, StringRef Text) {
  const SourceManager &SM = PP.getSourceManager();
  Edits.ReplaceText(Begin, SM.getFileOffset(End) - SM.getFileOffset(Begin), Text);
}

std::string SourceEdits::textOf(FileID File) {
  const RewriteBuffer *Buffer = Edits.getRewriteBufferFor(File);
  std::string Text =
      Buffer ? std::string(Buffer->begin(), Buffer->end()) : PP.getSourceManager().getBufferData(File).str();
  return withoutByteOrderMark(Text).str();
}

/// Points include directives at copies; in a copy, names that were relative to the header's own folder become absolute.
void SourceEdits::redirect(StringRef, const std::map<const FileEntry *, std::string> &Copies) {
  const SourceManager &SM = PP.getSourceManager();
  for (const Inclusion &I : Inclusions) {
    OptionalFileEntryRef Includer = SM.getFileEntryRefForID(I.Includer);
    bool InCopy = Includer && Copies.count(&Includer->getFileEntry());
    auto Copy = Copies.find(I.File);
    std::string Target;
    if (Copy != Copies.end())
      Target = Copy->second;
    else if (InCopy && !I.Angled) {
      llvm::SmallString<128> Path(I.Path);
      llvm::sys::fs::make_absolute(Path);
      Target = Path.str().str();
    } else
      continue;
    if (InCopy || I.Includer == SM.getMainFileID())
      Edits.ReplaceText(I.Name.getBegin(), SM.getFileOffset(I.Name.getEnd()) - SM.getFileOffset(I.Name.getBegin()),
                        "\"" + Target + "\"");
  }
}

llvm::Expected<std::string> SourceEdits::finish(StringRef Directory) {
  const SourceManager &SM = PP.getSourceManager();
  // Headers with edits, then whatever includes one of them, up to the main file.
  std::map<const FileEntry *, FileID> Headers;
  for (auto It = Edits.buffer_begin(); It != Edits.buffer_end(); ++It)
    if (OptionalFileEntryRef File = SM.getFileEntryRefForID(It->first); File && It->first != SM.getMainFileID())
      Headers.try_emplace(&File->getFileEntry(), It->first);
  for (bool Grew = true; Grew;) {
    Grew = false;
    for (const Inclusion &I : Inclusions)
      if (Headers.count(I.File) && I.Includer != SM.getMainFileID())
        if (OptionalFileEntryRef File = SM.getFileEntryRefForID(I.Includer))
          Grew |= Headers.try_emplace(&File->getFileEntry(), I.Includer).second;
  }
  if (!Headers.empty() && Directory.empty())
    return llvm::createStringError("a header holds annotated loops, and there is no folder for its translation");
  std::map<const FileEntry *, std::string> Copies;
  for (auto &[File, Id] : Headers) {
    StringRef Name = SM.getFileEntryRefForID(Id)->getName();
    llvm::SmallString<128> Path(Directory);
    llvm::sys::path::append(Path, "header" + std::to_string(Id.getHashValue()) + "-" + llvm::sys::path::filename(Name));
    Copies[File] = Path.str().str();
  }
  redirect(Directory, Copies);
  for (auto &[File, Id] : Headers) {
    std::error_code Error;
    llvm::raw_fd_ostream Out(Copies[File], Error);
    if (Error)
      return llvm::createStringError(Error, "cannot write '" + Copies[File] + "'");
    Out << lineMarker(SM, SM.getLocForStartOfFile(Id), 0, false) << '\n' << textOf(Id);
  }
  return textOf(SM.getMainFileID());
}
