/* SPDX-License-Identifier: Apache-2.0 */
/* .npy headers: a magic, a version, and a Python dictionary of three keys, which is read as JSON.
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
#include "capture/import/npy.h"

#include "capture/json/json.h"

#include <cjson/cJSON.h>

static const uint8_t magic[] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

enum { VERSION_BYTES = 2, FRONT = sizeof magic + VERSION_BYTES };

bool npy_is(const uint8_t *bytes, size_t count)
{
    return count >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

/* A Python dictionary of strings, truths and tuples of numbers, into JSON of the same length. */
static void make_json(char *text, size_t count)
{
    char quote = 0;
    for (size_t i = 0; i < count; i++) {
        const char c = text[i];
        if (quote || c == '\'' || c == '"') {
            if (!quote || c == quote) {
                quote = quote ? 0 : c;
                text[i] = '"';
            }
            continue;
        }
        if (c == 'T' || c == 'F')
            text[i] = c == 'T' ? 't' : 'f';
        if (c == '(')
            text[i] = '[';
        if (c != ')' && c != '}' && c != ']')
            continue;
        size_t before = i;
        while (before > 0 && strchr(" \t\n", text[before - 1]))
            before--;
        if (before > 0 && text[before - 1] == ',') /* Python allows a comma behind the last */
            text[before - 1] = ' ';
        text[i] = c == '}' ? '}' : ']';
    }
}

static enum tt_status take_dtype(const cJSON *item, struct npy *npy, struct tt_error *err)
{
    enum { UNSIGNED, SIGNED, FLOAT, BOOL, VOID };
    static const struct {
        const char *name;
        uint32_t bytes;
        int kind;
    } known[] = {
        {"|u1", 1, UNSIGNED}, {"|i1", 1, SIGNED}, {"|b1", 1, BOOL},  {"<u2", 2, UNSIGNED}, {"<i2", 2, SIGNED},
        {"<u4", 4, UNSIGNED}, {"<i4", 4, SIGNED}, {"<f2", 2, FLOAT}, {"<f4", 4, FLOAT},    {"<u8", 8, UNSIGNED},
        {"<i8", 8, SIGNED},   {"<f8", 8, FLOAT},  {"|V1", 1, VOID},  {"|V2", 2, VOID},     {"<V2", 2, VOID},
    };
    const char *dtype;
    char plain[JSON_SHOWN_MAX];
    REFUSE_IF(cJSON_IsArray(item), err, "an array of records, expected one of numbers");
    TRY(json_string(item, "descr", &dtype, err));
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(dtype, known[i].name) != 0)
            continue;
        (void)snprintf(npy->dtype, sizeof npy->dtype, "%s", dtype);
        npy->item_bytes = known[i].bytes;
        npy->is_float = known[i].kind == FLOAT;
        npy->is_signed = known[i].kind == SIGNED;
        npy->is_bool = known[i].kind == BOOL;
        npy->is_void = known[i].kind == VOID;
        return TT_OK;
    }
    return tt_fail(err, TT_BAD_INPUT,
                   "dtype '%s', expected |u1, <u2, <u4, <u8, |i1, <i2, <i4, <i8, |b1, <f2, <f4 or <f8",
                   json_plain(dtype, plain));
}

static enum tt_status take_shape(const cJSON *shape, struct npy *npy, struct tt_error *err)
{
    size_t count;
    TRY(json_array(shape, "shape", &count, err));
    REFUSE_IF(count > NPY_DIMENSIONS_MAX, err, "shape has %zu dimensions, expected at most %d", count,
              NPY_DIMENSIONS_MAX);
    npy->items = 1;
    for (const cJSON *item = shape->child; item; item = item->next) {
        int64_t length;
        TRY(json_number(item, "shape", 0, UINT32_MAX, &length, err));
        REFUSE_IF(length && npy->items > UINT64_MAX / 8 / (uint64_t)length, err, "shape: expected a smaller array");
        npy->shape[npy->dimensions++] = (uint64_t)length;
        npy->items *= (uint64_t)length;
    }
    return TT_OK;
}

static enum tt_status read_dictionary(struct npy *npy, const char *from, size_t length, struct tt_error *err)
{
    static const char *const names[] = {"descr", "fortran_order", "shape"};
    const cJSON *found[3];
    cJSON *tree OWNED(json_free_at) = NULL;
    char *text OWNED(mem_free_at) = mem_alloc(length + 1);
    NEED(text, err, "no memory");
    memcpy(text, from, length);
    text[length] = '\0';
    make_json(text, length);
    const enum tt_status status = json_parse(&tree, text, length, err);
    if (status == TT_BAD_INPUT)
        tt_error_prefix(err, "the header, read as JSON");
    TRY(status);
    TRY(json_members(tree, "", names, 3, found, err));
    REFUSE_IF(!(found[0] && found[2] && cJSON_IsBool(found[1])), err,
              "expected descr, fortran_order (True or False) and shape");
    TRY(take_dtype(found[0], npy, err));
    REFUSE_IF(cJSON_IsTrue(found[1]), err, "in Fortran order, expected C order (numpy.ascontiguousarray makes it so)");
    return take_shape(found[2], npy, err);
}

enum tt_status npy_read(struct npy *npy, const uint8_t *bytes, size_t count, struct tt_error *err)
{
    *npy = (struct npy){0};
    REFUSE_IF(npy_is(bytes, count) && count < FRONT + 4, err, "a NumPy array that is cut: %zu bytes are no header",
              count);
    REFUSE_IF(!npy_is(bytes, count), err, "not a NumPy array: it does not start with the bytes 93 4E 55 4D 50 59");
    unsigned version = bytes[sizeof magic];
    if (version < 1 || version > 3)
        return tt_fail(err, TT_UNSUPPORTED, "a NumPy array of version %u.%u, and this program reads 1.0, 2.0 and 3.0",
                       version, bytes[sizeof magic + 1]);
    size_t length_bytes = version == 1 ? 2 : 4;
    uint64_t length = 0;
    for (size_t i = length_bytes; i-- > 0;)
        length = length << 8 | bytes[FRONT + i];
    size_t start = FRONT + length_bytes;
    REFUSE_IF(length > count - start, err, "the header has %llu bytes, and %zu are left of the file",
              (unsigned long long)length, count - start);
    TRY(read_dictionary(npy, (const char *)bytes + start, (size_t)length, err));
    npy->data_at = start + (size_t)length;
    char shape[NPY_SHAPE_MAX];
    REFUSE_IF(npy->items * npy->item_bytes != count - npy->data_at, err,
              "%zu bytes follow the header, and an array of shape %s and dtype %s has %llu", count - npy->data_at,
              npy_shape_text(npy->shape, npy->dimensions, shape), npy->dtype,
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
