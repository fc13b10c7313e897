/* SPDX-License-Identifier: Apache-2.0 */
/* Steps and runs, forwards and backwards, and where they stop. */
#include "debug/gdb/gdb_internal.h"

enum { SIGNAL_NONE, SIGNAL_INTERRUPT = 2, SIGNAL_TRAP = 5, BYTES_MAX = 1 << 20 };

static const char *watch_name(enum debug_point_kind kind)
{
    return kind == DEBUG_WRITE ? "watch" : kind == DEBUG_READ ? "rwatch" : "awatch";
}

void gdb_reply_stop(struct gdb *gdb)
{
    const struct debug_stop *stop = &gdb->session->stop;
    char why[64] = "";
    if (!gdb->hides_end && (stop->reached == ENGINE_AT_START || stop->reached == ENGINE_AT_END))
        (void)snprintf(why, sizeof why, "replaylog:%s;", stop->reached == ENGINE_AT_START ? "begin" : "end");
    else if (stop->is_point && stop->point.kind != DEBUG_BREAK)
        (void)snprintf(why, sizeof why, "%s:%" PRIx32 ";", watch_name(stop->point.kind), stop->point.addr);
    gdb->looks_at = gdb->runs = gdb->session->thread;
    const int signal = gdb->hides_end                        ? SIGNAL_NONE
                       : stop->reached == ENGINE_INTERRUPTED ? SIGNAL_INTERRUPT
                                                             : SIGNAL_TRAP;
    gdb_reply(gdb, "T%02xthread:%x;%s", signal, gdb->session->thread + 1, why);
}

struct wish {
    bool is_step, is_back, is_alone;
    unsigned thread;
    uint64_t lo, hi; /* it steps on as long as its address is there */
};

/* "vCont;s:2;c": the first action with a thread that steps, or all go on. */
static bool read_actions(const struct gdb *gdb, const char *from, struct wish *wish)
{
    bool is_any = false;
    while (*from == ';') {
        const char action = *++from;
        int64_t thread = -1;
        uint64_t signal;
        uint64_t lo = 0, hi = 0;
        if (!action || !strchr("cCsSr", action))
            return false;
        from++;
        if (action == 'r' &&
            (!gdb_number(&from, UINT32_MAX, &lo) || *from++ != ',' || !gdb_number(&from, UINT64_C(1) << 32, &hi)))
            return false;
        if ((action == 'C' || action == 'S') && !gdb_number(&from, UINT8_MAX, &signal))
            return false;
        if (*from == ':') {
            from++;
            if (!gdb_thread(gdb, &from, &thread))
                return false;
        }
        is_any = true;
        wish->is_alone &= thread >= 0;
        if (wish->is_step || action == 'c' || action == 'C')
            continue;
        wish->is_step = true;
        wish->lo = lo;
        wish->hi = hi;
        wish->thread = thread < 0 ? gdb->session->thread : (unsigned)thread;
    }
    return is_any && !*from;
}

/* "s", "c", with an address or a signal that do not count here; "bs", "bc". */
static bool read_wish(const struct gdb *gdb, const char *packet, struct wish *wish)
{
    *wish = (struct wish){.thread = gdb->runs, .is_alone = true};
    if (strncmp(packet, "vCont", 5) == 0)
        return read_actions(gdb, packet + 5, wish);
    if (*packet == 'b') {
        wish->is_back = true;
        wish->is_step = packet[1] == 's';
        return (packet[1] == 's' || packet[1] == 'c') && !packet[2];
    }
    wish->is_step = *packet == 's' || *packet == 'S';
    return true;
}

static bool is_in_range(void *user, const struct debug_where *where)
{
    const struct wish *wish = user;
    return where->pc.addr >= wish->lo && where->pc.addr < wish->hi;
}

/* A step off a breakpoint is one of a thread alone; where the recording ends in one, gdb waits for ever for it to end.
 * There the thread just stops. */
static void note_end(struct gdb *gdb, const struct wish *wish)
{
    gdb->hides_end = gdb->session->stop.reached == ENGINE_AT_END && wish->is_step && wish->is_alone && !wish->hi;
}

void gdb_run(struct gdb *gdb, const char *packet)
{
    struct wish wish;
    struct tt_error err;
    if (!read_wish(gdb, packet, &wish)) {
        gdb_reply(gdb, "E01");
        return;
    }
    gdb->session->thread = wish.thread;
    const struct debug_while range = {&wish, is_in_range};
    const enum tt_status status =
        wish.is_step ? session_step_while(gdb->session, wish.thread, wish.is_back, wish.is_alone, &range, &err)
                     : session_continue(gdb->session, wish.is_back, &err);
    note_end(gdb, &wish);
    if (status)
        gdb_reply_error(gdb, &err);
    else
        gdb_reply_stop(gdb);
}

/* "Z2,60000,4": of type, address, length. */
void gdb_point(struct gdb *gdb, const char *packet)
{
    static const enum debug_point_kind kinds[] = {DEBUG_BREAK, DEBUG_BREAK, DEBUG_WRITE, DEBUG_READ, DEBUG_ACCESS};
    const char *from = packet + 1, *why = "";
    uint64_t type, addr, bytes;
    if (!gdb_number(&from, UINT8_MAX, &type) || *from++ != ',' || !gdb_number(&from, UINT32_MAX, &addr) ||
        *from++ != ',' || !gdb_number(&from, BYTES_MAX, &bytes) || (*from && *from != ';')) {
        gdb_reply(gdb, "E01");
        return;
    }
    if (type >= sizeof kinds / sizeof kinds[0]) {
        gdb_reply_nothing(gdb);
        return;
    }
    const struct debug_point point = {
        .kind = kinds[type], .thread = gdb->looks_at, .addr = (uint32_t)addr, .bytes = (uint32_t)bytes};
    if (*packet == 'z')
        gdb_reply(gdb, session_remove_point(gdb->session, point.kind, point.addr, point.bytes) ? "OK" : "E02");
    else if (session_add_point(gdb->session, &point, &why))
        gdb_reply(gdb, "OK");
    else
        gdb_reply(gdb, "E.%s", why);
}
