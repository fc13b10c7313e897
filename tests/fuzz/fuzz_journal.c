/* SPDX-License-Identifier: Apache-2.0 */
/* A recording that was not closed: the input is journal.jsonl without its checksums, which are put in here so that what
 * is changed gets behind them; after a zero byte the rest is events.jsonl. An odd first byte leaves the text as it is.
 * What is saved must open, whole. */
#include "base/memory.h"
#include "capture/import/bundle/journal.h"
#include "capture/ttcap.h"
#include "fuzz/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { PATH_BYTES = 128 };

/* The line with its checksum. */
static void put_line(FILE *out, const char *line, size_t count, uint64_t *check)
{
    while (count && line[count - 1] == '}')
        count--;
    *check = XXH64(line, count, *check);
    (void)fwrite(line, 1, count, out);
    (void)fprintf(out, ",\"check\":\"%016llx\"}\n", (unsigned long long)*check);
}

static void put_journal(FILE *out, const char *text, size_t count)
{
    uint64_t check = 0;
    while (count > 0) {
        const char *end = memchr(text, '\n', count);
        const size_t length = end ? (size_t)(end - text) : count;
        put_line(out, text, length, &check);
        text += length + (end != NULL);
        count -= length + (end != NULL);
    }
}

static FILE *create(char path[static PATH_BYTES], const char *folder, const char *name)
{
    (void)snprintf(path, PATH_BYTES, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file)
        abort();
    return file;
}

static void ignore(void *user, const char *sentence)
{
    (void)user;
    if (!*sentence)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char folder[] = "/tmp/ttr-fuzz-journal-XXXXXX", journal[PATH_BYTES], events[PATH_BYTES], path[PATH_BYTES];
    struct salvaged salvaged;
    struct ttcap_verify_summary summary;
    struct tt_error err = {{0}};
    if (size == 0)
        return 0;
    if (!mkdtemp(folder))
        abort();
    const uint8_t *zero = memchr(data + 1, 0, size - 1);
    const size_t count = zero ? (size_t)(zero - data - 1) : size - 1;
    FILE *file = create(journal, folder, "journal.jsonl");
    if (data[0] & 1)
        (void)fwrite(data + 1, 1, count, file);
    else
        put_journal(file, (const char *)data + 1, count);
    (void)fclose(file);
    file = create(events, folder, "events.jsonl");
    if (zero)
        (void)fwrite(zero + 1, 1, size - count - 2, file);
    (void)fclose(file);
    (void)snprintf(path, sizeof path, "%s/out.ttcap", folder);
    const enum tt_status status = journal_salvage(folder, path, ignore, NULL, &salvaged, &err);
    if (status == TT_OK ? ttcap_verify(path, ignore, NULL, &summary, &err) != TT_OK
                        : !*err.text || access(path, F_OK) == 0)
        abort();
    (void)unlink(path);
    (void)unlink(journal);
    (void)unlink(events);
    (void)rmdir(folder);
    return 0;
}
