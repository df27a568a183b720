// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thread-local objects that can still be used while the process exits.
#ifndef HETRT_TRACE_OFTHREAD_H
#define HETRT_TRACE_OFTHREAD_H

#include <pthread.h>

namespace hetrt {

/// Each thread has its own object of type T. The object is made when the thread first calls get(), and destroyed when
/// the thread ends. Unlike a thread_local object, it is not destroyed by exit(): exit() destroys the thread_local
/// objects of its thread first, and then calls handlers and destructors of static objects, which may use the runtime
/// again. If a destructor at the end of a thread calls get() after the object was destroyed, a new object is made, and
/// destroyed too.
template <typename T> class OfThread {
public:
  static T &get() { return Mine ? *Mine : make(); }
  /// The thread's object; null if the thread has not called get().
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
