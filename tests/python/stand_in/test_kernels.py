# SPDX-License-Identifier: Apache-2.0
"""A suite as others have one: kernels, and what should come out of them. All of these fail. PLANTED: how many, and of which
seed on; TRUTH: a file that gets what was planted, for whoever judges the reports. The suite itself does not read it."""

import json
import os

import pytest

from planted import faults, wrong_places

COUNT, SEED = (int(number) for number in os.environ["PLANTED"].split(","))
FAULTS = list(faults(os.environ["KERNELS"], COUNT, SEED))


def pytest_generate_tests(metafunc):
    metafunc.parametrize("fault", FAULTS, ids=[f"{n}-{fault.kind}-{fault.kernel[:-6]}" for n, fault in enumerate(FAULTS)])


def test_kernel(fault, tt_case, request):
    with open(os.environ["TRUTH"], "a") as truth:
        print(json.dumps({"test": request.node.name, "kind": fault.kind, "first": fault.first, "last": fault.last, "at": fault.at,
                          "field": fault.field, "apart": wrong_places(fault)}), file=truth)
    tt_case.capture(fault.capture)
    tt_case.expect(fault.golden, at=fault.where)
    tt_case.check()
