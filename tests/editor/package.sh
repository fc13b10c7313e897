#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# package.sh WORK: the extension's folder is one that its packer takes (`vsce package`, from npm), and the package has its manifest.
# Exit 77: node, npm or its registry is not here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=${1:?names a folder to work in}
rm -rf "$work"
mkdir -p "$work/made"
cd "$work/made"
if ! npm install --no-audit --no-fund --silent --prefix "$work" @vscode/vsce@3.9.2 >"$work/npm.log" 2>&1; then
    echo "skipped: npm cannot fetch @vscode/vsce:"
    cat "$work/npm.log"
    exit 77
fi
cp "$here/../../docs/how-to/debug/vscode/"* .
"$work/node_modules/.bin/vsce" package --allow-missing-repository --skip-license -o "$work/made.vsix"
python3 -m zipfile -l "$work/made.vsix" | tee "$work/list"
grep -q '^extension/package.json ' "$work/list"
