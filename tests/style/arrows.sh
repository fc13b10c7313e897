#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Arrows point one way: each room includes only the rooms and libraries that are allowed to it here.
set -u
failed=0

# may ROOM FILES ALLOWED...: every quoted include of FILES starts with one of ALLOWED or stands in ROOM itself.
may() {
    room=$1 folder=$2
    shift 2
    while read -r file include; do
        case $include in */*) ;; *) continue ;; esac # generated headers stand in no room
        ok=0
        for allowed in "$@"; do
            case $include in "$allowed"*) ok=1 ;; esac
        done
        [ $ok = 1 ] || { echo "$file: $room may not include $include"; failed=1; }
    done <<END
$(grep -rHo '^#include "[^"]*' "$folder" --include='*.[ch]' | sed 's/:#include "/ /')
END
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
may verdict src/verdict base/ isa/ verdict/
may observe src/observe base/ isa/ tile/ capture/ttcap.h capture/cursor.h numeric/dst_rows.h numeric/format.h verdict/verdict.h observe/
may order src/order base/ isa/ tile/ capture/ttcap.h capture/expected.h capture/cursor.h capture/symbols.h capture/source_lines.h observe/ verdict/ order/
may schedules src/schedules base/ isa/ tile/ capture/ttcap.h capture/cursor.h capture/source_lines.h capture/json/json.h verdict/verdict.h observe/ order/ schedules/
may precision src/precision base/ isa/ numeric/ tile/probe.h tile/tile.h capture/ttcap.h observe/depends.h observe/insn_log.h order/ verdict/ precision/
may results src/results base/ isa/ numeric/ tile/probe.h tile/tile.h capture/source_lines.h capture/ttcap.h capture/places.h verdict/verdict.h order/replay.h order/options_text.h order/keys.h order/sets.h order/steps.h order/streams.h results/
may ask src/ask base/ isa/ numeric/ tile/ capture/ttcap.h capture/symbols.h capture/source_lines.h capture/expected.h capture/import/npy.h capture/places.h observe/depends.h observe/first_reads.h observe/hazard_found.h observe/shadow.h precision/precision.h verdict/ order/ results/results.h results/subject.h schedules/schedules.h ask/
may show src/show base/ isa/ numeric/ tile/probe.h capture/ttcap.h capture/symbols.h capture/source_lines.h verdict/verdict.h results/results.h ask/ conform/conform.h order/sets.h order/replay.h order/options_text.h order/script.h order/streams.h order/word_origins.h device/conversation.h capture/program/index.h schedules/schedules.h precision/precision.h show/
may conform src/conform base/ isa/ numeric/ tile/ capture/ verdict/verdict.h order/replay.h conform/
may debug src/debug base/ isa/ numeric/ tile/ capture/ observe/ verdict/ order/ ask/ results/results.h results/stored_run.h show/ debug/
may api src/api base/ isa/ numeric/ capture/ttcap.h capture/bundle.h capture/places.h capture/symbols.h capture/source_lines.h capture/import/debugger_tables.h order/live.h order/options_text.h order/replay.h order/sets.h order/streams.h ask/ results/results.h results/stored_run.h results/subject.h results/query.h show/html/html.h show/reports.h tile/probe.h precision/precision.h api/
may batch src/batch base/ isa/ tile/probe.h capture/ttcap.h capture/bundle.h capture/json/json.h verdict/verdict.h order/replay.h order/sets.h order/options_text.h ask/ results/results.h results/stored_run.h results/subject.h show/json_out.h show/junit.h show/report.h show/said.h show/html/page.h show/wrap.h batch/
may draw src/draw base/ isa/ draw/
may fuzz src/fuzz base/ isa/ tile/tile.h draw/draw.h capture/ttcap.h capture/bundle.h capture/record/tt_record.h order/replay.h order/outside.h ask/bisect/bisect.h ask/bisect/cause_text.h show/report.h fuzz/
may load src/load base/ isa/ numeric/ capture/ order/script.h load/
may device src/device base/ isa/ tile/tile.h capture/ttcap.h capture/program/index.h capture/import/wire/wire.h order/live.h order/record.h order/replay.h verdict/verdict.h device/
may door src/door base/ isa/ device/device.h capture/import/wire/wire.h door/
may probe src/probe base/ isa/ tile/tile.h draw/draw.h capture/json/json.h show/json_out.h show/report.h probe/

# A question knows what all of them share, and no other question; audit shows an instruction's share of what differs.
for question in run diff lint config why bisect reduce residue precision; do
    more=
    [ $question != precision ] || more=ask/census/truth/
    [ $question != bisect ] || more=schedules/schedules.h
    may "$question" src/ask/$question base/ isa/ numeric/ tile/ capture/ observe/ verdict/ order/ precision/precision.h results/ ask/run/ ask/$question/ $more
done
for question in audit; do
    may "$question" src/ask/$question base/ isa/ numeric/ tile/ capture/ observe/ verdict/ order/ results/ ask/run/ ask/diff/diff.h ask/$question/
done

only sqlite3.h src/results/ src/batch/whole/database.c
only sqlite3ext.h src/results/
only zstd.h capture/
only xxhash.h capture/ src/base/mix.c
only sha2.h src/batch/seal.h
only libelf.h capture/import/
only libdw.h capture/import/elf/
only mpfr.h src/ask/census/truth/
only zlib.h src/show/
# Threads come from base/pool.h, which keeps what they make in order; results has its players, cli one for signals. The recorder
# runs in threads of others, where they ask for it.
only pthread.h src/base/ src/results/ src/cli/batch/batch_work src/door/preload/ capture/record/
only cJSON.h capture/ src/batch/ src/debug/ src/probe/ src/cli/mcp/ src/load/build_launch.c src/schedules/delays.c src/show/said_tree.c

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
