/* SPDX-License-Identifier: Apache-2.0 */
/* A host that reaches a card by the stand-in for UMD (umd.c): card_client LIBRARY [kill]. The library is loaded as
 * Python loads one: what is linked with it is seen by nobody else. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    void (*converse)(const char *) = NULL;
    *(void **)&converse = library ? dlsym(library, "converse") : NULL;
    if (!converse) {
        (void)fprintf(stderr, "%s\n", argc > 1 ? dlerror() : "no library named");
        return 2;
    }
    converse(argc > 2 ? argv[2] : "");
    return 0;
}
