#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The C files of a folder compile as one (TTR_SOON_BUILT, by which traces/demo.sh builds): none has a name of another's, and
# what one includes changes nothing in the next. Arguments: the C compiler, the folder of generated headers.
set -u
compiler=$1 generated=$2
failed=0
# Compiled alone: where replays spend their time, the command line, whose verbs have each their own `options`, and libraries.
for folder in $(find src capture -name '*.c' -printf '%h\n' | sort -u |
    grep -Ev '^src/(base|isa|numeric|tile|observe|order|results|cli|api|door/.*)(/|$)'); do
    for file in "$folder"/*.c; do printf '#include "%s"\n' "$file"; done |
        "$compiler" -std=c11 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -DTTR_VERSION='""' -Wall -Wextra -Wshadow -Werror \
            -fsyntax-only -I. -Isrc -I"$generated" -x c - || { echo "the files of $folder do not compile as one"; failed=1; }
done
exit $failed
