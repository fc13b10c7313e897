/* SPDX-License-Identifier: Apache-2.0 */
/* `info --json`: schemas/info.schema.json */
#include "isa/cores.h"
#include "isa/spaces.h"
#include "show/capture.h"
#include "show/capture_survey.h"

#include <stdio.h>

static void put_threads(struct json_out *json, const uint64_t counts[SURVEY_THREADS])
{
    static const char *const names[SURVEY_THREADS] = {"t0", "t1", "t2", "none"};
    for (unsigned i = 0; i < SURVEY_THREADS; i++)
        json_out_uint(json, names[i], counts[i]);
}

static void put_head(struct json_out *json, const struct ttcap_info *info, const char *path)
{
    static const char *const sources[] = {
        [TTCAP_SILICON] = "silicon",
        [TTCAP_SIMULATOR] = "simulator",
        [TTCAP_EMULATOR] = "emulator",
        [TTCAP_DERIVED] = "derived",
    };
    json_out_string(json, "file", path);
    json_out_uint(json, "bytes", info->file_bytes);
    json_out_string(json, "hash", info->hash);
    json_out_bool(json, "is_salvaged", info->is_salvaged);
    json_out_string(json, "chip", chip_get(info->chip)->name);
    json_out_string(json, "name", info->name);
    json_out_string(json, "description", info->description);
    json_out_string(json, "source", sources[info->source]);
    json_out_bool(json, "unlisted_start_is_reset", info->unlisted_start_is_reset);
    json_out_string(json, "recorder", info->recorder);
    json_out_array_line(json, "tags");
    for (size_t i = 0; i < info->tag_count; i++)
        json_out_string(json, NULL, info->tags[i]);
    json_out_end(json);
    json_out_array(json, "boot");
    for (size_t i = 0; i < info->boot_count; i++) {
        json_out_object_line(json, NULL);
        json_out_string(json, "core", core_name(info->boot[i].core));
        json_out_uint(json, "pc", info->boot[i].pc);
        json_out_end(json);
    }
    json_out_end(json);
    json_out_array(json, "inputs");
    for (size_t i = 0; i < info->input_count; i++)
        json_out_string(json, NULL, info->inputs[i]);
    json_out_end(json);
    json_out_uint(json, "symbol_count", info->symbol_count);
    json_out_uint(json, "pc_count", info->pc_count);
    json_out_array_line(json, "orders");
    if (info->kind_count[TTCAP_EXEC])
        json_out_string(json, NULL, "executed");
    if (info->kind_count[TTCAP_PUSH])
        json_out_string(json, NULL, "program");
    if (info->boot_count)
        json_out_string(json, NULL, "firmware");
    json_out_end(json);
}

static void put_events(struct json_out *json, const struct ttcap_info *info, const struct capture_survey *survey)
{
    json_out_uint(json, "event_count", info->event_count);
    json_out_object(json, "events");
    for (int kind = 0; kind < TTCAP_KIND_COUNT; kind++) {
        json_out_object_line(json, ttcap_kind_name((enum ttcap_kind)kind));
        put_threads(json, survey->events[kind]);
        json_out_end(json);
    }
    json_out_end(json);
}

static void put_words(struct json_out *json, const struct ttcap_info *info, const struct capture_survey *survey)
{
    json_out_string(json, "instructions_of", survey->counts_exec ? "exec" : "push");
    json_out_array(json, "instructions");
    for (unsigned unit = 0; unit <= TT_UNIT_COUNT; unit++) {
        const uint64_t *words = survey->words[unit];
        if (!(words[0] | words[1] | words[2] | words[3]))
            continue;
        json_out_object(json, NULL);
        json_out_string(json, "unit", unit == TT_UNIT_COUNT ? NULL : unit_name((enum tt_unit)unit));
        put_threads(json, words);
        json_out_object(json, "opcodes");
        for (unsigned opcode = 0; opcode < 256; opcode++) {
            char number[16];
            const char *name = survey_mnemonic(info->chip, opcode);
            (void)snprintf(number, sizeof number, "0x%02X", opcode);
            if (survey->opcodes[unit][opcode])
                json_out_uint(json, name ? name : number, survey->opcodes[unit][opcode]);
        }
        json_out_end(json);
        json_out_end(json);
    }
    json_out_end(json);
}

static void put_checkpoint(struct json_out *json, const struct ttcap_info *info, const struct ttcap_checkpoint *at,
                           const struct space_knowledge *spaces)
{
    json_out_object(json, NULL);
    json_out_string(json, "id", at->id);
    json_out_int(json, "after_event", at->after_event);
    json_out_object(json, "known");
    for (int i = 0; i < TT_SPACE_COUNT; i++) {
        enum tt_space space = (enum tt_space)i;
        if (!spaces[i].known_bytes)
            continue;
        json_out_object_line(json, space_name(space));
        json_out_uint(json, "bytes", space_bytes(info->chip, space));
        json_out_uint(json, "known_bytes", spaces[i].known_bytes);
        json_out_uint(json, "known_bits", spaces[i].known_bits);
        json_out_uint(json, "lo", spaces[i].first_lo);
        json_out_uint(json, "hi", spaces[i].last_hi);
        json_out_end(json);
    }
    json_out_end(json);
    json_out_end(json);
}

enum tt_status capture_info_json(FILE *out, struct ttcap *capture, const char *path, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    struct capture_survey survey;
    struct json_out json;
    json_out_init(&json, out);
    enum tt_status status = survey_make(&survey, capture, err);
    if (status == TT_OK) {
        json_out_object(&json, NULL);
        put_head(&json, info, path);
        put_events(&json, info, &survey);
        put_words(&json, info, &survey);
        json_out_array(&json, "checkpoints");
        for (uint32_t i = 0; i < info->checkpoint_count; i++)
            put_checkpoint(&json, info, ttcap_checkpoint(capture, i), survey.spaces[i]);
        json_out_end(&json);
        json_out_end(&json);
    }
    survey_clear(&survey);
    return status;
}
