/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of a part of a population as a file, so that a census goes on where it was stopped, and several machines share
 * one. A part that does not hash right, or is of another question, is refused by name. docs/how-to/census-kernel.md */
#include "ask/census/kernel/kernel_internal.h"

#include "base/input.h"
#include "base/little.h"
#include "base/new_file.h"
#include "base/text/bytes.h"
#include "capture/ttcap.h"

#include <sys/stat.h>
#include <unistd.h>

enum { HEAD = 8, HASH = 16, ENDS = HEAD + 2 * HASH, PATH_BYTES = 4096, PART_NAME_MAX = 64, PART_BYTES_MAX = 1 << 20 };
static const char head[HEAD] = "ttcensu1";

/* The same walk writes numbers and takes them back. */
struct part_io {
    bool reads, has_failed;
    struct bytes out;
    const uint8_t *in;
    size_t left;
};

static void part_bytes(struct part_io *io, void *data, size_t count)
{
    if (!io->reads) {
        io->has_failed |= bytes_append(&io->out, data, count) != 0;
        return;
    }
    io->has_failed |= count > io->left;
    if (io->has_failed)
        return;
    memcpy(data, io->in, count);
    io->in += count;
    io->left -= count;
}

/* 64 bits, little-endian. */
static uint64_t part_number(struct part_io *io, uint64_t value)
{
    uint8_t bytes[8];
    store_u64(bytes, value);
    part_bytes(io, bytes, sizeof bytes);
    return load_u64(bytes);
}

static void part_example(struct part_io *io, struct kernel_example *example)
{
    example->index = part_number(io, example->index);
    example->input = (uint32_t)part_number(io, example->input);
    example->result = (uint32_t)part_number(io, example->result);
    example->exact = (uint32_t)part_number(io, example->exact);
    example->is_undefined = part_number(io, example->is_undefined) != 0;
    example->distance = part_number(io, example->distance);
}

static void part_point(struct part_io *io, struct kernel_point *point)
{
    uint64_t near;
    memcpy(&near, &point->near, sizeof near);
    point->is_there = part_number(io, point->is_there) != 0;
    point->is_ordinary = part_number(io, point->is_ordinary) != 0;
    point->is_number = part_number(io, point->is_number) != 0;
    point->apart = (enum kernel_apart)(part_number(io, point->apart) % (KERNEL_APARTS + 1));
    near = part_number(io, near);
    memcpy(&point->near, &near, sizeof near);
    part_example(io, &point->example);
}

static void part_rows(struct part_io *io, struct kernel_census *census)
{
    for (unsigned i = 0; i < KERNEL_COLUMNS; i++) {
        census->columns[i].has_any = part_number(io, census->columns[i].has_any) != 0;
        census->columns[i].largest = part_number(io, census->columns[i].largest);
    }
    for (unsigned i = 0; i < KERNEL_BINS; i++) {
        census->bins[i].count = part_number(io, census->bins[i].count);
        part_example(io, &census->bins[i].first);
    }
    for (unsigned i = 0; i < KERNEL_APARTS; i++) {
        for (unsigned k = 0; k < KERNEL_OUTCOMES; k++)
            census->apart[i].outcomes[k] = part_number(io, census->apart[i].outcomes[k]);
        part_example(io, &census->apart[i].first);
    }
    for (unsigned i = 0; i < FINDINGS_MAX; i++) {
        struct kernel_finding *finding = &census->findings[i];
        finding->count = part_number(io, finding->count);
        part_bytes(io, finding->first, sizeof finding->first);
        finding->first[sizeof finding->first - 1] = '\0';
    }
}

static void part_tally(struct part_io *io, struct kernel_tally *tally, size_t most)
{
    struct kernel_census *census = &tally->census;
    part_rows(io, census);
    census->total = part_number(io, census->total);
    census->ordinary = part_number(io, census->ordinary);
    census->distances = part_number(io, census->distances);
    census->worst_count = part_number(io, census->worst_count);
    io->has_failed |= census->worst_count > most;
    for (size_t i = 0; !io->has_failed && i < census->worst_count; i++)
        part_example(io, &census->worst[i]);
    census->steps = part_number(io, census->steps);
    census->against = part_number(io, census->against);
    census->pairs = part_number(io, census->pairs);
    census->unequal = part_number(io, census->unequal);
    for (unsigned i = 0; i < 2; i++) {
        part_example(io, &census->against_first[i]);
        part_example(io, &census->unequal_first[i]);
        part_point(io, &tally->first[i]);
        part_point(io, &tally->last[i]);
    }
}

/* ---- the question ---- */

static void parts_text(struct part_io *io, const char *text)
{
    (void)part_number(io, strlen(text));
    io->has_failed |= bytes_append(&io->out, text, strlen(text)) != 0;
}

static void part_place(struct part_io *io, const struct kernel_lanes *lanes)
{
    (void)part_number(io, lanes->is_wide);
    (void)part_number(io, lanes->count);
    for (unsigned i = 0; i < lanes->count; i++)
        (void)part_number(io, lanes->cells[i]);
}

static void part_operands(struct part_io *io, const struct census_operands *operands)
{
    (void)part_number(io, operands->population);
    (void)part_number(io, operands->pattern);
    (void)part_number(io, operands->last);
}

/* A hash of all that counts depend on: the tile as the kernel begins, its words, places, readings, population. False
 * without memory. */
static bool part_question(const struct kernel_options *options, const struct kernel *kernel, uint8_t hash[static HASH])
{
    struct part_io io = {0};
    parts_text(&io, TTR_VERSION);
    parts_text(&io, options->function_text);
    parts_text(&io, options->format->name);
    parts_text(&io, kernel_held(options)->name);
    parts_text(&io, options->packs ? options->packs->name : "");
    (void)part_number(&io, kernel->chip);
    (void)part_number(&io, options->shards);
    (void)part_number(&io, options->worst);
    part_operands(&io, &options->operands);
    part_operands(&io, &options->seconds);
    (void)part_number(&io, options->has_second);
    part_place(&io, &kernel->in);
    part_place(&io, &kernel->second);
    part_place(&io, &kernel->out);
    (void)part_number(&io, options->out.is_l1 ? options->out.number + UINT64_C(1) : 0);
    io.has_failed |= bytes_append(&io.out, &kernel->variants, sizeof kernel->variants) != 0;
    for (size_t i = 0; i < kernel->count; i++)
        (void)part_number(&io, kernel->words[i].word | (uint64_t)kernel->words[i].thread << 32);
    for (size_t i = 0; i < options->list_count; i++)
        (void)part_number(&io, options->list[i]);
    io.has_failed |= bytes_append(&io.out, kernel->start, sizeof *kernel->start) != 0;
    if (!io.has_failed)
        ttcap_digest(io.out.data, io.out.used, hash);
    bytes_clear(&io.out);
    return !io.has_failed;
}

/* ---- files ---- */

static void parts_name(const struct kernel_options *options, char name[static PART_NAME_MAX])
{
    (void)snprintf(name, PART_NAME_MAX, "part-%" PRIu64 "-of-%" PRIu64 ".census", options->shard, options->shards);
}

/* Head, hash of the question, numbers, hash of all before. */
static enum tt_status part_parse(const uint8_t *bytes, size_t count, const uint8_t question[static HASH],
                                 const struct kernel_options *options, struct kernel_tally *part, struct tt_error *err)
{
    uint8_t hash[HASH];
    REFUSE_IF(count < ENDS || memcmp(bytes, head, HEAD) != 0, err, "it is no part of a census");
    ttcap_digest(bytes, count - HASH, hash);
    REFUSE_IF(memcmp(bytes + count - HASH, hash, HASH) != 0, err,
              "its bytes do not have the hash that stands behind them");
    REFUSE_IF(memcmp(bytes + HEAD, question, HASH) != 0, err,
              "it counts something else: other words, options, inputs, or another version of tt-replay");
    struct part_io io = {.reads = true, .in = bytes + HEAD + HASH, .left = count - ENDS};
    part_tally(&io, part, options->worst);
    return io.has_failed || io.left ? tt_fail(err, TT_BAD_INPUT, "its length is not that of its counts") : TT_OK;
}

/* Before a part is run, not when its counts are to be put there. */
static enum tt_status part_folder(const char *folder, struct tt_error *err)
{
    struct stat found;
    const bool is_there = (mkdir(folder, 0777) == 0 || errno == EEXIST) && stat(folder, &found) == 0;
    if (!is_there || !S_ISDIR(found.st_mode) || access(folder, W_OK | X_OK) != 0)
        return tt_fail(err, TT_IO, "--keep %s: expected a folder that parts can be put into", folder);
    return TT_OK;
}

enum tt_status kernel_part_read(const struct kernel_options *options, const struct kernel *kernel,
                                struct kernel_tally *part, bool *is_there, struct tt_error *err)
{
    char path[PATH_BYTES], name[PART_NAME_MAX];
    uint8_t question[HASH], *bytes = NULL;
    size_t count;
    parts_name(options, name);
    REFUSE_IF(snprintf(path, sizeof path, "%s/%s", options->keep, name) >= (int)sizeof path, err,
              "%.60s...: the name is too long", options->keep);
    struct stat found;
    *is_there = lstat(path, &found) == 0;
    if (!*is_there)
        return part_folder(options->keep, err);
    enum tt_status status = input_whole_beneath(options->keep, name, PART_BYTES_MAX, &bytes, &count, err);
    if (!status && !part_question(options, kernel, question))
        status = tt_fail(err, TT_NO_MEMORY, "no memory for a part");
    if (!status)
        status = part_parse(bytes, count, question, options, part, err);
    mem_free(bytes);
    if (status)
        tt_error_prefix(err, "%s", path);
    return status;
}

static enum tt_status part_put(void *user, FILE *out, struct tt_error *err)
{
    const struct bytes *bytes = user;
    return fwrite(bytes->data, 1, bytes->used, out) == bytes->used ? TT_OK
                                                                   : tt_fail(err, TT_IO, "the part cannot be written");
}

enum tt_status kernel_part_write(const struct kernel_options *options, const struct kernel *kernel,
                                 struct kernel_tally *part, struct tt_error *err)
{
    char path[PATH_BYTES], name[PART_NAME_MAX];
    uint8_t question[HASH], hash[HASH];
    struct part_io io = {0};
    parts_name(options, name);
    (void)snprintf(path, sizeof path, "%s/%s", options->keep, name);
    io.has_failed = !part_question(options, kernel, question) || bytes_append(&io.out, head, HEAD) ||
                    bytes_append(&io.out, question, HASH);
    part_tally(&io, part, options->worst);
    if (!io.has_failed) {
        ttcap_digest(io.out.data, io.out.used, hash);
        io.has_failed = bytes_append(&io.out, hash, HASH) != 0;
    }
    const enum tt_status status = io.has_failed ? tt_fail(err, TT_NO_MEMORY, "no memory for a part")
                                                : new_file_write(path, NEW_FILE_OWN, part_put, &io.out, err);
    bytes_clear(&io.out);
    return status;
}
