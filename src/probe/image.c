/* SPDX-License-Identifier: Apache-2.0 */
/* An experiment as an image of L1: a program that core B runs from address 0, which stores the words one after the
 * other to where the coprocessor's thread 0 takes them, and rests; operands and cleared output. */
#include "probe/experiments_internal.h"
#include "probe/files.h"

#include "base/little.h"
#include "base/new_file.h"

enum { SEGMENTS_MAX = 5 + DRAW_POKES_MAX, IMAGE_END = DRAW_OUTPUT + DRAW_OUTPUT_BYTES };

struct segment {
    uint32_t addr, count;
    const uint8_t *bytes;
};

struct image {
    uint8_t code[4 * EXPERIMENT_CODE_WORDS];
    uint8_t words[EXPERIMENT_WORDS_BYTES];
    uint8_t done[4];
    uint8_t output[DRAW_OUTPUT_BYTES];
    uint8_t pokes[DRAW_POKES_MAX][4];
    struct segment segments[SEGMENTS_MAX];
    size_t count;
};

static void image_add(struct image *image, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    image->segments[image->count++] = (struct segment){addr, count, bytes};
}

/* By rising address but for pokes. */
static void image_fill(struct image *image, const struct draw_program *program)
{
    memset(image, 0, sizeof *image);
    experiment_image(program, image->code, image->words);
    image_add(image, 0, image->code, sizeof image->code);
    image_add(image, DRAW_DONE, image->done, sizeof image->done);
    image_add(image, DRAW_WORDS, image->words, 4 + 4 * program->count);
    image_add(image, DRAW_INPUT, program->input, DRAW_INPUT_BYTES);
    image_add(image, DRAW_OUTPUT, image->output, DRAW_OUTPUT_BYTES);
    for (uint32_t i = 0; i < program->poke_count; i++) {
        store_u32(image->pokes[i], program->pokes[i].value);
        image_add(image, program->pokes[i].addr, image->pokes[i], 4);
    }
}

static enum tt_status image_put(void *user, FILE *out, struct tt_error *err)
{
    const struct image *image = user;
    uint32_t end = IMAGE_END;
    for (size_t i = 0; i < image->count; i++)
        if (image->segments[i].addr + image->segments[i].count > end)
            end = image->segments[i].addr + image->segments[i].count;
    uint8_t *l1 = mem_calloc(end, 1);
    NEED(l1, err, "no memory for an image of L1");
    for (size_t i = 0; i < image->count; i++)
        memcpy(l1 + image->segments[i].addr, image->segments[i].bytes, image->segments[i].count);
    (void)fwrite(l1, 1, end, out); /* whoever closes the stream notices */
    mem_free(l1);
    return TT_OK;
}

enum tt_status experiment_write_image(const struct draw_program *program, const char *path, struct tt_error *err)
{
    struct image *image OWNED(mem_free_at) = mem_alloc(sizeof *image);
    NEED(image, err, "no memory for an image of L1");
    image_fill(image, program);
    return new_file_write(path, NEW_FILE_NEW, image_put, image, err);
}
