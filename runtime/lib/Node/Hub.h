// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rank 0's side of the job: a thread that speaks with all ranks that serve, and a Link for each of them. A thread of
// the program that waits, or has something to send, does the speaking itself, if the transport allows: so no thread has
// to be woken for it, and none polls beside cores that compute.
#ifndef HETRT_NODE_HUB_H
#define HETRT_NODE_HUB_H

#include "Node/Batch.h"
#include "Node/Pace.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace hetrt::node {

class Hub;

/// Every transport has so many numbers. What is sent early has the last one: it is matched in order.
inline constexpr unsigned LeastNumbers = 1000, EarlyNumber = LeastNumbers;

/// What became of an operation on a node, as Status of the device interface.
struct Outcome {
  int Code = 0; ///< hetrt_code; 0: fine.
  bool DeviceFault = false;
  std::string Message;
};

/// What a node did, in seconds of this process's clock.
struct Stretch {
  unsigned Queue = 0;
  bool Out = false, Launch = false;
  double Begin = 0, End = 0;
};

/// Messages: data from and to rank 0, data from other ranks that serve, and those without data, of both directions.
/// Signs of life do not count.
struct MessageCounts {
  std::uint64_t In = 0, Out = 0, Across = 0, Orders = 0;
};

/// What devices of a node did in several launches.
struct DividedWork {
  std::vector<WorkDone> Sums;      ///< By their line in the equipment.
  std::string WhyCores;            ///< Of the last launch.
  std::vector<std::string> Faults; ///< With their names.
};

/// One rank that serves, as rank 0 sees it. One thread at a time uses a link; any thread may read what is constant.
class Link {
public:
  const Greeting &greeting() const { return Who; }
  unsigned rank() const { return Rank; }

  /// Enqueues an operation. Memory that it reads or writes stays until it is done, or drain() has returned. It is sent
  /// with others when a launch is enqueued, or somebody waits or looks.
  void enqueue(Operation What);

  /// How many operations a queue has been given.
  std::uint64_t enqueued(unsigned Queue) const;

  /// Waits for all of a queue. Sooner if an operation of any queue has failed, or the job is lost: then the outcome.
  Outcome wait(unsigned Queue);

  /// The same without waiting.
  Outcome look(unsigned Queue, bool &Finished);

  /// Asks the rank something (Allocate, Prepare), and waits for the answer. A problem if the job is lost.
  Answer ask(Message What);

  /// Says something that has no answer.
  void tell(Message What);

  /// Waits until no operation is under way; those behind a fault are dropped by the rank. Then all is as if there had
  /// been no fault.
  void drain();

  /// When the operations that are over began and ended. Each is returned once.
  std::vector<Stretch> takeStretches();

  /// What was sent and has come since the last call.
  MessageCounts takeCounts();

  /// The devices that the rank divides launches among; none: only its cores. Set once, before anybody has the link.
  const Equipment &equipment() const { return Has; }

  /// What they did in launches that are over. Each is returned once.
  DividedWork takeWork();

private:
  friend class Hub;
  Link(Hub &Owner, unsigned Rank) : Owner(Owner), Rank(Rank) {}

  struct Pending {
    Ticket Under = 0; ///< 0: nothing moves on this side, or it is done.
    bool Answered = false;
    bool Out = false, Launch = false;
    std::vector<std::byte> *Partials = nullptr;
    std::string Region;
  };

  void hold(Operation What);
  bool flush();
  void hand(Operation What);
  bool idle() const;
  bool finished(unsigned Queue) const { return Completed[Queue] == Enqueued[Queue]; }
  Outcome outcome() const;

  Hub &Owner;
  const unsigned Rank;
  Greeting Who; ///< Set once, before anybody has the link.
  Equipment Has;

  // Under the hub's lock.
  Batch Held;                    ///< Not sent yet.
  std::vector<Link *> HeldWith;  ///< Those whose held operations are the other side of held ones.
  std::deque<Operation> Waiting; ///< For the hub's thread, which sends them in this order.
  std::array<std::deque<Pending>, QueueCount> Under;
  std::array<std::uint64_t, QueueCount> Enqueued{}, Completed{};
  Outcome Fault;
  std::optional<Answer> Answered;
  std::vector<Stretch> Stretches;
  MessageCounts Counts;
  DividedWork Work;

  // Used by the thread that looks around.
  bool Greeted = false, Refused = false, Gone = false;
  unsigned LastNumber = 0;
  std::size_t Moving = 0; ///< Copies under way.
  Silence Quiet;
  std::optional<double> ClockOffset; ///< To add to its seconds.
};

/// All links, and the thread that makes every call of the transport. Any thread may call.
class Hub {
public:
  struct Options {
    double SilenceSeconds = 8;
    ProgramName Program; ///< What other ranks have to be.

    /// Called in the hub's thread when a rank is lost: with a line that names it. Either it ends the program, or all
    /// links are lost when it returns. Links that are used meanwhile are lost already.
    std::function<void(const std::string &, Transport &)> OnLoss;

    bool AreCrowded = true; ///< There are more ranks than processors.

    /// What ranks divide launches among, as HETRT_NODES says it; empty: their cores.
    std::string Devices{};
  };

  /// Makes the transport, in the hub's thread; null with a reason if there is none.
  using Opener = std::function<std::unique_ptr<Transport>(std::string &Why)>;

  Hub(Opener Open, Options Wanted);

  /// Ends it, if need be.
  ~Hub();

  /// Waits until the transport is there, or cannot be.
  void waitOpened();

  /// Waits until all ranks have said who they are. Then the links to those that may serve.
  const std::vector<Link *> &links();

  /// Why there are fewer links than ranks; empty if all serve. After links().
  const std::string &whyFewer() const { return WhyFewer; }

  /// Which of them have fewer devices than they are to have; empty: none. After links().
  const std::string &whyLess() const { return WhyLess; }

  /// Enqueues a copy from one rank that serves to another, in the source's `Out` and the target's `In`: both sides are
  /// sent together.
  void copyAcross(Link &To, std::uint32_t In, const Place &There, Link &From, std::uint32_t Out, const Place &Here);

  /// Enqueues a copy from one rank that serves to another which has not asked for it: in a queue of the source. Returns
  /// the number under which it waits there, for so many takers.
  std::uint64_t sendEarly(Link &To, Link &From, std::uint32_t Queue, std::vector<Place> Parts, std::uint64_t Slices);

  /// Lets all ranks go, and the thread end. Operations that are under way are left alone. Later calls of links have no
  /// effect; ended() says so. Returns false if a rank did not say its last message in time: the thread is then still
  /// there.
  bool end();
  bool ended() const { return Ending.load(); }

private:
  friend class Link;
  using Lock = std::unique_lock<std::mutex>;

  void run(const Opener &Open);
  bool greetAll();
  bool greet(Link &From, std::span<const std::byte> Packet);
  bool equip(Link &From, std::span<const std::byte> Packet);
  void serve();
  bool anythingWaits() const;
  void help();
  template <typename Condition> bool helpUntil(Condition IsDone, unsigned MostLooks, bool &Worked);
  template <typename Condition> void await(Condition IsDone);
  bool lookAround(Lock &Held);
  bool step();
  bool sendWaiting(Link &To);
  std::string begin(Link &To, Operation &What, std::vector<std::byte> &Packet);
  bool finishCopies(Link &Each);
  bool settle(Link &Each);
  void take(Arrival &What);
  void take(Link &From, Message &Read);
  void note(Link &From, Done &What);
  void listen();
  static void setClock(Link &Of, double Seconds);
  void lose(Link &Which, const std::string &Why);
  void letGo(const Link &Lost);
  void fail(const std::string &Why);
  void leave();
  std::string nameOf(const Link &Which) const;

  const Options Wanted;
  std::unique_ptr<Transport> Network;
  std::vector<std::unique_ptr<Link>> All;
  std::vector<Link *> Serving;
  std::string WhyFewer, WhyLess;
  bool Broken = false; ///< No more calls of the transport. Of the thread that looks around.
  double LastBeat = 0; ///< The same.

  std::mutex Mutex;
  std::condition_variable ForThread, ForCallers;
  bool Opened = false, Ready = false, Finished = false;
  bool InOrder = false; ///< Each rank has said its last message: what is left is that the transport ends.
  bool TakesHelp = false;               ///< Callers may look around.
  bool WasHelped = false;               ///< One did, since the hub's thread has last been awake.
  std::atomic<std::thread::id> Looks{}; ///< The thread that looks around, or none. Written under the lock.
  std::string Lost;                     ///< Which rank, and why; empty: none is.
  std::atomic<bool> Ending{false};
  std::uint32_t LastNumber = 0; ///< Of data between two ranks that serve.
  std::uint64_t LastEarly = 0;
  std::thread Thread;
};

} // namespace hetrt::node

#endif
