/* SPDX-License-Identifier: Apache-2.0 */
#include "debug/gdb/gdb_internal.h"

#include "base/number.h"

enum { HEX = 16 };

void gdb_reply_bytes(struct gdb *gdb, const char *bytes, size_t count)
{
    gdb->has_lost |= !packets_send(&gdb->packets, bytes, count);
}

void gdb_reply_text(struct gdb *gdb, struct text *text)
{
    gdb_reply_bytes(gdb, text_of(text), text->count);
    text_clear(text);
}

void gdb_reply(struct gdb *gdb, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    gdb_reply_bytes(gdb, text, strlen(text));
}

void gdb_reply_error(struct gdb *gdb, const struct tt_error *err)
{
    gdb_reply(gdb, "E.%s", err->text);
}

void gdb_reply_nothing(struct gdb *gdb)
{
    gdb_reply_bytes(gdb, "", 0);
}

bool gdb_number(const char **from, uint64_t most, uint64_t *value)
{
    const char *start = *from;
    *value = 0;
    for (int digit; (digit = hex_digit(**from)) >= 0; ++*from) {
        if (*value > (UINT64_MAX >> 4))
            return false;
        *value = *value * HEX + (unsigned)digit;
    }
    return *from > start && *value <= most;
}

/* "p1.2", "2", "-1", "0": any. */
bool gdb_thread(const struct gdb *gdb, const char **from, int64_t *thread)
{
    uint64_t number;
    if (**from == 'p') {
        ++*from;
        if (strncmp(*from, "-1", 2) == 0)
            *from += 2;
        else if (!gdb_number(from, UINT32_MAX, &number))
            return false;
        *thread = -1;
        if (**from != '.')
            return true;
        ++*from;
    }
    *thread = -1;
    if (strncmp(*from, "-1", 2) == 0) {
        *from += 2;
        return true;
    }
    if (!gdb_number(from, DEBUG_THREADS, &number))
        return false;
    if (number == 0)
        return true;
    *thread = (int64_t)number - 1;
    return session_has_thread(gdb->session, (unsigned)*thread);
}

/* "Hg2": later requests concern thread 2; "Hc2": steps are its. */
static void choose_thread(struct gdb *gdb, const char *packet)
{
    const char *from = packet + 2;
    int64_t thread;
    if ((packet[1] != 'g' && packet[1] != 'c') || !gdb_thread(gdb, &from, &thread)) {
        gdb_reply(gdb, "E01");
        return;
    }
    unsigned *chosen = packet[1] == 'g' ? &gdb->looks_at : &gdb->runs;
    *chosen = thread < 0 ? gdb->session->thread : (unsigned)thread;
    gdb_reply(gdb, "OK");
}

static void is_alive(struct gdb *gdb, const char *packet)
{
    const char *from = packet + 1;
    int64_t thread;
    gdb_reply(gdb, gdb_thread(gdb, &from, &thread) && thread >= 0 ? "OK" : "E01");
}

static void gdb_leave(struct gdb *gdb, const char *packet)
{
    gdb->is_over = true;
    if (*packet != 'k')
        gdb_reply(gdb, "OK");
}

static void set_mode(struct gdb *gdb, const char *packet)
{
    const bool is_no_acks = strcmp(packet, "QStartNoAckMode") == 0;
    gdb_reply_bytes(gdb, "OK", is_no_acks ? 2 : 0);
    gdb->packets.has_no_acks |= is_no_acks;
}

static void ask_stop(struct gdb *gdb, const char *packet)
{
    (void)packet;
    gdb_reply_stop(gdb);
}

static void do_v(struct gdb *gdb, const char *packet)
{
    if (strcmp(packet, "vCont?") == 0)
        gdb_reply(gdb, "vCont;c;C;s;S;r");
    else if (strncmp(packet, "vCont;", 6) == 0)
        gdb_run(gdb, packet);
    else if (strncmp(packet, "vFile:", 6) == 0)
        gdb_file(gdb, packet + 6);
    else if (strncmp(packet, "vKill", 5) == 0)
        gdb_leave(gdb, packet);
    else
        gdb_reply_nothing(gdb);
}

static void gdb_dispatch(struct gdb *gdb, const char *packet)
{
    static const struct {
        char letters[8];
        void (*act)(struct gdb *, const char *);
    } acts[] = {
        {"?", ask_stop},      {"gGpP", gdb_registers}, {"mMX", gdb_memory}, {"cCsSb", gdb_run}, {"zZ", gdb_point},
        {"H", choose_thread}, {"T", is_alive},         {"q", gdb_query},    {"Q", set_mode},    {"v", do_v},
        {"Dk", gdb_leave},
    };
    for (size_t i = 0; *packet && i < sizeof acts / sizeof acts[0]; i++) {
        if (!strchr(acts[i].letters, *packet))
            continue;
        acts[i].act(gdb, packet);
        return;
    }
    gdb_reply_nothing(gdb);
}

static bool gdb_is_interrupted(void *user)
{
    return packets_interrupted(user);
}

enum tt_status gdb_serve(struct session *session, const struct stream *stream, struct tt_error *err)
{
    struct gdb gdb = {.session = session, .looks_at = session->thread, .runs = session->thread};
    (void)err;
    gdb.packets.in.stream = stream;
    session->turns_watches = true;
    session->is_interrupted = gdb_is_interrupted;
    session->interrupt_user = &gdb.packets;
    while (!gdb.is_over && !gdb.has_lost) {
        switch (packets_next(&gdb.packets)) {
        case PACKET_END:
            gdb.is_over = true;
            break;
        case PACKET_DATA:
            gdb_dispatch(&gdb, gdb.packets.data);
            break;
        case PACKET_TOO_LONG:
            gdb_reply(&gdb, "E.a packet holds at most %d bytes", PACKET_MAX);
            break;
        case PACKET_INTERRUPT: /* nothing runs */
            gdb_reply_stop(&gdb);
            break;
        }
    }
    session->is_interrupted = NULL;
    session->turns_watches = false;
    text_clear(&gdb.features);
    text_clear(&gdb.threads);
    text_clear(&gdb.map);
    text_clear(&gdb.elf);
    return TT_OK;
}
