#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Arrows point one way: each room includes only the rooms and libraries that docs/architecture.md allows it.
set -u
failed=0

# may ROOM FILES ALLOWED...: every quoted include of FILES starts with one of ALLOWED or stands in ROOM itself.
may() {
    room=$1 folder=$2
    shift 2
    for file in $(find "$folder" -name '*.[ch]'); do
        for include in $(sed -n 's/^#include "\([^"]*\)".*/\1/p' "$file"); do
            case $include in */*) ;; *) continue ;; esac # generated headers stand in no room
            ok=0
            for allowed in "$@"; do
                case $include in "$allowed"*) ok=1 ;; esac
            done
            [ $ok = 1 ] || { echo "$file: $room may not include $include"; failed=1; }
        done
    done
}

# only LIBRARY_HEADER FOLDER...: nobody but the files in these folders includes it.
only() {
    header=$1
    shift
    for file in $(grep -rlE "#include [<\"]([a-z]*/)?$header[>\"]" src capture schemas --include='*.[ch]'); do
        ok=0
        for folder in "$@"; do
            case $file in "$folder"*) ok=1 ;; esac
        done
        [ $ok = 1 ] || { echo "$file: $header belongs to $*"; failed=1; }
    done
}

may base src/base base/
may isa src/isa base/ isa/
may numeric src/numeric numeric/
may tile src/tile base/ isa/ numeric/ tile/
may capture capture base/ isa/ capture/
may replay src/replay base/ isa/ tile/ capture/ttcap.h capture/symbols.h numeric/dst_rows.h replay/
may bisect src/bisect base/ isa/ numeric/ tile/ capture/ttcap.h replay/ bisect/
may reduce src/reduce base/ isa/ capture/ttcap.h capture/symbols.h reduce/
may results src/results base/ isa/ numeric/ tile/probe.h results/
may compare src/compare base/ isa/ numeric/ tile/probe.h capture/ttcap.h capture/symbols.h replay/replay.h replay/depends.h replay/sets.h replay/options_text.h results/results.h compare/
may report src/report base/ isa/ numeric/ tile/probe.h capture/ttcap.h capture/symbols.h results/results.h compare/ bisect/bisect.h bisect/pair.h replay/sets.h report/
may conform src/conform base/ isa/ numeric/ tile/ capture/ replay/replay.h conform/
may batch src/batch base/ isa/ tile/probe.h capture/ttcap.h capture/bundle.h capture/import/json.h replay/replay.h replay/sets.h replay/options_text.h compare/ results/results.h report/json_out.h report/page.h report/ink.h report/wrap.h batch/

only sqlite3.h src/results/ src/batch/database.c
only sqlite3ext.h src/results/
only zstd.h capture/
only xxhash.h capture/ src/batch/content.c
only libelf.h capture/import/
only zlib.h src/report/
# Threads come from base/pool.h, which keeps what they make in order; results has its one writer, cli one for signals.
only pthread.h src/base/ src/results/ src/cli/interrupt
only cJSON.h capture/ schemas/ src/batch/

# The tile is a pure machine: no file, clock, environment or allocation but in tile_new.
for header in stdio.h time.h fcntl.h unistd.h sys/stat.h signal.h pthread.h; do
    for file in $(grep -rl "#include <$header>" src/tile src/numeric --include='*.[ch]'); do
        # tile_finding formats its sentence with vsnprintf.
        [ "$header" = stdio.h ] && grep -q 'vsnprintf' "$file" && continue
        echo "$file: the tile may not include $header"
        failed=1
    done
done
exit $failed
