/* SPDX-License-Identifier: Apache-2.0 */
/* A rule by which the replayed values are those of the reference, all but an eighth: other signs, a factor, a tile
 * turned over, the same values in another order. A person who sees it knows where to look. */
#include "ask/run/expect/expect_internal.h"
#include "ask/run/value_text.h"
#include "base/search.h"
#include "precision/precision.h"

#include <math.h>

/* Both sides of a comparison, in the order of the space. */
struct sides {
    const struct expect *expect;
    const uint32_t *wanted, *replayed;
    const bool *is_left_out; /* undecided */
    uint32_t decided;
};

static bool is_most(const struct sides *sides, uint32_t count)
{
    return count > sides->decided - (sides->decided + 7) / 8;
}

/* Of a block format, whose values are rounded with fifteen others, up to a unit of the larger exponent apart. */
static bool pattern_is_equal(const struct sides *sides, uint32_t wanted, uint32_t replayed)
{
    enum { EXPONENT = 0xFF00 };
    const enum format format = sides->expect->form.lattice;
    const uint32_t larger = (wanted & EXPONENT) > (replayed & EXPONENT) ? wanted : replayed;
    return expect_is_equal(sides->expect, wanted, replayed) ||
           (sides->expect->is_block &&
            value_is_close(format, replayed, wanted, 0, precision_value(format, (larger & EXPONENT) | 1)));
}

/* ---- the same values elsewhere ---- */

enum { FACE_DATUMS = EXPECT_FACE * EXPECT_FACE };

/* Of a datum of a tile: rows for columns of its face; face 1 for face 2; both, which is the tile's rows for its
 * columns. */
static uint32_t pattern_face_turned(uint32_t nth)
{
    return nth / FACE_DATUMS * FACE_DATUMS + nth % EXPECT_FACE * EXPECT_FACE + nth % FACE_DATUMS / EXPECT_FACE;
}

static uint32_t pattern_faces_exchanged(uint32_t nth)
{
    static const uint32_t others[] = {0, 2, 1, 3};
    return nth / EXPECT_TILE * EXPECT_TILE + others[nth % EXPECT_TILE / FACE_DATUMS] * FACE_DATUMS + nth % FACE_DATUMS;
}

static uint32_t pattern_tile_turned(uint32_t nth)
{
    return pattern_face_turned(pattern_faces_exchanged(nth));
}

static const struct {
    const char *text;
    uint32_t (*of)(uint32_t nth);
} moves[] = {{"with rows and columns of each data tile exchanged (transposed)", pattern_tile_turned},
             {"with rows and columns of each face exchanged", pattern_face_turned},
             {"with faces 1 and 2 of each data tile exchanged", pattern_faces_exchanged}};

static const char *move_of(const struct sides *sides, uint32_t *equal)
{
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        *equal = 0;
        for (uint32_t nth = 0; nth < sides->expect->count; nth++)
            *equal += !sides->is_left_out[nth] &&
                      pattern_is_equal(sides, sides->wanted[moves[i].of(nth)], sides->replayed[nth]);
        if (is_most(sides, *equal))
            return moves[i].text;
    }
    return NULL;
}

static bool pattern_is_shifted(const struct sides *sides, int64_t by, uint32_t *equal)
{
    const int64_t count = sides->expect->count;
    uint32_t both = 0;
    *equal = 0;
    for (int64_t nth = 0; nth < count; nth++) {
        if (nth + by < 0 || nth + by >= count || sides->is_left_out[nth])
            continue;
        both++;
        *equal += pattern_is_equal(sides, sides->wanted[nth + by], sides->replayed[nth]);
    }
    return both > sides->decided / 4 && *equal > both - (both + 7) / 8;
}

/* So many datums further on: where the array has the row of a face that stands in the middle of the replayed ones. 0:
 * nowhere. */
static int64_t shift_of(const struct sides *sides, uint32_t *equal)
{
    enum { TRIED = 8 };
    const uint32_t rows = sides->expect->count / EXPECT_FACE, middle = rows / 2 * EXPECT_FACE;
    const size_t bytes = EXPECT_FACE * sizeof *sides->wanted;
    for (uint32_t row = 0, tried = 0; row < rows && tried < TRIED; row++) {
        const int64_t by = (int64_t)row * EXPECT_FACE - middle;
        if (!by || memcmp(sides->wanted + row * EXPECT_FACE, sides->replayed + middle, bytes) != 0)
            continue;
        if (pattern_is_shifted(sides, by, equal))
            return by;
        tried++;
    }
    return 0;
}

ORDER(pattern_by_bits, uint32_t, COMPARE(*a, *b))

static bool are_same_values(const struct sides *sides)
{
    const uint32_t count = sides->expect->count;
    uint32_t *both[2] = {mem_calloc(count, sizeof **both), mem_calloc(count, sizeof **both)};
    bool are = both[0] && both[1] && sides->decided == count;
    if (are) {
        memcpy(both[0], sides->wanted, count * sizeof **both);
        memcpy(both[1], sides->replayed, count * sizeof **both);
        for (unsigned i = 0; i < 2; i++)
            qsort(both[i], count, sizeof **both, pattern_by_bits);
        are = memcmp(both[0], both[1], count * sizeof **both) == 0;
    }
    mem_free(both[0]);
    mem_free(both[1]);
    return are;
}

/* ---- other values at their place ---- */

enum pattern_rule {
    RULE_ZERO,
    RULE_NEGATED,
    RULE_RELU,
    RULE_NO_RELU,
    RULE_NO_SIGN,
    RULE_SIGN,
    RULE_FACTOR,
    RULE_SUM,
    RULES
};

/* Its factor or summand, and the largest magnitude of the array. */
struct rule_by {
    double by, largest;
};

/* Whether a replayed value comes of one of the array by the rule. */
static bool rule_holds(enum pattern_rule rule, double wanted, double replayed, const struct rule_by *of)
{
    const double near = 1.0 / 128;
    switch (rule) {
    case RULE_ZERO:
        return replayed == 0;
    case RULE_NEGATED:
        return replayed == -wanted;
    case RULE_RELU:
        return replayed == fmax(wanted, 0);
    case RULE_NO_RELU:
        return wanted == fmax(replayed, 0);
    case RULE_NO_SIGN:
        return replayed == fabs(wanted);
    case RULE_SIGN:
        return wanted == fabs(replayed);
    case RULE_FACTOR:
        return fabs(replayed - wanted * of->by) <= near * fabs(replayed);
    case RULE_SUM:
        return fabs(replayed - wanted - of->by) <= near * of->largest;
    case RULES:
        break;
    }
    return false;
}

/* The factor is that of the sums of magnitudes, the summand that of the means. False: none to speak of, or an array
 * that does not vary, of which neither says anything. */
static bool rule_find_by(enum pattern_rule rule, const struct sides *sides, struct rule_by *of)
{
    const enum format format = sides->expect->form.lattice;
    double least = INFINITY, most = -INFINITY, sums[2] = {0}, magnitudes[2] = {0}, products = 0, count = 0;
    for (uint32_t nth = 0; nth < sides->expect->count; nth++) {
        const double wanted = precision_value(format, sides->wanted[nth]);
        const double replayed = precision_value(format, sides->replayed[nth]);
        if (sides->is_left_out[nth] || !isfinite(wanted) || !isfinite(replayed))
            continue;
        count++;
        least = fmin(least, wanted);
        most = fmax(most, wanted);
        sums[0] += wanted;
        sums[1] += replayed;
        magnitudes[0] += fabs(wanted);
        magnitudes[1] += fabs(replayed);
        products += wanted * replayed;
    }
    of->largest = fmax(fabs(least), fabs(most));
    if (!(most - least >= of->largest / 4)) /* also where there is none */
        return false;
    of->by = rule == RULE_SUM ? (sums[1] - sums[0]) / count : copysign(magnitudes[1] / magnitudes[0], products);
    return rule == RULE_SUM ? fabs(of->by) > of->largest / 64 : fabs(of->by - 1) > 1.0 / 64;
}

static bool rule_of(const struct sides *sides, enum pattern_rule rule, struct rule_by *of, uint32_t *equal)
{
    const enum format format = sides->expect->form.lattice;
    *equal = 0;
    if ((rule == RULE_FACTOR || rule == RULE_SUM) && !rule_find_by(rule, sides, of))
        return false;
    for (uint32_t nth = 0; nth < sides->expect->count; nth++)
        *equal += !sides->is_left_out[nth] && rule_holds(rule, precision_value(format, sides->wanted[nth]),
                                                         precision_value(format, sides->replayed[nth]), of);
    return is_most(sides, *equal);
}

/* ---- the first that holds ---- */

static void pattern_say_rule(const struct sides *sides, char text[static EXPECT_TEXT_MAX])
{
    static const char *const texts[RULES] = {
        [RULE_ZERO] = "each replayed value is 0",
        [RULE_NEGATED] = "each replayed value is that of the array with the other sign",
        [RULE_RELU] = "each replayed value is that of the array, or 0 where that is negative (a ReLU)",
        [RULE_NO_RELU] = "each value of the array is the replayed one, or 0 where that is negative (a ReLU)",
        [RULE_NO_SIGN] = "each replayed value is that of the array without its sign",
        [RULE_SIGN] = "each value of the array is the replayed one without its sign",
        [RULE_FACTOR] = "each replayed value is that of the array times",
        [RULE_SUM] = "each replayed value is that of the array",
    };
    struct rule_by of = {0};
    uint32_t equal;
    for (enum pattern_rule rule = 0; rule < RULES; rule++) {
        if (!rule_of(sides, rule, &of, &equal))
            continue;
        char number[32] = "";
        if (rule >= RULE_FACTOR)
            (void)snprintf(number, sizeof number, rule == RULE_SUM ? " %+.3g" : " %.3g", of.by);
        (void)snprintf(text, EXPECT_TEXT_MAX, "%s%s: %u of %u", texts[rule], number, equal, sides->decided);
        return;
    }
}

static void pattern_say(const struct sides *sides, char text[static EXPECT_TEXT_MAX])
{
    uint32_t equal;
    const bool has_tiles = sides->expect->count % EXPECT_TILE == 0;
    const char *move = has_tiles ? move_of(sides, &equal) : NULL;
    const int64_t shift = move ? 0 : shift_of(sides, &equal);
    if (move)
        (void)snprintf(text, EXPECT_TEXT_MAX, "the replayed values are the array's %s: %u of %u", move, equal,
                       sides->decided);
    else if (shift)
        (void)snprintf(text, EXPECT_TEXT_MAX,
                       "the replayed values are those that the array has %" PRId64 " datums %s: %u are equal so",
                       shift < 0 ? -shift : shift, shift < 0 ? "before" : "further on", equal);
    else
        pattern_say_rule(sides, text);
    if (!*text && are_same_values(sides))
        (void)snprintf(text, EXPECT_TEXT_MAX, "the replayed values are all of the array's in another order");
}

/* How far the farthest is from its reference, decided or not, as a part of that; infinite where one is not finite, or
 * the reference 0. */
static double pattern_farthest(const struct sides *sides)
{
    const enum format format = sides->expect->form.lattice;
    double farthest = 0;
    for (uint32_t nth = 0; nth < sides->expect->count; nth++) {
        const double wanted = precision_value(format, sides->wanted[nth]);
        const double off = fabs(precision_value(format, sides->replayed[nth]) - wanted);
        if (off != 0)
            farthest = isfinite(off) ? fmax(farthest, off / fabs(wanted)) : INFINITY;
    }
    return farthest;
}

void expect_find_pattern(struct expect *expect, const uint32_t *replayed, const bool *is_left_out)
{
    const enum format format = expect->form.lattice;
    struct sides sides = {expect, expect->wanted, replayed, is_left_out, 0};
    uint32_t equal = 0;
    for (uint32_t nth = 0; nth < expect->count; nth++) {
        sides.decided += !is_left_out[nth];
        equal += !is_left_out[nth] && (expect_is_equal(expect, expect->wanted[nth], replayed[nth]) ||
                                       value_is_close(format, replayed[nth], expect->wanted[nth], 0, 0));
    }
    if (equal == sides.decided)
        return;
    const double farthest = pattern_farthest(&sides);
    if (farthest > 0 && farthest <= 1.0 / 16 && !expect_has_bounds(&expect->asked)) {
        const double digit = pow(10, floor(log10(farthest)) - 1), rtol = ceil(farthest / digit) * digit;
        (void)snprintf(expect->pattern, EXPECT_TEXT_MAX,
                       "no replayed value is more than %.2g %% off: --rtol %.2g takes these as equal", 100 * rtol,
                       rtol);
    } else if (equal < sides.decided / 2 + sides.decided / 4) {
        pattern_say(&sides, expect->pattern);
    }
}
