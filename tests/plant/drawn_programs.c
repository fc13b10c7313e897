/* SPDX-License-Identifier: Apache-2.0 */
#include "plant/drawn_programs.h"

#include "base/little.h"
#include "capture/ttcap.h"
#include "draw/draw.h"
#include "tile/tile.h"

#include <stdlib.h>

static enum tt_status put_words(struct ttcap_writer *writer, const struct draw_program *program, struct tile *tile,
                                struct tt_error *err)
{
    uint8_t bytes[4];
    enum tt_status status =
        ttcap_writer_put(writer, TT_SPACE_L1, DRAW_INPUT, DRAW_INPUT_BYTES, program->input, NULL, err);
    tile_store(tile, TT_SPACE_L1, DRAW_INPUT, DRAW_INPUT_BYTES, program->input, NULL);
    for (uint32_t i = 0; i < program->poke_count && !status; i++) {
        store_u32(bytes, program->pokes[i].value);
        tile_store(tile, TT_SPACE_L1, program->pokes[i].addr, sizeof bytes, bytes, NULL);
        status = ttcap_writer_put(writer, TT_SPACE_L1, program->pokes[i].addr, sizeof bytes, bytes, NULL, err);
    }
    return status;
}

static enum tt_status put_start(struct ttcap_writer *writer, const struct draw_program *program, struct tile *tile,
                                struct tt_error *err)
{
    enum tt_status status = ttcap_writer_snapshot_begin(writer, "begin", err);
    if (!status)
        status = put_words(writer, program, tile, err);
    return status ? status : ttcap_writer_snapshot_end(writer, err);
}

static enum tt_status put_events(struct ttcap_writer *writer, const struct draw_program *program, struct tile *tile,
                                 struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (uint32_t i = 0; i < program->count && !status; i++) {
        const struct ttcap_event event = {.seq = i, .kind = TTCAP_EXEC, .value = program->words[i]};
        if (tile_exec(tile, 0, program->words[i], i) != TILE_DONE)
            return TT_END;
        status = ttcap_writer_event(writer, &event, err);
    }
    return status;
}

static enum tt_status put_end(struct ttcap_writer *writer, const struct tile *tile, struct tt_error *err)
{
    uint8_t out[DRAW_OUTPUT_BYTES];
    tile_load(tile, TT_SPACE_L1, DRAW_OUTPUT, sizeof out, out);
    enum tt_status status = ttcap_writer_snapshot_begin(writer, "end", err);
    if (!status)
        status = ttcap_writer_put(writer, TT_SPACE_L1, DRAW_OUTPUT, sizeof out, out, NULL, err);
    return status ? status : ttcap_writer_snapshot_end(writer, err);
}

static enum tt_status write_capture(const struct draw_program *program, struct tile *tile, const char *path,
                                    struct tt_error *err)
{
    const struct ttcap_meta meta = {.chip = program->chip, .source = TTCAP_DERIVED, .name = program->name};
    const struct variant_set variants = variants_of_simulator();
    struct ttcap_writer *writer = NULL;
    tile_set_variants(tile, &variants);
    enum tt_status status = ttcap_writer_open(&writer, path, true, &meta, err);
    if (!status)
        status = put_start(writer, program, tile, err);
    if (!status)
        status = put_events(writer, program, tile, err);
    if (!status)
        status = put_end(writer, tile, err);
    if (!status)
        return ttcap_writer_finish(writer, err);
    ttcap_writer_abandon(writer);
    return status;
}

enum tt_status drawn_program_capture(enum tt_chip chip, size_t which, uint64_t seed, const char *path,
                                     struct tt_error *err)
{
    struct draw_program *program = malloc(sizeof *program);
    struct tile *tile = tile_new(chip);
    char name[DRAW_NAME_MAX];
    if (!program || !tile)
        abort();
    enum tt_status status = draw_template(chip, which, name) ? draw_program(chip, name, seed, program, err) : TT_END;
    if (!status)
        status = write_capture(program, tile, path, err);
    tile_free(tile);
    free(program);
    return status;
}
