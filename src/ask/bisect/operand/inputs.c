/* SPDX-License-Identifier: Apache-2.0 */
/* An input that is another one: the host put it elsewhere, in another order, or a step away, or the unpacker read what
 * stands beside it. Pieces are what one instruction reads, and what all read without a gap. */
#include "ask/bisect/explain_internal.h"

#include "base/little.h"
#include "base/search.h"
#include "isa/isa.h"
#include "isa/spaces.h"

enum { PIECES_MAX = 96, PIECE_LEAST = 64, PIECE_MOST = 1 << 16 };

struct piece {
    uint32_t lo, hi;
    uint64_t event; /* the first that reads of it */
    bool is_row;    /* all that is read without a gap */
};

struct inputs {
    struct search *search;
    struct piece pieces[PIECES_MAX], now; /* now: of the instruction at work */
    size_t count;
    uint8_t *written, *start, *known; /* of each byte of L1 */
    uint32_t size;
    enum tt_status status;
};

/* ---- what is read ---- */

static void inputs_add(struct inputs *inputs, const struct piece *piece)
{
    if (piece->hi - piece->lo < PIECE_LEAST || piece->hi - piece->lo > PIECE_MOST || inputs->count == PIECES_MAX)
        return;
    for (size_t i = 0; i < inputs->count; i++)
        if (inputs->pieces[i].lo == piece->lo && inputs->pieces[i].hi == piece->hi) {
            inputs->pieces[i].is_row |= piece->is_row;
            return;
        }
    inputs->pieces[inputs->count++] = *piece;
}

static void inputs_on_begin(void *user, const struct probe_insn *insn)
{
    struct inputs *inputs = user;
    inputs_add(inputs, &inputs->now);
    inputs->now = (struct piece){.lo = inputs->size, .event = insn->seq};
}

static void inputs_on_access(void *user, const struct probe_access *access)
{
    struct inputs *inputs = user;
    struct piece *now = &inputs->now;
    if (access->space != TT_SPACE_L1 || access->hi > inputs->size)
        return;
    if (access->is_write)
        memset(inputs->written + access->lo, 1, access->hi - access->lo);
    if (access->is_write || !unit_is_unpacker(access->unit))
        return;
    now->lo = access->lo < now->lo ? access->lo : now->lo;
    now->hi = access->hi > now->hi ? access->hi : now->hi;
}

static void inputs_on_started(void *user, const struct tile *tile)
{
    struct inputs *inputs = user;
    tile_load(tile, TT_SPACE_L1, 0, inputs->size, inputs->start);
}

ORDER(inputs_by_place, struct piece, RISING(lo) ?: RISING(hi))

ORDER(inputs_by_size, struct piece, COMPARE(b->hi - b->lo, a->hi - a->lo) ?: inputs_by_place(a, b))

/* The reads of several instructions one behind the other, as one: all of them, and by fours, the faces of a tile. */
static void inputs_add_rows(struct inputs *inputs)
{
    enum { FACES = 4 };
    const size_t each = inputs->count;
    qsort(inputs->pieces, each, sizeof *inputs->pieces, inputs_by_place);
    for (size_t i = 0, k; i < each; i = k) {
        struct piece row = inputs->pieces[i], tile = row;
        unsigned faces = 1;
        for (k = i + 1; k < each && inputs->pieces[k].lo <= row.hi; k++) {
            const struct piece *next = &inputs->pieces[k];
            faces++;
            tile = faces == 1 ? *next : tile;
            tile.hi = row.hi = next->hi > row.hi ? next->hi : row.hi;
            tile.event = next->event < tile.event ? next->event : tile.event;
            row.event = next->event < row.event ? next->event : row.event;
            if (faces == FACES)
                inputs_add(inputs, &tile);
            faces = faces == FACES ? 0 : faces;
        }
        row.is_row = true;
        inputs_add(inputs, &row);
    }
    qsort(inputs->pieces, inputs->count, sizeof *inputs->pieces, inputs_by_size);
}

/* Reads up to the first checkpoint that differs; nothing may write the piece: it is as the start has it. */
static enum tt_status inputs_read(struct inputs *inputs)
{
    struct search *search = inputs->search;
    struct replay_options until = search->options->replay;
    struct replay_summary summary;
    const struct probe probe = {
        .user = inputs, .wants = PROBE_INSN | PROBE_ACCESS, .insn_begin = inputs_on_begin, .access = inputs_on_access};
    const struct replay_observer observer = {.user = inputs, .started = inputs_on_started};
    size_t left = 0;
    until.frames = NULL;
    bisect_end_behind(&until, (uint64_t)search->result->after_event);
    enum tt_status status = replay_run(search->capture, &until, &probe, &observer, &summary, search->err);
    search->result->replays++;
    inputs_add(inputs, &inputs->now);
    inputs_add_rows(inputs);
    if (!status && !ttcap_info(search->capture)->unlisted_start_is_reset) {
        uint8_t *held = mem_alloc(inputs->size);
        status = held ? ttcap_read(search->capture, 0, TT_SPACE_L1, 0, inputs->size, held, inputs->known, search->err)
                      : tt_fail(search->err, TT_NO_MEMORY, "no memory for the inputs");
        mem_free(held);
    } else {
        memset(inputs->known, UINT8_MAX, inputs->size);
    }
    for (size_t i = 0; i < inputs->count; i++)
        if (!memchr(inputs->written + inputs->pieces[i].lo, 1, inputs->pieces[i].hi - inputs->pieces[i].lo))
            inputs->pieces[left++] = inputs->pieces[i];
    inputs->count = left;
    return status;
}

/* ---- what it would be ---- */

/* Where byte `at` of the input would come from. */
static uint32_t inputs_source(const struct bisect_input *input, uint32_t at)
{
    const uint32_t quarter = input->count / 4;
    if (input->fault == BISECT_INPUT_ROTATED)
        return input->lo + (input->from - input->lo + at) % input->count;
    if (input->fault == BISECT_INPUT_QUARTERS)
        return input->lo + (at / quarter == 1 ? at + quarter : at / quarter == 2 ? at - quarter : at);
    return input->from + at;
}

/* Adds the operands of `count` bytes at `lo` that come from elsewhere; false: the start does not know these. */
static bool inputs_put(struct inputs *inputs, const struct bisect_input *input, uint64_t event)
{
    struct explain_room *room = &inputs->search->room;
    struct replay_operand *operand = NULL;
    bool is_known = true;
    for (uint32_t at = 0; at < input->count && is_known; at++) {
        const uint32_t to = input->lo + at, from = inputs_source(input, at);
        is_known = input->fault == BISECT_INPUT_ZERO || (from < inputs->size && inputs->known[from] == UINT8_MAX);
        if (at % OPERAND_BYTES_MAX == 0) {
            operand = &room->inputs[room->input_count++];
            *operand = (struct replay_operand){.space = TT_SPACE_L1, .lo = to, .event = event};
        }
        operand->recorded[operand->count] = inputs->start[to];
        operand->value[operand->count++] = input->fault == BISECT_INPUT_ZERO || !is_known ? 0 : inputs->start[from];
    }
    return is_known;
}

/* Whether all that was put is zero: that it would be so says more than where else zeroes stand. */
static bool inputs_is_zero(const struct inputs *inputs)
{
    const struct explain_room *room = &inputs->search->room;
    return ALL(i, room->input_count, load_number(room->inputs[i].value, room->inputs[i].count) == 0);
}

static bool inputs_has(const struct inputs *inputs, const struct bisect_input *input)
{
    bool has = false;
    for (unsigned i = 0; i < inputs->search->operand_count && !has; i++) {
        const struct bisect_input *other = &inputs->search->operands[i].changes[0].input;
        has = other->fault == input->fault && other->lo == input->lo && other->count == input->count &&
              other->from == input->from;
    }
    return has;
}

static bool inputs_try_one(struct inputs *inputs, const struct piece *piece, enum bisect_input_fault fault,
                           uint32_t from)
{
    struct search *search = inputs->search;
    const struct bisect_input input = {.fault = fault, .lo = piece->lo, .count = piece->hi - piece->lo, .from = from};
    const bool is_executed = search->options->replay.order == REPLAY_EXECUTED;
    search->room.input_count = 0;
    bool is_known = inputs_put(inputs, &input, is_executed ? piece->event : 0) &&
                    (fault == BISECT_INPUT_ZERO || !inputs_is_zero(inputs));
    if (fault == BISECT_INPUT_EXCHANGED) {
        struct bisect_input other = input;
        other.lo = input.from;
        other.from = input.lo;
        is_known = inputs_put(inputs, &other, 0) && is_known;
    }
    struct bisect_explanation explanation = {.changes = {{.kind = BISECT_INPUT, .input = input}}, .count = 1};
    if (is_known && !inputs_has(inputs, &input)) /* of what explains much of it, that is said */
        inputs->status = piece->is_row ? explain_try(search, &explanation) : explain_screen(search, &explanation);
    return !inputs->status && !explain_is_spent(search);
}

/* Places and steps at which bytes of other data tiles, faces, rows or elements stand. */
static bool inputs_try_steps(struct inputs *inputs, const struct piece *piece)
{
    static const uint32_t steps[] = {1, 2, 4, 16, 32, 64, 128, 256, 512, 1024, 0x440, 2048, 4096};
    const uint32_t count = piece->hi - piece->lo;
    bool goes_on = true;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && goes_on; i++) {
        goes_on = inputs_try_one(inputs, piece, BISECT_INPUT_OTHER, piece->lo + steps[i]) &&
                  (piece->lo < steps[i] || inputs_try_one(inputs, piece, BISECT_INPUT_OTHER, piece->lo - steps[i])) &&
                  (steps[i] >= count || (inputs_try_one(inputs, piece, BISECT_INPUT_ROTATED, piece->lo + steps[i]) &&
                                         inputs_try_one(inputs, piece, BISECT_INPUT_ROTATED, piece->hi - steps[i])));
    }
    return goes_on && (count % 2 || inputs_try_one(inputs, piece, BISECT_INPUT_ROTATED, piece->lo + count / 2));
}

static bool inputs_try_piece(struct inputs *inputs, size_t nth)
{
    const struct piece *piece = &inputs->pieces[nth];
    bool goes_on = true;
    for (size_t i = 0; i < inputs->count && goes_on; i++) {
        const struct piece *other = &inputs->pieces[i];
        const bool is_apart = other->lo >= piece->hi || other->hi <= piece->lo;
        if (i == nth || !is_apart || other->hi - other->lo < piece->hi - piece->lo)
            continue;
        goes_on = inputs_try_one(inputs, piece, BISECT_INPUT_OTHER, other->lo) &&
                  (i < nth || inputs_try_one(inputs, piece, BISECT_INPUT_EXCHANGED, other->lo));
    }
    return goes_on &&
           ((piece->hi - piece->lo) % 4 || inputs_try_one(inputs, piece, BISECT_INPUT_QUARTERS, piece->lo)) &&
           inputs_try_one(inputs, piece, BISECT_INPUT_ZERO, piece->lo) && inputs_try_steps(inputs, piece);
}

/* Whether all that differs is undecided where [lo, hi) counts as unknown; *undecided: compared bytes that are. */
static bool inputs_all_depend(struct inputs *inputs, uint32_t lo, uint32_t hi, uint64_t *undecided)
{
    struct search *search = inputs->search;
    const struct replay_watched watched = {.space = TT_SPACE_L1, .lo = lo, .hi = hi};
    struct replay_options options = search->options->replay;
    struct difference without = {0};
    if (explain_is_spent(search))
        return false;
    options.frames = NULL;
    options.watched = &watched;
    options.watched_count = 1;
    inputs->status = difference_run(&without, search->capture, &options, NULL, search->err);
    search->result->replays++;
    const bool do_all = !inputs->status && !without.total;
    *undecided = without.summary.facts.bytes.undecided;
    difference_clear(&without);
    return do_all;
}

static bool inputs_is_blank(const struct inputs *inputs, uint32_t at)
{
    return inputs->known[at] == UINT8_MAX && (inputs->start[at] == 0 || inputs->start[at] == UINT8_MAX);
}

/* The longest stretch of a piece that is nothing but 0, or nothing but 0xFF: as memory that nobody wrote. */
static struct piece inputs_blank_of(const struct inputs *inputs, const struct piece *piece)
{
    struct piece longest = {.lo = piece->lo, .hi = piece->lo}, now = longest;
    for (uint32_t at = piece->lo; at < piece->hi; at++) {
        const bool goes_on = now.hi > now.lo && inputs->start[now.lo] == inputs->start[at];
        now.lo = !inputs_is_blank(inputs, at) ? at + 1 : goes_on ? now.lo : at;
        now.hi = at + 1;
        longest = now.hi - now.lo > longest.hi - longest.lo ? now : longest;
    }
    return longest;
}

static void inputs_find_blank(struct inputs *inputs, size_t most)
{
    struct bisect_input *blank = &inputs->search->result->blank;
    uint64_t undecided;
    for (size_t i = 0; i < inputs->count && i < most && !blank->count && !inputs->status; i++) {
        const struct piece piece = inputs_blank_of(inputs, &inputs->pieces[i]);
        if (piece.hi - piece.lo >= PIECE_LEAST && inputs_all_depend(inputs, piece.lo, piece.hi, &undecided))
            *blank =
                (struct bisect_input){.lo = piece.lo, .count = piece.hi - piece.lo, .from = inputs->start[piece.lo]};
    }
}

/* Of a piece on which all that differs depends the bytes in a row that are enough, leaving out its start first, where
 * formats have what many datums share; then those beside them on which no other byte depends. */
static void inputs_narrow(struct inputs *inputs, const struct piece *piece, struct bisect_input *needed,
                          uint64_t *needed_by)
{
    uint32_t lo = piece->lo, hi = piece->hi;
    uint64_t by = 0;
    for (uint32_t step = PIECE_MOST; step && !inputs->status; step /= 2)
        lo += step < hi - lo && inputs_all_depend(inputs, lo + step, hi, &by) ? step : 0;
    for (uint32_t step = PIECE_MOST; step && !inputs->status; step /= 2)
        hi -= step < hi - lo && inputs_all_depend(inputs, lo, hi - step, &by) ? step : 0;
    (void)inputs_all_depend(inputs, lo, hi, needed_by);
    for (uint32_t step = PIECE_MOST; step && !inputs->status; step /= 2)
        lo -= step <= lo - piece->lo && inputs_all_depend(inputs, lo - step, hi, &by) && by == *needed_by ? step : 0;
    for (uint32_t step = PIECE_MOST; step && !inputs->status; step /= 2)
        hi += step <= piece->hi - hi && inputs_all_depend(inputs, lo, hi + step, &by) && by == *needed_by ? step : 0;
    *needed = (struct bisect_input){.lo = lo, .count = hi - lo};
}

/* Nearly all of what one instruction reads, or of a data tile: the values depend on it as they do anyway. */
static bool inputs_is_whole(const struct inputs *inputs, const struct bisect_input *part)
{
    enum { TILE = 1024, OF = 8, NEARLY = 7 };
    return ANY(i, inputs->count,
               inputs->pieces[i].lo <= part->lo && part->lo + part->count <= inputs->pieces[i].hi &&
                   part->count >= TILE && part->count * OF >= (inputs->pieces[i].hi - inputs->pieces[i].lo) * NEARLY);
}

/* Of a part of a piece alone, on which little else depends: the smaller the part, the less is it one by chance. */
static bool inputs_is_part(const struct piece *piece, const struct bisect_needed *needed, uint64_t differing)
{
    enum { HALF = 2, ELSE = 4, FEW = 16, MORE = 6 };
    const uint32_t size = piece->hi - piece->lo, count = needed->part.count;
    return (count * HALF <= size && needed->by <= ELSE * differing) ||
           (count * FEW <= size && needed->by <= MORE * differing);
}

static void inputs_find_needed_of(struct inputs *inputs, const struct piece *piece, struct bisect_needed *needed)
{
    const struct difference *base = inputs->search->base;
    const uint64_t was = base->summary.facts.bytes.undecided;
    uint64_t undecided;
    if (!inputs_all_depend(inputs, piece->lo, piece->hi, &undecided))
        return;
    inputs_narrow(inputs, piece, &needed->part, &needed->by);
    needed->by -= was < needed->by ? was : needed->by;
    if (explain_is_spent(inputs->search) || !inputs_is_part(piece, needed, base->total) ||
        inputs_is_whole(inputs, &needed->part))
        needed->part.count = 0;
    const struct piece part = {.lo = needed->part.lo, .hi = needed->part.lo + needed->part.count};
    if (needed->part.count > OPERAND_BYTES_MAX && !inputs->status) /* else it is an operand */
        (void)(inputs_try_one(inputs, &part, BISECT_INPUT_ZERO, part.lo) && inputs_try_steps(inputs, &part));
}

/* Of a product, or a sum, either of the two may be the other one. */
static void inputs_find_needed(struct inputs *inputs, size_t most)
{
    struct bisect_needed *needed = inputs->search->result->needed;
    unsigned count = 0;
    for (size_t i = 0; i < inputs->count && i < most && count < BISECT_NEEDED_MAX && !inputs->status; i++) {
        const struct piece *piece = &inputs->pieces[i];
        const struct bisect_input *first = &needed->part;
        if (!count || piece->hi <= first->lo || piece->lo >= first->lo + first->count)
            inputs_find_needed_of(inputs, piece, &needed[count]);
        count += needed[count].part.count > 0;
    }
}

static enum tt_status inputs_try_all(struct inputs *inputs)
{
    enum { SHARE = 32 /* of the budget */, LARGEST = 12 };
    const struct search *search = inputs->search;
    const uint64_t until = search->result->replays + explain_share(search->options, SHARE);
    bool goes_on = true;
    inputs->status = inputs_read(inputs);
    for (size_t i = 0; i < inputs->count && i < LARGEST && goes_on && !inputs->status; i++)
        goes_on = search->result->replays < until && inputs_try_piece(inputs, i);
    inputs->search->is_cut |= !goes_on;
    if (!inputs->status && !search->result->explanation_count)
        inputs_find_blank(inputs, LARGEST);
    if (!inputs->status && !search->result->explanation_count && !search->result->blank.count)
        inputs_find_needed(inputs, LARGEST);
    return inputs->status;
}

enum tt_status inputs_try(struct search *search)
{
    const uint32_t size = space_bytes(search->fields.chip, TT_SPACE_L1);
    struct inputs inputs = {.search = search,
                            .now = {.lo = size},
                            .written = mem_calloc(size, 1),
                            .start = mem_calloc(size, 1),
                            .known = mem_calloc(size, 1),
                            .size = size};
    enum tt_status status = TT_OK;
    search->room.inputs = mem_calloc(2 * PIECE_MOST / OPERAND_BYTES_MAX, sizeof *search->room.inputs);
    if (!inputs.written || !inputs.start || !inputs.known || !search->room.inputs)
        status = tt_fail(search->err, TT_NO_MEMORY, "no memory for the inputs");
    else
        status = inputs_try_all(&inputs);
    mem_free(inputs.written);
    mem_free(inputs.start);
    mem_free(inputs.known);
    mem_free(search->room.inputs);
    search->room.inputs = NULL;
    return status;
}
