#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# reproducible.sh PROJECT [OUT]: two builds of the packages are the same to the byte, made in two folders, at two times (a year
# apart where there is faketime), in two time zones and languages, with two umasks, on all processors and on one.
set -eu
project=$1
command -v dh >/dev/null || { echo "skipped: there is no debhelper"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/a-longer-name-of-a-folder"
copy="$scratch/a-longer-name-of-a-folder/tree"
mkdir "$copy"
(cd "$project" && tar cf - --exclude=./.git --exclude=./build .) | (cd "$copy" && tar xf -)

sh "$copy/packaging/deb.sh" "$scratch/first"
later="env"
command -v faketime >/dev/null && later="faketime -f +370d"
(
    umask 077
    export LC_ALL=C.UTF-8 LANG=de_DE.UTF-8 TZ=Pacific/Auckland DEB_BUILD_OPTIONS=parallel=1 TMPDIR="$scratch/a-longer-name-of-a-folder"
    NO_FAKE_STAT=1 $later sh "$project/packaging/deb.sh" "$scratch/second"
)
failed=0
for package in "$scratch"/first/*.deb; do
    name=$(basename "$package")
    if cmp "$package" "$scratch/second/$name"; then
        sha256sum <"$package" | sed "s/-/$name/"
    else
        failed=1
    fi
done
[ "$(ls "$scratch"/first/*.deb | wc -l)" -ge 3 ] || { echo "not three packages"; failed=1; }
[ $failed = 0 ] || ! command -v diffoscope >/dev/null || diffoscope "$scratch/first" "$scratch/second" || true
exit $failed
