/* SPDX-License-Identifier: Apache-2.0 */
#include "batch/reference.h"

#include "base/input.h"
#include "base/path.h"
#include "base/text/text_stream.h"
#include "batch/content.h"

#include <sys/stat.h>

static bool reference_is_folder(const char *path)
{
    struct stat what;
    return stat(path, &what) == 0 && S_ISDIR(what.st_mode);
}

enum tt_status reference_of(struct expect_asked *of, const struct expect_asked *asked, const char *name,
                            char path[static PATH_MAX], struct tt_error *err)
{
    const char *ending = path_ending(name, ".ttcap");
    const size_t length = ending ? (size_t)(ending - name) : strlen(name);
    *of = *asked;
    if (!reference_is_folder(asked->path))
        return TT_OK;
    REFUSE_IF(snprintf(path, PATH_MAX, "%s/%.*s.npy", asked->path, (int)length, name) >= PATH_MAX, err,
              "%.80s...: the path is too long", asked->path);
    of->path = path;
    return TT_OK;
}

static enum tt_status hash_one(const struct expect_asked *asked, const char *name, char hash[static BATCH_HASH_TEXT],
                               struct tt_error *err)
{
    struct expect_asked of;
    char path[PATH_MAX];
    enum tt_status status = reference_of(&of, asked, name, path, err);
    status = status ?: input_refuse_longer(of.path, EXPECT_FILE_MAX, err);
    status = status ?: content_hash_file(of.path, hash, NULL, err);
    if (status == TT_NO_MEMORY || !status || !reference_is_folder(asked->path))
        return status;
    content_hash_texts("cannot be read", name, hash);
    return TT_OK;
}

enum tt_status reference_hash(const struct batch_settings *settings, const char *name,
                              char hash[static BATCH_HASH_TEXT], struct tt_error *err)
{
    TRY(hash_one(&settings->references[0], name, hash, err));
    for (size_t i = 1; i < settings->reference_count; i++) {
        char own[BATCH_HASH_TEXT];
        TRY(hash_one(&settings->references[i], name, own, err));
        content_hash_texts(hash, own, hash);
    }
    return TT_OK;
}

char *reference_words(const struct batch_settings *settings, const char *name)
{
    struct text_stream text;
    struct tt_error err;
    char path[PATH_MAX];
    if (text_stream_open(&text))
        return NULL;
    for (size_t i = 0; i < settings->reference_count; i++) {
        struct expect_asked of;
        if (reference_of(&of, &settings->references[i], name ? name : "NAME", path, &err))
            of = settings->references[i];
        expect_put_options(text.out, &of, " ");
    }
    return text_stream_close(&text);
}
