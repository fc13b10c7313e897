/* SPDX-License-Identifier: Apache-2.0 */
/* Generated files, and how names turn into C identifiers. */
#include "output.h"

#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum tt_status output_open(struct output *out, const char *dir, const char *name, struct tt_error *err)
{
    memset(out, 0, sizeof *out);
    snprintf(out->path, sizeof out->path, "%s%s%s", dir, *dir ? "/" : "", name);
    out->stream = open_memstream(&out->text, &out->size);
    if (!out->stream)
        return tt_fail(err, TT_NO_MEMORY, "%s: %s", out->path, strerror(errno));
    return TT_OK;
}

static bool is_same(const struct output *out)
{
    FILE *file = fopen(out->path, "rb");
    if (!file)
        return false;
    bool same = true;
    size_t at = 0;
    char chunk[4096];
    for (size_t n; same && (n = fread(chunk, 1, sizeof chunk, file)) > 0; at += n)
        same = at + n <= out->size && memcmp(chunk, out->text + at, n) == 0;
    fclose(file);
    return same && at == out->size;
}

static enum tt_status write_file(const struct output *out, struct tt_error *err)
{
    FILE *file = fopen(out->path, "wb");
    if (!file)
        return tt_fail(err, TT_IO, "%s: %s", out->path, strerror(errno));
    bool ok = fwrite(out->text, 1, out->size, file) == out->size;
    if (fclose(file) != 0 || !ok)
        return tt_fail(err, TT_IO, "%s: cannot be written", out->path);
    return TT_OK;
}

enum tt_status output_close(struct output *out, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    if (fclose(out->stream) != 0)
        status = tt_fail(err, TT_NO_MEMORY, "%s: no memory", out->path);
    else if (!is_same(out))
        status = write_file(out, err);
    free(out->text); /* open_memstream's own, hence not mem_free */
    return status;
}

void put_banner(FILE *to, const char *from)
{
    fprintf(to, "/* Made from schemas/%s by schemas/generate.c; do not edit. */\n", from);
}

void put_upper(FILE *to, const char *name)
{
    for (size_t i = 0; name[i]; i++) {
        unsigned char c = (unsigned char)name[i];
        if (i && isupper(c) && islower((unsigned char)name[i - 1]))
            fputc('_', to);
        fputc(isalnum(c) ? toupper(c) : '_', to);
    }
}

void put_lower(FILE *to, const char *name)
{
    for (; *name; name++)
        fputc(tolower((unsigned char)*name), to);
}

void put_string(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

void put_chip(FILE *to, const struct tables *tables, enum tt_chip chip)
{
    fputs("TT_", to);
    put_upper(to, tables->chips[chip].name);
}
