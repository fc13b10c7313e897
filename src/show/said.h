/* SPDX-License-Identifier: Apache-2.0 */
/* One thing that a report says: a value, its name in JSON, and its place in a line of text. Either may be missing. */
#pragma once

#include "base/usual.h"

enum said_kind { SAID_NOTHING, SAID_TEXT, SAID_NUMBER, SAID_SIGNED, SAID_REAL, SAID_TRUTH };

struct said {
    const char *key;    /* of the member in JSON; null with a layout: text alone */
    const char *head;   /* of the column in text */
    const char *layout; /* how the column stands: "  %-16s"; null: JSON alone */
    const char *digits; /* how a real number stands in text; null: "%.4g" */
    bool is_optional;   /* in JSON, nothing instead of null */
    bool is_beside;     /* in JSON, on the line of the member before it */
    enum said_kind kind;
    union {
        const char *text; /* null: as SAID_NOTHING */
        uint64_t number;
        int64_t signed_number;
        double real; /* not finite: null in JSON */
        bool truth;
    };
};

static inline struct said said_nothing(void)
{
    return (struct said){.kind = SAID_NOTHING};
}

static inline struct said said_text(const char *text)
{
    return (struct said){.kind = text ? SAID_TEXT : SAID_NOTHING, .text = text};
}

static inline struct said said_number(uint64_t number)
{
    return (struct said){.kind = SAID_NUMBER, .number = number};
}

static inline struct said said_signed(int64_t number)
{
    return (struct said){.kind = SAID_SIGNED, .signed_number = number};
}

static inline struct said said_real(double real)
{
    return (struct said){.kind = SAID_REAL, .real = real};
}

static inline struct said said_truth(bool truth)
{
    return (struct said){.kind = SAID_TRUTH, .truth = truth};
}

static inline struct said said_named(struct said said, const char *key, const char *head, const char *layout)
{
    said.key = key;
    said.head = head;
    said.layout = layout;
    return said;
}

static inline struct said said_optional(struct said said)
{
    said.is_optional = true;
    return said;
}

static inline struct said said_beside(struct said said)
{
    said.is_beside = true;
    return said;
}

static inline struct said said_digits(struct said said, const char *digits)
{
    said.digits = digits;
    return said;
}

/* By the type of the value. A comparison is an int: it takes a cast to bool. */
#define SAID(value)                                                                                                    \
    _Generic((value),                                                                                                  \
        char *: said_text,                                                                                             \
        const char *: said_text,                                                                                       \
        bool: said_truth,                                                                                              \
        signed char: said_signed,                                                                                      \
        short: said_signed,                                                                                            \
        int: said_signed,                                                                                              \
        long: said_signed,                                                                                             \
        double: said_real,                                                                                             \
        default: said_number)(value)
#define SAID_OR_NOTHING(has, value) ((has) ? SAID(value) : said_nothing())

/* JSON alone, with a null key as an element of an array; SAY_OR_NULL: null where it has none; SAY_IF: no such member
 * there. */
#define SAY(key, value) said_named(SAID(value), key, NULL, NULL)
#define SAY_NULL(key) said_named(said_nothing(), key, NULL, NULL)
#define SAY_OR_NULL(key, has, value) said_named(SAID_OR_NOTHING(has, value), key, NULL, NULL)
#define SAY_IF(key, has, value) said_optional(SAY_OR_NULL(key, has, value))
/* Behind the member before it, on the same line. */
#define SAY_BESIDE(key, value) said_beside(SAY(key, value))

/* Text alone; "-" where it has none. */
#define SHOW(head, layout, value) said_named(SAID(value), NULL, head, layout)
#define SHOW_IF(head, layout, has, value) said_named(SAID_OR_NOTHING(has, value), NULL, head, layout)

/* Both. CELL_AS: where the column has another name than the member. */
#define CELL(key, layout, value) said_named(SAID(value), key, key, layout)
#define CELL_OR_NULL(key, layout, has, value) said_named(SAID_OR_NOTHING(has, value), key, key, layout)
#define CELL_AS(key, head, layout, value) said_named(SAID(value), key, head, layout)

/* The same of a real number, and how it stands in text: "%+.3g". */
#define SHOW_REAL(head, digits, layout, value) said_digits(SHOW(head, layout, value), digits)
#define CELL_REAL(key, digits, layout, value) said_digits(CELL(key, layout, value), digits)

/* A list of them as two arguments. */
#define SAID_LIST(...)                                                                                                 \
    (const struct said[]){__VA_ARGS__}, sizeof((const struct said[]){__VA_ARGS__}) / sizeof(struct said)
