/* SPDX-License-Identifier: Apache-2.0 */
/* gdb's questions before it begins: features, threads, memory, the program. */
#include "base/number.h"
#include "debug/gdb/gdb_internal.h"
#include "debug/session.h"

static const char features[] = "qXfer:features:read+;qXfer:threads:read+;qXfer:memory-map:read+;"
                               "ReverseStep+;ReverseContinue+;QStartNoAckMode+;vContSupported+;swbreak-;hwbreak-";

/* ---- documents ---- */

static void gdb_query_add_registers(struct text *xml, unsigned first, unsigned last, const char *type)
{
    char name[DEBUG_REGISTER_NAME_MAX];
    for (unsigned number = first; number < last; number++)
        text_add(xml, "<reg name=\"%s\" bitsize=\"%u\" type=\"%s\" regnum=\"%u\"/>\n",
                 session_register_name(number, name), 8 * session_register_bytes(number), type, number);
}

static void make_features(struct text *xml)
{
    text_add(
        xml,
        "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n<target version=\"1.0\">\n"
        "<architecture>riscv:rv32</architecture>\n<osabi>none</osabi>\n<feature name=\"org.gnu.gdb.riscv.cpu\">\n");
    gdb_query_add_registers(xml, DEBUG_X, DEBUG_PC, "int");
    gdb_query_add_registers(xml, DEBUG_PC, DEBUG_PC + 1, "code_ptr");
    text_add(xml, "</feature>\n<feature name=\"org.gnu.gdb.riscv.fpu\">\n");
    gdb_query_add_registers(xml, DEBUG_F, DEBUG_FFLAGS, "ieee_single");
    gdb_query_add_registers(xml, DEBUG_FFLAGS, DEBUG_STEP, "int");
    text_add(xml, "</feature>\n<feature name=\"org.tt-replay.pipe\">\n");
    gdb_query_add_registers(xml, DEBUG_STEP, DEBUG_STEP + 1, "uint64");
    gdb_query_add_registers(xml, DEBUG_WORD, DEBUG_REGISTERS, "uint32");
    text_add(xml, "</feature>\n</target>\n");
}

/* The description of a thread may hold any byte of a capture's names. */
static void add_escaped(struct text *xml, const char *from)
{
    for (; *from; from++) {
        if (*from == '<')
            text_add(xml, "&lt;");
        else if (*from == '>')
            text_add(xml, "&gt;");
        else if (*from == '&')
            text_add(xml, "&amp;");
        else if (*from == '"')
            text_add(xml, "&quot;");
        else
            text_add(xml, "%c", *from >= ' ' && *from < 0x7F ? *from : '?');
    }
}

static void make_threads(struct gdb *gdb)
{
    struct text *xml = &gdb->threads;
    text_clear(xml);
    text_add(xml, "<?xml version=\"1.0\"?>\n<threads>\n");
    for (unsigned thread = 0; thread < DEBUG_THREADS; thread++) {
        struct text says = {0};
        if (!session_has_thread(gdb->session, thread))
            continue;
        session_describe(gdb->session, thread, &says);
        text_add(xml, "<thread id=\"%x\" name=\"%s\">", thread + 1, session_thread_name(thread));
        add_escaped(xml, text_of(&says));
        text_add(xml, "</thread>\n");
        text_clear(&says);
    }
    text_add(xml, "</threads>\n");
}

static void make_map(struct text *xml)
{
    text_add(xml,
             "<?xml version=\"1.0\"?>\n<!DOCTYPE memory-map PUBLIC \"+//IDN gnu.org//DTD GDB Memory Map V1.0//EN\" "
             "\"http://sourceware.org/gdb/gdb-memory-map.dtd\">\n<memory-map>\n"
             "<memory type=\"ram\" start=\"0x0\" length=\"0x40000000\"/>\n"
             "<memory type=\"rom\" start=\"0x%x\" length=\"0x%x\"/>\n"
             "<memory type=\"ram\" start=\"0x80000000\" length=\"0x80000000\"/>\n</memory-map>\n",
             DEBUG_EVENTS, (unsigned)DEBUG_EVENTS_END - DEBUG_EVENTS);
}

/* A piece of a document: "OFFSET,LENGTH". */
static void reply_piece(struct gdb *gdb, const struct text *document, const char *from)
{
    uint64_t offset, length;
    if (!gdb_number(&from, UINT32_MAX, &offset) || *from++ != ',' || !gdb_number(&from, UINT32_MAX, &length) || *from) {
        gdb_reply(gdb, "E01");
        return;
    }
    struct text piece = {0};
    const size_t most = PACKET_MAX / 2;
    size_t count = offset < document->count ? document->count - (size_t)offset : 0;
    count = count > length ? (size_t)length : count;
    count = count > most ? most : count;
    text_add_bytes(&piece, offset + count < document->count ? "m" : "l", 1);
    if (count)
        text_add_bytes(&piece, document->bytes + offset, count);
    gdb_reply_text(gdb, &piece);
}

static bool follows(const char **from, const char *prefix)
{
    const size_t length = strlen(prefix);
    if (strncmp(*from, prefix, length) != 0)
        return false;
    *from += length;
    return true;
}

static void transfer(struct gdb *gdb, const char *from)
{
    if (follows(&from, "features:read:target.xml:")) {
        if (!gdb->features.count)
            make_features(&gdb->features);
        reply_piece(gdb, &gdb->features, from);
    } else if (follows(&from, "threads:read::")) {
        if (strncmp(from, "0,", 2) == 0)
            make_threads(gdb);
        reply_piece(gdb, &gdb->threads, from);
    } else if (follows(&from, "memory-map:read::")) {
        if (!gdb->map.count)
            make_map(&gdb->map);
        reply_piece(gdb, &gdb->map, from);
    } else if (follows(&from, "exec-file:read:")) {
        const char *piece = strchr(from, ':');
        struct text name = {0};
        if (gdb_has_program(gdb))
            text_add(&name, GDB_FILE_NAME);
        reply_piece(gdb, &name, piece ? piece + 1 : "");
        text_clear(&name);
    } else {
        gdb_reply_nothing(gdb);
    }
}

/* ---- a line of the user's ---- */

static void command(struct gdb *gdb, const char *digits)
{
    enum { LINE_MAX_BYTES = 1024, PIECE = 1024 };
    uint8_t line[LINE_MAX_BYTES + 1];
    size_t count;
    if (!hex_bytes(digits, strlen(digits), line, LINE_MAX_BYTES, &count)) {
        gdb_reply(gdb, "E01");
        return;
    }
    line[count] = '\0';
    struct text says = {0}, out = {0};
    monitor_command(gdb->session, (const char *)line, &says);
    text_add_visible(&out, text_of(&says), says.count); /* gdb hands it to the terminal as it comes */
    text_clear(&says);
    gdb->looks_at = gdb->runs = gdb->session->thread;
    for (size_t at = 0; at < out.count; at += PIECE) {
        struct text piece = {0};
        text_add(&piece, "O");
        text_add_hex(&piece, out.bytes + at, out.count - at < PIECE ? out.count - at : PIECE);
        gdb_reply_text(gdb, &piece);
    }
    text_clear(&out);
    gdb_reply(gdb, "OK");
}

static void list_threads(struct gdb *gdb)
{
    struct text text = {0};
    for (unsigned thread = 0; thread < DEBUG_THREADS; thread++)
        if (session_has_thread(gdb->session, thread))
            text_add(&text, "%c%x", text.count ? ',' : 'm', thread + 1);
    gdb_reply_text(gdb, &text);
}

static void describe_thread(struct gdb *gdb, const char *from)
{
    int64_t thread;
    struct text says = {0}, shown = {0}, text = {0};
    if (!gdb_thread(gdb, &from, &thread) || thread < 0) {
        gdb_reply(gdb, "E01");
        return;
    }
    session_describe(gdb->session, (unsigned)thread, &says);
    text_add_visible(&shown, text_of(&says), says.count);
    text_add_hex(&text, text_of(&shown), shown.count);
    gdb_reply_text(gdb, &text);
    text_clear(&says);
    text_clear(&shown);
}

void gdb_query(struct gdb *gdb, const char *packet)
{
    const char *from = packet;
    if (follows(&from, "qSupported"))
        gdb_reply(gdb, "PacketSize=%x;%s%s", PACKET_MAX, features,
                  gdb_has_program(gdb) ? ";qXfer:exec-file:read+" : "");
    else if (follows(&from, "qXfer:"))
        transfer(gdb, from);
    else if (follows(&from, "qRcmd,"))
        command(gdb, from);
    else if (follows(&from, "qfThreadInfo"))
        list_threads(gdb);
    else if (follows(&from, "qsThreadInfo"))
        gdb_reply(gdb, "l");
    else if (follows(&from, "qThreadExtraInfo,"))
        describe_thread(gdb, from);
    else if (follows(&from, "qAttached"))
        gdb_reply(gdb, "1");
    else if (follows(&from, "qSymbol"))
        gdb_reply(gdb, "OK");
    else if (strcmp(packet, "qC") == 0)
        gdb_reply(gdb, "QC%x", gdb->looks_at + 1);
    else
        gdb_reply_nothing(gdb);
}
