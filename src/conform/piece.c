/* SPDX-License-Identifier: Apache-2.0 */
/* A piece of work, and its results until it is their turn to be reported. */
#include "conform/conform_internal.h"

static enum tt_status piece_run(struct conform_worker *worker, struct conform_piece *piece, struct tt_error *err)
{
    switch (piece->item->kind) {
    case CONFORM_VECTORS:
        return conform_run_block(worker, piece, err);
    case CONFORM_BUNDLE:
        return conform_run_bundle(worker, piece, err);
    case CONFORM_CAPTURE:
        break;
    }
    return conform_run_capture(worker, piece, err);
}

void conform_work(struct conform_worker *worker, struct conform_piece *piece)
{
    piece->status = piece_run(worker, piece, &piece->err);
}

/* Copies text to *end and moves it on. */
static const char *piece_put(char **end, const char *text)
{
    if (!text)
        return NULL;
    const size_t size = strlen(text) + 1;
    char *copy = memcpy(*end, text, size);
    *end += size;
    return copy;
}

static size_t piece_size_of(const char *text)
{
    return text ? strlen(text) + 1 : 0;
}

enum tt_status conform_keep(struct conform_piece *piece, const struct conform_case *result, struct tt_error *err)
{
    char *texts =
        mem_alloc(piece_size_of(result->name) + piece_size_of(result->row) + piece_size_of(result->explanation));
    if (!texts || mem_grow(&piece->results, &piece->capacity, piece->count + 1, sizeof *piece->results) < 0) {
        mem_free(texts);
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory for a result", piece->item->path);
    }
    struct conform_result *stored = &piece->results[piece->count++];
    char *end = texts;
    *stored = (struct conform_result){*result, texts};
    stored->result.path = piece->item->path;
    stored->result.name = piece_put(&end, result->name);
    stored->result.row = piece_put(&end, result->row);
    stored->result.explanation = piece_put(&end, result->explanation);
    piece->explained += result->explanation != NULL;
    return TT_OK;
}

void conform_piece_empty(struct conform_piece *piece)
{
    for (size_t i = 0; i < piece->count; i++)
        mem_free(piece->results[i].texts);
    piece->count = 0;
    piece->explained = 0;
}

void conform_worker_clear(struct conform_worker *worker)
{
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        tile_free(worker->held[chip]);
        tile_free(worker->replayed[chip]);
    }
}
