#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# deb.sh PROJECT CACHE: builds the packages, holds them against lintian, installs them into a bare Debian 12 with apt-get, does
# there as an ordinary user what docs/how-to/install.md says, and removes them again. As root, with the network; the bare
# Debian is stored in the folder CACHE.
set -eu
project=$1 cache=$2
. "$project/tests/package/bare.sh"
for program in dh lintian; do
    command -v $program >/dev/null || skip "there is no $program"
done

echo "== packages"
packages=${DEBS:-$scratch/debs} # DEBS=FOLDER: take those that are there
[ -n "${DEBS:-}" ] || sh "$project/packaging/deb.sh" "$packages"
lintian --fail-on error,warning --tag-display-limit 0 --allow-root "$packages"/*.deb

echo "== into a bare Debian"
bare
mkdir "$root/debs"
cp "$packages"/*.deb "$root/debs"
rm -f "$root"/debs/*dbgsym*
cp "$project/tests/package/in_debian.sh" "$project/tests/package/links.sh" "$root/debs"
chroot "$root" sh /debs/in_debian.sh
