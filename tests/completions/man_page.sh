#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mandoc has neither warning nor error for the man page $1, which the build makes of --help.
command -v mandoc >/dev/null || { echo "mandoc is not installed"; exit 77; }
exec mandoc -T lint -W warning "$1"
