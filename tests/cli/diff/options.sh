# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
says diff run.db --against other.db --waivers known.json
says diff run.db --limit few
