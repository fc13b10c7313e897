/* SPDX-License-Identifier: Apache-2.0 */
/* Import of a bundle and verify of a capture, against plain decompression of the same files. */
#include "bench/bench.h"
#include "capture/bundle.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum { FILES_MAX = 256, OUTPUT_BYTES = 1 << 20, READ_BYTES = 65536 };

struct file_set {
    char (*paths)[BENCH_PATH];
    size_t count;
    char folder[BENCH_PATH]; /* of a bundle */
    char made[BENCH_PATH];   /* a capture that import makes */
    uint64_t bytes;          /* decompressed, of the last run */
};

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Every regular file under folder whose name ends in `ending`, two levels deep. */
static void collect(struct file_set *set, const char *folder, const char *ending, int depth)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return;
    for (struct dirent *entry; (entry = readdir(dir)) && set->count < FILES_MAX;) {
        if (entry->d_name[0] == '.')
            continue;
        char path[BENCH_PATH];
        struct stat what;
        if (bench_path(path, folder, entry->d_name) < 0 || stat(path, &what) < 0)
            continue;
        size_t n = strlen(path), e = strlen(ending);
        if (S_ISDIR(what.st_mode) && depth > 0)
            collect(set, path, ending, depth - 1);
        else if (S_ISREG(what.st_mode) && n > e && strcmp(path + n - e, ending) == 0)
            memcpy(set->paths[set->count++], path, n + 1);
    }
    (void)closedir(dir);
}

static void *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    (void)fseek(file, 0, SEEK_END);
    long end = ftell(file);
    rewind(file);
    void *bytes = end >= 0 ? malloc((size_t)end + 1) : NULL;
    *size = bytes ? fread(bytes, 1, (size_t)end, file) : 0;
    (void)fclose(file);
    return bytes;
}

/* What `zstd -d` does of one file: every frame, skippable ones passed over. */
static int decompress(ZSTD_DCtx *context, const char *path, uint8_t *out, uint64_t *total)
{
    size_t size;
    void *bytes = read_file(path, &size);
    if (!bytes)
        return -1;
    ZSTD_inBuffer in = {bytes, size, 0};
    int result = 0;
    while (in.pos < in.size && result == 0) {
        ZSTD_outBuffer to = {out, OUTPUT_BYTES, 0};
        if (ZSTD_isError(ZSTD_decompressStream(context, &to, &in)))
            result = -1;
        *total += to.pos;
    }
    free(bytes);
    return result;
}

static double run_decompress(void *user)
{
    struct file_set *set = user;
    ZSTD_DCtx *context = ZSTD_createDCtx();
    uint8_t *out = malloc(OUTPUT_BYTES);
    set->bytes = 0;
    double start = bench_processor();
    int result = context && out ? 0 : -1;
    for (size_t i = 0; i < set->count && result == 0; i++)
        result = decompress(context, set->paths[i], out, &set->bytes);
    double seconds = bench_processor() - start;
    free(out);
    ZSTD_freeDCtx(context);
    return result == 0 ? seconds : -1;
}

static void quiet(void *user, const char *sentence)
{
    (void)user;
    bench_fail(sentence);
}

static double run_verify(void *user)
{
    struct file_set *set = user;
    double start = bench_processor();
    for (size_t i = 0; i < set->count; i++) {
        struct ttcap_verify_summary summary;
        if (ttcap_verify(set->paths[i], quiet, NULL, &summary, NULL) != TT_OK)
            return -1;
    }
    return bench_processor() - start;
}

static double run_open(void *user)
{
    struct file_set *set = user;
    const double start = bench_processor();
    for (size_t i = 0; i < set->count; i++) {
        struct ttcap *capture;
        if (ttcap_open(&capture, set->paths[i], NULL) != TT_OK)
            return -1;
        ttcap_close(capture);
    }
    return bench_processor() - start;
}

/* Every byte that a snapshot knows, of all spaces. */
static enum tt_status read_snapshot(struct ttcap *capture, uint32_t checkpoint, uint8_t *bytes, uint8_t *known)
{
    enum tt_status status = TT_OK;
    for (int space = 0; space < TT_SPACE_COUNT && !status; space++) {
        uint32_t lo = 0, hi = 0;
        while (!status && ttcap_next_known(capture, checkpoint, (enum tt_space)space, &lo, &hi, NULL) == TT_OK) {
            for (; lo < hi && !status; lo += READ_BYTES)
                status = ttcap_read(capture, checkpoint, (enum tt_space)space, lo,
                                    hi - lo < READ_BYTES ? hi - lo : READ_BYTES, bytes, known, NULL);
            lo = hi;
        }
    }
    return status;
}

static enum tt_status read_all(struct ttcap *capture, uint8_t *bytes, uint8_t *known)
{
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    enum tt_status status = TT_OK;
    for (uint32_t i = 0; i < ttcap_info(capture)->checkpoint_count && !status; i++)
        status = read_snapshot(capture, i, bytes, known);
    if (!status)
        status = ttcap_events_open(&cursor, capture, 0, UINT64_MAX, NULL);
    while (!status)
        status = ttcap_events_next(cursor, &event, NULL);
    ttcap_events_close(cursor);
    return status == TT_END ? TT_OK : status;
}

static double run_read(void *user)
{
    struct file_set *set = user;
    static uint8_t bytes[READ_BYTES], known[READ_BYTES];
    const double start = bench_processor();
    for (size_t i = 0; i < set->count; i++) {
        struct ttcap *capture;
        if (ttcap_open(&capture, set->paths[i], NULL) != TT_OK)
            return -1;
        enum tt_status status = read_all(capture, bytes, known);
        ttcap_close(capture);
        if (status)
            return -1;
    }
    return bench_processor() - start;
}

static double run_import(void *user)
{
    struct file_set *set = user;
    struct tt_error err;
    double start = bench_processor();
    if (bundle_import(set->folder, set->made, true, &err) != TT_OK) {
        bench_fail(err.text);
        return -1;
    }
    return bench_processor() - start;
}

static void bench_import(struct file_set *set)
{
    /* Bundles are not shipped; they stand beside a checkout that has the recordings. */
    const char *bundle = "../shared/oracle/kernels/datacopy_f16b_f16b_f16b_f16b_nice";
    set->count = 0;
    if (!bundle_is(bundle)) {
        bench_note("Import is not measured: the recorded bundles are not here.");
        return;
    }
    (void)snprintf(set->folder, sizeof set->folder, "%s", bundle);
    (void)snprintf(set->made, sizeof set->made, "/tmp/tt-bench-%ld.ttcap", (long)getpid());
    collect(set, bundle, ".zst", 1);
    struct bench_ratio ratio;
    if (bench_compare((struct bench_work){run_import, set}, (struct bench_work){run_decompress, set}, 15, &ratio) == 0)
        bench_row("import of a bundle", 1, "bundles", "decompression of its files", &ratio);
    (void)unlink(set->made);
}

void bench_capture(const char *folder)
{
    struct file_set set = {.paths = calloc(FILES_MAX, BENCH_PATH)};
    if (!set.paths)
        return;
    collect(&set, folder, ".ttcap", 0);
    qsort(set.paths, set.count, BENCH_PATH, by_name);
    bench_heading("Capture files");
    struct bench_ratio ratio;
    if (bench_compare((struct bench_work){run_verify, &set}, (struct bench_work){run_decompress, &set}, 15, &ratio) ==
        0)
        bench_row("verify of the shipped captures", (double)set.bytes / 1e6, "MB held", "`zstd -d` of the same files",
                  &ratio);
    if (bench_compare((struct bench_work){run_open, &set}, (struct bench_work){run_decompress, &set}, 15, &ratio) == 0)
        bench_row("opening the shipped captures", (double)set.count, "captures", "`zstd -d` of the same files", &ratio);
    if (bench_compare((struct bench_work){run_read, &set}, (struct bench_work){run_decompress, &set}, 15, &ratio) == 0)
        bench_row("opening them, reading all pages and events", (double)set.bytes / 1e6, "MB held", "the same", &ratio);
    bench_import(&set);
    free(set.paths);
}
