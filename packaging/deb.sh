#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# deb.sh OUT: makes the Debian packages of this tree in the folder OUT. The tree stays as it is: it is copied first, with
# packaging/debian where dpkg-buildpackage wants it. The same tree gives the same bytes: the only time in them is that of
# packaging/debian/changelog. docs/how-to/install.md
set -eu
project=$(cd "$(dirname "$0")/.." && pwd)
if [ $# != 1 ]; then
    echo "usage: sh packaging/deb.sh OUT" >&2
    exit 2
fi
if ! command -v dpkg-buildpackage >/dev/null || ! command -v dh >/dev/null; then
    echo "dpkg-buildpackage or dh is missing; install them and come back:" >&2
    echo "    sudo apt-get install dpkg-dev debhelper" >&2
    exit 2
fi
mkdir -p "$1"
out=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/tt-replay
mkdir "$tree"
(cd "$project" && tar cf - --exclude=./.git --exclude=./build --exclude=./tests .) | (cd "$tree" && tar xf -)
# Of the tests the tables that pages are made of.
(cd "$project" && tar cf - tests/bench/measured tests/style/arrows.sh tests/verdict/table.txt) | (cd "$tree" && tar xf -)
cp -r "$project/packaging/debian" "$tree/debian"
if ! (cd "$tree" && umask 022 && dpkg-buildpackage -b -us -uc) >"$scratch/log" 2>&1; then
    cat "$scratch/log" >&2
    echo "deb.sh: dpkg-buildpackage failed" >&2
    exit 2
fi
cp "$scratch"/*.deb "$scratch"/*.changes "$scratch"/*.buildinfo "$out"
ls "$out"/*.deb
