// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Lanes: the parts of findNests(), which decides how the lanes of a device (threads of a GPU that execute
// one iteration of a region together, see Nest.h) share the work of that iteration.
#ifndef HETCC_LIB_ANALYSIS_LANES_NESTFINDER_H
#define HETCC_LIB_ANALYSIS_LANES_NESTFINDER_H

#include "Analysis/Lanes/LoopSharing.h"
#include <map>

namespace hetcc {

/// A statement of the body, or an `if`'s condition, that lanes run in one of the ways in Kind. A barrier may be needed
/// before it.
struct Segment {
  enum Kind { AllLanes, FirstLane, Shared };
  const clang::Stmt *At = nullptr;
  Kind What = AllLanes;
  Effects Does;
  const Candidate *Loop = nullptr; ///< if What is Shared: the loop
  /// Whether all lanes meet at the segment's end, since they combine reductions there.
  bool endsTogether() const { return Loop && !Loop->Loop.Reductions.empty(); }
};

/// A part of the body's control flow: the leaves of this tree are segments, and inner nodes are sequences, `if`s and
/// loops.
struct Flow {
  enum Kind { Leaf, Sequence, Branches, Loop };
  Kind What = Sequence;
  Segment Own; ///< for a leaf: its segment; for branches: their condition
  std::vector<Flow> Parts;
  bool Jumps = false;                  ///< for a loop: `break` or `continue` may end an iteration early
  const clang::ForStmt *For = nullptr; ///< for a loop: the `for` statement, if code may be inserted right before it
};

/// The statements that need a barrier before them. These are the statements of segments that use an element which
/// another lane may have written since the last barrier, or that write an element which another lane may still have to
/// use.
std::vector<const clang::Stmt *> placeBarriers(const Flow &Body, const LoopSharing &Sharing);

/// For each shared loop that is interchanged: the loop around it that it is interchanged with. A lane then runs all
/// iterations of the outer loop for one of its iterations of the shared loop, and then for its next iteration.
using Interchanges = llvm::DenseMap<const clang::ForStmt *, const clang::ForStmt *>;
void findInterchanges(const Flow &Body, llvm::ArrayRef<const clang::Stmt *> Meetings, const LoopSharing &Sharing,
                      clang::ASTContext &Context, Interchanges &Into);

/// Finds out how the lanes of a device share an iteration of one region.
class NestFinder {
public:
  NestFinder(const Region &R, clang::ASTContext &Context, const SharingRules &Rules)
      : R(R), Context(Context), Sharing(R, Context, Rules) {}
  Nest find();

private:
  std::string bodyObstacle(const Effects &All) const;
  void findMarks(const clang::Stmt *S);
  void choose(const clang::Stmt *S);
  void chooseLoop(const clang::ForStmt *For);
  const Candidate &candidate(const clang::ForStmt *For);
  const Candidate *bestInside(const clang::Stmt *S);
  const Candidate *partner(const Candidate &Outer);
  void chooseBoth(const Candidate &Outer, const Candidate &Inner);
  void remarkInside(const clang::Stmt *S, const std::string &Why);
  void remark(const clang::Stmt *Loop, LoopRemark::Kind What, std::string Why);
  bool shares(const clang::Stmt *S) const;
  unsigned sharedDepth(const clang::Stmt *S) const;
  unsigned otherDepth(const clang::Stmt *S) const;
  std::string uniform(const clang::Stmt *S, Flow &Into);
  std::string decomposed(const clang::Stmt *S, Flow &Into);
  std::string why(const Candidate &Contiguous, const Candidate &Combines) const;
  std::string head(const clang::Stmt *Of, llvm::ArrayRef<const clang::Stmt *> Parts, bool Repeated) const;
  std::string lineOf(const clang::Stmt *S) const;
  bool concernsAll(const Effects &Of) const;
  void findStreamsIn(Nest &Of);
  void interchange(const Flow &Whole, llvm::ArrayRef<const clang::Stmt *> Meetings);
  std::string settle(Nest &Into);
  std::string columnObstacle(const Flow &Whole, const Nest &Of) const;
  void giveUp(Nest &Into, const std::string &Why);

  const Region &R;
  clang::ASTContext &Context;
  LoopSharing Sharing;
  llvm::DenseMap<const clang::ForStmt *, const clang::OMPExecutableDirective *>
      Marks; ///< loops that follow an OpenMP directive, and the directive
  std::map<const clang::ForStmt *, Candidate> Candidates;
  std::vector<const clang::ForStmt *> Chosen; ///< the loops that lanes share; if two loops are shared together, only
                                              ///< the outer one
  std::vector<LoopRemark> Remarks;
  std::vector<const clang::Stmt *> FirstLane;
  std::vector<const clang::ForStmt *> Unmarked;
};

} // namespace hetcc
#endif
