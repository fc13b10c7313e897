/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the content of a capture: events by kind and thread, words by unit, known bits by space. */
#include "show/capture/capture_survey.h"

#include "isa/spaces.h"

enum { STEP_BYTES = 4096 };

static unsigned thread_column(const struct ttcap_event *event)
{
    return event->thread < 0 ? SURVEY_THREADS - 1 : (unsigned)event->thread;
}

static enum tt_status count_events(struct capture_survey *survey, struct ttcap *capture, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    enum ttcap_kind counted = survey->counts_exec ? TTCAP_EXEC : TTCAP_PUSH;
    struct ttcap_cursor *cursor;
    enum tt_status status = ttcap_events_open(&cursor, capture, 0, info->event_count, err);
    if (status)
        return status;
    struct ttcap_event event;
    while ((status = ttcap_events_next(cursor, &event, err)) == TT_OK) {
        unsigned column = thread_column(&event);
        survey->events[event.kind][column]++;
        if (event.kind != counted)
            continue;
        enum tt_unit unit = isa_unit(info->chip, event.value);
        survey->words[unit][column]++;
        survey->opcodes[unit][event.value >> 24]++;
    }
    ttcap_events_close(cursor);
    return walk_ended(status);
}

static unsigned capture_survey_ones(uint8_t byte)
{
    unsigned n = 0;
    for (; byte; byte &= (uint8_t)(byte - 1))
        n++;
    return n;
}

static void count_mask(struct space_knowledge *space, uint32_t lo, const uint8_t *known, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!known[i])
            continue;
        if (space->known_bytes++ == 0)
            space->first_lo = lo + i;
        space->last_hi = lo + i + 1;
        space->known_bits += known[i] == 0xFF ? 8 : capture_survey_ones(known[i]);
    }
}

static enum tt_status count_space(struct space_knowledge *knowledge, struct ttcap *capture, uint32_t checkpoint,
                                  enum tt_space space, struct tt_error *err)
{
    uint8_t bytes[STEP_BYTES], known[STEP_BYTES];
    uint32_t lo = 0, hi = 0;
    enum tt_status status;
    while (!(status = ttcap_next_known(capture, checkpoint, space, &lo, &hi, err))) {
        for (; lo < hi; lo += STEP_BYTES) {
            uint32_t count = hi - lo < STEP_BYTES ? hi - lo : STEP_BYTES;
            status = ttcap_read(capture, checkpoint, space, lo, count, bytes, known, err);
            if (status)
                return status;
            count_mask(&knowledge[space_is_internal(space, lo) ? SURVEY_INTERNAL - space : 0], lo, known, count);
        }
        lo = hi;
    }
    return walk_ended(status);
}

enum tt_status survey_make(struct capture_survey *survey, struct ttcap *capture, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    *survey = (struct capture_survey){.counts_exec = info->kind_count[TTCAP_EXEC] > 0};
    survey->spaces = mem_calloc(info->checkpoint_count, sizeof *survey->spaces);
    NEED(survey->spaces, err, "no memory");
    TRY(count_events(survey, capture, err));
    for (uint32_t checkpoint = 0; checkpoint < info->checkpoint_count; checkpoint++) {
        for (int space = 0; space < TT_SPACE_COUNT; space++)
            TRY(count_space(&survey->spaces[checkpoint][space], capture, checkpoint, (enum tt_space)space, err));
    }
    return TT_OK;
}

void survey_clear(struct capture_survey *survey)
{
    mem_free(survey->spaces);
    survey->spaces = NULL;
}

const char *survey_mnemonic(enum tt_chip chip, unsigned opcode)
{
    const struct isa_insn *insn = isa_find(chip, (uint32_t)opcode << 24);
    return insn ? insn->mnemonic : NULL;
}
