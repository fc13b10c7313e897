#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh PROJECT LIBRARY TOOL PRELOAD [SEED...]: what tt-exalens prints, imported, is what it printed of (session.py); both
# chips, every form of docs/how-to/capture-from-silicon.md. TT_EXALENS=/path/to/checkout; PRELOAD as for
# tests/python/run.sh.
set -eu
project=$1 library=$2 tool=$3 preload=${TTR_PRELOAD:-}
shift 3
skip() {
    echo "skipped: $*"
    exit 77
}
[ -d "${TT_EXALENS:-}/ttexalens" ] || skip "TT_EXALENS names no checkout of tt-exalens"
[ -z "$preload" ] || skip "with sanitizers: its Python packages are not made for them"
command -v zstd >/dev/null || skip "there is no zstd"
python=""
for candidate in ${PYTHON:-} /usr/bin/python3 python3; do
    "$candidate" -c 'import numpy, tabulate, docopt, rich, prompt_toolkit, sortedcontainers, yaml' 2>/dev/null && python=$candidate && break
done
[ -n "$python" ] || skip "no Python has what tt-exalens prints with (apt-get install python3-numpy python3-tabulate" \
    "python3-docopt python3-rich python3-prompt-toolkit python3-sortedcontainers python3-yaml)"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
[ $# -gt 0 ] || set -- 1 2 3
status=0
for chip in blackhole wormhole_b0; do
    for seed in "$@"; do
        PYTHONPATH="$project/python" PYTHONDONTWRITEBYTECODE=1 TT_REPLAY_LIBRARY="$library" \
            "$python" "$project/tests/exalens/session.py" "$chip" "$seed" "$tool" "$scratch" || status=1
    done
done
exit $status
