// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of which each thread has its own, also while the process exits.
#ifndef HETRT_TRACE_OFTHREAD_H
#define HETRT_TRACE_OFTHREAD_H

#include <pthread.h>

namespace hetrt {

/// The object of type T that each thread has of its own. It is made when the thread first asks for it, and destroyed
/// when the thread ends. exit() does not destroy it. (exit() destroys thread_local objects of its thread, and then
/// calls handlers and destructors of static objects, from which the program may use the runtime again.) If destructors
/// at the end of a thread ask for the object once more, they get a new one, which is destroyed too.
template <typename T> class OfThread {
public:
  static T &get() { return Mine ? *Mine : make(); }
  /// The thread's object; null if the thread has not asked for it.
  static T *find() { return Mine; }

private:
  [[gnu::noinline]] static T &make() {
    static const Ending AtEnd;
    Mine = new T;
    if (AtEnd.Works)
      static_cast<void>(pthread_setspecific(AtEnd.Key, Mine)); // if this fails, the object is never destroyed
    return *Mine;
  }

  /// The key whose destructor is called at the end of each thread that has an object.
  struct Ending {
    pthread_key_t Key = 0;
    bool Works = pthread_key_create(&Key, [](void *Object) {
                   Mine = nullptr;
                   delete static_cast<T *>(Object);
                 }) == 0;
  };

  [[gnu::tls_model("initial-exec")]] static thread_local constinit T *Mine;
};

template <typename T> thread_local constinit T *OfThread<T>::Mine = nullptr;

} // namespace hetrt

#endif
