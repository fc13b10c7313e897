/* SPDX-License-Identifier: Apache-2.0 */
/* Drives a tile through a capture in executed order, from checkpoint to checkpoint. docs/semantics/replay.md. */
#include "order/replay.h"

#include "isa/effects.h"
#include "observe/depends.h"
#include "order/engine.h"
#include "order/events.h"
#include "order/sets.h"
#include "order/streams.h"

#include "nothing_findings.h"
#include "recorder_findings.h"
#include "words_findings.h"

enum { MAX_STEPS = 100 * 1000 * 1000, CHECKPOINT_WORD = 0x14020 };

static const uint32_t data_units = UINT32_C(1) << TT_UNIT_MOVER | UINT32_C(1) << TT_UNIT_UNPACK0 |
                                   UINT32_C(1) << TT_UNIT_UNPACK1 | UINT32_C(1) << TT_UNIT_MATRIX |
                                   UINT32_C(1) << TT_UNIT_VECTOR | UINT32_C(1) << TT_UNIT_PACK;

/* Data units of which all documented instructions are implemented. Of other units single instructions may be (MOVA2D,
 * for vectors); a replay takes what such a unit produces from the recording. */
static const uint32_t whole_units = UINT32_C(1) << TT_UNIT_MOVER | UINT32_C(1) << TT_UNIT_PACK |
                                    UINT32_C(1) << TT_UNIT_UNPACK0 | UINT32_C(1) << TT_UNIT_UNPACK1 |
                                    UINT32_C(1) << TT_UNIT_MATRIX | UINT32_C(1) << TT_UNIT_VECTOR;

uint32_t replay_units(enum tt_chip chip)
{
    uint32_t units = 0;
    for (uint32_t opcode = 0; opcode < 256; opcode++) {
        const struct isa_insn *insn = isa_find(chip, opcode << 24);
        if (insn && insn->is_supported) /* either unpacker, by the word's upper bits */
            units |= unit_bit(isa_unit(chip, opcode << 24)) | unit_bit(isa_unit(chip, opcode << 24 | 0xFFFFFF));
    }
    return units & whole_units;
}

/* Where the recorded firmware marks its checkpoints; docs/semantics/firmware.md#checkpoints */
static void set_checkpoint_word(struct replay_options *options, const struct ttcap_info *info)
{
    for (size_t i = 0; i < info->tag_count; i++)
        if (strcmp(info->tags[i], "firmware") == 0)
            options->has_checkpoint_word = true;
    options->checkpoint_word = CHECKPOINT_WORD;
}

enum replay_device_end replay_device_end(const struct ttcap_info *info)
{
    enum replay_device_end end = REPLAY_DEVICE_UNKNOWN;
    for (size_t i = 0; i < info->tag_count; i++)
        if (strcmp(info->tags[i], CAPTURE_DEVICE_HUNG) == 0)
            end = REPLAY_DEVICE_HUNG;
        else if (strcmp(info->tags[i], CAPTURE_DEVICE_ENDED) == 0)
            end = REPLAY_DEVICE_ENDED;
    return end;
}

/* The readings with which the capture was made, where it says them. Returns the tag of one that is none, or null. */
static const char *take_readings(struct replay_options *options, const struct ttcap_info *info)
{
    const size_t head = sizeof REPLAY_READING_TAG - 1;
    bool has_any = false;
    for (size_t i = 0; i < info->tag_count; i++) {
        if (strncmp(info->tags[i], REPLAY_READING_TAG, head) != 0)
            continue;
        if (!has_any)
            options->variants = (struct variant_set){{0}};
        has_any = true;
        if (variant_parse(&options->variants, info->tags[i] + head) < 0)
            return info->tags[i];
    }
    return NULL;
}

void replay_options_init(struct replay_options *options, const struct ttcap_info *info)
{
    memset(options, 0, sizeof *options);
    options->order = REPLAY_EXECUTED;
    options->units = replay_units(info->chip);
    options->last = UINT64_MAX;
    options->max_steps = MAX_STEPS;
    set_checkpoint_word(options, info);
    if (info->source == TTCAP_SIMULATOR || info->source == TTCAP_DERIVED)
        options->variants = variants_of_simulator();
    (void)take_readings(options, info);
}

/* The spaces that are written by running and by skipped units. */
static uint32_t spaces_in_part(uint32_t running)
{
    uint32_t spaces = 0;
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        if (units_produce_in_part(running, (unsigned)space))
            spaces |= UINT32_C(1) << space;
    return spaces;
}

/* A set without any effect would be mistaken for a result. */
static enum tt_status check_sets(const struct replay_options *options, const struct ttcap_info *info,
                                 struct tt_error *err)
{
    for (size_t i = 0; i < options->set_count; i++) {
        const struct replay_set *set = &options->sets[i];
        char name[REPLAY_SET_TEXT_MAX];
        if (replay_set_is_state(set) && what_of_state(set->word) == WHAT_INTERNAL_CORES &&
            options->order != REPLAY_FIRMWARE)
            return tt_fail(err, TT_UNSUPPORTED, "set %s: no core runs in this order; --order firmware runs them",
                           replay_set_text(info->chip, set, name, sizeof name));
        if (!set->has_event)
            continue;
        if (options->order != REPLAY_EXECUTED)
            return tt_fail(err, TT_UNSUPPORTED,
                           "a field that is set at an event needs executed order: the other orders count steps");
        REFUSE_IF(set->event >= info->event_count, err, "set %s: there is no such event, the capture has %llu",
                  replay_set_text(info->chip, set, name, sizeof name), (unsigned long long)info->event_count);
    }
    return TT_OK;
}

static bool is_not_of_pushed(const struct replay_edit *edit)
{
    return edit && (edit->kind == REPLAY_EDIT_UNWRITTEN || edit->kind == REPLAY_EDIT_DATUM ||
                    edit->where >= REPLAY_EDIT_BEHIND);
}

static enum tt_status replay_check_options(const struct replay_options *options, const struct ttcap_info *info,
                                           struct tt_error *err)
{
    const bool has_range = options->first != 0 || options->last != UINT64_MAX;
    struct replay_options readings = {.order = options->order};
    const char *unknown = take_readings(&readings, info);
    if (unknown)
        return tt_fail(err, TT_UNSUPPORTED,
                       "the capture was made with a reading that this tt-replay does not have: '%s'", unknown);
    if (options->order == REPLAY_FIRMWARE && info->boot_count == 0)
        return tt_fail(err, TT_UNSUPPORTED, "the capture names no core to boot: firmware order has nothing to run");
    if (options->order == REPLAY_FIRMWARE && has_range)
        return tt_fail(err, TT_UNSUPPORTED, "a range of events needs executed order: firmware order takes no events");
    if (options->order == REPLAY_PROGRAM && has_range)
        return tt_fail(err, TT_UNSUPPORTED, "a range of events needs executed order: program order runs all events");
    REFUSE_IF(options->has_until && options->order == REPLAY_EXECUTED && options->until > info->event_count, err,
              "--until %llu: there is no such event, the capture has %llu", (unsigned long long)options->until,
              (unsigned long long)info->event_count);
    const bool has_core_events = info->event_count > info->kind_count[TTCAP_EXEC];
    if (options->order == REPLAY_PROGRAM && info->kind_count[TTCAP_PUSH] == 0 &&
        (info->kind_count[TTCAP_EXEC] || !has_core_events))
        return tt_fail(err, TT_UNSUPPORTED, "the capture holds no pushed words: program order cannot replay it");
    if (options->edit && options->order == REPLAY_FIRMWARE)
        return tt_fail(err, TT_UNSUPPORTED, "firmware order runs no recorded word that could be taken otherwise");
    if (options->order == REPLAY_PROGRAM && (is_not_of_pushed(options->edit) || is_not_of_pushed(options->other_edit)))
        return tt_fail(err, TT_UNSUPPORTED, "program order runs a pushed word whole or not at all");
    TRY(check_sets(options, info, err));
    uint32_t missing = options->units & data_units & ~replay_units(info->chip);
    for (int unit = 0; unit < TT_UNIT_COUNT; unit++)
        if (missing & unit_bit((enum tt_unit)unit))
            return tt_fail(err, TT_UNSUPPORTED, "unit %s: nothing here executes it yet", unit_name((enum tt_unit)unit));
    if (options->order == REPLAY_EXECUTED && info->kind_count[TTCAP_EXEC] == 0 && info->kind_count[TTCAP_PUSH] > 0)
        return tt_fail(err, TT_UNSUPPORTED,
                       "the capture holds pushed words only, no executed ones: executed order cannot replay it (replay "
                       "--order program can)");
    REFUSE_IF(info->checkpoint_count == 0 && info->is_salvaged, err,
              "the capture is damaged, and what is left of it has no snapshot to start from: `tt-replay "
              "verify` says what is lost");
    REFUSE_IF(info->checkpoint_count == 0, err, "the capture has no snapshot to start from");
    REFUSE_IF(options->first > options->last || options->first > info->event_count, err,
              "range starts at event %llu, but the capture has %llu events", (unsigned long long)options->first,
              (unsigned long long)info->event_count);
    return TT_OK;
}

enum tt_status replay_hold_due(struct replay *replay, uint32_t *next, int64_t done, int64_t *due, struct tt_error *err)
{
    for (*due = INT64_MAX; *next < replay->info->checkpoint_count; *due = INT64_MAX) {
        int64_t after = ttcap_checkpoint(replay->capture, *next)->after_event;
        *due = after;
        if (after > done)
            break;
        bool is_said = replay->options->first == 0 || after >= (int64_t)replay->options->first;
        TRY(replay_checkpoint(replay, *next, is_said, err));
        replay_sets_hold(replay);
        replay_set_probe(replay);
        (*next)++;
    }
    return TT_OK;
}

void replay_ask_enough(struct replay *replay)
{
    for (const struct replay_observer *asked = replay->observer; asked && !replay->is_enough; asked = asked->next)
        replay->is_enough = asked->is_enough && asked->is_enough(asked->user);
}

void replay_report_stop(struct replay *replay)
{
    replay->summary->facts.is_stopped = true;
    replay->summary->facts.stopped = replay->listener->first;
}

void replay_report_cut(struct replay *replay)
{
    struct verdict_facts *facts = &replay->summary->facts;
    facts->is_stopped = facts->is_cut = true;
    facts->stopped = (struct verdict_place){.event = replay->options->until};
}

static void replay_rows_of(void *user, unsigned thread, bool *has_remap, bool *has_swizzle)
{
    const struct replay *replay = user;
    depends_order(replay->tile, thread, has_remap, has_swizzle);
}

static void on_tainted(void *user, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi)
{
    const struct replay *replay = user;
    if (replay->listener->is_on)
        REPLAY_REPORT(replay, tainted, seq, space, lo, hi);
}

static enum tt_status run_in_order(struct replay *replay, struct tt_error *err)
{
    switch (replay->options->order) {
    case REPLAY_EXECUTED:
        break;
    case REPLAY_PROGRAM:
        return replay_run_program(replay, err);
    case REPLAY_FIRMWARE:
        return replay_run_firmware(replay, err);
    }
    return replay_run_events(replay, err);
}

static void report_origins(const struct replay *replay)
{
    const struct origins *origins = unknown_origins(replay->unknown);
    char name[ORIGIN_TEXT_MAX];
    for (unsigned i = 0; i < origins->count; i++) {
        const struct origin *origin = &origins->items[i];
        if (!origin_is_in(replay->undecided_by | replay->decided_by, i))
            continue;
        const struct unknown_input one = {
            .number = i,
            .space = origin->space,
            .lo = origin->lo,
            .hi = origin->hi,
            .mask = origin->mask,
            .is_assumed = origin_is_in(origins->assumed, i),
            .name = origin_name(replay->info->chip, origin, name),
        };
        REPLAY_REPORT(replay, origin, &one);
    }
}

/* A finding about the whole run. */
static void replay_say(const struct replay *replay, finding_id id, const char *detail)
{
    const struct probe_finding finding = {.id = id, .unit = TT_UNIT_FRONTEND, .detail = detail};
    replay->listener->probe.finding(replay->listener->probe.user, &finding);
}

/* The state that the checkpoints leave out. */
static void replay_say_coverage(const struct replay *replay)
{
    const struct replay_summary *summary = replay->summary;
    const uint64_t executed = summary->executed, behind = executed - replay->judged_words;
    char detail[VERDICT_DETAIL_MAX];
    for (size_t i = 0; i < replay->info->input_count && summary->checkpoints; i++)
        if (strstr(replay->info->inputs[i], TTCAP_MASK_INPUT)) {
            replay_say(replay, FINDING_RECORDER_MASK, replay->info->inputs[i]);
            break;
        }
    if (!summary->checkpoints || replay->is_resumed || summary->facts.is_stopped)
        return;
    if (behind) {
        (void)snprintf(detail, sizeof detail,
                       "%" PRIu64 " of %" PRIu64 " executed words ran behind the last checkpoint", behind, executed);
        replay_say(replay, FINDING_WORDS_NOT_JUDGED, detail);
    }
    const bool is_idle = !executed && !replay->judged_events && replay->options->order == REPLAY_EXECUTED;
    if (is_idle || (executed && !replay->judged_words))
        replay_say(replay, FINDING_NOTHING_JUDGED, NULL);
}

/* How the run ended, beside how the device's did where the capture says that. */
static enum verdict_end replay_end(const struct replay *replay, bool hangs)
{
    const enum replay_device_end device = replay_device_end(replay->info);
    const struct verdict_facts *facts = &replay->summary->facts;
    const bool is_whole = replay->options->order != REPLAY_EXECUTED && !facts->is_stopped && !facts->is_cut;
    if (!hangs) /* words that were executed are all that such a device did */
        return device == REPLAY_DEVICE_HUNG && is_whole ? VERDICT_ENDS_UNLIKE_DEVICE : VERDICT_CAME_TO_ITS_END;
    if (device != REPLAY_DEVICE_UNKNOWN)
        return device == REPLAY_DEVICE_HUNG ? VERDICT_HANGS_AS_DEVICE : VERDICT_HANGS_UNLIKE_DEVICE;
    return replay->options->order == REPLAY_FIRMWARE ? VERDICT_HANGS_PERHAPS_AS_DEVICE : VERDICT_HANGS;
}

static void replay_sum_up(struct replay *replay)
{
    struct replay_summary *summary = replay->summary;
    struct verdict_facts *facts = &summary->facts;
    tile_finish(replay->tile);
    replay_say_coverage(replay);
    summary->findings = replay->listener->findings;
    facts->chip = replay->info->chip;
    facts->checkpoints = summary->checkpoints;
    const struct origins *origins = unknown_origins(replay->unknown);
    facts->unknown_read = origin_spaces(origins, replay->undecided_by & ~origins->assumed);
    facts->assumed = origin_spaces(origins, replay->decided_by);
    facts->assumed_zero = facts->assumed & replay->options->assumed_zero;
    facts->counts_steps = replay->options->order != REPLAY_EXECUTED;
    facts->is_of_reference = replay->options->tolerance != NULL;
    facts->is_derived = replay->info->source == TTCAP_DERIVED;
    facts->is_damaged = replay->info->is_salvaged;
    facts->is_undefined_followed = replay->follows_undefined;
    if (summary->executed != replay->judged_words || !replay->equal_beside_sources)
        facts->unread_srca = facts->unread_srcb = facts->unread_dst = 0;
    if (!replay->equal_l1) /* Dst may be what is looked at */
        facts->unread_dst = 0;
    facts->end = replay_end(replay, summary->is_deadlocked);
    summary->verdict = verdict_of(facts);
}

static void replay_choose_units(struct replay *replay)
{
    const struct replay_options *options = replay->options;
    replay->running = (options->units & data_units) | (uint32_t)CONTROL_UNITS |
                      (options->order != REPLAY_EXECUTED ? PRODUCED_BY_EXPANDERS : 0) |
                      (options->order == REPLAY_FIRMWARE ? PRODUCED_BY_CORES : 0);
    replay->runs_all = (options->units & data_units) == data_units;
}

void replay_machine_free(struct replay_machine *machine)
{
    tile_free(machine->tile);
    unknown_free(machine->unknown);
    mem_free(machine->origins);
    mem_free(machine->buffers);
    *machine = (struct replay_machine){0};
}

static enum tt_status replay_set_up(struct replay *replay, struct tt_error *err)
{
    struct replay_machine *machine = &replay->machine;
    const uint32_t in_part = spaces_in_part(replay->running);
    if (!replay->is_on_frames)
        *machine = (struct replay_machine){tile_new(replay->info->chip), unknown_new(replay->info->chip, NULL),
                                           mem_alloc(5 * HOLD_CHUNK), mem_alloc(HOLD_CHUNK * sizeof(origin_set))};
    replay->tile = machine->tile;
    replay->unknown = machine->unknown;
    replay->computed = in_part ? computed_new(replay->info->chip, in_part) : NULL;
    if (!machine->buffers || !machine->origins || !replay->tile || !replay->unknown || (in_part && !replay->computed))
        return tt_fail(err, TT_NO_MEMORY, "no memory for the tile");
    replay->lost = tile_unknown_write(replay->tile);
    replay->held = machine->buffers;
    replay->known = replay->held + HOLD_CHUNK;
    replay->replayed = replay->known + HOLD_CHUNK;
    replay->mask = replay->replayed + HOLD_CHUNK;
    replay->tainted = replay->mask + HOLD_CHUNK;
    replay->origins = machine->origins;
    replay_note_heard(replay);
    tile_set_variants(replay->tile, &replay->options->variants);
    tile_set_fast(replay->tile, ~replay->options->fast_left_out);
    replay_listener_set_computed(replay->listener, replay->computed);
    unknown_set_next(replay->unknown, &replay->listener->probe);
    unknown_set_order(replay->unknown, &(struct unknown_order){replay, replay_rows_of});
    unknown_set_listener(replay->unknown, &(struct unknown_listener){replay, on_tainted});
    return TT_OK;
}

/* The state from which it goes on. */
static enum tt_status order_replay_start(struct replay *replay, struct tt_error *err)
{
    if (replay->is_on_frames)
        replay->is_resumed = replay_frames_resume(replay, &replay->resumed_at, &replay->resumed_next);
    else
        TRY(replay_start(replay, err));
    if (replay->options->fills_frames)
        replay_frames_save_start(replay);
    replay_operand_start(replay);
    unknown_disregard(replay->unknown, replay->options->is_screened);
    if (!replay->is_resumed)
        replay_sets_hold(replay);
    replay_set_probe(replay);
    if (!replay->is_resumed)
        REPLAY_REPORT(replay, started, replay->tile);
    return TT_OK;
}

static void replay_report_found(void *user, const struct verdict_place *place, const struct probe_finding *finding)
{
    REPLAY_REPORT((const struct replay *)user, found, place, finding);
}

static void replay_report_stream_fault(void *user, const struct stream_fault *fault)
{
    REPLAY_REPORT((const struct replay *)user, stream_fault, fault);
}

enum tt_status replay_open(struct replay *replay, const struct probe *probe, struct tt_error *err)
{
    const struct replay_options *options = replay->options;
    struct replay_listener *listener = replay->listener;
    replay->info = ttcap_info(replay->capture);
    TRY(replay_check_options(options, replay->info, err));
    replay_listener_init(listener, probe, &replay->summary->facts);
    if (options->asks_evidence)
        replay_listener_set_least(listener, options->evidence);
    listener->found = REPLAY_HAS(replay, found) ? replay_report_found : NULL;
    listener->found_user = replay;
    replay->stages = replay_stage_probe(replay);
    if (options->staged_count)
        replay_listener_set_beside(listener, &replay->stages);
    replay_choose_units(replay);
    replay->follows_undefined = options->follows_undefined || (probe && (probe->wants & PROBE_ACCESS));
    replay->is_on_frames = replay_frames_begin(replay);
    TRY(replay_set_up(replay, err));
    return order_replay_start(replay, err);
}

void replay_close(struct replay *replay)
{
    if (replay->tile)
        tile_set_probe(replay->tile, NULL);
    replay_frames_end(replay);
    streams_close(replay->streams);
    computed_free(replay->computed);
}

enum tt_status replay_run(struct ttcap *capture, const struct replay_options *options, const struct probe *probe,
                          const struct replay_observer *observer, struct replay_summary *summary, struct tt_error *err)
{
    struct replay_listener listener = {0};
    struct streams streams = {0};
    struct replay replay = {
        .capture = capture, .options = options, .observer = observer, .summary = summary, .listener = &listener};
    memset(summary, 0, sizeof *summary);
    enum tt_status status = replay_open(&replay, probe, err);
    if (!status && options->holds_streams)
        status = streams_open(&replay.streams, capture, &replay, replay_report_stream_fault, &streams, err);
    if (!status)
        status = run_in_order(&replay, err);
    if (!status)
        status = streams_finish(replay.streams, err);
    if (!status) {
        replay_sum_up(&replay);
        summary->findings += streams.faults;
        report_origins(&replay);
        REPLAY_REPORT(&replay, ended, replay.tile);
    }
    replay_close(&replay);
    return status;
}
