# SPDX-License-Identifier: Apache-2.0
"""All schemas, read in the order in which they need one another."""
import json
import pathlib

from generator.debugger import read_debugger
from generator.facts import read_facts
from generator.handlers import check_handlers
from generator.isa import read_isa
from generator.lists import read_chips, read_findings, read_units, read_variants
from generator.mmio import read_mmio, read_mmio_registers
from generator.registers import check_meanings, read_meanings, read_registers
from generator.riscv import read_riscv
from generator.rows import Place, Refusal
from generator.settings import read_settings
from generator.state import read_effects, read_state


class Tables:
    """What the writers go by; `folder` is that of the schemas."""
    place = Place

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.units = read_units(self.load)
        self.chips = read_chips(self.load)
        self.meanings, self.parts = read_meanings(self.load, self)
        self.state = read_state(self.load)
        self.effects = read_effects(self.load, self.units, self.state)
        self.facts = read_facts(self.load)
        self.finding_classes, self.findings = read_findings(self.load, self.facts)
        self.isa = [read_isa(self.load, self, chip) for chip in self.chips]
        self.by_name = [{insn.name: insn for insn in insns} for insns in self.isa]
        self.regs = [read_registers(self.load, self, chip) for chip in self.chips]
        check_meanings(self)
        self.windows = read_mmio(self.load, self)
        self.mmio_acts, self.mmio_registers, self.mmio_cells = read_mmio_registers(self.load, self)
        self.variants = read_variants(self.load, self.facts)
        self.settings, self.readings = read_settings(self.load, self)
        self.riscv = read_riscv(self.load, self)
        self.debugger = read_debugger(self.load, self)
        check_handlers(self)

    def text(self, name):
        return (self.folder / name).read_text()

    def load(self, name):
        """A file as JSON, and the place that refusals name it by."""
        place = Place(name)
        try:
            root = json.loads(self.text(name))
        except OSError as error:
            raise Refusal(f"{error.filename}: {error.strerror}") from None
        except ValueError as error:
            raise Refusal(f"schemas/{name}: line {getattr(error, 'lineno', 1)}: not JSON") from None
        if not isinstance(root, dict):
            place.refuse("must be an object")
        return root, place
