/* SPDX-License-Identifier: Apache-2.0 */
/* Cases are written into memory first: their counts stand before them. No times and no names of machines: the same
 * results give the same bytes. */
#include "show/junit.h"

#include "base/new_file.h"
#include "base/text/text_stream.h"
#include "base/visible.h"

#include <fcntl.h>
#include <unistd.h>

static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tt-replay\"";

struct junit {
    char *path;
    const char *suite;
    struct new_file *file;
    struct text_stream cases;
    size_t count[JUNIT_ERROR + 1];
};

/* An existing file must be an earlier one of these. */
static bool may_replace(const char *path)
{
    char found[sizeof head] = "";
    if (access(path, F_OK) != 0)
        return true;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const ssize_t count = read(file, found, sizeof head - 1);
    (void)close(file);
    return count == (ssize_t)(sizeof head - 1) && memcmp(found, head, sizeof head - 1) == 0;
}

enum tt_status junit_check(const char *path, struct tt_error *err)
{
    return may_replace(path)
               ? TT_OK
               : tt_fail(err, TT_BAD_INPUT, "%s: the file exists and is no JUnit file of tt-replay", path);
}

enum tt_status junit_open(struct junit **out, const char *path, const char *suite, struct tt_error *err)
{
    *out = NULL;
    if (junit_check(path, err))
        return TT_BAD_INPUT;
    struct junit *junit = mem_calloc(1, sizeof *junit);
    char *copy = mem_strdup(path);
    if (!junit || !copy || text_stream_open(&junit->cases)) {
        mem_free(junit);
        mem_free(copy);
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    }
    junit->path = copy;
    junit->suite = suite;
    const enum tt_status status = new_file_open(&junit->file, path, true, err);
    if (status)
        junit_abandon(junit);
    else
        *out = junit;
    return status;
}

static const char *entity(uint32_t code, bool is_text)
{
    switch (code) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return is_text && code == '\n' ? "\n" : NULL;
    }
}

/* is_text: between tags, where lines stay lines. */
static void junit_put(FILE *out, const char *text, bool is_text)
{
    for (size_t left = strlen(text); left;) {
        const struct visible at = visible_at(text, left);
        const char *as = entity(at.code, is_text);
        char escape[VISIBLE_ESCAPE];
        /* U+FFFE and U+FFFF are characters of UTF-8, and none of XML. */
        if (!as && (at.kind != VISIBLE_PLAIN || at.code == 0xFFFE || at.code == 0xFFFF))
            as = visible_escape(&at, escape);
        if (as)
            (void)fputs(as, out);
        else
            (void)fwrite(text, 1, at.length, out);
        text += at.length;
        left -= at.length;
    }
}

static void put_attribute(FILE *out, const char *name, const char *value)
{
    (void)fprintf(out, " %s=\"", name);
    junit_put(out, value, false);
    (void)fputc('"', out);
}

void junit_case(struct junit *junit, const struct junit_case *of)
{
    static const char *const names[] = {
        [JUNIT_FAILED] = "failure", [JUNIT_SKIPPED] = "skipped", [JUNIT_ERROR] = "error"};
    FILE *out = junit->cases.out;
    junit->count[of->outcome]++;
    (void)fputs("    <testcase", out);
    put_attribute(out, "classname", of->group);
    put_attribute(out, "name", of->name);
    if (of->outcome == JUNIT_PASSED) {
        (void)fputs("/>\n", out);
        return;
    }
    (void)fprintf(out, ">\n      <%s", names[of->outcome]);
    put_attribute(out, "message", of->message ? of->message : "");
    if (of->text) {
        (void)fputc('>', out);
        junit_put(out, of->text, true);
        (void)fprintf(out, "</%s>\n", names[of->outcome]);
    } else {
        (void)fputs("/>\n", out);
    }
    (void)fputs("    </testcase>\n", out);
}

static void junit_put_counts(FILE *out, const struct junit *junit)
{
    size_t all = 0;
    for (int i = 0; i <= JUNIT_ERROR; i++)
        all += junit->count[i];
    (void)fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n", all,
                  junit->count[JUNIT_FAILED], junit->count[JUNIT_ERROR], junit->count[JUNIT_SKIPPED]);
}

static enum tt_status junit_write_file(struct junit *junit, const char *cases, struct tt_error *err)
{
    FILE *out;
    TRY(new_file_stream(&out, junit->file, "wb", err));
    (void)fputs(head, out);
    junit_put_counts(out, junit);
    (void)fputs("  <testsuite", out);
    put_attribute(out, "name", junit->suite);
    junit_put_counts(out, junit);
    (void)fputs(cases, out);
    (void)fputs("  </testsuite>\n</testsuites>\n", out);
    return new_file_close_stream(out, junit->file, err);
}

enum tt_status junit_finish(struct junit *junit, struct tt_error *err)
{
    char *cases = text_stream_close(&junit->cases);
    enum tt_status status =
        cases ? junit_write_file(junit, cases, err) : tt_fail(err, TT_NO_MEMORY, "%s: no memory", junit->path);
    if (!status)
        status = new_file_commit(junit->file, err);
    else
        new_file_abandon(junit->file);
    mem_free(cases);
    mem_free(junit->path);
    mem_free(junit);
    return status;
}

void junit_abandon(struct junit *junit)
{
    if (!junit)
        return;
    mem_free(text_stream_close(&junit->cases));
    if (junit->file)
        new_file_abandon(junit->file);
    mem_free(junit->path);
    mem_free(junit);
}
