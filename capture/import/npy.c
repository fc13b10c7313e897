/* SPDX-License-Identifier: Apache-2.0 */
/* .npy headers: a magic, a version, and a Python dictionary of three keys.
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
#include "capture/import/npy.h"

#include <stdio.h>
#include <string.h>

static const uint8_t magic[] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

enum { VERSION_BYTES = 2, FRONT = sizeof magic + VERSION_BYTES };

/* The dictionary's text, and where in the file it is read. */
struct text {
    const char *at, *start, *end;
    size_t offset; /* of start, in the file */
    struct tt_error *err;
};

bool npy_is(const uint8_t *bytes, size_t count)
{
    return count >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

static enum tt_status expected(const struct text *text, const char *what)
{
    return tt_fail(text->err, TT_BAD_INPUT, "byte %zu: expected %s", text->offset + (size_t)(text->at - text->start),
                   what);
}

static void skip_blanks(struct text *text)
{
    while (text->at < text->end && (*text->at == ' ' || *text->at == '\t' || *text->at == '\n'))
        text->at++;
}

static bool take(struct text *text, const char *word)
{
    size_t n = strlen(word);
    skip_blanks(text);
    if ((size_t)(text->end - text->at) < n || memcmp(text->at, word, n) != 0)
        return false;
    text->at += n;
    return true;
}

/* A string in either kind of quotes, without escapes. */
static enum tt_status take_string(struct text *text, char *out, size_t size)
{
    skip_blanks(text);
    if (text->at == text->end || (*text->at != '\'' && *text->at != '"'))
        return expected(text, "a string");
    char quote = *text->at;
    const char *from = text->at + 1;
    const char *to = memchr(from, quote, (size_t)(text->end - from));
    if (!to || (size_t)(to - from) >= size || memchr(from, '\\', (size_t)(to - from)))
        return expected(text, "a short string that ends");
    memcpy(out, from, (size_t)(to - from));
    out[to - from] = '\0';
    text->at = to + 1;
    return TT_OK;
}

static enum tt_status take_dtype(struct text *text, struct npy *npy)
{
    static const struct {
        const char *name;
        uint32_t bytes;
        bool is_float;
    } known[] = {
        {"|u1", 1, false}, {"|i1", 1, false}, {"|b1", 1, false}, {"<u2", 2, false}, {"<i2", 2, false},
        {"<u4", 4, false}, {"<i4", 4, false}, {"<f2", 2, true},  {"<f4", 4, true},
    };
    char dtype[32];
    if (take(text, "["))
        return tt_fail(text->err, TT_BAD_INPUT, "an array of records, expected one of numbers");
    enum tt_status status = take_string(text, dtype, sizeof dtype);
    if (status)
        return status;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(dtype, known[i].name) == 0) {
            (void)snprintf(npy->dtype, sizeof npy->dtype, "%s", dtype);
            npy->item_bytes = known[i].bytes;
            npy->is_float = known[i].is_float;
            npy->is_bool = strcmp(dtype, "|b1") == 0;
            return TT_OK;
        }
    }
    return tt_fail(text->err, TT_BAD_INPUT, "dtype '%s', expected |u1, <u2, <u4, |i1, <i2, <i4, |b1, <f2 or <f4",
                   dtype);
}

static enum tt_status take_order(struct text *text)
{
    if (take(text, "False"))
        return TT_OK;
    if (take(text, "True"))
        return tt_fail(text->err, TT_BAD_INPUT,
                       "in Fortran order, expected C order (numpy.ascontiguousarray makes it so)");
    return expected(text, "True or False");
}

static enum tt_status take_length(struct text *text, uint64_t *length)
{
    uint64_t value = 0;
    skip_blanks(text);
    const char *from = text->at;
    for (; text->at < text->end && *text->at >= '0' && *text->at <= '9'; text->at++) {
        if (value > UINT32_MAX)
            return expected(text, "a length below 2^32");
        value = value * 10 + (uint64_t)(*text->at - '0');
    }
    *length = value;
    return text->at == from ? expected(text, "a length") : TT_OK;
}

static enum tt_status take_shape(struct text *text, struct npy *npy)
{
    if (!take(text, "("))
        return expected(text, "a shape in parentheses");
    npy->dimensions = 0;
    npy->items = 1;
    while (!take(text, ")")) {
        uint64_t length = 0;
        if (npy->dimensions == NPY_DIMENSIONS_MAX)
            return expected(text, "at most 8 dimensions");
        enum tt_status status = take_length(text, &length);
        if (status)
            return status;
        npy->shape[npy->dimensions++] = length;
        if (length && npy->items > UINT64_MAX / 8 / length)
            return expected(text, "a smaller array");
        npy->items *= length;
        if (!take(text, ",")) {
            if (!take(text, ")"))
                return expected(text, "',' or ')'");
            break;
        }
    }
    return TT_OK;
}

enum { HAS_DTYPE = 1, HAS_ORDER = 2, HAS_SHAPE = 4, HAS_ALL = 7 };

static enum tt_status take_entry(struct text *text, struct npy *npy, unsigned *seen)
{
    char key[16];
    enum tt_status status = take_string(text, key, sizeof key);
    if (status)
        return status;
    if (!take(text, ":"))
        return expected(text, "':'");
    unsigned is = strcmp(key, "descr") == 0           ? HAS_DTYPE
                  : strcmp(key, "fortran_order") == 0 ? HAS_ORDER
                  : strcmp(key, "shape") == 0         ? HAS_SHAPE
                                                      : 0;
    if (!is || (*seen & is))
        return expected(text, "each of descr, fortran_order and shape once");
    *seen |= is;
    if (is == HAS_DTYPE)
        return take_dtype(text, npy);
    return is == HAS_ORDER ? take_order(text) : take_shape(text, npy);
}

static enum tt_status read_dictionary(struct text *text, struct npy *npy)
{
    unsigned seen = 0;
    if (!take(text, "{"))
        return expected(text, "a dictionary");
    while (!take(text, "}")) {
        enum tt_status status = take_entry(text, npy, &seen);
        if (status)
            return status;
        if (!take(text, ",")) {
            if (!take(text, "}"))
                return expected(text, "',' or '}'");
            break;
        }
    }
    skip_blanks(text);
    if (text->at != text->end)
        return expected(text, "nothing after the dictionary");
    return seen == HAS_ALL ? TT_OK : expected(text, "descr, fortran_order and shape");
}

enum tt_status npy_read(struct npy *npy, const uint8_t *bytes, size_t count, struct tt_error *err)
{
    *npy = (struct npy){0};
    if (!npy_is(bytes, count) || count < FRONT + 4)
        return tt_fail(err, TT_BAD_INPUT, "not a NumPy array: it does not start with the bytes 93 4E 55 4D 50 59");
    unsigned version = bytes[sizeof magic];
    if (version != 1 && version != 2)
        return tt_fail(err, TT_UNSUPPORTED, "a NumPy array of version %u.%u, and this program reads 1.0 and 2.0",
                       version, bytes[sizeof magic + 1]);
    size_t length_bytes = version == 1 ? 2 : 4;
    uint64_t length = 0;
    for (size_t i = length_bytes; i-- > 0;)
        length = length << 8 | bytes[FRONT + i];
    size_t start = FRONT + length_bytes;
    if (length > count - start)
        return tt_fail(err, TT_BAD_INPUT, "the header has %llu bytes, and %zu are left of the file",
                       (unsigned long long)length, count - start);
    const char *from = (const char *)bytes + start;
    struct text text = {.at = from, .start = from, .end = from + length, .offset = start, .err = err};
    enum tt_status status = read_dictionary(&text, npy);
    if (status)
        return status;
    npy->data_at = start + (size_t)length;
    char shape[NPY_SHAPE_MAX];
    if (npy->items * npy->item_bytes != count - npy->data_at)
        return tt_fail(err, TT_BAD_INPUT, "%zu bytes follow the header, and an array of shape %s and dtype %s has %llu",
                       count - npy->data_at, npy_shape_text(npy->shape, npy->dimensions, shape), npy->dtype,
                       (unsigned long long)(npy->items * npy->item_bytes));
    return TT_OK;
}

char *npy_shape_text(const uint64_t *shape, unsigned dimensions, char text[static NPY_SHAPE_MAX])
{
    size_t n = (size_t)snprintf(text, NPY_SHAPE_MAX, "(");
    for (unsigned i = 0; i < dimensions; i++)
        n += (size_t)snprintf(text + n, NPY_SHAPE_MAX - n, "%s%llu", i ? ", " : "", (unsigned long long)shape[i]);
    (void)snprintf(text + n, NPY_SHAPE_MAX - n, dimensions == 1 ? ",)" : ")");
    return text;
}
