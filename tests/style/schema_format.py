# SPDX-License-Identifier: Apache-2.0
"""schema_format.py PROJECT: schemas/isa is written as the generator writes it, so that a change of a row is a change of a line."""
import pathlib
import sys

project = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(project / "schemas"))
sys.dont_write_bytecode = True
from generator.format import file_text

failed = [path for path in sorted(project.glob("schemas/isa/*.json")) if file_text(path.read_text()) != path.read_text()]
for path in failed:
    print(f"{path.relative_to(project)}: not as written by python3 schemas/generate.py --format schemas")
sys.exit(1 if failed else 0)
