# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
says audit run.db --rows :
says audit run.db --rows 5:x
says audit run.db --rows -5:6
says audit run.db --rows 9:5
says audit run.db --unit frontend
says audit run.db --unit matrix --packer 1
