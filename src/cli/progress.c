/* SPDX-License-Identifier: Apache-2.0 */
/* One line, drawn over again. */
#include "cli/progress.h"

#include "cli/streams.h"

#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH = 80, WIDTH_MAX = 400, BAR_MIN = 8, BAR_MAX = 40 };

static const double moment = 0.3, between = 0.1; /* seconds */

static double seconds_between(const struct timespec *from, const struct timespec *to)
{
    return (double)(to->tv_sec - from->tv_sec) + (double)(to->tv_nsec - from->tv_nsec) * 1e-9;
}

/* "12", "3.4 k", "81 M" */
static void rate_text(double rate, char *text, size_t size)
{
    static const char *const suffixes[] = {"", " k", " M", " G"};
    unsigned suffix = 0;
    while (rate >= 1000 && suffix < 3) {
        rate /= 1000;
        suffix++;
    }
    (void)snprintf(text, size, "%.*f%s", rate < 10 ? 1 : 0, rate, suffixes[suffix]);
}

/* "5 s", "3 min", "2 h 05 min" */
static void time_text(double seconds, char *text, size_t size)
{
    if (seconds < 100)
        (void)snprintf(text, size, "%.0f s", seconds);
    else if (seconds < 100 * 60)
        (void)snprintf(text, size, "%.0f min", seconds / 60);
    else if (seconds < 1000 * 3600.0)
        (void)snprintf(text, size, "%u h %02u min", (unsigned)(seconds / 3600), (unsigned)(seconds / 60) % 60);
    else
        (void)snprintf(text, size, "very long");
}

char *progress_text(const char *what, const char *unit, uint64_t done, uint64_t of, double seconds, int width,
                    char *text, size_t size)
{
    char rate[32], left[32], tail[128], bar[BAR_MAX + 8] = "";
    const double part = !of ? 0 : done < of ? (double)done / (double)of : 1;
    const double speed = seconds > 0 ? (double)done / seconds : 0;
    rate_text(speed, rate, sizeof rate);
    time_text(speed > 0 && of > done ? (double)(of - done) / speed : 0, left, sizeof left);
    if (speed > 0)
        (void)snprintf(tail, sizeof tail, "%s %s/s, %s left", rate, unit, left);
    else
        (void)snprintf(tail, sizeof tail, "no %s yet", unit);
    int room = width - 1 - (int)strlen(what) - (int)strlen(tail) - (int)sizeof " 100% [] ";
    if (room > BAR_MAX)
        room = BAR_MAX;
    if (room >= BAR_MIN) {
        bar[0] = '[';
        for (int i = 0; i < room; i++)
            bar[1 + i] = i < (int)(part * room) ? '#' : '-';
        memcpy(bar + 1 + room, "] ", 3);
    }
    const int length = snprintf(text, size, "%s %3d%% %s%s", what, (int)(part * 100), bar, tail);
    if (length >= width && width > 0 && (size_t)width <= size)
        text[width - 1] = 0;
    return text;
}

void progress_begin(struct progress *progress, const char *what, const char *unit)
{
    *progress = (struct progress){.what = what, .unit = unit, .is_terminal = isatty(STDERR_FILENO)};
    (void)clock_gettime(CLOCK_MONOTONIC, &progress->start);
    progress->drawn = progress->start;
}

static int terminal_width(void)
{
    struct winsize window;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) || window.ws_col == 0)
        return WIDTH;
    return window.ws_col < WIDTH_MAX ? window.ws_col : WIDTH_MAX;
}

void progress_show(struct progress *progress, uint64_t done, uint64_t of)
{
    struct timespec now;
    char text[WIDTH_MAX + 8];
    if (!progress->is_terminal)
        return;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    const double so_far = seconds_between(&progress->start, &now);
    if (so_far < moment || seconds_between(&progress->drawn, &now) < between)
        return;
    progress->drawn = now;
    progress->is_drawn = true;
    streams_draw(progress_text(progress->what, progress->unit, done, of, so_far, terminal_width(), text, sizeof text));
}

void progress_report(void *user, uint64_t done, uint64_t of)
{
    progress_show(user, done, of);
}

void progress_end(struct progress *progress)
{
    if (progress->is_drawn)
        streams_draw("");
    progress->is_drawn = false;
}
