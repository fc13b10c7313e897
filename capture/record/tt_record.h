/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a dump bundle (docs/formats/bundle.md) while a simulator or a test harness runs. One header, C99 or C++11, no
 * dependency but the C library and mkdir(). docs/how-to/capture-from-a-simulator.md says where to call what.
 *
 *     struct tt_record record;
 *     tt_record_open(&record, "case7", TT_RECORD_BLACKHOLE, "simulator", "case7");
 *     tt_record_checkpoint(&record, "begin");
 *     tt_record_region(&record, "l1", 0x20000, operands, sizeof operands);
 *     tt_record_push(&record, 0, word);
 *     tt_record_checkpoint(&record, "end");
 *     tt_record_region(&record, "l1", 0x60000, results, sizeof results);
 *     if (tt_record_close(&record))
 *         fprintf(stderr, "%s\n", record.error);
 *
 * Every function returns 0, or -1 when something went wrong, and from then on all of them do: record.error holds the
 * first sentence. The manifest bundle.json is written last and only if all went well, so a folder without one is no
 * bundle. One struct serves one tile; it has no lock. */
#pragma once

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum tt_record_arch { TT_RECORD_BLACKHOLE, TT_RECORD_WORMHOLE_B0 };

enum {
    TT_RECORD_BUFFER = 256 * 1024, /* bytes of events between two writes to the disk */
    TT_RECORD_LINE = 128,          /* an event but an L1 store is shorter */
    TT_RECORD_PATH = 4096,
    TT_RECORD_NO_THREAD = -1 /* a store by a core that is not known, or by the host */
};

/* A text that grows; for the manifest. */
struct tt_record_text {
    char *items;
    size_t count, capacity;
};

struct tt_record {
    char error[512]; /* the first thing that went wrong; empty until then */
    uint64_t events; /* recorded so far; the next event has this number */
    char *buffer;    /* lines of events.jsonl that wait */
    size_t used;     /* bytes of buffer */
    FILE *file;      /* events.jsonl */
    char number[24]; /* `events` in decimal: counting up in text costs less than printing */
    unsigned digits; /* of number */
    unsigned checkpoints;
    uint64_t checkpoint_at; /* events when the last checkpoint was begun */
    unsigned regions;       /* of the last checkpoint */
    struct tt_record_text manifest, boot;
    char folder[TT_RECORD_PATH];
    char part[64]; /* folder of the last checkpoint's files, within the bundle */
};

/* ---- inside ---- */

static inline int tt_record_fail_(struct tt_record *record, const char *path, const char *what)
{
    if (!record->error[0])
        (void)snprintf(record->error, sizeof record->error, "%.300s: %.180s", path, what);
    return -1;
}

static inline int tt_record_append_(struct tt_record *record, struct tt_record_text *text, const char *items,
                                    size_t count)
{
    if (record->error[0])
        return -1;
    if (!text->items || text->capacity - text->count < count + 1) {
        size_t capacity = 2 * text->capacity + count + 256;
        char *grown = (char *)realloc(text->items, capacity);
        if (!grown)
            return tt_record_fail_(record, record->folder, "no memory");
        text->items = grown;
        text->capacity = capacity;
    }
    memcpy(text->items + text->count, items, count);
    text->count += count;
    text->items[text->count] = '\0';
    return 0;
}

static inline int tt_record_say_(struct tt_record *record, struct tt_record_text *text, const char *items)
{
    return tt_record_append_(record, text, items, strlen(items));
}

/* A JSON string, quotes and all. */
static inline int tt_record_quote_(struct tt_record *record, struct tt_record_text *text, const char *value)
{
    int status = tt_record_say_(record, text, "\"");
    for (; *value && status == 0; value++) {
        char escaped[8];
        unsigned char c = (unsigned char)*value;
        if (c < ' ' || c == '"' || c == '\\')
            (void)snprintf(escaped, sizeof escaped, "\\u%04x", c);
        else
            (void)snprintf(escaped, sizeof escaped, "%c", c);
        status = tt_record_say_(record, text, escaped);
    }
    return status ? status : tt_record_say_(record, text, "\"");
}

/* FOLDER/PART/NAME, without the part when it is empty. */
static inline int tt_record_path_(struct tt_record *record, char *path, const char *part, const char *name)
{
    int n = snprintf(path, TT_RECORD_PATH, "%s/%s%s%s", record->folder, part, *part ? "/" : "", name);
    return n > 0 && n < TT_RECORD_PATH ? 0 : tt_record_fail_(record, record->folder, "the path is too long");
}

static inline int tt_record_flush_(struct tt_record *record)
{
    if (record->error[0])
        return -1;
    errno = 0;
    if (record->used && fwrite(record->buffer, 1, record->used, record->file) != record->used)
        return tt_record_fail_(record, "events.jsonl", errno ? strerror(errno) : "could not be written");
    record->used = 0;
    return 0;
}

/* Writes a whole file of the bundle. */
static inline int tt_record_file_(struct tt_record *record, const char *part, const char *name, const void *bytes,
                                  size_t count)
{
    char path[TT_RECORD_PATH];
    if (tt_record_path_(record, path, part, name))
        return -1;
    errno = 0;
    FILE *file = fopen(path, "wb");
    if (!file)
        return tt_record_fail_(record, path, strerror(errno));
    size_t written = fwrite(bytes, 1, count, file);
    int closed = fclose(file);
    if (written == count && closed == 0)
        return 0;
    return tt_record_fail_(record, path, errno ? strerror(errno) : "could not be written");
}

static inline char *tt_record_decimal_(char *at, uint32_t value)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                                "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";
    char digits[10];
    unsigned first = 10;
    while (value >= 100) {
        first -= 2;
        memcpy(digits + first, pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (value >= 10) {
        first -= 2;
        memcpy(digits + first, pairs + 2 * value, 2);
    } else {
        digits[--first] = (char)('0' + value);
    }
    memcpy(at, digits + first, 10 - first);
    return at + (10 - first);
}

/* Adds one to the number that is stored as text. */
static inline void tt_record_count_(struct tt_record *record)
{
    unsigned i = record->digits;
    record->events++;
    while (i > 0 && record->number[i - 1] == '9')
        record->number[--i] = '0';
    if (i > 0) {
        record->number[i - 1]++;
        return;
    }
    memmove(record->number + 1, record->number, record->digits++);
    record->number[0] = '1';
}

/* `{"i":12,"k":"push"`: where the rest goes, or null. There is room for TT_RECORD_LINE bytes in all. */
static inline char *tt_record_begin_(struct tt_record *record, const char *kind, size_t kind_bytes)
{
    if (record->used > TT_RECORD_BUFFER - TT_RECORD_LINE && tt_record_flush_(record))
        return NULL;
    if (record->error[0])
        return NULL;
    char *at = record->buffer + record->used;
    memcpy(at, "{\"i\":", 5);
    memcpy(at + 5, record->number,
           sizeof record->number); /* a fixed length is quicker; what is beyond is overwritten */
    at += 5 + record->digits;
    memcpy(at, kind, kind_bytes);
    return at + kind_bytes;
}

/* `,"a":12` */
static inline char *tt_record_key_(char *at, const char *key, uint32_t value)
{
    memcpy(at, key, 5);
    return tt_record_decimal_(at + 5, value);
}

static inline int tt_record_end_(struct tt_record *record, char *at)
{
    memcpy(at, "}\n", 2);
    record->used = (size_t)(at + 2 - record->buffer);
    tt_record_count_(record);
    return 0;
}

/* An event with a thread, and up to two more numbers; a key that is null is left out, and so is the thread -1. */
static inline int tt_record_event_(struct tt_record *record, const char *kind, int thread, const char *key,
                                   uint32_t first, const char *second_key, uint32_t second)
{
    char *at = tt_record_begin_(record, kind, 11);
    if (!at)
        return -1;
    if (thread >= 0)
        at = tt_record_key_(at, ",\"t\":", (uint32_t)thread);
    at = tt_record_key_(at, key, first);
    if (second_key)
        at = tt_record_key_(at, second_key, second);
    return tt_record_end_(record, at);
}

/* ---- opening ---- */

static inline int tt_record_start_(struct tt_record *record, enum tt_record_arch arch, const char *source,
                                   const char *name)
{
    struct tt_record_text *text = &record->manifest;
    (void)tt_record_say_(record, text, "{\"format\":\"tensix-dump-bundle\",\"version\":1,\"arch\":");
    (void)tt_record_quote_(record, text, arch == TT_RECORD_BLACKHOLE ? "blackhole" : "wormhole_b0");
    (void)tt_record_say_(record, text, ",\"name\":");
    (void)tt_record_quote_(record, text, name);
    (void)tt_record_say_(record, text, ",\"source\":{\"kind\":");
    (void)tt_record_quote_(record, text, source);
    return tt_record_say_(record, text, "},\"events\":\"events.jsonl\",\"checkpoints\":[");
}

/* Makes `folder`, which may be there but may hold no bundle. `source` is what the values come from: "silicon",
 * "simulator", "emulator" or "derived"; `name` names the case. Close in any case, also after a failure. */
static inline int tt_record_open(struct tt_record *record, const char *folder, enum tt_record_arch arch,
                                 const char *source, const char *name)
{
    char path[TT_RECORD_PATH];
    struct stat there;
    memset(record, 0, sizeof *record);
    record->number[0] = '0';
    record->digits = 1;
    if (strlen(folder) >= sizeof record->folder)
        return tt_record_fail_(record, folder, "the path is too long");
    memcpy(record->folder, folder, strlen(folder) + 1);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return tt_record_fail_(record, folder, strerror(errno));
    if (tt_record_path_(record, path, "", "bundle.json"))
        return -1;
    if (stat(path, &there) == 0)
        return tt_record_fail_(record, path, "there is a bundle already");
    record->buffer = (char *)malloc(TT_RECORD_BUFFER);
    if (!record->buffer)
        return tt_record_fail_(record, folder, "no memory");
    if (tt_record_path_(record, path, "", "events.jsonl"))
        return -1;
    record->file = fopen(path, "wb");
    if (!record->file)
        return tt_record_fail_(record, path, strerror(errno));
    (void)setvbuf(record->file, NULL, _IONBF, 0); /* the buffer here is the only one */
    return tt_record_start_(record, arch, source, name);
}

/* Where a core ("b", "nc", "t0", "t1", "t2") starts; only for a bundle whose cores are to be run. */
static inline int tt_record_boot(struct tt_record *record, const char *core, uint32_t pc)
{
    char tail[32];
    (void)snprintf(tail, sizeof tail, ",\"pc\":%lu}", (unsigned long)pc);
    (void)tt_record_say_(record, &record->boot, record->boot.count ? ",{\"core\":" : "{\"core\":");
    (void)tt_record_quote_(record, &record->boot, core);
    return tt_record_say_(record, &record->boot, tail);
}

/* ---- checkpoints ---- */

/* Begins a checkpoint: what the tile holds now, after the events so far. Its regions follow, before the next event. The
 * first one is the starting state and must come before any event. No two ids may be alike. */
static inline int tt_record_checkpoint(struct tt_record *record, const char *id)
{
    char path[TT_RECORD_PATH], number[48];
    struct tt_record_text quoted = {NULL, 0, 0};
    if (record->error[0])
        return -1;
    if (record->checkpoints == 0 && record->events)
        return tt_record_fail_(record, id, "the first checkpoint is the starting state and comes before all events");
    (void)tt_record_say_(record, &quoted, "{\"id\":");
    (void)tt_record_quote_(record, &quoted, id);
    if (quoted.items && record->manifest.items && strstr(record->manifest.items, quoted.items))
        (void)tt_record_fail_(record, id, "there is a checkpoint of that id already");
    (void)snprintf(record->part, sizeof record->part, "%u-%.40s", record->checkpoints, id);
    for (char *c = record->part; *c; c++) {
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9')))
            *c = '-';
    }
    if (!record->error[0] && tt_record_path_(record, path, "", record->part) == 0 && mkdir(path, 0777) != 0 &&
        errno != EEXIST)
        (void)tt_record_fail_(record, path, strerror(errno));
    (void)snprintf(number, sizeof number, ",\"after_event\":%lld,\"regions\":[", (long long)record->events - 1);
    if (record->checkpoints++)
        (void)tt_record_say_(record, &record->manifest, "]},\n");
    if (quoted.items)
        (void)tt_record_append_(record, &record->manifest, quoted.items, quoted.count);
    (void)tt_record_say_(record, &record->manifest, number);
    free(quoted.items);
    record->checkpoint_at = record->events;
    record->regions = 0;
    return record->error[0] ? -1 : 0;
}

/* One region of the checkpoint begun last, as docs/formats/bundle.md#regions lays it out: "l1" (`addr` is where it
 * starts; several may be given), "cfg", "thread_cfg", "gpr", "dst", "dst_valid", "srca", "srcb", "lreg", or "state",
 * whose bytes are JSON text. `addr` is 0 for all but L1. Little-endian. */
static inline int tt_record_region(struct tt_record *record, const char *name, uint32_t addr, const void *bytes,
                                   size_t count)
{
    char file[64], more[192];
    int is_l1 = strcmp(name, "l1") == 0;
    if (record->error[0])
        return -1;
    if (record->checkpoints == 0 || record->checkpoint_at != record->events)
        return tt_record_fail_(record, name, "a region follows its checkpoint, before the next event");
    if (is_l1)
        (void)snprintf(file, sizeof file, "l1_%06lx.bin", (unsigned long)addr);
    else
        (void)snprintf(file, sizeof file, "%.40s.%s", name, strcmp(name, "state") == 0 ? "json" : "bin");
    if (tt_record_file_(record, record->part, file, bytes, count))
        return -1;
    (void)snprintf(more, sizeof more, "%s{\"name\":\"%.40s\",\"file\":\"%s/%s\"", record->regions++ ? "," : "", name,
                   record->part, file);
    (void)tt_record_say_(record, &record->manifest, more);
    if (is_l1) {
        (void)snprintf(more, sizeof more, ",\"addr\":%lu", (unsigned long)addr);
        (void)tt_record_say_(record, &record->manifest, more);
    }
    return tt_record_say_(record, &record->manifest, "}");
}

/* ---- events, in the order in which they took effect; threads are 0 to 2 ---- */

/* A core pushed an instruction word into its thread's pipe, before the macro-op and replay expanders. */
static inline int tt_record_push(struct tt_record *record, int thread, uint32_t word)
{
    return tt_record_event_(record, ",\"k\":\"push\"", thread, ",\"w\":", word, NULL, 0);
}

/* A word left the expanders and took effect. */
static inline int tt_record_exec(struct tt_record *record, int thread, uint32_t word)
{
    return tt_record_event_(record, ",\"k\":\"exec\"", thread, ",\"w\":", word, NULL, 0);
}

/* A core stored configuration word `index` of configuration state `state`, 0 or 1. */
static inline int tt_record_cfg_store(struct tt_record *record, int thread, unsigned state, uint32_t index,
                                      uint32_t value)
{
    char *at = tt_record_begin_(record, ",\"k\":\"cfgw\"", 11);
    if (!at)
        return -1;
    at = tt_record_key_(at, ",\"s\":", state);
    at = tt_record_key_(at, ",\"a\":", index);
    at = tt_record_key_(at, ",\"v\":", value);
    if (thread >= 0)
        at = tt_record_key_(at, ",\"t\":", (uint32_t)thread);
    return tt_record_end_(record, at);
}

/* A core stored macro-op configuration word `index`, 0 to 8. */
static inline int tt_record_mop_store(struct tt_record *record, int thread, uint32_t index, uint32_t value)
{
    return tt_record_event_(record, ",\"k\":\"mopw\"", thread, ",\"a\":", index, ",\"v\":", value);
}

/* A core stored scalar register `index`, 0 to 63. */
static inline int tt_record_gpr_store(struct tt_record *record, int thread, uint32_t index, uint32_t value)
{
    return tt_record_event_(record, ",\"k\":\"gprw\"", thread, ",\"a\":", index, ",\"v\":", value);
}

/* Any other store of a core that has an effect on the tile, by its address. */
static inline int tt_record_mmio_store(struct tt_record *record, int thread, uint32_t addr, uint32_t value)
{
    return tt_record_event_(record, ",\"k\":\"mmio\"", thread, ",\"a\":", addr, ",\"v\":", value);
}

/* A core read a semaphore and saw `value`; of a polling loop the last read alone. */
static inline int tt_record_semaphore_read(struct tt_record *record, int thread, uint32_t semaphore, uint32_t value)
{
    return tt_record_event_(record, ",\"k\":\"semr\"", thread, ",\"a\":", semaphore, ",\"v\":", value);
}

static inline int tt_record_semaphore_store_(struct tt_record *record, int thread, uint32_t semaphore, const char *op,
                                             size_t op_bytes)
{
    char *at = tt_record_begin_(record, ",\"k\":\"semw\"", 11);
    if (!at)
        return -1;
    if (thread >= 0)
        at = tt_record_key_(at, ",\"t\":", (uint32_t)thread);
    at = tt_record_key_(at, ",\"a\":", semaphore);
    memcpy(at, op, op_bytes);
    return tt_record_end_(record, at + op_bytes);
}

/* A core posted a semaphore, or got it, by a store. */
static inline int tt_record_semaphore_post(struct tt_record *record, int thread, uint32_t semaphore)
{
    return tt_record_semaphore_store_(record, thread, semaphore, ",\"op\":\"post\"", 12);
}

static inline int tt_record_semaphore_get(struct tt_record *record, int thread, uint32_t semaphore)
{
    return tt_record_semaphore_store_(record, thread, semaphore, ",\"op\":\"get\"", 11);
}

/* Bytes came to L1 from outside the coprocessor: from a core, the network, the host. */
static inline int tt_record_l1_store(struct tt_record *record, int thread, uint32_t addr, const void *bytes,
                                     size_t count)
{
    static const char hex[] = "0123456789abcdef";
    const unsigned char *from = (const unsigned char *)bytes;
    char *at = tt_record_begin_(record, ",\"k\":\"l1w\"", 10);
    if (!at)
        return -1;
    if (thread >= 0)
        at = tt_record_key_(at, ",\"t\":", (uint32_t)thread);
    at = tt_record_key_(at, ",\"a\":", addr);
    memcpy(at, ",\"h\":\"", 6);
    record->used = (size_t)(at + 6 - record->buffer);
    for (size_t i = 0; i < count; i++) {
        if (record->used > TT_RECORD_BUFFER - TT_RECORD_LINE && tt_record_flush_(record))
            return -1;
        record->buffer[record->used++] = hex[from[i] >> 4];
        record->buffer[record->used++] = hex[from[i] & 15];
    }
    record->buffer[record->used++] = '"';
    return tt_record_end_(record, record->buffer + record->used);
}

/* ---- closing ---- */

static inline int tt_record_finish_(struct tt_record *record)
{
    char path[TT_RECORD_PATH], beside[TT_RECORD_PATH];
    if (record->checkpoints == 0 && tt_record_checkpoint(record, "begin"))
        return -1;
    (void)tt_record_say_(record, &record->manifest, "]}]");
    if (record->boot.count) {
        (void)tt_record_say_(record, &record->manifest, ",\"boot\":[");
        (void)tt_record_append_(record, &record->manifest, record->boot.items, record->boot.count);
        (void)tt_record_say_(record, &record->manifest, "]");
    }
    (void)tt_record_say_(record, &record->manifest, "}\n");
    if (record->error[0] || tt_record_path_(record, path, "", "bundle.json") ||
        tt_record_path_(record, beside, "", "bundle.json.part") ||
        tt_record_file_(record, "", "bundle.json.part", record->manifest.items, record->manifest.count))
        return -1;
    errno = 0;
    return rename(beside, path) == 0 ? 0 : tt_record_fail_(record, path, strerror(errno));
}

/* Leaves a folder that is no bundle: events and regions without a manifest. */
static inline void tt_record_abandon(struct tt_record *record)
{
    if (record->file)
        (void)fclose(record->file);
    free(record->buffer);
    free(record->manifest.items);
    free(record->boot.items);
    record->file = NULL;
    record->buffer = record->manifest.items = record->boot.items = NULL;
    (void)tt_record_fail_(record, record->folder, "closed");
}

/* Writes what waits and, if nothing ever went wrong, the manifest. The struct is spent afterwards; of a failure its
 * error stays readable. Files are handed to the system, not synced. */
static inline int tt_record_close(struct tt_record *record)
{
    int status = record->file ? tt_record_flush_(record) : -1;
    if (record->file) {
        errno = 0;
        if (fclose(record->file) != 0)
            status = tt_record_fail_(record, "events.jsonl", errno ? strerror(errno) : "could not be closed");
        record->file = NULL;
    }
    if (status == 0)
        status = tt_record_finish_(record);
    tt_record_abandon(record);
    return status;
}
