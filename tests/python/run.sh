#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh PROJECT LIBRARY TOOL PRELOAD TEST... (or --judge NAME and its words: NAME.py): the Python package's tests over a build's library. The first Python
# that has numpy and pytest runs them: the system's, where Debian's packages are, before one that stands in front of it
# on the path. PRELOAD: what a library with sanitizers wants loaded before the interpreter; "" for none; "none": it
# cannot be loaded at all.
set -eu
project=$1 library=$2 tool=$3 preload=${TTR_PRELOAD:-}
shift 3
skip() {
    echo "skipped: $*"
    exit 77
}
[ "$preload" != none ] || skip "an interpreter cannot load a library with these sanitizers"
[ -z "$preload" ] || [ -e "$preload" ] || skip "there is no $preload to load before the interpreter"
python=""
for candidate in ${PYTHON:-} /usr/bin/python3 python3; do
    if "$candidate" -c 'import numpy, pytest' 2>/dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || skip "no Python here has numpy and pytest (apt-get install python3-numpy python3-pytest)"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PYTHONPATH="$project/python:$project/tests/python" PYTHONDONTWRITEBYTECODE=1 TT_REPLAY_LIBRARY="$library" TT_REPLAY="$tool"
export TT_REPLAY_PROJECT="$project"
# What the interpreter itself does not give back at its end is not ours.
[ -z "$preload" ] || export LD_PRELOAD="$preload" ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
cd "$scratch"
if [ "$1" = --judge ]; then
    name=$2
    shift 2
    "$python" "$project/tests/python/$name.py" "$@"
    exit $?
fi
"$python" -m pytest -q -p no:cacheprovider --basetemp="$scratch/pytest" "$@"
