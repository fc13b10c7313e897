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
 * Every function returns 0, or -1. A call that cannot be (thread 3, a register that the chip lacks, a region of another
 * size) is refused: it is not recorded, and everything before and after it is. Once something cannot be written, all
 * that follows returns -1. record.error holds the first sentence of either, record.problem that of the last call that
 * failed.
 *
 * The manifest bundle.json is written last and only if nothing was refused or failed, so a folder without one is no
 * bundle. Until then journal.jsonl (docs/formats/journal.md) says what of the folder is written, with checksums:
 * `tt-replay import --salvage` makes a capture of it after a kill, a full disk or something refused.
 *
 * One struct serves one tile. It has no lock, unless the whole program is compiled with TT_RECORD_THREADS defined: then
 * any thread may call, and tt_record_lock() holds several calls together, as a checkpoint and its regions. */
#pragma once

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifdef TT_RECORD_THREADS
#include <pthread.h> /* of POSIX.1-2008, which -std=c99 leaves out: -std=gnu99, or _POSIX_C_SOURCE=200809L */
#endif

enum tt_record_arch { TT_RECORD_BLACKHOLE, TT_RECORD_WORMHOLE_B0 };

enum {
    TT_RECORD_BUFFER = 256 * 1024, /* bytes of events between two writes to the disk */
    TT_RECORD_LINE = 128,          /* an event but an L1 store is shorter */
    TT_RECORD_PATH = 4096,
    TT_RECORD_REFUSED = 16,  /* as many of what is refused stand in the journal, word by word */
    TT_RECORD_NO_THREAD = -1 /* a store by a core that is not known, or by the host */
};

/* A text that grows; for the manifest. */
struct tt_record_text {
    char *items;
    size_t count, capacity;
};

struct tt_record {
    char error[512];   /* the first thing that went wrong; empty until then */
    char problem[512]; /* of the last call that failed */
    uint64_t events;   /* recorded so far; the next event has this number */
    uint64_t flushed;  /* of these, what a kill or a full disk does not take any more */
    uint64_t refused;  /* calls that said what cannot be, and left nothing */
    int is_broken;     /* something could not be written: nothing more is */
    char *buffer;      /* lines of events.jsonl that wait */
    size_t used;       /* bytes of buffer */
    uint64_t written;  /* bytes of events.jsonl */
    FILE *file;        /* events.jsonl */
    FILE *journal;     /* journal.jsonl */
    uint64_t check;    /* of its last line, which begins that of the next */
    char number[24];   /* `events` in decimal: counting up in text costs less than printing */
    unsigned digits;   /* of number */
    unsigned checkpoints;
    uint64_t checkpoint_at; /* events when the last checkpoint was begun */
    unsigned regions;       /* of the last checkpoint */
    uint32_t seen;          /* which of the regions that stand once it has */
    uint32_t l1_bytes, cfg_words;
    struct tt_record_text manifest, boot, line;
    char folder[TT_RECORD_PATH];
    char part[64]; /* folder of the last checkpoint's files, within the bundle */
#ifdef TT_RECORD_THREADS
    pthread_mutex_t mutex; /* recursive */
#endif
};

/* Between these two no other thread records; they nest. Without TT_RECORD_THREADS they do nothing. */
static inline void tt_record_lock(struct tt_record *record)
{
#ifdef TT_RECORD_THREADS
    (void)pthread_mutex_lock(&record->mutex);
#else
    (void)record;
#endif
}

static inline void tt_record_unlock(struct tt_record *record)
{
#ifdef TT_RECORD_THREADS
    (void)pthread_mutex_unlock(&record->mutex);
#else
    (void)record;
#endif
}

/* ---- inside ---- */

static inline int tt_record_leave_(struct tt_record *record, int status)
{
    tt_record_unlock(record);
    return status;
}

static inline int tt_record_problem_(struct tt_record *record, const char *where, const char *what)
{
    (void)snprintf(record->problem, sizeof record->problem, "%.300s: %.180s", where, what);
    if (!record->error[0])
        memcpy(record->error, record->problem, sizeof record->error);
    return -1;
}

static inline int tt_record_fail_(struct tt_record *record, const char *path, const char *what)
{
    record->is_broken = 1;
    return tt_record_problem_(record, path, what);
}

static inline int tt_record_append_(struct tt_record *record, struct tt_record_text *text, const char *items,
                                    size_t count)
{
    if (record->is_broken)
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

static inline int tt_record_write_(struct tt_record *record, const char *name, FILE *file, const char *bytes,
                                   size_t count)
{
    errno = 0;
    if (fwrite(bytes, 1, count, file) == count)
        return 0;
    return tt_record_fail_(record, name, errno ? strerror(errno) : "could not be written");
}

/* ---- inside: checksums, by the public algorithm XXH64 ---- */

static inline uint64_t tt_record_load_(const unsigned char *from)
{
    return (uint64_t)from[0] | (uint64_t)from[1] << 8 | (uint64_t)from[2] << 16 | (uint64_t)from[3] << 24 |
           (uint64_t)from[4] << 32 | (uint64_t)from[5] << 40 | (uint64_t)from[6] << 48 | (uint64_t)from[7] << 56;
}

static inline uint64_t tt_record_turn_(uint64_t value, unsigned by)
{
    return value << by | value >> (64 - by);
}

static const uint64_t tt_record_prime_[5] = {0x9E3779B185EBCA87u, 0xC2B2AE3D27D4EB4Fu, 0x165667B19E3779F9u,
                                             0x85EBCA77C2B2AE63u, 0x27D4EB2F165667C5u};

static inline uint64_t tt_record_round_(uint64_t lane, uint64_t value)
{
    return tt_record_turn_(lane + value * tt_record_prime_[1], 31) * tt_record_prime_[0];
}

/* The rest when no 32 bytes are left. */
static inline uint64_t tt_record_hash_end_(uint64_t hash, const unsigned char *at, size_t left)
{
    for (; left >= 8; at += 8, left -= 8)
        hash = tt_record_turn_(hash ^ tt_record_round_(0, tt_record_load_(at)), 27) * tt_record_prime_[0] +
               tt_record_prime_[3];
    if (left >= 4) {
        const uint64_t word = (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24;
        hash = tt_record_turn_(hash ^ word * tt_record_prime_[0], 23) * tt_record_prime_[1] + tt_record_prime_[2];
        at += 4;
        left -= 4;
    }
    for (; left > 0; at++, left--)
        hash = tt_record_turn_(hash ^ *at * tt_record_prime_[4], 11) * tt_record_prime_[0];
    hash = (hash ^ hash >> 33) * tt_record_prime_[1];
    hash = (hash ^ hash >> 29) * tt_record_prime_[2];
    return hash ^ hash >> 32;
}

static inline uint64_t tt_record_hash_(const void *bytes, size_t count, uint64_t seed)
{
    const unsigned char *at = (const unsigned char *)bytes;
    size_t left = count;
    uint64_t hash = seed + tt_record_prime_[4];
    if (left >= 32) {
        uint64_t lane[4] = {seed + tt_record_prime_[0] + tt_record_prime_[1], seed + tt_record_prime_[1], seed,
                            seed - tt_record_prime_[0]};
        for (; left >= 32; at += 32, left -= 32) {
            for (int i = 0; i < 4; i++)
                lane[i] = tt_record_round_(lane[i], tt_record_load_(at + 8 * i));
        }
        hash = tt_record_turn_(lane[0], 1) + tt_record_turn_(lane[1], 7) + tt_record_turn_(lane[2], 12) +
               tt_record_turn_(lane[3], 18);
        for (int i = 0; i < 4; i++)
            hash = (hash ^ tt_record_round_(0, lane[i])) * tt_record_prime_[0] + tt_record_prime_[3];
    }
    return tt_record_hash_end_(hash + count, at, left);
}

/* ---- inside: the journal ---- */

/* Adds the line that stands in record->line, without its end, to the journal: its checksum goes on from that of the
 * line before, so that none can be missing. It is one write: what a kill leaves of it is no whole line. */
static inline int tt_record_note_(struct tt_record *record)
{
    char end[48];
    if (record->is_broken || !record->line.items)
        return -1;
    record->check = tt_record_hash_(record->line.items, record->line.count, record->check);
    (void)snprintf(end, sizeof end, ",\"check\":\"%08lx%08lx\"}\n", (unsigned long)(record->check >> 32),
                   (unsigned long)(record->check & 0xFFFFFFFFu));
    if (tt_record_say_(record, &record->line, end))
        return -1;
    const int status =
        tt_record_write_(record, "journal.jsonl", record->journal, record->line.items, record->line.count);
    record->line.count = 0;
    return status;
}

/* `"KEY":12`, or `"KEY":"0123456789abcdef"`, into the line. */
static inline void tt_record_note_number_(struct tt_record *record, const char *key, uint64_t number)
{
    char text[64];
    (void)snprintf(text, sizeof text, "\"%.20s\":%llu", key, (unsigned long long)number);
    (void)tt_record_say_(record, &record->line, text);
}

static inline void tt_record_note_hash_(struct tt_record *record, uint64_t hash)
{
    char text[64];
    (void)snprintf(text, sizeof text, ",\"xxh64\":\"%08lx%08lx\"", (unsigned long)(hash >> 32),
                   (unsigned long)(hash & 0xFFFFFFFFu));
    (void)tt_record_say_(record, &record->line, text);
}

/* Bytes that wait go into events.jsonl, and then a line into the journal that says how far it is sound. */
static inline int tt_record_flush_(struct tt_record *record)
{
    const uint64_t hash = record->used ? tt_record_hash_(record->buffer, record->used, 0) : 0;
    if (record->is_broken)
        return -1;
    if (record->used == 0)
        return 0;
    if (tt_record_write_(record, "events.jsonl", record->file, record->buffer, record->used))
        return -1;
    record->written += record->used;
    record->used = 0;
    (void)tt_record_say_(record, &record->line, "{");
    tt_record_note_number_(record, "events", record->events);
    (void)tt_record_say_(record, &record->line, ",");
    tt_record_note_number_(record, "bytes", record->written);
    tt_record_note_hash_(record, hash);
    if (tt_record_note_(record))
        return -1;
    record->flushed = record->events;
    return 0;
}

/* A call whose arguments cannot be: nothing of it is recorded, and the journal says so. */
static inline int tt_record_refuse_(struct tt_record *record, const char *where, const char *what)
{
    if (record->is_broken)
        return -1;
    (void)tt_record_problem_(record, where, what);
    if (record->refused++ >= TT_RECORD_REFUSED || !record->journal)
        return -1;
    (void)tt_record_say_(record, &record->line, "{\"refused\":");
    (void)tt_record_quote_(record, &record->line, record->problem);
    (void)tt_record_say_(record, &record->line, ",");
    tt_record_note_number_(record, "before", record->events);
    (void)tt_record_note_(record);
    return -1;
}

static inline int tt_record_refuse_number_(struct tt_record *record, const char *where, const char *name, long long is,
                                           long long low, long long high)
{
    char what[128];
    (void)snprintf(what, sizeof what, "%.20s is %lld, expected %lld to %lld", name, is, low, high);
    return tt_record_refuse_(record, where, what);
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
    if (record->is_broken || !record->buffer)
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

/* The thread of a core, or, where the event may have none (first -1), TT_RECORD_NO_THREAD. */
static inline int tt_record_thread_(struct tt_record *record, const char *kind, int thread, int first)
{
    if (thread >= first && thread <= 2)
        return 0;
    return tt_record_refuse_number_(record, kind, "thread", thread, first, 2);
}

/* A number below `end`. */
static inline int tt_record_below_(struct tt_record *record, const char *kind, const char *name, uint32_t number,
                                   uint32_t end)
{
    return number < end ? 0 : tt_record_refuse_number_(record, kind, name, number, 0, (long long)end - 1);
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

/* `"arch":"blackhole","name":"case7","source":{"kind":"simulator"}` */
static inline void tt_record_head_(struct tt_record *record, struct tt_record_text *text, enum tt_record_arch arch,
                                   const char *source, const char *name)
{
    (void)tt_record_say_(record, text, "\"arch\":");
    (void)tt_record_quote_(record, text, arch == TT_RECORD_BLACKHOLE ? "blackhole" : "wormhole_b0");
    (void)tt_record_say_(record, text, ",\"name\":");
    (void)tt_record_quote_(record, text, name);
    (void)tt_record_say_(record, text, ",\"source\":{\"kind\":");
    (void)tt_record_quote_(record, text, source);
    (void)tt_record_say_(record, text, "}");
}

static inline int tt_record_start_(struct tt_record *record, enum tt_record_arch arch, const char *source,
                                   const char *name)
{
    struct tt_record_text *text = &record->manifest;
    (void)tt_record_say_(record, text, "{\"format\":\"tensix-dump-bundle\",\"version\":1,");
    tt_record_head_(record, text, arch, source, name);
    (void)tt_record_say_(record, text, ",\"events\":\"events.jsonl\",\"checkpoints\":[");
    (void)tt_record_say_(record, &record->line, "{\"format\":\"tensix-recording\",\"version\":1,");
    tt_record_head_(record, &record->line, arch, source, name);
    return tt_record_note_(record);
}

static inline void tt_record_init_(struct tt_record *record, enum tt_record_arch arch)
{
    memset(record, 0, sizeof *record);
    record->number[0] = '0';
    record->digits = 1;
    record->l1_bytes = arch == TT_RECORD_BLACKHOLE ? 1572864 : 1499136;
    record->cfg_words = arch == TT_RECORD_BLACKHOLE ? 224 : 188;
#ifdef TT_RECORD_THREADS
    pthread_mutexattr_t attributes;
    (void)pthread_mutexattr_init(&attributes);
    (void)pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    (void)pthread_mutex_init(&record->mutex, &attributes);
    (void)pthread_mutexattr_destroy(&attributes);
#endif
}

/* A file of the folder for what comes bit by bit; the buffer here is the only one. */
static inline FILE *tt_record_create_(struct tt_record *record, const char *name)
{
    char path[TT_RECORD_PATH];
    if (tt_record_path_(record, path, "", name))
        return NULL;
    FILE *file = fopen(path, "wb");
    if (file)
        (void)setvbuf(file, NULL, _IONBF, 0);
    else
        (void)tt_record_fail_(record, path, strerror(errno));
    return file;
}

/* Fails where there is a file of that name already. */
static inline int tt_record_absent_(struct tt_record *record, const char *name, const char *what)
{
    char path[TT_RECORD_PATH];
    struct stat there;
    if (tt_record_path_(record, path, "", name))
        return -1;
    return stat(path, &there) == 0 ? tt_record_fail_(record, path, what) : 0;
}

/* Makes `folder`, which may be there but may hold no bundle, nor a recording that was never closed. `source` is what
 * the values come from: "silicon", "simulator", "emulator" or "derived"; `name` names the case. Close in any case, also
 * after a failure. */
static inline int tt_record_open(struct tt_record *record, const char *folder, enum tt_record_arch arch,
                                 const char *source, const char *name)
{
    tt_record_init_(record, arch);
    if (strlen(folder) >= sizeof record->folder)
        return tt_record_fail_(record, folder, "the path is too long");
    memcpy(record->folder, folder, strlen(folder) + 1);
    if (arch != TT_RECORD_BLACKHOLE && arch != TT_RECORD_WORMHOLE_B0)
        return tt_record_fail_(record, folder, "no such arch");
    if (!*name || (strcmp(source, "silicon") != 0 && strcmp(source, "simulator") != 0 &&
                   strcmp(source, "emulator") != 0 && strcmp(source, "derived") != 0))
        return tt_record_fail_(record, folder, "expected a name, and silicon, simulator, emulator or derived");
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return tt_record_fail_(record, folder, strerror(errno));
    if (tt_record_absent_(record, "bundle.json", "there is a bundle already") ||
        tt_record_absent_(record, "journal.jsonl",
                          "a recording that was not closed; tt-replay import --salvage makes a capture of it"))
        return -1;
    record->buffer = (char *)malloc(TT_RECORD_BUFFER);
    if (!record->buffer)
        return tt_record_fail_(record, folder, "no memory");
    record->journal = tt_record_create_(record, "journal.jsonl");
    record->file = record->journal ? tt_record_create_(record, "events.jsonl") : NULL;
    return record->file ? tt_record_start_(record, arch, source, name) : -1;
}

static inline int tt_record_boot_(struct tt_record *record, const char *core, uint32_t pc)
{
    static const char *const cores[] = {"b", "nc", "t0", "t1", "t2"};
    char tail[32], quoted[16];
    size_t i = 0;
    while (i < sizeof cores / sizeof cores[0] && strcmp(core, cores[i]) != 0)
        i++;
    if (i == sizeof cores / sizeof cores[0])
        return tt_record_refuse_(record, core, "no core; expected b, nc, t0, t1 or t2");
    (void)snprintf(quoted, sizeof quoted, "\"%s\"", core);
    if (record->boot.items && strstr(record->boot.items, quoted))
        return tt_record_refuse_(record, core, "starts twice");
    (void)snprintf(tail, sizeof tail, "%s,\"pc\":%lu", quoted, (unsigned long)pc);
    (void)tt_record_say_(record, &record->boot, record->boot.count ? ",{\"core\":" : "{\"core\":");
    (void)tt_record_say_(record, &record->boot, tail);
    (void)tt_record_say_(record, &record->boot, "}");
    (void)tt_record_say_(record, &record->line, "{\"boot\":");
    (void)tt_record_say_(record, &record->line, tail);
    return tt_record_note_(record);
}

/* Where a core ("b", "nc", "t0", "t1", "t2") starts; only for a bundle whose cores are to be run. */
static inline int tt_record_boot(struct tt_record *record, const char *core, uint32_t pc)
{
    tt_record_lock(record);
    return tt_record_leave_(record, tt_record_boot_(record, core, pc));
}

/* Makes what was recorded so far safe from a kill: record.flushed is record.events then. It is done by itself as often
 * as the buffer is full, and at each checkpoint. Files are handed to the system, not synced: a power cut may take them.
 */
static inline int tt_record_flush(struct tt_record *record)
{
    tt_record_lock(record);
    return tt_record_leave_(record, tt_record_flush_(record));
}

/* ---- checkpoints ---- */

/* Whether the checkpoint may begin; `quoted` is `{"id":"ID"`, as the manifest has it. */
static inline int tt_record_may_begin_(struct tt_record *record, const char *id, const struct tt_record_text *quoted)
{
    if (!*id)
        return tt_record_refuse_(record, "checkpoint", "has no id");
    if (record->checkpoints == 0 && record->events)
        return tt_record_refuse_(record, id, "the first checkpoint is the starting state and comes before all events");
    if (quoted->items && record->manifest.items && strstr(record->manifest.items, quoted->items))
        return tt_record_refuse_(record, id, "there is a checkpoint of that id already");
    return record->is_broken ? -1 : 0;
}

static inline int tt_record_make_part_(struct tt_record *record, const char *id)
{
    char path[TT_RECORD_PATH];
    (void)snprintf(record->part, sizeof record->part, "%u-%.40s", record->checkpoints, id);
    for (char *c = record->part; *c; c++) {
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9')))
            *c = '-';
    }
    if (tt_record_path_(record, path, "", record->part))
        return -1;
    return mkdir(path, 0777) != 0 && errno != EEXIST ? tt_record_fail_(record, path, strerror(errno)) : 0;
}

static inline int tt_record_checkpoint_(struct tt_record *record, const char *id)
{
    char after[48];
    struct tt_record_text quoted = {NULL, 0, 0};
    (void)tt_record_say_(record, &quoted, "{\"id\":");
    (void)tt_record_quote_(record, &quoted, id);
    int status = tt_record_may_begin_(record, id, &quoted);
    if (status == 0)
        status = tt_record_make_part_(record, id) ? -1 : tt_record_flush_(record);
    if (status == 0) {
        (void)snprintf(after, sizeof after, ",\"after_event\":%lld", (long long)record->events - 1);
        if (record->checkpoints++)
            (void)tt_record_say_(record, &record->manifest, "]},\n");
        (void)tt_record_append_(record, &record->manifest, quoted.items, quoted.count);
        (void)tt_record_say_(record, &record->manifest, after);
        (void)tt_record_say_(record, &record->manifest, ",\"regions\":[");
        record->checkpoint_at = record->events;
        record->regions = 0;
        record->seen = 0;
        (void)tt_record_say_(record, &record->line, "{\"checkpoint\":");
        (void)tt_record_quote_(record, &record->line, id);
        (void)tt_record_say_(record, &record->line, after);
        status = tt_record_note_(record);
    }
    free(quoted.items);
    return status;
}

/* Begins a checkpoint: what the tile holds now, after the events so far. Its regions follow, before the next event. The
 * first one is the starting state and must come before any event. No two ids may be alike. */
static inline int tt_record_checkpoint(struct tt_record *record, const char *id)
{
    tt_record_lock(record);
    return tt_record_leave_(record, tt_record_checkpoint_(record, id));
}

/* The regions but L1; bytes: 0 where a rule below says it. */
struct tt_record_space {
    const char *name;
    uint32_t bytes;
};

static const struct tt_record_space tt_record_spaces_[] = {
    {"cfg", 0},     {"thread_cfg", 0}, {"gpr", 768},   {"dst", 32768}, {"dst_valid", 1024},
    {"srca", 8192}, {"srcb", 8192},    {"lreg", 2048}, {"state", 0},
};
enum { TT_RECORD_SPACES = sizeof tt_record_spaces_ / sizeof tt_record_spaces_[0] };

/* The number of the region in tt_record_spaces_, or TT_RECORD_SPACES. */
static inline int tt_record_space_(const char *name)
{
    int i = 0;
    while (i < TT_RECORD_SPACES && strcmp(name, tt_record_spaces_[i].name) != 0)
        i++;
    return i;
}

/* Cells of 19 bits, flags of one: what is more says that the bytes are something else. */
static inline int tt_record_cells_(struct tt_record *record, const char *name, const unsigned char *bytes, size_t count)
{
    const int is_flags = strcmp(name, "dst_valid") == 0;
    if (!bytes || (!is_flags && strncmp(name, "src", 3) != 0)) /* hashes alone; any bits */
        return 0;
    for (size_t i = 0; i < count; i += is_flags ? 1 : 4) {
        if (is_flags ? bytes[i] > 1 : bytes[i + 2] > 7 || bytes[i + 3])
            return tt_record_refuse_(record, name, is_flags ? "a flag is neither 0 nor 1" : "a cell has over 19 bits");
    }
    return 0;
}

/* Whether the region is one of the chip, of its size, for the first time. */
static inline int tt_record_fits_(struct tt_record *record, const char *name, uint32_t addr, const void *bytes,
                                  size_t count)
{
    const int space = tt_record_space_(name);
    size_t expected = space < TT_RECORD_SPACES ? tt_record_spaces_[space].bytes : 0;
    if (strcmp(name, "l1") == 0) {
        if (addr < record->l1_bytes && count <= record->l1_bytes - addr)
            return 0;
        return tt_record_refuse_(record, name, "the bytes run past the end of L1");
    }
    if (space == TT_RECORD_SPACES)
        return tt_record_refuse_(record, name, "no region of a bundle has that name");
    if (addr)
        return tt_record_refuse_(record, name, "only a region of L1 has an address");
    if (record->seen & (uint32_t)1 << space)
        return tt_record_refuse_(record, name, "the checkpoint has it already");
    if (strcmp(name, "cfg") == 0)
        expected = (size_t)8 * record->cfg_words;
    if (strcmp(name, "thread_cfg") == 0 && (count == 0 || count % 6 || count > 1536))
        return tt_record_refuse_(record, name, "expected three times 1 to 256 words of two bytes");
    char what[96];
    (void)snprintf(what, sizeof what, "holds %lu bytes, expected %lu", (unsigned long)count, (unsigned long)expected);
    if (expected && count != expected)
        return tt_record_refuse_(record, name, what);
    return tt_record_cells_(record, name, (const unsigned char *)bytes, count);
}

/* Whether hashes may stand in place of so many bytes of the region. */
static inline int tt_record_may_hash_(struct tt_record *record, const char *name, size_t count, uint32_t window)
{
    if (strcmp(name, "thread_cfg") == 0 || strcmp(name, "state") == 0)
        return tt_record_refuse_(record, name, "is not known by hash: it is no array of plain bytes");
    return count && window && window <= 65536 ? 0 : tt_record_refuse_(record, name, "a window has 1 to 65536 bytes");
}

/* window: 0, or `bytes` has a hash for each so many of the `count` bytes. */
static inline int tt_record_region_(struct tt_record *record, const char *name, uint32_t addr, const void *bytes,
                                    size_t count, uint32_t window)
{
    char file[64], more[384], address[32] = "", hashed[64] = "";
    const int is_l1 = strcmp(name, "l1") == 0;
    const char *suffix = window ? "xxh128" : "bin";
    const size_t size = window ? 16 * (count / window + (count % window != 0)) : count;
    if (record->checkpoints == 0 || record->checkpoint_at != record->events)
        return tt_record_refuse_(record, name, "a region follows its checkpoint, before the next event");
    if (tt_record_fits_(record, name, addr, window ? NULL : bytes, count))
        return -1;
    if (is_l1) /* numbered, as two pieces may begin alike */
        (void)snprintf(file, sizeof file, "l1_%06lx.%u.%s", (unsigned long)addr, record->regions, suffix);
    else
        (void)snprintf(file, sizeof file, "%.40s.%s", name, strcmp(name, "state") == 0 ? "json" : suffix);
    if (tt_record_file_(record, record->part, file, bytes, size))
        return -1;
    if (is_l1)
        (void)snprintf(address, sizeof address, ",\"addr\":%lu", (unsigned long)addr);
    if (window)
        (void)snprintf(hashed, sizeof hashed, ",\"hash_window\":%lu,\"hash_bytes\":%lu", (unsigned long)window,
                       (unsigned long)count);
    (void)snprintf(more, sizeof more, "\"%.40s\",\"file\":\"%s/%s\"%s%s", name, record->part, file, address, hashed);
    (void)tt_record_say_(record, &record->manifest, record->regions++ ? ",{\"name\":" : "{\"name\":");
    (void)tt_record_say_(record, &record->manifest, more);
    (void)tt_record_say_(record, &record->manifest, "}");
    record->seen |= is_l1 ? 0 : (uint32_t)1 << tt_record_space_(name);
    (void)tt_record_say_(record, &record->line, "{\"region\":");
    (void)tt_record_say_(record, &record->line, more);
    (void)tt_record_say_(record, &record->line, ",");
    tt_record_note_number_(record, "bytes", size);
    tt_record_note_hash_(record, tt_record_hash_(bytes, size, 0));
    return tt_record_note_(record);
}

/* One region of the checkpoint begun last, as docs/formats/bundle.md#regions lays it out: "l1" (`addr` is where it
 * starts; several may be given), "cfg", "thread_cfg", "gpr", "dst", "dst_valid", "srca", "srcb", "lreg", or "state",
 * whose bytes are JSON text. `addr` is 0 for all but L1. Little-endian. */
static inline int tt_record_region(struct tt_record *record, const char *name, uint32_t addr, const void *bytes,
                                   size_t count)
{
    tt_record_lock(record);
    return tt_record_leave_(record, record->is_broken ? -1 : tt_record_region_(record, name, addr, bytes, count, 0));
}

/* The same by hash: for each `window` (65,536 at most) of its `count` bytes, the last of which may be shorter, the
 * XXH3-128 in canonical order (XXH128_canonicalFromHash()). Not of "thread_cfg" and "state". Of the first checkpoint,
 * whose bytes a replay starts from, it holds what else gives them: the ELF file of the code there. */
static inline int tt_record_hashes(struct tt_record *record, const char *name, uint32_t addr, size_t count,
                                   uint32_t window, const void *hashes)
{
    tt_record_lock(record);
    return tt_record_leave_(record, record->is_broken || tt_record_may_hash_(record, name, count, window)
                                        ? -1
                                        : tt_record_region_(record, name, addr, hashes, count, window));
}

/* ---- events, in the order in which they took effect; threads are 0 to 2 ---- */

/* A core pushed an instruction word into its thread's pipe, before the macro-op and replay expanders. */
static inline int tt_record_push(struct tt_record *record, int thread, uint32_t word)
{
    tt_record_lock(record);
    return tt_record_leave_(record,
                            tt_record_thread_(record, "push", thread, 0)
                                ? -1
                                : tt_record_event_(record, ",\"k\":\"push\"", thread, ",\"w\":", word, NULL, 0));
}

/* A word left the expanders and took effect. */
static inline int tt_record_exec(struct tt_record *record, int thread, uint32_t word)
{
    tt_record_lock(record);
    return tt_record_leave_(record,
                            tt_record_thread_(record, "exec", thread, 0)
                                ? -1
                                : tt_record_event_(record, ",\"k\":\"exec\"", thread, ",\"w\":", word, NULL, 0));
}

static inline int tt_record_cfg_store_(struct tt_record *record, int thread, unsigned state, uint32_t index,
                                       uint32_t value)
{
    if (tt_record_thread_(record, "cfgw", thread, -1) || tt_record_below_(record, "cfgw", "state", state, 2) ||
        tt_record_below_(record, "cfgw", "index", index, record->cfg_words))
        return -1;
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

/* A core stored configuration word `index` of configuration state `state`, 0 or 1. */
static inline int tt_record_cfg_store(struct tt_record *record, int thread, unsigned state, uint32_t index,
                                      uint32_t value)
{
    tt_record_lock(record);
    return tt_record_leave_(record, tt_record_cfg_store_(record, thread, state, index, value));
}

/* A store to one of `end` registers of the thread. */
static inline int tt_record_store_(struct tt_record *record, const char *name, const char *kind, int thread,
                                   uint32_t index, uint32_t end, uint32_t value)
{
    if (tt_record_thread_(record, name, thread, 0) || tt_record_below_(record, name, "index", index, end))
        return -1;
    return tt_record_event_(record, kind, thread, ",\"a\":", index, ",\"v\":", value);
}

/* A core stored macro-op configuration word `index`, 0 to 8. */
static inline int tt_record_mop_store(struct tt_record *record, int thread, uint32_t index, uint32_t value)
{
    tt_record_lock(record);
    return tt_record_leave_(record, tt_record_store_(record, "mopw", ",\"k\":\"mopw\"", thread, index, 9, value));
}

/* A core stored scalar register `index`, 0 to 63. */
static inline int tt_record_gpr_store(struct tt_record *record, int thread, uint32_t index, uint32_t value)
{
    tt_record_lock(record);
    return tt_record_leave_(record, tt_record_store_(record, "gprw", ",\"k\":\"gprw\"", thread, index, 64, value));
}

/* Any other store of a core that has an effect on the tile, by its address. */
static inline int tt_record_mmio_store(struct tt_record *record, int thread, uint32_t addr, uint32_t value)
{
    tt_record_lock(record);
    return tt_record_leave_(
        record, tt_record_thread_(record, "mmio", thread, -1)
                    ? -1
                    : tt_record_event_(record, ",\"k\":\"mmio\"", thread, ",\"a\":", addr, ",\"v\":", value));
}

static inline int tt_record_semaphore_read_(struct tt_record *record, int thread, uint32_t semaphore, uint32_t value)
{
    const int is_register = semaphore >= 0xFFB40000u && semaphore < 0xFFB80000u && semaphore % 4 == 0;
    if (tt_record_thread_(record, "semr", thread, is_register ? -1 : 0) ||
        (!is_register && tt_record_below_(record, "semr", "semaphore", semaphore, 8)))
        return -1;
    return tt_record_event_(record, ",\"k\":\"semr\"", thread, ",\"a\":", semaphore, ",\"v\":", value);
}

/* A core read a semaphore and saw `value`; of a polling loop the last read alone. Where `semaphore` is the address of a
 * stream's register (0xFFB40000 on), a core read that; TT_RECORD_NO_THREAD: B or NC did. */
static inline int tt_record_semaphore_read(struct tt_record *record, int thread, uint32_t semaphore, uint32_t value)
{
    tt_record_lock(record);
    return tt_record_leave_(record, tt_record_semaphore_read_(record, thread, semaphore, value));
}

static inline int tt_record_semaphore_store_(struct tt_record *record, int thread, uint32_t semaphore, const char *op,
                                             size_t op_bytes)
{
    if (tt_record_thread_(record, "semw", thread, -1) || tt_record_below_(record, "semw", "semaphore", semaphore, 8))
        return -1;
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
    tt_record_lock(record);
    return tt_record_leave_(record, tt_record_semaphore_store_(record, thread, semaphore, ",\"op\":\"post\"", 12));
}

static inline int tt_record_semaphore_get(struct tt_record *record, int thread, uint32_t semaphore)
{
    tt_record_lock(record);
    return tt_record_leave_(record, tt_record_semaphore_store_(record, thread, semaphore, ",\"op\":\"get\"", 11));
}

static inline int tt_record_l1_store_(struct tt_record *record, int thread, uint32_t addr, const void *bytes,
                                      size_t count)
{
    static const char hex[] = "0123456789abcdef";
    const unsigned char *from = (const unsigned char *)bytes;
    if (tt_record_thread_(record, "l1w", thread, -1) || tt_record_below_(record, "l1w", "addr", addr, record->l1_bytes))
        return -1;
    if (count > record->l1_bytes - addr)
        return tt_record_refuse_(record, "l1w", "the bytes run past the end of L1");
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

/* Bytes came to L1 from outside the coprocessor: from a core, the network, the host. */
static inline int tt_record_l1_store(struct tt_record *record, int thread, uint32_t addr, const void *bytes,
                                     size_t count)
{
    tt_record_lock(record);
    return tt_record_leave_(record, tt_record_l1_store_(record, thread, addr, bytes, count));
}

/* ---- closing ---- */

static inline int tt_record_finish_(struct tt_record *record)
{
    char path[TT_RECORD_PATH], beside[TT_RECORD_PATH], journal[TT_RECORD_PATH];
    if (record->refused || record->is_broken)
        return -1;
    if (record->checkpoints == 0 && tt_record_checkpoint_(record, "begin"))
        return -1;
    (void)tt_record_say_(record, &record->manifest, "]}]");
    if (record->boot.count) {
        (void)tt_record_say_(record, &record->manifest, ",\"boot\":[");
        (void)tt_record_append_(record, &record->manifest, record->boot.items, record->boot.count);
        (void)tt_record_say_(record, &record->manifest, "]");
    }
    (void)tt_record_say_(record, &record->manifest, "}\n");
    if (record->is_broken || tt_record_path_(record, path, "", "bundle.json") ||
        tt_record_path_(record, beside, "", "bundle.json.part") ||
        tt_record_path_(record, journal, "", "journal.jsonl") ||
        tt_record_file_(record, "", "bundle.json.part", record->manifest.items, record->manifest.count))
        return -1;
    errno = 0;
    if (rename(beside, path) != 0)
        return tt_record_fail_(record, path, strerror(errno));
    (void)remove(journal); /* where both are, the bundle counts */
    return 0;
}

static inline void tt_record_abandon_(struct tt_record *record)
{
    if (record->file)
        (void)fclose(record->file);
    if (record->journal)
        (void)fclose(record->journal);
    free(record->buffer);
    free(record->manifest.items);
    free(record->boot.items);
    free(record->line.items);
    record->file = record->journal = NULL;
    record->buffer = record->manifest.items = record->boot.items = record->line.items = NULL;
    (void)tt_record_fail_(record, record->folder, "closed");
}

/* Leaves a folder that is no bundle, but of which `import --salvage` makes a capture: events that were flushed,
 * regions, and a journal. */
static inline void tt_record_abandon(struct tt_record *record)
{
    tt_record_lock(record);
    tt_record_abandon_(record);
    tt_record_unlock(record);
}

static inline int tt_record_close_(struct tt_record *record)
{
    int status = record->file ? tt_record_flush_(record) : -1;
    FILE *file = record->file;
    record->file = NULL;
    if (status == 0) {
        errno = 0;
        if (fclose(file) != 0)
            status = tt_record_fail_(record, "events.jsonl", errno ? strerror(errno) : "could not be closed");
    } else if (file) {
        (void)fclose(file);
    }
    if (status == 0)
        status = tt_record_finish_(record);
    tt_record_abandon_(record);
    return status;
}

/* Writes what waits and, if nothing ever went wrong or was refused, the manifest. The struct is spent afterwards; of a
 * failure its error stays readable. Files are handed to the system, not synced. */
static inline int tt_record_close(struct tt_record *record)
{
    tt_record_lock(record);
    return tt_record_leave_(record, tt_record_close_(record));
}
