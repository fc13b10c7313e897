# SPDX-License-Identifier: Apache-2.0
import os
from pathlib import Path

import pytest


@pytest.fixture(params=["blackhole", "wormhole_b0"])
def chip(request):
    return request.param


@pytest.fixture
def project():
    return Path(os.environ["TT_REPLAY_PROJECT"])


@pytest.fixture
def tool():
    return os.environ["TT_REPLAY"]
