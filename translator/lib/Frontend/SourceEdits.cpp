// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records inclusions, and extends clang's Rewriter by copies of headers.
#include "Frontend/SourceEdits.h"
#include "Directive/LineMarker.h"
#include "Frontend/TextFiles.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace hetcc;
using namespace clang;

/// Records all inclusions of the unit while the preprocessor reads it.
class SourceEdits::Recorder : public PPCallbacks {
public:
  explicit Recorder(const SourceEdits &Owner)
      : Inclusions(Owner.Inclusions), SM(Owner.PP.getSourceManager()), Language(Owner.PP.getLangOpts()) {}

  void InclusionDirective(SourceLocation Hash, const Token &Word, StringRef, bool Angled, CharSourceRange Name,
                          OptionalFileEntryRef File, StringRef, StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    Pending = nullptr;
    if (!File)
      return;
    Pending = &File->getFileEntry();
    bool Next = Word.getIdentifierInfo()->getPPKeywordID() == tok::pp_include_next;
    Inclusions->push_back({SM.getFileID(Hash), Entered[Pending], Next ? Word.getLocation() : SourceLocation(),
                           inFile(Name), Angled, File->getName().str()});
  }
  void FileChanged(SourceLocation Loc, FileChangeReason Reason, SrcMgr::CharacteristicKind, FileID) override {
    if (Reason != EnterFile || !Pending)
      return;
    Inclusions->back().Included = Entered[Pending] = SM.getFileID(Loc);
    Pending = nullptr;
  }
  void HasInclude(SourceLocation Loc, StringRef, bool Angled, OptionalFileEntryRef File,
                  SrcMgr::CharacteristicKind) override {
    if (File)
      Inclusions->push_back({SM.getFileID(SM.getExpansionLoc(Loc)), FileID(), SourceLocation(),
                             inFile(CharSourceRange::getTokenRange(Loc)), Angled, File->getName().str()});
  }

private:
  /// Returns the range of the header's name in the file. If the name comes from a macro, this is the range of the
  /// macro's use.
  CharSourceRange inFile(CharSourceRange Name) const {
    return Name.getBegin().isFileID() && Name.isCharRange()
               ? Name
               : Lexer::getAsCharRange(SM.getExpansionRange(Name.getBegin()), SM, Language);
  }

  const std::shared_ptr<std::vector<Inclusion>> Inclusions;
  const SourceManager &SM;
  const LangOptions &Language;
  const FileEntry *Pending = nullptr;          ///< the file of the last #include, until the preprocessor enters it
  std::map<const FileEntry *, FileID> Entered; ///< for each file, the last inclusion in which it was read
};

SourceEdits::SourceEdits(Preprocessor &PP) : SourceEdits(PP, std::make_shared<std::vector<Inclusion>>()) {
  PP.addPPCallbacks(std::make_unique<Recorder>(*this));
}

SourceEdits::SourceEdits(Preprocessor &PP, std::shared_ptr<std::vector<Inclusion>> Inclusions)
    : PP(PP), Edits(PP.getSourceManager(), PP.getLangOpts()), Inclusions(std::move(Inclusions)) {}

SourceEdits SourceEdits::beside() const { return SourceEdits(PP, Inclusions); }

void SourceEdits::replace(SourceLocation Begin, SourceLocation End, StringRef Text) {
  const SourceManager &SM = PP.getSourceManager();
  Edits.ReplaceText(Begin, SM.getFileOffset(End) - SM.getFileOffset(Begin), Text);
}

void SourceEdits::restore(ArrayRef<ReplacedHeader> Sections) {
  const SourceManager &SM = PP.getSourceManager();
  SourceLocation Start = SM.getLocForStartOfFile(SM.getMainFileID());
  for (const ReplacedHeader &Each : Sections)
    Edits.ReplaceText(Start.getLocWithOffset(int(Each.Begin)), unsigned(Each.Text.size()), Each.Text);
}

std::string SourceEdits::textOf(FileID File) const {
  const RewriteBuffer *Buffer = Edits.getRewriteBufferFor(File);
  std::string Text =
      Buffer ? std::string(Buffer->begin(), Buffer->end()) : PP.getSourceManager().getBufferData(File).str();
  return withoutByteOrderMark(Text).str();
}

/// Returns the paths of the copies. An inclusion, other than the main file, needs a copy if it has edits, or if it
/// includes a file that needs a copy.
SourceEdits::CopyPaths SourceEdits::planCopies(StringRef Folder, StringRef Prefix) const {
  const SourceManager &SM = PP.getSourceManager();
  CopyPaths Copies;
  auto Add = [&](FileID File) {
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    if (!Entry || File == SM.getMainFileID())
      return false;
    llvm::SmallString<128> Path(Folder);
    llvm::sys::path::append(Path, Prefix + std::to_string(File.getHashValue()) + "-" +
                                      llvm::sys::path::filename(Entry->getName()));
    return Copies.try_emplace(File, Path.str()).second;
  };
  for (auto It = Edits.buffer_begin(); It != Edits.buffer_end(); ++It)
    Add(It->first);
  for (bool Grew = true; Grew;) {
    Grew = false;
    for (const Inclusion &I : *Inclusions)
      Grew |= Copies.count(I.Included) && Add(I.Includer);
  }
  return Copies;
}

/// Changes `#include` lines to name the copies. In a copy, names of other headers become absolute if they were relative
/// to the header's own folder.
void SourceEdits::redirect(const CopyPaths &Copies) {
  for (const Inclusion &I : *Inclusions) {
    auto Copy = Copies.find(I.Included);
    llvm::SmallString<128> Target;
    if (Copy != Copies.end()) {
      Target = Copy->second;
    } else if (Copies.count(I.Includer) && (!I.Angled || I.Next.isValid())) {
      Target = I.Path;
      llvm::sys::fs::make_absolute(Target);
    } else {
      continue;
    }
    if (I.Next.isValid())
      replace(I.Next, I.Next.getLocWithOffset(StringRef("include_next").size()), "include");
    replace(I.Name.getBegin(), I.Name.getEnd(), ("\"" + Target + "\"").str());
  }
}

EditedUnit SourceEdits::finish(StringRef Folder, StringRef Prefix) {
  const SourceManager &SM = PP.getSourceManager();
  const CopyPaths Copies = planCopies(Folder, Prefix);
  redirect(Copies);
  EditedUnit Unit{textOf(SM.getMainFileID()), {}};
  for (const auto &[File, Path] : Copies)
    Unit.Headers[Path] = lineMarker(SM, SM.getLocForStartOfFile(File), 0, false) + "\n" + textOf(File);
  return Unit;
}

Outcome hetcc::writeHeaders(const EditedUnit &Unit, StringRef Folder) {
  if (!Unit.Headers.empty() && Folder.empty()) {
    llvm::errs() << "hetcc: error: a header holds annotated loops, and there is no folder for its translation\n";
    return Outcome::Errors;
  }
  for (const auto &[Name, Text] : Unit.Headers) {
    llvm::SmallString<128> Path(Name);
    if (llvm::sys::path::is_relative(Path))
      llvm::sys::fs::make_absolute(Folder, Path);
    if (!writeFile(Path.str().str(), Text))
      return Outcome::Unwritable;
  }
  return Outcome::Translated;
}
