// expect: bounded
// rounds: 3   unwind: 4

/* A timer service: callbacks run by one thread when they are due, sleeping with a timed wait. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void (*timer_callback)(void *arg);

struct timer {
    struct timespec due;
    timer_callback callback;
    void *arg;
    unsigned id;
    struct timer *next;
};

struct timer_service {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct timer *timers;
    unsigned next_id;
    unsigned fired;
    unsigned cancelled;
    bool stopping;
    pthread_t thread;
};

static bool earlier(const struct timespec *a, const struct timespec *b)
{
    if (a->tv_sec != b->tv_sec)
        return a->tv_sec < b->tv_sec;
    return a->tv_nsec < b->tv_nsec;
}

static void *timer_thread(void *arg)
{
    struct timer_service *service = arg;

    pthread_mutex_lock(&service->lock);
    while (!service->stopping) {
        struct timer *timer = service->timers;
        struct timespec now;

        if (!timer) {
            pthread_cond_wait(&service->changed, &service->lock);
            continue;
        }
        clock_gettime(CLOCK_REALTIME, &now);
        if (earlier(&now, &timer->due)) {
            struct timespec due = timer->due;
            int error = pthread_cond_timedwait(&service->changed, &service->lock, &due);

            if (error != 0 && error != ETIMEDOUT)
                break;
            continue;
        }
        service->timers = timer->next;
        service->fired++;
        pthread_mutex_unlock(&service->lock);
        timer->callback(timer->arg);
        free(timer);
        pthread_mutex_lock(&service->lock);
    }
    pthread_mutex_unlock(&service->lock);
    return NULL;
}

static int timer_service_start(struct timer_service *service)
{
    memset(service, 0, sizeof *service);
    service->next_id = 1;
    if (pthread_mutex_init(&service->lock, NULL) != 0)
        return -1;
    if (pthread_cond_init(&service->changed, NULL) != 0)
        goto no_cond;
    if (pthread_create(&service->thread, NULL, timer_thread, service) != 0)
        goto no_thread;
    return 0;

no_thread:
    pthread_cond_destroy(&service->changed);
no_cond:
    pthread_mutex_destroy(&service->lock);
    return -1;
}

/* Returns the identity of the timer, or 0. */
static unsigned timer_add(struct timer_service *service, long milliseconds,
                          timer_callback callback, void *arg)
{
    struct timer *timer = malloc(sizeof *timer);
    struct timer **place;
    unsigned id;

    if (!timer)
        return 0;
    if (clock_gettime(CLOCK_REALTIME, &timer->due) != 0) {
        free(timer);
        return 0;
    }
    timer->due.tv_sec += milliseconds / 1000;
    timer->due.tv_nsec += milliseconds % 1000 * 1000000L;
    if (timer->due.tv_nsec >= 1000000000L) {
        timer->due.tv_sec++;
        timer->due.tv_nsec -= 1000000000L;
    }
    timer->callback = callback;
    timer->arg = arg;

    pthread_mutex_lock(&service->lock);
    id = service->next_id++;
    timer->id = id;
    place = &service->timers;
    while (*place && !earlier(&timer->due, &(*place)->due))
        place = &(*place)->next;
    timer->next = *place;
    *place = timer;
    pthread_cond_signal(&service->changed);
    pthread_mutex_unlock(&service->lock);
    return id;
}

static bool timer_cancel(struct timer_service *service, unsigned id)
{
    struct timer **place;
    struct timer *timer;

    pthread_mutex_lock(&service->lock);
    place = &service->timers;
    while (*place && (*place)->id != id)
        place = &(*place)->next;
    timer = *place;
    if (timer) {
        *place = timer->next;
        service->cancelled++;
    }
    pthread_mutex_unlock(&service->lock);
    free(timer);
    return timer != NULL;
}

static unsigned timer_service_stop(struct timer_service *service)
{
    unsigned dropped = 0;

    pthread_mutex_lock(&service->lock);
    service->stopping = true;
    pthread_cond_signal(&service->changed);
    pthread_mutex_unlock(&service->lock);
    pthread_join(service->thread, NULL);
    while (service->timers) {
        struct timer *timer = service->timers;

        service->timers = timer->next;
        free(timer);
        dropped++;
    }
    pthread_cond_destroy(&service->changed);
    pthread_mutex_destroy(&service->lock);
    return dropped;
}

struct event {
    pthread_mutex_t lock;
    pthread_cond_t happened;
    int count;
};

static void on_timer(void *arg)
{
    struct event *event = arg;

    pthread_mutex_lock(&event->lock);
    event->count++;
    pthread_cond_signal(&event->happened);
    pthread_mutex_unlock(&event->lock);
}

int main(void)
{
    static struct event event = {
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .happened = PTHREAD_COND_INITIALIZER,
    };
    struct timer_service service;
    unsigned soon, late, dropped, added;
    bool cancelled;

    if (timer_service_start(&service) != 0) {
        fprintf(stderr, "cannot start the timer service\n");
        return EXIT_FAILURE;
    }
    soon = timer_add(&service, 5, on_timer, &event);
    late = timer_add(&service, 60000, on_timer, &event);
    added = (soon != 0) + (late != 0);
    if (soon != 0) {
        pthread_mutex_lock(&event.lock);
        while (event.count == 0)
            pthread_cond_wait(&event.happened, &event.lock);
        pthread_mutex_unlock(&event.lock);
    }
    cancelled = late != 0 && timer_cancel(&service, late);
    dropped = timer_service_stop(&service);
    assert(service.timers == NULL);
    assert(service.fired + service.cancelled + dropped == added);
    assert(event.count == (int)service.fired);
    assert(!cancelled || service.cancelled == 1);
    printf("%u fired, %u cancelled, %u dropped\n", service.fired, service.cancelled, dropped);
    return EXIT_SUCCESS;
}
