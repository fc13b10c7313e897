# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest: a test that fails leaves a capture, and its report says what was wrong.

    def test_kernel(tt_case):
        tile = tt_case.watch(tt_replay.Tile("blackhole"))     # or the tile of tt_replay.device, watched by itself
        ...                                                   # load, run, read
        tt_case.expect(golden, at="l1:0x60000", format="bfp8")
        assert np.array_equal(result, golden)

Options: --tt-replay-all (tests without the fixture, too), --tt-replay-keep (captures of tests that pass, too), --tt-replay-dir (where captures, databases and pages go), --tt-replay-budget (replays that bisect may make).
docs/how-to/pytest.md
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import sys
from pathlib import Path
from typing import Any, Dict, Generator, List, Optional, Tuple, Union

import pytest
from numpy.typing import ArrayLike

from tt_replay import _library as lib
from tt_replay import formats
from tt_replay._untrusted import visible
from tt_replay.answers import Bisect
from tt_replay.capture import Capture
from tt_replay.expected import Moment, Reference, references
from tt_replay.probe import write_file
from tt_replay.recording import Recording, begin
from tt_replay.results import Run
from tt_replay.runs import replay
from tt_replay.runs import bisect as run_bisect
from tt_replay.tile import Tile

_KEY = pytest.StashKey["Case"]()
_CAUSES = 3  # that are said where several explain all
_BUDGET = 20000  # a word that is lost may stand in thousands of places


class Case:
    """What a test runs and what should come of it. The fixture `tt_case` gives one."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.order: Optional[str] = None
        self._capture: Union[None, str, "os.PathLike[str]", Capture] = None
        self._recording: Optional[Recording] = None
        self._expect: List[Reference] = []

    def watch(self, tile: Tile) -> Tile:
        """From its first core's start on this tile is what the test runs."""
        self._recording = begin(tile, self.name, self._recording)
        return tile

    def capture(self, capture: Union[str, "os.PathLike[str]", Capture], order: Optional[str] = None) -> None:
        """What the test runs, as a capture: one in memory, or a file."""
        self._capture, self.order = capture, order

    def expect(self, values: ArrayLike, at: Optional[str] = None, format: Optional[formats.FormatLike] = None,
               layout: str = "faces", ulp: int = 0, exponents: Optional[int] = None, after: Moment = None,
               stage: Optional[str] = None, insn: Union[None, int, str] = None, rtol: float = 0, atol: float = 0) -> None:
        """What should stand there behind event `after`, or in the end, or come of a stage (docs/how-to/expect.md); may be said
        again. Without, what the capture holds is asked for."""
        self._expect.append(Reference(values, at, format, layout, ulp, exponents, after, stage, insn, rtol, atol))

    def run(self, **options: Any) -> Run:
        """A replay of the capture, to look at in the test."""
        return replay(self.taken(), order=options.pop("order", self.order), **options)

    def check(self, limit: int = 20) -> None:
        """Fails unless a replay comes to what is expected."""
        run = self.run()
        if self._expect:
            found = run.diff(self._expect, limit=limit)
            assert found.verdict == "same", repr(found)
        else:
            assert run.verdict.name == "same", repr(run.diff(limit=limit))

    def taken(self) -> Capture:
        """The capture: that of the tile ends now."""
        if self._capture is None and self._recording is not None and self._recording.has_begun:
            self._capture = self._recording.end()
            self.order = self.order or "firmware"
        if self._capture is None:
            raise lib.ReplayError(f"{self.name}: neither was a capture handed in, nor did a core of a watched tile start")
        if not isinstance(self._capture, Capture):
            self._capture = Capture.open(self._capture)
        return self._capture

    @property
    def has_capture(self) -> bool:
        return self._capture is not None or (self._recording is not None and self._recording.has_begun)

    def search(self, budget: int) -> Bisect:
        return run_bisect(self.taken(), order=self.order, budget=budget, expect=self._expect or None)

    def reference(self) -> Optional[Reference]:
        if not self._expect:
            return None
        return references(self._expect, None, None, "faces", 0, None, None, None, None, 0, 0)


def _stage(found: Optional[Dict[str, Any]]) -> Optional[str]:
    at = found and (found.get("instruction") or found.get("writer"))
    return f"{at['unit']} {found['stage'] or 'write'}" if found and at else None


def _stem(node: str) -> str:
    """Test, file and the hash of the whole id: what a name of a file cannot hold keeps no two tests apart."""
    file, _, test = node.partition("::")
    readable = (re.sub(r"[^\w.+-]+", "_", part, flags=re.ASCII).strip("_.") for part in (test[:100], Path(file).stem[:60]))
    return "-".join([*readable, hashlib.sha256(node.encode("utf-8", "surrogateescape")).hexdigest()[:12]])


def _leave(case: Case, node: str, folder: Path) -> Path:
    """The capture of what the test ran, as a file."""
    path = folder.resolve() / f"{_stem(node)}.ttcap"
    path.parent.mkdir(parents=True, exist_ok=True)
    case.taken().save(path, replace=True)
    return path


class Findings:
    """What a failed test left, and what of it stands in reports."""

    def __init__(self, case: Case, node: str, file: Path, folder: Path, budget: int) -> None:
        self.capture = _leave(case, node, folder)
        stem = self.capture.with_suffix("")
        self.database, self.page = (Path(f"{stem}.{end}") for end in ("db", "html"))
        reference = case.reference()
        words = ["tt-replay", "explain", str(self.capture), *(["--order", case.order] if case.order else [])]
        self.explain = shlex.join(words + (reference.save(Path(f"{stem}.csv")) if reference else []))
        replay(self.capture, self.database, order=case.order, replace=True).page(self.page, reference, replace=True)
        left = {"node": node, "file": str(file.resolve()), "order": case.order, "expects": reference is not None}
        write_file(Path(f"{stem}.test"), json.dumps(left).encode())  # the last: then all is there
        self.bisect = case.search(budget)

    @property
    def place(self) -> Tuple[Optional[str], Optional[int]]:
        """File and line of source of the first wrong instruction."""
        for one in ((self.bisect.get("goes_apart") or {}).get("instruction"), (self.bisect.first or {}).get("writer")):
            frames = ((one or {}).get("source") or {}).get("frames") or []
            if frames and frames[0]["file"]:
                return frames[0]["file"], frames[0]["line"]
        return None, None

    @property
    def instruction(self) -> Optional[str]:
        """The first wrong instruction, by its event: a word that is no good where that is the cause, else the first whose
        values go otherwise."""
        for explanation in self.bisect.explanations:
            if any("fault" in change or "field" in change for change in explanation["changes"]):
                return str(explanation["text"])
        apart = (self.bisect.get("goes_apart") or {}).get("instruction") or (self.bisect.first or {}).get("writer")
        return f"event {apart['event']}: {apart.get('instruction', apart['unit'])}" if apart else None

    @property
    def stage(self) -> Optional[str]:
        """Where values first go otherwise: a unit's stage, or what it writes. Where several causes do, in their order."""
        stages = [_stage(one.get("goes_apart") or self.bisect.first) for one in self.bisect.explanations[:_CAUSES]]
        stages = stages or [_stage(self.bisect.get("goes_apart") or self.bisect.first)]
        if not any(stages):
            return "not carried out" if self.bisect.verdict in ("hung", "unsupported") else None
        return str(stages[0]) if len(set(stages)) == 1 else "; or ".join(map(str, stages))

    def cause(self) -> str:
        if self.bisect.verdict == "same":
            return "none: a replay comes to the same; tt_case.expect() says what should stand there"
        return "; or ".join(self.bisect.changes()[:_CAUSES]) or str(self.bisect.cause or self.bisect.verdict)

    def properties(self) -> List[Tuple[str, str]]:
        file, line = self.place
        pairs = [("verdict", self.bisect.verdict), ("cause", self.cause()), ("instruction", self.instruction),
                 ("stage", self.stage), ("source", f"{file}:{line}" if file else None), ("capture", self.capture),
                 ("database", self.database), ("page", self.page), ("explain", self.explain)]
        return [(f"tt-replay.{name}", str(value)) for name, value in pairs if value is not None]

    def text(self) -> str:
        lines = [visible(f"{name[10:]:<12} {value}") for name, value in self.properties()]
        return "\n".join([*lines, "", repr(self.bisect)])


def annotation(findings: Findings, item: pytest.Item) -> str:
    """A line that a workflow of GitHub shows beside the code."""
    file, line = findings.place
    if file is None:
        file, number, _ = item.location
        line = (number or 0) + 1
    message = f"{findings.cause()} (first wrong: {findings.instruction}, {findings.stage}; {findings.capture})"
    return f"::error file={_escaped(file, True)},line={line},title={_escaped(item.nodeid, True)}::{_escaped(message)}"


def _escaped(text: str, is_property: bool = False) -> str:
    for char, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), *(((":", "%3A"), (",", "%2C")) if is_property else ())):
        text = text.replace(char, code)
    return visible(text)


# ---- what pytest calls ----


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tt-replay")
    group.addoption("--tt-replay-dir", default="tt-replay-failures", metavar="DIR",
                    help="where tests that fail leave captures, databases and pages (default: %(default)s)")
    group.addoption("--tt-replay-all", action="store_true",
                    help="watch every test that runs on tt_replay.device, also those without the fixture")
    group.addoption("--tt-replay-keep", action="store_true", help="leave captures of tests that pass, too")
    group.addoption("--tt-replay-budget", type=int, default=_BUDGET, metavar="N",
                    help="replays that the search for a cause may make (default: %(default)s)")


@pytest.fixture
def tt_case(request: pytest.FixtureRequest) -> Generator[Case, None, None]:
    """What the test runs and expects; where it fails, a capture and its cause come of it."""
    case = Case(request.node.name)
    device: Any = sys.modules.get("tt_replay.device")
    if device is not None:
        device.watch(case.watch)
    request.node.stash[_KEY] = case
    yield case
    if device is not None:
        device.watch(None)


@pytest.fixture(autouse=True)
def _tt_replay_each(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--tt-replay-all"):
        request.getfixturevalue("tt_case")


@pytest.hookimpl(hookwrapper=True)  # type: ignore[misc]
def pytest_runtest_makereport(item: pytest.Item, call: "pytest.CallInfo[None]") -> Generator[None, Any, None]:
    outcome = yield
    report = outcome.get_result()
    case, folder = item.stash.get(_KEY, None), Path(item.config.getoption("--tt-replay-dir"))
    is_kept = report.passed and item.config.getoption("--tt-replay-keep")
    if case is None or report.when != "call" or not (report.failed or is_kept) or not case.has_capture:
        return
    try:
        if is_kept:
            item.user_properties.append(("tt-replay.capture", str(_leave(case, item.nodeid, folder))))
            return
        findings = Findings(case, item.nodeid, item.path, folder, item.config.getoption("--tt-replay-budget"))
    except (lib.ReplayError, OSError) as trouble:
        report.sections.append(("tt-replay", f"no capture was left: {trouble}" if is_kept else f"no cause was looked for: {trouble}"))
        return
    report.sections.append(("tt-replay", findings.text()))
    item.user_properties.extend(findings.properties())  # which the report of the teardown has, that JUnit is made of
    report.user_properties.extend(findings.properties())
    if os.environ.get("GITHUB_ACTIONS") == "true":
        report.tt_replay_annotation = annotation(findings, item)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for report in terminalreporter.getreports("failed"):
        line = getattr(report, "tt_replay_annotation", None)
        if line:
            terminalreporter.write_line(line)
