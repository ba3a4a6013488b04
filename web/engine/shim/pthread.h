// pthread.h - for the browser, where one instance of the engine is one thread.
//
// Locks are free and nobody waits. No thread can be begun: whoever asks for some plays on the
// calling thread instead (lab/experiment.h: threads = -1).
#ifndef DADO_SHIM_PTHREAD_H
#define DADO_SHIM_PTHREAD_H

#include <errno.h>
#include <sys/types.h>
#include <time.h>

// The system's headers name these types without having any threads: ours take their names.
#define pthread_t dado_pthread_t
#define pthread_mutex_t dado_pthread_mutex_t
#define pthread_cond_t dado_pthread_cond_t
#define pthread_attr_t dado_pthread_attr_t
#define pthread_once_t dado_pthread_once_t
typedef int pthread_t, pthread_mutex_t, pthread_cond_t, pthread_attr_t, pthread_once_t;
#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_COND_INITIALIZER 0
#define PTHREAD_ONCE_INIT 0

static inline int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *c)
{
    (void)t, (void)a, (void)f, (void)c;
    return EAGAIN;
}
static inline int pthread_join(pthread_t t, void **r)
{
    (void)t, (void)r;
    return 0;
}
static inline int pthread_attr_init(pthread_attr_t *a)
{
    (void)a;
    return 0;
}
static inline int pthread_attr_destroy(pthread_attr_t *a)
{
    (void)a;
    return 0;
}
static inline int pthread_attr_setstacksize(pthread_attr_t *a, size_t s)
{
    (void)a, (void)s;
    return 0;
}
static inline int pthread_mutex_init(pthread_mutex_t *m, const void *a)
{
    (void)m, (void)a;
    return 0;
}
static inline int pthread_mutex_destroy(pthread_mutex_t *m)
{
    (void)m;
    return 0;
}
static inline int pthread_mutex_lock(pthread_mutex_t *m)
{
    (void)m;
    return 0;
}
static inline int pthread_mutex_unlock(pthread_mutex_t *m)
{
    (void)m;
    return 0;
}
static inline int pthread_cond_init(pthread_cond_t *c, const void *a)
{
    (void)c, (void)a;
    return 0;
}
static inline int pthread_cond_destroy(pthread_cond_t *c)
{
    (void)c;
    return 0;
}
static inline int pthread_cond_signal(pthread_cond_t *c)
{
    (void)c;
    return 0;
}
static inline int pthread_cond_broadcast(pthread_cond_t *c)
{
    (void)c;
    return 0;
}
static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    (void)c, (void)m;
    return 0;
}
static inline int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                         const struct timespec *t)
{
    (void)c, (void)m, (void)t;
    return ETIMEDOUT;
}
// Signals are not for threads that are not there.
typedef int dado_signals;
#define sigset_t dado_signals
enum { SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK };
#define sigfillset(set) (*(set) = 0)
static inline int pthread_sigmask(int how, const dado_signals *set, dado_signals *old)
{
    (void)how, (void)set;
    if (old) *old = 0;
    return 0;
}
static inline int pthread_once(pthread_once_t *o, void (*f)(void))
{
    if (!*o) f();
    *o = 1;
    return 0;
}

#endif
