// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rank 0's side of the job: a thread that exchanges messages with all ranks that serve, and a Link for each of these
// ranks. To *make progress* is to send the operations that wait and to take the messages that have come. If the
// transport allows, a thread of the program that waits, or has something to send, makes progress itself. So the hub's
// thread need not be woken, and does not compete with computing threads for a core.
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

/// Every transport has at least `LeastNumbers` numbers for data. Data that is sent early (Hub::sendEarly()) has the
/// number `EarlyNumber`, and is matched in order.
inline constexpr unsigned LeastNumbers = 1000, EarlyNumber = LeastNumbers;

/// The result of an operation on a node; corresponds to Status of the device interface.
struct Outcome {
  int Code = 0; ///< hetrt_code; 0: success.
  bool DeviceFault = false;
  std::string Message;
};

/// When a node executed an operation, in seconds of this process's clock.
struct Stretch {
  unsigned Queue = 0;
  bool Out = false, Launch = false;
  double Begin = 0, End = 0;
};

/// Numbers of messages: with data from and to rank 0, with data from other ranks that serve, and without data in both
/// directions. Signs of life do not count.
struct MessageCounts {
  std::uint64_t In = 0, Out = 0, Across = 0, Orders = 0;
};

/// The work of the devices of a node in several launches.
struct DividedWork {
  std::vector<WorkDone> Sums;      ///< The work of each device, by the device's line in the equipment.
  std::string WhyCores;            ///< Why the cores alone computed the last launch, if so.
  std::vector<std::string> Faults; ///< Faults of devices, with the devices' names.
};

/// One rank that serves, as rank 0 sees it. One thread at a time uses a link; any thread may read members that do not
/// change.
class Link {
public:
  const Greeting &greeting() const { return Who; }
  unsigned rank() const { return Rank; }

  /// Enqueues an operation. The memory that the operation reads or writes stays until the operation is done, or drain()
  /// has returned. The link holds the operation back, and sends it together with others when a launch is enqueued, or
  /// when wait() or poll() is called.
  void enqueue(Operation What);

  /// How many operations a queue has been given so far.
  std::uint64_t enqueued(unsigned Queue) const;

  /// Waits for all operations of a queue. Returns the outcome sooner if an operation of any queue has failed, or the
  /// job is lost.
  Outcome wait(unsigned Queue);

  /// The same as wait(), but returns at once. `Finished`: all operations of the queue are done.
  Outcome poll(unsigned Queue, bool &Finished);

  /// Sends a message that has an answer (Allocate, Prepare), and waits for the answer, which has a problem if the job
  /// is lost.
  Answer ask(Message What);

  /// Sends a message that has no answer.
  void tell(Message What);

  /// Waits until no operation is under way; after a fault, the rank does not execute launches that are enqueued.
  /// Afterwards the link works as if there had been no fault.
  void drain();

  /// When operations that are over began and ended. Each operation is returned once.
  std::vector<Stretch> takeStretches();

  /// How many messages were sent and have come since the last call.
  MessageCounts takeCounts();

  /// The devices among which the rank divides launches; none: it only has its cores. Set once, before links() returns.
  const Equipment &equipment() const { return Has; }

  /// The work of the devices of equipment() in launches that are over. Each launch is returned once.
  DividedWork takeWork();

private:
  friend class Hub;
  Link(Hub &Owner, unsigned Rank) : Owner(Owner), Rank(Rank) {}

  struct Pending {
    Ticket Under = 0; ///< The transfer on this side; 0: none, or it is done.
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
  Greeting Who; ///< The rank's greeting. Set once, before links() returns.
  Equipment Has;

  // The members from here on are guarded by the hub's lock.
  Batch Held;                    ///< Operations that are not to be sent yet.
  std::vector<Link *> HeldWith;  ///< The links that hold the other sides of held copies.
  std::deque<Operation> Waiting; ///< Operations to be sent, in this order.
  std::array<std::deque<Pending>, QueueCount> Under;
  std::array<std::uint64_t, QueueCount> Enqueued{}, Completed{};
  Outcome Fault;
  std::optional<Answer> Answered;
  std::vector<Stretch> Stretches;
  MessageCounts Counts;
  DividedWork Work;

  // The members from here on are used by the thread that makes progress.
  bool Greeted = false, Refused = false, Gone = false;
  unsigned LastNumber = 0;
  std::size_t Moving = 0; ///< How many copies are under way.
  Silence Quiet;
  std::optional<double> ClockOffset; ///< The seconds to add to this rank's clock to get this process's clock.
};

/// All links, and the thread that uses the transport. Any thread may call.
class Hub {
public:
  struct Options {
    double SilenceSeconds = 8;
    ProgramName Program; ///< The program that other ranks have to run.

    /// Called when a rank is lost, in the thread that makes progress, with a line that names the rank. The function may
    /// end the program. If it returns, all links are lost. All uses of links fail already during the call.
    std::function<void(const std::string &, Transport &)> OnLoss;

    bool AreCrowded = true; ///< There are more ranks than processors.

    /// The devices among which ranks divide launches, as HETRT_NODES says them; empty: each rank uses its cores.
    std::string Devices{};
  };

  /// A function that makes the transport, in the hub's thread; returns null, and sets `Why`, if it cannot.
  using Opener = std::function<std::unique_ptr<Transport>(std::string &Why)>;

  Hub(Opener Open, Options Wanted);

  /// Calls end(), and waits for the thread.
  ~Hub();

  /// Waits until the transport has been made, or could not be made.
  void waitOpened();

  /// Waits until all ranks have said who they are. Returns the links to the ranks that may serve.
  const std::vector<Link *> &links();

  /// Why there are fewer links than ranks; empty if all ranks serve. To be called after links().
  const std::string &whyFewer() const { return WhyFewer; }

  /// Which ranks have fewer devices than they should have, and why; empty: none. To be called after links().
  const std::string &whyLess() const { return WhyLess; }

  /// Enqueues a copy from one rank that serves to another: in queue `Out` of the source and queue `In` of the target.
  /// Both sides are sent together.
  void copyAcross(Link &To, std::uint32_t In, const Place &There, Link &From, std::uint32_t Out, const Place &Here);

  /// Enqueues a copy from one rank that serves to another that has not asked for the data, in a queue of the source.
  /// Returns the number under which the data waits on the target, until `Slices` messages TakeEarly or DropEarly have
  /// come for it.
  std::uint64_t sendEarly(Link &To, Link &From, std::uint32_t Queue, std::vector<Place> Parts, std::uint64_t Slices);

  /// Tells all ranks to leave, and lets the thread end. Does not wait for operations that are under way. Later calls of
  /// links have no effect, since ended() is true. Returns false if some rank did not send its last message in time, so
  /// that the thread still runs.
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
  bool progress(Lock &Held);
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
  /// No more calls of the transport: it has failed, or a rank is lost. For the thread that makes progress.
  bool Broken = false;
  double LastBeat = 0; ///< When the last Beat was sent. For the thread that makes progress.

  std::mutex Mutex;
  std::condition_variable ForThread, ForCallers;
  bool Opened = false, Ready = false, Finished = false;
  bool InOrder = false;   ///< Each rank has sent its last message, so only the transport is left to be ended.
  bool TakesHelp = false; ///< Threads of the program may exchange messages in place of the hub's thread.
  bool WasHelped = false; ///< A thread of the program has exchanged messages since the hub's thread was last awake.
  /// The thread that exchanges messages (makes progress) now, or none. Written under the lock.
  std::atomic<std::thread::id> ProgressThread{};
  std::string Lost; ///< Which rank is lost, and why; empty: none is.
  std::atomic<bool> Ending{false};
  std::uint32_t LastNumber = 0; ///< The last number given to data between two ranks that serve.
  std::uint64_t LastEarly = 0;
  std::thread Thread;
};

} // namespace hetrt::node

#endif
