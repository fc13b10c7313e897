#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The man page as mandoc judges it: no warning and no error. Lines of its source may be longer than 80 columns.
command -v mandoc >/dev/null || { echo "mandoc is not installed"; exit 77; }
exec mandoc -T lint -W warning "$1"
