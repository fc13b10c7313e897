-- SPDX-License-Identifier: Apache-2.0
-- The database of a batch: one row a capture, what became of it, and which failures are of one cause. The single source
-- of its tables and views; src/batch embeds it. docs/formats/batch.md explains it at length.

PRAGMA application_id = 1414812226; -- "TTRB"
PRAGMA user_version = 3;

CREATE TABLE seal( -- first of all, so that its row ends the file's second page
    sha256 TEXT NOT NULL -- of all bytes of the file, these 64 digits taken as zeros
);

CREATE TABLE batch( -- one row: how all of it was done
    id INTEGER PRIMARY KEY CHECK(id = 1),
    tool_version TEXT NOT NULL,
    "order" TEXT NOT NULL,          -- executed, program or firmware
    units TEXT,                     -- comma separated; null: all there are
    variants TEXT NOT NULL,         -- KEY=CHOICE, comma separated; empty: as the device
    sets TEXT NOT NULL,             -- FIELD=V, comma separated; empty: as the programs wrote it
    max_steps INTEGER NOT NULL,     -- 0: as many as usual
    causes INTEGER NOT NULL,        -- replays at most that looked for the cause of a failure; 0: none did
    checkpoint_word INTEGER,        -- null: as each capture has it
    waivers TEXT,                   -- hash of the waivers' content; null: none
    waivers_day TEXT,               -- the day by which they expire
    captures INTEGER NOT NULL,
    same INTEGER NOT NULL,
    differs INTEGER NOT NULL,
    trouble INTEGER NOT NULL,
    no_verdict INTEGER NOT NULL,
    missing INTEGER NOT NULL,       -- captures without a result (farm merge --partial)
    copies INTEGER NOT NULL,        -- captures that are another one again
    reference TEXT,                 -- --expect FILE --at PLACE ...; null: held against what the device held
    assumes TEXT NOT NULL,          -- SPACE=reset or SPACE=zero, comma separated, as it was asked; empty: nothing
    evidence TEXT,                  -- the level that --evidence asked for; null: none
    mask TEXT                       -- hash of the mask's content; null: none was named
);

CREATE TABLE cause( -- failures that are alike: the largest group of a verdict first
    id INTEGER PRIMARY KEY,
    verdict TEXT NOT NULL,
    cause TEXT NOT NULL,            -- what explains all that differs; where nothing does, what differs first, without the
                                    -- numbers that are others in each capture
    captures INTEGER NOT NULL,
    quickest INTEGER NOT NULL       -- capture.id of the one with the fewest events
);

CREATE TABLE capture( -- by name
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,      -- below the folder of the batch
    kind TEXT NOT NULL,             -- capture or bundle
    bytes INTEGER NOT NULL,
    hash TEXT NOT NULL,             -- SHA-256 of the content
    copy_of INTEGER,                -- capture.id of the first of the same content; null: this is the first
    chip TEXT,                      -- null: could not be read
    title TEXT,                     -- its own name for itself
    verdict TEXT,                   -- same, differs, trouble or no verdict; null: no result
    reason TEXT,                    -- of trouble, of no verdict, of a replay that came to no end; of the same, that it is cut
    cause INTEGER,                  -- cause.id; null: the same, or no result
    events INTEGER, executed INTEGER, skipped INTEGER, unsupported INTEGER, findings INTEGER, hazards INTEGER,
    checkpoints INTEGER, known_bytes INTEGER, differing_bytes INTEGER,
    tainted_bytes INTEGER,          -- rest on unknown state: undecided
    differences INTEGER,            -- datums, shared exponents, registers, ...; without what is waived
    waived INTEGER
);
CREATE TABLE explanation( -- every cause that explains all of a failure
    capture INTEGER NOT NULL,
    nth INTEGER NOT NULL,           -- from 1: the most plausible first
    cause TEXT NOT NULL
);
CREATE TABLE tag(capture INTEGER NOT NULL, tag TEXT NOT NULL);
CREATE TABLE finding( -- by kind
    capture INTEGER NOT NULL, code TEXT NOT NULL, class TEXT NOT NULL, times INTEGER NOT NULL,
    first_event INTEGER NOT NULL, is_waived INTEGER NOT NULL
);
CREATE TABLE unsupported( -- instructions that nothing in the tool executes
    capture INTEGER NOT NULL, name TEXT NOT NULL, times INTEGER NOT NULL
);
CREATE TABLE difference( -- the first of each capture that differs
    capture INTEGER PRIMARY KEY,
    checkpoint TEXT, space TEXT NOT NULL,
    address TEXT NOT NULL,          -- as tt-replay why takes it
    what TEXT NOT NULL,             -- datum, shared exponent, register, ...
    place TEXT,                     -- which datum of its data tile; which fields
    unit TEXT, instruction TEXT, mnemonic TEXT,
    stage TEXT,                     -- the last that changed the datum
    format TEXT, held_bits TEXT, held TEXT, replayed_bits TEXT, replayed TEXT,
    event INTEGER, instance INTEGER, thread INTEGER -- of who wrote it; null: nobody, or not of a thread
);

CREATE INDEX capture_by_cause ON capture(cause);
CREATE INDEX explanation_by_capture ON explanation(capture);
CREATE INDEX tag_by_capture ON tag(capture);
CREATE INDEX finding_by_capture ON finding(capture);

CREATE VIEW v_capture AS -- what most questions are about
SELECT c.name, c.chip, c.verdict, coalesce(k.cause, '') AS cause, d.unit, d.stage, d.mnemonic, d.event, d.address,
    d.held, d.replayed, c.reason, c.events, c.known_bytes, c.differing_bytes, c.differences,
    (SELECT group_concat(t.tag, ',') FROM tag t WHERE t.capture = c.id) AS tags
FROM capture c LEFT JOIN cause k ON k.id = c.cause LEFT JOIN difference d ON d.capture = c.id;

CREATE VIEW v_cause AS -- the groups, and where to look first
SELECT k.verdict, k.captures, k.cause, c.name AS quickest, c.events FROM cause k JOIN capture c ON c.id = k.quickest;

CREATE VIEW v_tag AS -- how each tag fares
SELECT t.tag, count(*) AS captures, sum(c.verdict = 'same') AS same, sum(c.verdict = 'differs') AS differs,
    sum(c.verdict = 'trouble') AS trouble, sum(c.verdict = 'no verdict') AS no_verdict
FROM tag t JOIN capture c ON c.id = t.capture GROUP BY t.tag;

CREATE VIEW v_finding AS -- which findings, in how many captures
SELECT code, class, count(*) AS captures, sum(times) AS times, sum(is_waived) AS waived_in
FROM finding GROUP BY code, class ORDER BY captures DESC, code;
