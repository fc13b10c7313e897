# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin that lets the low-level-kernel suite run on an emulated tile: run.sh says -p on_tile.

The suite's own tests, kernels and goldens are what is run; in other places than a card's machine it differs in this: the
device is tt_replay.device, each test gets a tile in its reset state, the compiler is Debian's (toolchain/g++), and
what is missing of its Python packages stands in `stand_ins`. Outcomes go to the file in LLK_OUTCOMES, a line of JSON each.
"""

import json
import os
import random
import re
import sys
from pathlib import Path

import numpy
import pytest
import stand_ins
import torch

import tt_replay
import tt_replay.device

HERE = Path(__file__).resolve().parent
SUITE = Path(os.environ["TT_LLK"])
CHIP = os.environ["CHIP_ARCH"]
EACH = os.environ.get("LLK_EACH", "2")
SEED = os.environ.get("LLK_SEED", "1")
OUTCOMES = Path(os.environ["LLK_OUTCOMES"])
PATIENCE = 120  # seconds, in the place of a card's two

sys.path.insert(0, str(SUITE / "tests" / "python_tests"))
os.environ.setdefault("LLK_HOME", str(SUITE))
tt_replay.device.install(CHIP)
stand_ins.put()

import helpers.device  # noqa: E402  after what it imports is there
import helpers.test_config  # noqa: E402


def longer(function):
    """The same with more time, where its last default is one."""
    function.__defaults__ = (*function.__defaults__[:-1], PATIENCE)


longer(helpers.device.commit_brisc_command)
longer(helpers.test_config.TestConfig.wait_for_tensix_operations_finished)


def set_paths(original):
    def setup_paths(sources):
        config = helpers.test_config.TestConfig
        config.DEFAULT_ARTEFACTS_PATH = Path(os.environ["LLK_ARTEFACTS"])
        original(sources)
        config.GXX = str(HERE / "toolchain" / "g++")
        config.HEADER_DIR = Path(os.environ["LLK_HEADERS"])
        for name, program in (("OBJDUMP", "objdump"), ("OBJCOPY", "objcopy"), ("ELF_SIZE", "size")):
            setattr(config, name, "riscv64-unknown-elf-" + program)

    return staticmethod(setup_paths)


def set_options(original):
    def setup_compilation_options(*arguments, **named):
        original(*arguments, **named)
        config = helpers.test_config.TestConfig
        chip = config.HEADER_DIR.parent
        config.INCLUDES += [f"-I{chip}", f"-I{chip / 'metal_sfpu'}"]

    return staticmethod(setup_compilation_options)


helpers.test_config.TestConfig.setup_compilation_options = set_options(
    helpers.test_config.TestConfig.setup_compilation_options)
helpers.test_config.TestConfig.setup_paths = set_paths(helpers.test_config.TestConfig.setup_paths)


def pytest_configure(config):
    for name, module in list(sys.modules.items()):
        if name.endswith("conftest") and hasattr(module, "check_hardware_headers"):
            module.check_hardware_headers = lambda: None  # LLK_HEADERS has them


pytest_configure.tryfirst = True


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Of each test so many variants: of as many equal parts of all one each, drawn by the seed."""
    by_test = {}
    for item in items:
        by_test.setdefault(item.nodeid.split("[")[0], []).append(item)
    done = {row.get("test") for row in map(json.loads, OUTCOMES.read_text(encoding="utf-8").splitlines())}
    write({"variants": {test: len(variants) for test, variants in by_test.items()}})
    chosen = []
    for test, variants in by_test.items():
        count = len(variants) if EACH == "all" else min(int(EACH), len(variants))
        draw = random.Random(f"{SEED} {test}")
        bounds = [i * len(variants) // count for i in range(count + 1)]
        chosen += [variants[draw.randrange(lo, hi)] for lo, hi in zip(bounds, bounds[1:])]
    items[:] = [item for item in chosen if item.nodeid not in done]


@pytest.fixture(autouse=True)
def same_operands(request):
    """The suite draws operands from whatever the generators hold: here by the seed and the variant's name."""
    seed = random.Random(f"{SEED} {request.node.nodeid}").getrandbits(32)
    random.seed(seed)
    numpy.random.seed(seed)
    torch.manual_seed(seed)


@pytest.fixture(autouse=True)
def fresh_tile():
    if os.environ.get("LLK_ONE_TILE"):
        return
    tt_replay.device.fresh_tile()
    config = helpers.test_config.TestConfig
    config.BRISC_ELF_LOADED = False
    config.LAST_LOADED_ELFS = Path()
    helpers.device.common_counter = 0


def write(row):
    with open(OUTCOMES, "a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def record(test, outcome, why, rounds=0, findings=(0, None)):
    write({"test": test, "outcome": outcome, "why": why, "rounds": rounds, "findings": findings})


def pytest_collectreport(report):
    """A file that cannot be imported here: what it lacks."""
    if report.failed:
        lines = [line for line in str(report.longrepr).splitlines() if line.strip()]
        record(report.nodeid, "not imported", lines[-1] if lines else "")


def reason(call):
    """Whose it is that a test did not pass, and why, in a line."""
    error = call.excinfo.value
    text = str(error)
    if isinstance(error, tt_replay.ReplayError):
        return "refused", text
    needed = re.search(r"error: (more than eight vector registers, [^\n]*|[^\n]*(?:sfpi|__builtin_rvtt)[^\n]*)", text)
    if needed:
        return "needs sfpi", needed.group(1)
    compiler = re.search(r"(?:fatal )?error: ([^\n]*)", text)
    if compiler:
        return "not compiled", compiler.group(1)
    lines = [line for line in text.splitlines() if line.strip()]
    return "failed", f"{type(error).__name__}: {lines[0][:200] if lines else ''}"


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    yield
    if call.when == "call" or (call.when == "setup" and call.excinfo):
        outcome, why = "passed", ""
        if call.excinfo and call.excinfo.errisinstance(pytest.skip.Exception):
            outcome, why = "skipped", str(call.excinfo.value)
        elif call.excinfo:
            outcome, why = reason(call)
        tile = tt_replay.device.check_context().devices[0].tile
        record(item.nodeid, outcome, why, tile.round, tile.findings())
