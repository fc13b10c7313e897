#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A bundle reads files of its own folder alone: links within it are followed, those that lead out are refused, by every
# way in, and nothing of the file that they name is in any output. Names that no file can have are refused, too.
#
#     TT_REPLAY=build/fast/src/cli/tt-replay sh tests/untrusted/beneath.sh
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
FIXTURES=$root/tests/cli/fixtures
. "$FIXTURES/lib.sh"
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-beneath.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP
cd "$scratch" || exit 2
failed=0

wrong() {
    echo "$*"
    sed 's/^/    /' said
    failed=$((failed + 1))
}

# refused PATTERN BUNDLE
refused() {
    "$TT_REPLAY" import "$2" -o "$2.ttcap" >said 2>&1
    code=$?
    [ $code = 2 ] && grep -q "$1" said && ! grep -q SECRET said && [ ! -e "$2.ttcap" ] || wrong "$2: exit $code"
}

bundle whole
region=$(sed -n 's/.*"file": *"\([^"]*\)".*/\1/p' whole/bundle.json | head -n 1)
[ -n "$region" ] || exit 2

head -c "$(wc -c <"whole/$region")" /dev/zero | tr '\0' 'S' >outside
printf SECRET | dd of=outside conv=notrunc 2>/dev/null

cp -R whole out_link && rm "out_link/$region" && ln -s "$scratch/outside" "out_link/$region"
refused 'leads out of the folder' out_link

cp -R whole up_link && rm "up_link/$region" && ln -s ../../outside "up_link/$region"
refused 'leads out of the folder' up_link

cp -R whole folder_link && mv "folder_link/$(dirname "$region")" moved && ln -s "$scratch/moved" "folder_link/$(dirname "$region")"
refused 'leads out of the folder' folder_link

cp -R whole manifest_link && mv manifest_link/bundle.json elsewhere.json && ln -s "$scratch/elsewhere.json" manifest_link/bundle.json
refused 'leads out of the folder' manifest_link

cp -R whole pipe && rm "pipe/$region" && mkfifo "pipe/$region"
refused 'not a regular file' pipe

cp -R whole dots && edit dots/bundle.json "s|\"$region\"|\"../outside\"|"
refused 'expected a path within' dots

cp -R whole zero && edit zero/bundle.json "s|\"$region\"|\"$region\\\\u0000.txt\"|"
refused 'u0000' zero

cp -R whole bytes && edit bytes/bundle.json "s|\"$region\"|\"$(printf '\233')\"|"
refused 'not UTF-8' bytes

cp -R whole inside && mv "inside/$region" inside/store && ln -s "$(dirname "$region" | sed 's|[^/]*|..|g')/store" "inside/$region"
"$TT_REPLAY" import inside -o inside.ttcap >said 2>&1
code=$?
# Kernels before 5.6 cannot distinguish a link within from one that leads out: both are refused there.
case $code in
0) "$TT_REPLAY" import whole -o whole.ttcap >/dev/null && cmp -s whole.ttcap inside.ttcap || wrong "inside: another capture" ;;
*) grep -q 'leads out of the folder' said || wrong "inside: exit $code" ;;
esac

# A folder of captures, and a bundle in it: nothing that a link leads to outside is read, and no hash of it is in a plan.
mkdir many elsewhere && cp whole.ttcap many/whole.ttcap && cp whole.ttcap elsewhere/foreign.ttcap
ln -s "$scratch/outside" many/secret.ttcap && ln -s "$scratch/elsewhere" many/folder
cp -R out_link many/bundle
"$TT_REPLAY" farm plan many -o farm >said 2>&1 || wrong "farm plan: exit $?"
hash=$(sha256sum <outside | cut -d ' ' -f 1)
cp -R whole again && cp outside "again/$region" && mkdir read && mv again read/bundle && "$TT_REPLAY" farm plan read -o read.farm >/dev/null
held=$(sed -n 's/.*"hash": *"\([0-9a-f]*\)".*/\1/p' read.farm/plan.json | head -n 1)
cp farm/plan.json said
[ -n "$held" ] || wrong "read.farm: no hash"
if grep -q -e "$hash" -e "$held" -e foreign farm/plan.json; then wrong "farm plan: says what is outside"; fi
"$TT_REPLAY" batch many -o many.db >said 2>&1
[ $? = 2 ] && grep -q "TROUBLE  3 of 4" said || wrong "batch: another end"
[ $failed = 0 ]
