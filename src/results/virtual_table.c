/* SPDX-License-Identifier: Apache-2.0 */
#include "results/virtual_table.h"

#include "base/memory.h"

const struct virtual_table *virtual_table_of(const sqlite3_vtab *base)
{
    return (const struct virtual_table *)(const void *)base;
}

/* What SQLite keeps of a kind of table. */
struct known_table {
    const struct virtual_table_kind *kind;
    struct results *results;
};

int virtual_table_register(sqlite3 *db, const struct virtual_table_kind *kind, struct results *results)
{
    struct known_table *known = mem_calloc(1, sizeof *known);
    if (!known)
        return SQLITE_NOMEM;
    *known = (struct known_table){kind, results};
    /* It calls the last function on failure, too. */
    return sqlite3_create_module_v2(db, kind->name, &kind->module, known, mem_free);
}

int virtual_table_connect(sqlite3 *db, void *user, int count, const char *const *arguments, sqlite3_vtab **out,
                          char **error)
{
    (void)count, (void)arguments, (void)error;
    const struct known_table *known = user;
    const int code = sqlite3_declare_vtab(db, known->kind->declaration);
    if (code != SQLITE_OK)
        return code;
    (void)sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
    struct virtual_table *table = mem_calloc(1, sizeof *table);
    if (!table)
        return SQLITE_NOMEM;
    table->kind = known->kind;
    table->results = known->results;
    *out = &table->base;
    return SQLITE_OK;
}

int virtual_table_disconnect(sqlite3_vtab *base)
{
    mem_free(base);
    return SQLITE_OK;
}

int virtual_table_failed(sqlite3_vtab *base, const char *text)
{
    sqlite3_free(base->zErrMsg);
    base->zErrMsg = sqlite3_mprintf("%s", text);
    return SQLITE_ERROR;
}
