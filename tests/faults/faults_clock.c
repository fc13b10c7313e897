/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks that jump. TTR_CLOCK: "constant", "back" (a day back at each look), "years" (ten on), "zero", "2038", "9999",
 * "wild" (among those). Without it they run as ever. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "faults/faults.h"

#define FAULTS_EXPORT __attribute__((visibility("default")))

static const char *clock_name;

__attribute__((constructor(101))) static void read_environment(void)
{
    clock_name = getenv("TTR_CLOCK");
    (void)unsetenv("TTR_CLOCK");
}

static time_t now(void)
{
    static const time_t start = 1700000000, day = 86400, end_of_9999 = 253402300799, end_of_2038 = 0x7FFFFFFF;
    static _Atomic long looks;
    const long look = atomic_fetch_add(&looks, 1);
    if (strcmp(clock_name, "back") == 0)
        return start - look * day;
    if (strcmp(clock_name, "years") == 0)
        return start + look * 3652 * day;
    if (strcmp(clock_name, "zero") == 0)
        return 0;
    if (strcmp(clock_name, "2038") == 0)
        return end_of_2038 + look;
    if (strcmp(clock_name, "9999") == 0)
        return end_of_9999 + look;
    if (strcmp(clock_name, "wild") == 0)
        return (const time_t[]){start, 0, end_of_9999, start - day, end_of_2038, -day}[look % 6];
    return start;
}

FAULTS_EXPORT int clock_gettime(clockid_t clock, struct timespec *out)
{
    int (*next)(clockid_t, struct timespec *);
    fault_next(&next, sizeof next, "clock_gettime");
    if (!clock_name)
        return next(clock, out);
    *out = (struct timespec){.tv_sec = now()};
    return 0;
}

FAULTS_EXPORT int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec time;
    const int result = clock_gettime(CLOCK_REALTIME, &time);
    (void)zone;
    *out = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
    return result;
}

FAULTS_EXPORT time_t time(time_t *out)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_REALTIME, &time);
    if (out)
        *out = time.tv_sec;
    return time.tv_sec;
}
