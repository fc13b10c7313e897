#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# databases.sh on this build and each of the other presets' builds that stands beside it and is as new as the sources.
#
#     TT_REPLAY=build/release/src/cli/tt-replay sh tests/host/builds.sh BUILDS
#
# BUILDS: the folder of builds. Exit 77 (skipped) where there is no other build.
set -u
: "${TT_REPLAY:?names the binary to test}"
builds=${1:?names the folder of builds}
here=$(cd "$(dirname "$0")" && pwd)
failed=0 count=0
for build in "$builds"/*/src/cli/tt-replay; do
    [ -x "$build" ] && ! cmp -s "$build" "$TT_REPLAY" || continue
    preset=${build#"$builds"/}
    case ${preset%%/*} in dev | sanitize | release | clang) ;; *) continue ;; esac
    # A build of before says nothing of the sources as they are.
    [ -z "$(find "$here/../../src" "$here/../../schemas" "$here/../../capture" -name '*.[ch]' -newer "$build" -print -quit)" ] || continue
    echo "== ${preset%%/*}"
    sh "$here/databases.sh" "$build" || failed=1
    count=$((count + 1))
done
[ $count -gt 0 ] || { echo "skipped: no other build that is as new as the sources is in $builds"; exit 77; }
exit $failed
