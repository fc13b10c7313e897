#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A clone of this project as it is now, changes that are not committed too, with nothing beside it: what a stranger has.
#
#     sh tests/copy.sh FOLDER
#
# Makes FOLDER. Exit 77 (skipped) where this is no checkout.
set -eu
folder=${1:?names the folder to make}
root=$(cd "$(dirname "$0")/.." && pwd)
# A checkout may be another user's, as in a container.
files() {
    git -c safe.directory='*' -C "$root" ls-files -z --cached --others --exclude-standard --deduplicate
}
git -c safe.directory='*' -C "$root" rev-parse --git-dir >/dev/null 2>&1 || { echo "skipped: $root is no checkout"; exit 77; }
mkdir "$folder"
# A file that was removed and is not committed is listed still.
files | (cd "$root" && xargs -0 sh -c 'for file; do [ ! -e "$file" ] || printf "%s\0" "$file"; done' sh) |
    tar -C "$root" --null -T - -cf - | tar -C "$folder" -xf -
git init -q "$folder"
git -C "$folder" add -A
