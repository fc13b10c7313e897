/* SPDX-License-Identifier: Apache-2.0 */
/* A vector: name, chip, mode, words, regions. docs/formats/vectors.md */
#include "capture/vectors/line.h"

#include "capture/json/json.h"

#include <cjson/cJSON.h>

enum { KEY_NAME, KEY_ARCH, KEY_MODE, KEY_OPS, KEY_PRE, KEY_POST, KEY_DONE, KEY_EXEC, KEY_COUNT };
static const char *const keys[KEY_COUNT] = {"name", "arch", "mode", "ops", "pre", "post", "done", "exec"};

/* Memory of a line beyond its own length: the words of two cc.stack that are given whole. */
enum { BYTES_MORE = 256 };

void vector_line_clear(struct vector_line *line)
{
    cJSON_Delete(line->tree);
    mem_free(line->ops);
    mem_free(line->runs);
    mem_free(line->bytes);
    *line = (struct vector_line){0};
}

static enum tt_status line_take_op(void *user, const cJSON *item, const char *place, struct tt_error *err)
{
    struct vector_line *line = user;
    int64_t thread, word;
    size_t length;
    TRY(json_array(item, place, &length, err));
    REFUSE_IF(length != 2, err, "%s has %zu members, expected [thread, word]", place, length);
    TRY(json_number(item->child, place, 0, 2, &thread, err));
    TRY(json_number(item->child->next, place, 0, UINT32_MAX, &word, err));
    NEED(MEM_PUSH(line->ops, line->op_count, line->op_capacity, (struct vector_op){(uint8_t)thread, (uint32_t)word}),
         err, "no memory");
    return TT_OK;
}

static const char *mode_names(size_t i)
{
    static const char *const names[] = {"exec", "push", NULL};
    return names[i];
}

static enum tt_status line_read_head(const cJSON *const found[KEY_COUNT], struct vector *vector, struct tt_error *err)
{
    unsigned chip = TT_CHIP_COUNT, mode = 0;
    TRY(json_string(found[KEY_NAME], "name", &vector->name, err));
    TRY(json_choose(found[KEY_ARCH], "arch", json_chips, &chip, err));
    TRY(json_choose(found[KEY_MODE], "mode", mode_names, &mode, err));
    vector->chip = (enum tt_chip)chip;
    vector->is_push = mode != 0;
    return TT_OK;
}

static enum tt_status line_read_words(struct vector_line *line, const cJSON *const found[KEY_COUNT],
                                      struct vector *vector, struct tt_error *err)
{
    line->op_count = 0;
    TRY(json_each(found[KEY_OPS], "ops", line_take_op, line, err));
    vector->op_count = vector->done = line->op_count;
    if (found[KEY_EXEC])
        TRY(json_each(found[KEY_EXEC], "exec", line_take_op, line, err));
    vector->exec_count = line->op_count - vector->op_count;
    vector->ops = line->ops;
    vector->exec = vector->exec_count ? line->ops + vector->op_count : NULL;
    if (found[KEY_DONE]) {
        int64_t done;
        TRY(json_number(found[KEY_DONE], "done", 0, (int64_t)vector->op_count, &done, err));
        vector->done = (size_t)done;
    }
    return TT_OK;
}

static enum tt_status read_runs(struct vector_line *line, const cJSON *const found[KEY_COUNT], struct vector *vector,
                                struct tt_error *err)
{
    line->run_count = line->byte_count = 0;
    TRY(vector_read_regions(line, vector->chip, found[KEY_PRE], "pre", err));
    vector->pre_count = line->run_count;
    TRY(vector_read_regions(line, vector->chip, found[KEY_POST], "post", err));
    vector->post_count = line->run_count - vector->pre_count;
    vector->pre = line->runs;
    vector->post = vector->post_count ? line->runs + vector->pre_count : NULL;
    return TT_OK;
}

enum tt_status vector_line_read(struct vector_line *line, const char *text, size_t count, struct vector *vector,
                                struct tt_error *err)
{
    cJSON_Delete(line->tree);
    line->tree = NULL;
    *vector = (struct vector){0};
    NEED(!mem_grow(&line->bytes, &line->byte_capacity, count + BYTES_MORE, 1), err, "no memory");
    TRY(json_parse_line(&line->tree, text, count, err));
    const cJSON *found[KEY_COUNT];
    TRY(json_members(line->tree, "", keys, KEY_COUNT, found, err));
    TRY(line_read_head(found, vector, err));
    TRY(line_read_words(line, found, vector, err));
    return read_runs(line, found, vector, err);
}
