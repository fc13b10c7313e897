#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# links.sh FOLDER: every page in it links to files that are there.
set -u
failed=0
for page in $(find "$1" -name '*.md'); do
    for target in $(grep -o ']([^)#: ]*' "$page" | cut -c3- | grep -v '^http'); do
        [ -e "$(dirname "$page")/$target" ] || { echo "$page: $target is not there"; failed=1; }
    done
done
exit $failed
