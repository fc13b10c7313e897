/* SPDX-License-Identifier: Apache-2.0 */
/* Nobody vouches for an index that is read: names are held to what a writer makes of them. */
#include "capture/program/index.h"

#include "base/beneath.h"
#include "base/input.h"
#include "base/new_file.h"
#include "base/number.h"
#include "base/path.h"
#include "base/search.h"
#include "capture/file/chunk.h"
#include "capture/json/json.h"
#include "capture/ttcap.h"

#include <cjson/cJSON.h>
#include <unistd.h>

enum { INDEX_MAX = 1 << 20, FILES_MAX = 1024, FILE_MAX = 1 << 30, COORDINATE_MAX = 31 };

bool program_is(const char *path)
{
    struct tt_error err;
    enum path_kind kind = PATH_ABSENT;
    if (path_look(&kind, path, &err) || kind != PATH_FOLDER)
        return false;
    char *index = path_join(path, PROGRAM_INDEX);
    const bool is_there = index && !path_look(&kind, index, &err) && kind == PATH_FILE;
    mem_free(index);
    return is_there;
}

/* A name in the folder and nowhere else. */
static bool is_plain_name(const char *name)
{
    return *name && *name != '.' && !strchr(name, '/');
}

static enum tt_status program_take_file(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    struct program *program = user;
    struct program_file *file = &program->files[program->file_count++];
    const struct json_member members[] = {JSON_MEMBER("name", JSON_COPY, &file->name),
                                          JSON_MEMBER("bytes", JSON_NUMBER, &file->bytes, .most = FILE_MAX),
                                          JSON_MEMBER("hash", JSON_HASH, &file->hash)};
    TRY(json_read(item, place, JSON_MEMBERS(members), err));
    return is_plain_name(file->name) ? TT_OK
                                     : tt_fail(err, TT_BAD_INPUT, "%s.name: expected a name in the folder", place);
}

static enum tt_status program_take_tile(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    struct program *program = user;
    const char *name = NULL;
    int64_t x = 0, y = 0;
    const struct json_member members[] = {JSON_MEMBER("x", JSON_NUMBER, &x, .most = COORDINATE_MAX),
                                          JSON_MEMBER("y", JSON_NUMBER, &y, .most = COORDINATE_MAX),
                                          JSON_MEMBER("file", JSON_TEXT, &name)};
    TRY(json_read(item, place, JSON_MEMBERS(members), err));
    REFUSE_IF(program_tile(program, (unsigned)x, (unsigned)y), err, "%s: tile %d,%d stands twice", place, (int)x,
              (int)y);
    for (size_t i = 0; i < program->file_count; i++)
        if (strcmp(program->files[i].name, name) == 0) {
            program->tiles[program->tile_count++] = (struct program_tile){(uint8_t)x, (uint8_t)y, i};
            return TT_OK;
        }
    return tt_fail(err, TT_BAD_INPUT, "%s.file: expected one of files", place);
}

static enum tt_status take_index(struct program *program, const struct cJSON *index, struct tt_error *err)
{
    const struct cJSON *files = NULL, *tiles = NULL;
    const struct json_member members[] = {JSON_MEMBER("version", JSON_VERSION, NULL, .most = 1),
                                          JSON_MEMBER("chip", JSON_CHOICE, &program->chip, .choice = json_chips),
                                          JSON_MEMBER("name", JSON_COPY, &program->name),
                                          JSON_MEMBER("files", JSON_LIST, &files),
                                          JSON_MEMBER("tiles", JSON_LIST, &tiles)};
    TRY(json_read(index, "", JSON_MEMBERS(members), err));
    const int file_count = cJSON_GetArraySize(files), tile_count = cJSON_GetArraySize(tiles);
    REFUSE_IF(file_count < 1 || file_count > FILES_MAX || tile_count > FILES_MAX, err,
              "files: expected 1 to %d of them", FILES_MAX);
    program->files = mem_calloc((size_t)file_count, sizeof *program->files);
    program->tiles = mem_calloc((size_t)tile_count + 1, sizeof *program->tiles);
    NEED(program->files && program->tiles, err, "no memory");
    const enum tt_status taken = json_each(files, "files", program_take_file, program, err);
    return taken ? taken : json_each(tiles, "tiles", program_take_tile, program, err);
}

/* A link in the folder of a stranger leads to no file of ours. Its reader misses a file that is not there. */
static enum tt_status index_refuse_links(const struct program *program, struct tt_error *err)
{
    for (size_t i = 0; i < program->file_count; i++) {
        const int descriptor = beneath_open(program->folder, program->files[i].name);
        REFUSE_IF(descriptor < 0 && (errno == EXDEV || errno == ELOOP), err,
                  "files[%zu].name: %s is a link out of the folder", i, program->files[i].name);
        if (descriptor >= 0)
            (void)close(descriptor);
    }
    return TT_OK;
}

static enum tt_status index_take(void *user, const struct cJSON *index, struct tt_error *err)
{
    const enum tt_status status = take_index(user, index, err);
    return status ? status : index_refuse_links(user, err);
}

enum tt_status program_open(struct program *program, const char *folder, struct tt_error *err)
{
    char *path OWNED(mem_free_at) = path_join(folder, PROGRAM_INDEX);
    *program = (struct program){.folder = folder};
    return path ? json_read_file(path, INDEX_MAX, index_take, program, err)
                : tt_fail(err, TT_NO_MEMORY, "%s: no memory", folder);
}

void program_clear(struct program *program)
{
    for (size_t i = 0; i < program->file_count; i++)
        mem_free(program->files[i].name);
    mem_free(program->files);
    mem_free(program->tiles);
    mem_free(program->name);
    *program = (struct program){.folder = NULL};
}

char *program_path(const struct program *program, size_t file)
{
    return path_join(program->folder, program->files[file].name);
}

const struct program_tile *program_tile(const struct program *program, unsigned x, unsigned y)
{
    return FIND(program->tiles, program->tile_count, item->x == x && item->y == y);
}

enum tt_status program_check(const struct program *program, size_t file, struct tt_error *err)
{
    const struct program_file *held = &program->files[file];
    char *path OWNED(mem_free_at) = program_path(program, file);
    uint8_t *bytes OWNED(mem_free_at) = NULL;
    size_t count = 0;
    TRY(path ? input_whole(path, FILE_MAX, &bytes, &count, err) : tt_fail(err, TT_NO_MEMORY, "no memory"));
    REFUSE_IF(count != held->bytes || hash_bytes(bytes, count) != held->hash, err,
              "%s: found other bytes than %s says (%zu bytes, hash %016" PRIx64 ")", path, PROGRAM_INDEX,
              (size_t)held->bytes, held->hash);
    return TT_OK;
}

/* ---- written ---- */

enum tt_status program_add_file(struct program *program, const char *name, struct tt_error *err)
{
    char *path OWNED(mem_free_at) = path_join(program->folder, name);
    uint8_t *bytes OWNED(mem_free_at) = NULL;
    size_t count = 0;
    NEED(path, err, "%s: no memory", name);
    TRY(input_whole(path, FILE_MAX, &bytes, &count, err));
    NEED(MEM_PUSH(program->files, program->file_count, program->file_capacity,
                  (struct program_file){mem_strdup(name), count, hash_bytes(bytes, count)}) &&
             program->files[program->file_count - 1].name,
         err, "%s: no memory", name);
    return TT_OK;
}

enum tt_status program_add_tile(struct program *program, uint8_t x, uint8_t y, struct tt_error *err)
{
    NEED(MEM_PUSH(program->tiles, program->tile_count, program->tile_capacity,
                  (struct program_tile){x, y, program->file_count - 1}),
         err, "%s: no memory", program->folder);
    return TT_OK;
}

static enum tt_status program_put_index(void *user, FILE *out, struct tt_error *err)
{
    const struct program *program = user;
    cJSON *index = cJSON_CreateObject();
    (void)cJSON_AddNumberToObject(index, "version", 1);
    (void)cJSON_AddStringToObject(index, "chip", ttcap_chip_name(program->chip));
    (void)cJSON_AddStringToObject(index, "name", program->name);
    cJSON *files = cJSON_AddArrayToObject(index, "files"), *tiles = cJSON_AddArrayToObject(index, "tiles");
    for (size_t i = 0; i < program->file_count; i++) {
        char hash[HASH_DIGITS + 1];
        cJSON *item = cJSON_CreateObject();
        (void)snprintf(hash, sizeof hash, "%016" PRIx64, program->files[i].hash);
        (void)cJSON_AddStringToObject(item, "name", program->files[i].name);
        (void)cJSON_AddNumberToObject(item, "bytes", (double)program->files[i].bytes);
        (void)cJSON_AddStringToObject(item, "hash", hash);
        (void)cJSON_AddItemToArray(files, item);
    }
    for (size_t i = 0; i < program->tile_count; i++) {
        cJSON *item = cJSON_CreateObject();
        (void)cJSON_AddNumberToObject(item, "x", program->tiles[i].x);
        (void)cJSON_AddNumberToObject(item, "y", program->tiles[i].y);
        (void)cJSON_AddStringToObject(item, "file", program->files[program->tiles[i].file].name);
        (void)cJSON_AddItemToArray(tiles, item);
    }
    char *text = cJSON_Print(index);
    const enum tt_status status = text ? TT_OK : tt_fail(err, TT_NO_MEMORY, "%s: no memory", program->folder);
    if (text)
        (void)fprintf(out, "%s\n", text);
    cJSON_free(text);
    cJSON_Delete(index);
    return status;
}

enum tt_status program_write_index(const struct program *program, struct tt_error *err)
{
    char *path OWNED(mem_free_at) = path_join(program->folder, PROGRAM_INDEX);
    return path ? new_file_write(path, NEW_FILE_NEW, program_put_index, (void *)(uintptr_t)program, err)
                : tt_fail(err, TT_NO_MEMORY, "%s: no memory", program->folder);
}
