/* SPDX-License-Identifier: Apache-2.0 */
/* A long verb that can be continued says so when it is stopped. */
#pragma once

#include <pthread.h>
#include <signal.h>

struct interrupt {
    pthread_t thread;
    sigset_t before;
    const char *text;
    int is_watched;
};

/* From here on SIGINT, SIGTERM and SIGHUP say `text` on standard error before they end the program as ever. Call it
 * before there are other threads. text: borrowed until interrupt_end. */
void interrupt_begin(struct interrupt *interrupt, const char *text);
void interrupt_end(struct interrupt *interrupt);
