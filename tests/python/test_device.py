# SPDX-License-Identifier: Apache-2.0
"""The drop-in for the kernel suite's device: the functions that it imports, over programs of a few words."""

import importlib
import struct
import sys

import pytest

HERE = 0x0000006F  # a jump to itself
EBREAK = 0x00100073


@pytest.fixture
def suite(chip):
    """What the suite imports, of a fresh device."""
    for name in [name for name in sys.modules if name.split(".")[0] == "ttexalens"]:
        del sys.modules[name]
    import tt_replay.device

    tt_replay.device.install("wormhole" if chip == "wormhole_b0" else chip)
    yield importlib.import_module("ttexalens.tt_exalens_lib")
    tt_replay.device.cleanup_global_context()


def test_every_name_that_the_suite_imports(suite):
    from ttexalens import Verbosity, check_context, tt_exalens_init  # noqa: F401
    from ttexalens.context import Context
    from ttexalens.coordinate import OnChipCoordinate
    from ttexalens.debug_tensix import TensixDebug  # noqa: F401
    from ttexalens.hardware.risc_debug import CallstackEntry  # noqa: F401
    from ttexalens.tt_exalens_lib import ParsedElfFile, TTException, arc_msg  # noqa: F401

    Verbosity.set(Verbosity.ERROR)
    assert isinstance(tt_exalens_init.init_ttexalens(use_4B_mode=False), Context)
    assert OnChipCoordinate.create("0,0", device=check_context().devices[0]).to_str() == "0,0"
    assert arc_msg(device_id=0, msg_code=0xAA52, wait_for_done=True, args=[0, 0], timeout=None)[0] == 0
    with pytest.raises(ImportError):
        importlib.import_module("ttexalens.gdb")


def test_memory_both_ways(suite):
    suite.write_to_device("0,0", 0x21000, [1, 2, 3])
    suite.write_to_device("0,0", 0x21003, b"\x04\x05")
    assert suite.read_from_device("0,0", 0x21000, num_bytes=5) == bytes([1, 2, 3, 4, 5])
    suite.write_words_to_device("0,0", 0x100, [7, 0xFFFFFFFF])
    suite.write_words_to_device("0,0", 0x108, 9)
    assert suite.read_words_from_device("0,0", 0x100, word_count=3) == [7, 0xFFFFFFFF, 9]
    assert suite.read_word_from_device("0,0", 0x104) == 0xFFFFFFFF
    suite.write_words_to_device("0,0", 0xFFB12068, 0x800)  # beyond L1
    assert suite.read_from_device("0,0", 0xFFB12069, num_bytes=1) == b"\x08"
    with pytest.raises(suite.TTException, match="words alone"):
        suite.write_to_device("0,0", 0xFFB12068, b"abc")


def test_a_poll_lets_the_cores_run(suite):
    """lui x1, 0x20; addi x2, 255; sw x2, 0(x1): a mailbox, after a wait of many rounds."""
    from ttexalens import check_context

    device = check_context().devices[0]
    store = device.get_block(None).get_register_store()
    count_down = [0x000100B7, 0xFFF08093, 0xFE009EE3]  # x1 = 65536; x1 -= 1; bne x1, x0, -4
    program = [*count_down, 0x000200B7, 0x0FF00113, 0x0020A023, EBREAK]
    suite.write_to_device("0,0", 0, struct.pack(f"<{len(program)}I", *program))
    held = store.read_register("RISCV_DEBUG_REG_SOFT_RESET_0")
    assert held & 0x7800 == 0x7800
    store.write_register("RISCV_DEBUG_REG_SOFT_RESET_0", held & ~0x800)
    polls = 0
    while suite.read_word_from_device("0,0", 0x20000) != 0xFF:
        polls += 1
        assert polls < 50
    assert polls > 2
    assert device.get_block(None).get_risc_debug("BRISC").is_ebreak_hit()
    assert suite.callstack("0,0", [], risc_name="brisc")[0].pc == 4 * (len(program) - 1)


def test_instructions_are_injected(suite, chip):
    from ttexalens import check_context
    from ttexalens.coordinate import OnChipCoordinate
    from ttexalens.debug_tensix import TensixDebug

    debug = TensixDebug(OnChipCoordinate.create("0,0", device=check_context().devices[0]))
    words = debug.device.instructions
    operands = (3, 0, 0, 1, 0) if chip == "blackhole" else (3, 0, 0)
    for word in (words.TT_OP_ZEROACC(*operands), words.TT_OP_SFPENCC(3, 0, 0, 10), words.TT_OP_NOP(),
                 words.TT_OP_SFPCONFIG(0, 11, 1), words.TT_OP_SEMINIT(1, 0, 2)):
        debug.inject_instruction(word, 0)
    debug.device.poll()
    before = debug.device.tile.array("state").copy()
    debug.inject_instruction(words.TT_OP_SEMINIT(7, 5, 1 << 4), 0)
    debug.device.poll()
    changed = debug.device.tile.array("state") != before
    assert set(debug.device.tile.array("state")[changed]) >= {5, 7}
    with pytest.raises(AttributeError, match="TT_OP_MVMUL"):
        words.TT_OP_MVMUL(0)


def test_a_library_that_is_there_already_stays(suite, monkeypatch):
    import tt_replay.device

    monkeypatch.setitem(sys.modules, "ttexalens", type(sys)("ttexalens"))
    with pytest.raises(tt_replay.ReplayError, match="imported before"):
        tt_replay.device.install("blackhole")


@pytest.mark.parametrize("wrong,sentence", [
    (lambda lib: lib.load_elf("/nowhere", "0,0", "brisc9"), "no core is called 'brisc9'"),
    (lambda lib: lib.read_word_from_device("0,0", 0, 1), "no device 1"),
])
def test_what_is_wrong_is_said(suite, wrong, sentence):
    with pytest.raises(suite.TTException, match=sentence):
        wrong(suite)
