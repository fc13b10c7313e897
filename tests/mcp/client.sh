#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# client.sh TT-REPLAY TRACES: installs the protocol's public client with npm into a scratch folder, and has it ask.
# Exit 77 (skipped) without node, npm or the network.
set -eu
tool=$1 traces=$2
here=$(cd "$(dirname "$0")" && pwd)
command -v node >/dev/null && command -v npm >/dev/null || { echo "skipped: there is no node or npm"; exit 77; }
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-mcp.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/root"
cp "$here/client.mjs" "$scratch"
(cd "$scratch" && npm install --silent --no-audit --no-fund @modelcontextprotocol/sdk@1 >log 2>&1) || { cat "$scratch/log"; echo "skipped: npm installs nothing"; exit 77; }
"$tool" replay "$traces/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" --set STACC_RELU_ApplyRelu=1 --record "$scratch/root/bad.ttcap" >"$scratch/log" || [ $? = 1 ]
(cd "$scratch" && node client.mjs "$tool" "$scratch/root")
