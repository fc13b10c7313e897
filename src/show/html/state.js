/* SPDX-License-Identifier: Apache-2.0 */
/* What the tile held before any event: key frames and what changed behind them, as html_states.c writes them. */
'use strict';

/* Which event, what of the tile, and the cell that is chosen in a picture of it. */
const past = { seq: null, wanted: null, part: 'counters', block: 0, cell: 0, hasZeros: false, state: null };
const CHANGES_LISTED = 60;

const PARTS = [['counters', 'counters and flags'], ['gpr', 'scalar registers'], ['cfg', 'configuration'], ['thread_cfg', 'configuration of threads'],
  ['dst', 'Dst'], ['srca', 'SrcA'], ['srcb', 'SrcB'], ['lreg', 'LRegs']];

/* ---- states ---- */

const openChunks = new Map();
const OPEN_CHUNKS_MAX = 4;

function chunkBytes(index) {
  if (!openChunks.has(index)) openChunks.set(index, inflate(data.states.chunks[index].data));
  if (openChunks.size > OPEN_CHUNKS_MAX) openChunks.delete(openChunks.keys().next().value);
  return openChunks.get(index);
}

function readFrame(reader) {
  return data.states.spaces.map(({ count: total, width }) => {
    const image = { values: reader.planes(total, width), unknown: new Uint8Array(total) };
    unpackRuns(reader, (from, length) => image.unknown.fill(1, from, from + length));
    return image;
  });
}

/* One run of elements that an event changed; each(space, element, value), value null: unknown from then on. */
function readRun(reader, at, each) {
  const what = reader.number();
  const space = what >> 1;
  const { width } = data.states.spaces[space];
  const from = (at.space === space ? at.last : 0) + reader.number();
  const length = reader.number();
  for (let i = 0; i < length; i++) each(space, from + i, what % 2 ? null : reader.planes(1, width)[0]);
  Object.assign(at, { space, last: from + length });
}

/* {images: by number of the space, changes: what event seq does, [space, element, before, after], null: unknown}. */
async function stateBefore(seq) {
  const { chunks } = data.states;
  const index = Math.max(0, chunks.findLastIndex((chunk) => chunk.from <= seq));
  const reader = new ByteReader(await chunkBytes(index));
  const images = readFrame(reader);
  const changes = [];
  for (let at = chunks[index].from; reader.at < reader.bytes.length;) {
    at += reader.number();
    if (at > seq + 1) break;
    const position = { space: -1, last: 0 };
    for (let left = reader.number(); left > 0; left--) {
      readRun(reader, position, (space, element, value) => {
        const { values, unknown } = images[space];
        if (at > seq) {
          changes.push([space, element, unknown[element] ? null : values[element], value]);
          return;
        }
        values[element] = value ?? values[element];
        unknown[element] = value === null ? 1 : 0;
      });
    }
  }
  return { images, changes };
}

/* ---- names ---- */

const stateNames = { paths: null, fields: null };

async function openNames() {
  if (stateNames.paths) return;
  const lines = async (text) => new TextDecoder().decode(await inflate(text)).trimEnd().split('\n');
  const [paths, fields] = await Promise.all([lines(data.states.paths), lines(data.states.fields)]);
  stateNames.fields = fields.map((line) => {
    const [isThread, word, shift, bits, name] = line.split(' ');
    return { isThread: isThread === '1', word: Number(word), shift: Number(shift), bits: Number(bits), name };
  });
  stateNames.paths = paths;
}

function spaceNumber(name) {
  return data.states.spaces.findIndex((one) => one.space === name);
}

/* A place as it is named on the command line, and the fields of a word of the configuration that differ. */
function changeRows([space, element, before, after]) {
  const { space: name } = data.states.spaces[space];
  const text = (value) => (value === null ? 'unknown' : hex(value));
  if (name !== 'cfg' && name !== 'thread_cfg') return [[placeName(name, element), text(before), text(after)]];
  const words = name === 'cfg' ? data.states.cfg_words : data.states.thread_words;
  const fields = fieldsOf(name).filter((field) => field.word === element % words);
  const part = (value, field) => (value === null ? null : bitsAt(value, field.shift, field.bits));
  const rows = fields.filter((field) => part(before, field) !== part(after, field) || before === null)
    .map((field) => [`cfg:${Math.floor(element / words)}:${field.name}`, text(part(before, field)), text(part(after, field))]);
  return rows.length ? rows : [[`${name} ${Math.floor(element / words)}, word ${element % words}`, text(before), text(after)]];
}

function placeName(space, element) {
  if (space === 'state') return `state:${stateNames.paths[element]}`;
  if (space === 'gpr') return `gpr:${Math.floor(element / 64)}.${element % 64}`;
  return space === 'dst_valid' ? `flags of row ${element} of Dst` : nameOfCell(space, element);
}

function fieldsOf(space) {
  return stateNames.fields.filter((field) => field.isThread === (space === 'thread_cfg'));
}

/* ---- tables ---- */

/* A value, and beside it what the event makes of it. */
function stateCell(space, element, shift = 0, bits = 32) {
  const image = past.state.images[space];
  const number = (value) => (value < 2 ** 16 ? String(value) : hex(value));
  const part = (value) => (value === null ? 'unknown' : number(bitsAt(value, shift, bits)));
  const change = past.state.changes.find(([of, nth]) => of === space && nth === element);
  const text = image.unknown[element] ? 'unknown' : part(image.values[element]);
  const after = change ? part(change[3]) : text;
  return { text, isChanged: text !== after, isZero: text === '0' && after === '0', cell: text === after ? text : [text, ' → ', h('strong', {}, after)], class: text === after ? '' : 'here' };
}

/* The small state: a row for all that stands under one name, "rwc.0": srca, srcb, dst, … What each is:
 * docs/formats/bundle.md. */
function counterTables() {
  const space = spaceNumber('state');
  const groups = new Map();
  stateNames.paths.forEach((path, element) => {
    const end = path.lastIndexOf('.');
    const [row, column] = end < 0 ? [path, 'value'] : [path.slice(0, end), path.slice(end + 1)];
    const kind = path.split('.')[0];
    if (!groups.has(kind)) groups.set(kind, { rows: new Map(), columns: new Set() });
    const group = groups.get(kind);
    group.columns.add(column);
    if (!group.rows.has(row)) group.rows.set(row, new Map());
    group.rows.get(row).set(column, stateCell(space, element));
  });
  const isShown = (cells) => past.hasZeros || [...cells.values()].some((one) => !one.isZero);
  const tables = [...groups].map(([kind, { rows, columns }]) => {
    const used = [...rows].filter(([, cells]) => isShown(cells));
    return used.length ? table(['', ...columns], used.map(([row, cells]) => [h('code', {}, row), ...[...columns].map((column) => cells.get(column) ?? '')]), { caption: kind, class: 'numbers' }) : null;
  });
  return tables.some((one) => one) ? tables : h('p', {}, 'All of it is zero.');
}

function registerTable() {
  const space = spaceNumber('gpr');
  const rows = Array.from({ length: 64 }, (_, i) => [0, 1, 2].map((thread) => stateCell(space, thread * 64 + i)))
    .map((cells, i) => [String(i), ...cells]).filter(([, ...cells]) => past.hasZeros || cells.some((one) => !one.isZero));
  return rows.length ? table(['Register', 'T0', 'T1', 'T2'], rows, { caption: 'Scalar registers by thread', class: 'numbers' }) : h('p', {}, 'All of them are zero.');
}

function fieldTable(name) {
  const space = spaceNumber(name);
  const isThread = name === 'thread_cfg';
  const { cfg_words: cfgWords, thread_words: threadWords, cfg_global_base: global } = data.states;
  const rows = fieldsOf(name).map((field) => [h('code', {}, field.name), ...(isThread ? [0, 1, 2] : [0, 1]).map((copy) =>
    (!isThread && copy && field.word >= global ? { cell: 'the same', isZero: true, class: 'dim' } : stateCell(space, copy * (isThread ? threadWords : cfgWords) + field.word, field.shift, field.bits)))])
    .filter(([, ...cells]) => past.hasZeros || cells.some((one) => !one.isZero));
  return rows.length ? table(['Field', ...(isThread ? ['T0', 'T1', 'T2'] : ['State 0', 'State 1'])], rows, { caption: isThread ? 'Configuration of each thread' : 'Configuration, both states', class: 'numbers' }) : h('p', {}, 'All fields are zero.');
}

/* ---- pictures ---- */

function pastBlockCount(name) {
  return data.states.spaces[spaceNumber(name)].count / blockCells(name) / (isPair(name, spot.format[name]) ? 2 : 1);
}

function pastElement(nth) {
  const number = spaceNumber(past.part);
  const { values, unknown } = past.state.images[number];
  return elementAt(nth, { space: past.part, cells: { values, unknown, held: new Map(), writers: [] } });
}

function pastSentence(nth) {
  const one = pastElement(nth);
  const name = nameOfCell(past.part, one.cell);
  const change = past.state.changes.find(([space, element]) => space === spaceNumber(past.part) && element === one.cell);
  const then = change ? `; the cell becomes ${change[3] === null ? 'unknown' : hex(change[3])}` : '';
  return one.isUnknown ? `${name}: unknown${then}` : `${name}: ${bitsText(one.format, one.bits)} = ${valueText(one.format, one.bits)}; the cell holds ${hex(one.raw)}${then}`;
}

function pastKeys(event) {
  const layout = blockLayout(past.part);
  const { row, column } = layout.at(past.cell);
  const step = { ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], Home: [row, 0], End: [row, layout.columns - 1] }[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const [r, c] = step;
  if (r < 0 || c < 0 || r >= layout.rows || c >= layout.columns) return;
  past.cell = layout.datum(r, c);
  drawState();
}

function pastPicture() {
  const name = past.part;
  const layout = blockLayout(name);
  const total = blockCells(name);
  const elements = Array.from({ length: total }, (_, i) => pastElement(past.block * total + i));
  const { classes, scale } = exponentColours(elements.map((one) => (one.isUnknown ? null : one)));
  const changed = new Set(past.state.changes.filter(([space]) => space === spaceNumber(name)).map(([, element]) => elementOf(name, spot.format[name], element)));
  elements.forEach((_, i) => { if (changed.has(past.block * total + i)) classes[i] = 'd4'; });
  const under = (event) => {
    const cell = cellUnder(event, byId('state-picture'), layout);
    return cell ? layout.datum(...cell) : null;
  };
  const describe = (nth) => put(byId('state-says'), pastSentence(past.block * total + (nth ?? past.cell)));
  return [h('div', {
    id: 'state-map', class: 'map', tabindex: 0, role: 'application', 'aria-roledescription': 'heat map', 'aria-describedby': 'state-says',
    'aria-label': `${SPACES[name].title}, ${blockName(name, past.block)}, before ${SEQ} ${past.seq}. Arrow keys move.`, onkeydown: pastKeys,
    onmousemove: (event) => describe(under(event)), onmouseleave: () => describe(null),
    onclick: (event) => { past.cell = under(event) ?? past.cell; drawState(); },
  }, gridPicture(layout, classes, { id: 'state-picture' }, choiceMark(layout, past.cell))),
  h('p', { id: 'state-says', class: 'says' }, pastSentence(past.block * total + past.cell)), exponentLegend(scale, swatch('d4', `changed by this ${SEQ}`))];
}

/* ---- the part of the page ---- */

function stateControls() {
  const again = (change) => (value) => { change(value); drawState(); };
  const isMap = past.part in SPACES;
  return h('div', { class: 'controls' },
    h('button', { type: 'button', id: 'state-back', disabled: past.seq <= data.states.first, onclick: () => stepState(-1) }, 'Back'),
    h('button', { type: 'button', id: 'state-on', disabled: past.seq >= data.states.past, onclick: () => stepState(1) }, 'On'),
    h('label', {}, `Before ${SEQ} `, h('input', { type: 'number', id: 'state-number', min: data.states.first, max: data.states.past, value: past.seq, onchange: (event) => goToState(Number(event.target.value)) })),
    choice('Show', PARTS, past.part, again((value) => Object.assign(past, { part: value, block: 0, cell: 0 }))),
    isMap && pastBlockCount(past.part) > 1 ? choice('Part', Array.from({ length: pastBlockCount(past.part) }, (_, i) => [String(i), blockName(past.part, i)]), String(past.block), again((value) => { past.block = Number(value); })) : null,
    isMap ? choice('Read as', SPACES[past.part].formats.map((name) => [name, name === 'TF32_19' ? 'TF32' : name]), spot.format[past.part], again((value) => {
      spot.format[past.part] = value;
      past.block = Math.min(past.block, pastBlockCount(past.part) - 1);
    })) : h('label', {}, h('input', { type: 'checkbox', checked: past.hasZeros, onchange: again((_) => { past.hasZeros = !past.hasZeros; }) }), ' zeros too'));
}

function changeList() {
  const { changes } = past.state;
  const rows = changes.slice(0, CHANGES_LISTED).flatMap(changeRows).map(([place, before, after]) => [h('code', {}, place), h('code', {}, before), h('code', {}, after)]);
  return h('details', { id: 'state-changes', open: rows.length > 0 && rows.length <= 8 },
    h('summary', {}, changes.length ? `This ${SEQ} changes ${plural(changes.length, 'place', 'places')}` : `This ${SEQ} changes nothing outside of L1`),
    rows.length ? table(['Place', 'Before', 'After'], rows, { caption: rows.length < changes.length ? `The first ${count(CHANGES_LISTED)} of ${count(changes.length)}` : 'What changes' }) : null);
}

/* The instruction that comes next. */
function nextWords() {
  const { run } = span;
  if (past.seq >= data.states.past) return 'Here the run ends.';
  const index = run ? insnAt(run, past.seq) : 0;
  if (!run || run.seqs[index] !== past.seq) return [`Next is ${SEQ} ${count(past.seq)}, no instruction of those in the page.`];
  return [`Next is ${SEQ} `, eventLink(past.seq), `: T${run.threads[index]}, ${data.units[run.units[index]]}, `, h('code', {}, insnText(index)), sourceOf(run, index) ? [' at ', h('code', {}, sourceOf(run, index))] : ''];
}

function drawState() {
  const focus = document.activeElement?.id;
  const bodies = { counters: counterTables, gpr: registerTable, cfg: () => fieldTable('cfg'), thread_cfg: () => fieldTable('thread_cfg') };
  const draw = bodies[past.part] ?? pastPicture;
  put(byId('state-body'), stateLimits(), stateControls(), h('p', { id: 'state-next' }, nextWords()), changeList(), h('div', { id: 'state-view' }, draw()));
  if (/^state-/.test(focus)) byId(focus)?.focus({ preventScroll: true });
}

function stateLimits() {
  const { first, past: end, is_cut_before: isCutBefore, is_cut_behind: isCutBehind } = data.states;
  return isCutBefore || isCutBehind ? h('p', { class: 'note' }, `The states before ${SEQ}s ${count(first)} to ${count(end)} are in the page; those of others: `, h('code', {}, 'tt-replay dump CAPTURE --at event:N'), ', or ', h('code', {}, 'tt-replay debug'), '.') : null;
}

/* Which is asked for last is shown, in whatever order they are unpacked. */
async function lookAtState(seq) {
  if (!data.states.chunks) return;
  const wanted = Math.max(data.states.first, Math.min(data.states.past, seq));
  past.wanted = wanted;
  await openNames();
  for (const name of Object.keys(SPACES)) spot.format[name] = spot.format[name] ?? SPACES[name].formats[0];
  const state = await stateBefore(wanted);
  if (past.wanted !== wanted) return;
  Object.assign(past, { seq: wanted, state });
  drawState();
}

async function goToState(seq) {
  await showState();
  if (!data.states.chunks || !Number.isFinite(seq)) return;
  history.replaceState(null, '', `#state${Math.max(data.states.first, Math.min(data.states.past, seq))}`);
  await lookAtState(seq);
  say(`Before ${SEQ} ${past.seq}: ${byId('state-changes').firstChild.textContent}`);
}

async function stepState(step) {
  await showState();
  return goToState(past.wanted + step);
}

let isStateShown = null;

/* Once, when it comes into sight or is asked for: where the timeline stands. */
function showState() {
  isStateShown = isStateShown ?? openState();
  return isStateShown;
}

async function openState() {
  if (!data.states.chunks) {
    put(byId('state-body'), h('p', {}, data.states.reason ?? 'What was in the registers is not stored.'));
    return;
  }
  await showTimeline();
  await lookAtState(past.wanted ?? (span.run.seqs.length ? span.run.seqs[span.chosen] : data.states.first));
}
