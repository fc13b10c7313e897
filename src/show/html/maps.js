/* SPDX-License-Identifier: Apache-2.0 */
/* Dst, the sources and the vector registers cell by cell, as data tiles are drawn; and L1 by regions. */
'use strict';

/* How a space is cut into pictures. Dst and the banks of the sources have rows of 16, of which 64 are a data tile. */
const BLOCK_CELLS = 1024;
const LANES = 32;
const SPACES = {
  dst: { title: 'Dst', formats: ['BF16', 'FP16', 'FP32', 'INT32', 'INT16', 'INT8'] },
  srca: { title: 'SrcA', formats: ['TF32_19', 'BF16', 'FP16', 'INT8', 'INT16'] },
  srcb: { title: 'SrcB', formats: ['TF32_19', 'BF16', 'FP16', 'INT8', 'INT16'] },
  lreg: { title: 'LRegs', formats: ['FP32', 'INT32'] },
};
const LOW_HALF = 8; /* rows of Dst from the upper cell of a 32-bit value down to its lower one */

/* What is looked at. */
const spot = { space: null, cells: null, format: {}, block: 0, cell: 0, mode: 'difference' };

/* ---- cells as patterns: src/numeric/cells.h ---- */

function bitsOf(word, high, low) {
  return bitsAt(word, low, high - low + 1);
}

function wideInteger(sign, magnitude) {
  return sign * 2 ** 15 + magnitude;
}

const FROM_DST = {
  BF16: (cell) => bitsOf(cell, 15, 15) * 2 ** 15 + bitsOf(cell, 7, 0) * 2 ** 7 + bitsOf(cell, 14, 8),
  FP16: (cell) => bitsOf(cell, 15, 15) * 2 ** 15 + bitsOf(cell, 4, 0) * 2 ** 10 + bitsOf(cell, 14, 5),
  INT16: (cell) => cell,
  INT8: (cell) => wideInteger(bitsOf(cell, 15, 15), bitsOf(cell, 14, 5)),
};
const FROM_SOURCE = {
  TF32_19: (cell) => bitsOf(cell, 18, 18) * 2 ** 18 + bitsOf(cell, 7, 0) * 2 ** 10 + bitsOf(cell, 17, 8),
  BF16: (cell) => bitsOf(cell, 18, 18) * 2 ** 15 + bitsOf(cell, 7, 0) * 2 ** 7 + bitsOf(cell, 17, 11),
  FP16: (cell) => bitsOf(cell, 18, 18) * 2 ** 15 + bitsOf(cell, 4, 0) * 2 ** 10 + bitsOf(cell, 17, 8),
  INT16: (cell) => bitsOf(cell, 18, 11) * 2 ** 8 + bitsOf(cell, 7, 0),
  INT8: (cell) => wideInteger(bitsOf(cell, 18, 18), bitsOf(cell, 17, 8)),
};

/* The pattern of a cell; of a 32-bit value in Dst both halves, (upper, lower). */
function patternOf(space, format, cell, lower = 0) {
  if (space === 'lreg') return cell;
  if (space !== 'dst') return FROM_SOURCE[format](cell);
  return isPair(space, format) ? FROM_DST.BF16(cell) * 2 ** 16 + lower : FROM_DST[format](cell);
}

/* Integers of ten bits are of sixteen here. */
function formatNamed(space, name) {
  const shown = name === 'INT8' && space !== 'lreg' ? 'INT16' : name;
  return data.formats.find((format) => format?.name === shown);
}

function isPair(space, format) {
  return space === 'dst' && (format === 'FP32' || format === 'INT32');
}

/* Element nth of a space, counted in values of the format: which cell it is in, the upper one of a pair. */
function cellOf(space, format, nth) {
  if (!isPair(space, format)) return nth;
  const row = nth >> 4;
  return (((row & 0x1F8) << 1) | (row & 7)) * FACE_COLUMNS + (nth & 15);
}

/* The other way round: of a lower half, too. */
function elementOf(space, format, cell) {
  if (!isPair(space, format)) return cell;
  const row = cell >> 4;
  return (((row >> 1) & 0x1F8) | (row & 7)) * FACE_COLUMNS + (cell & 15);
}

/* {format, bits, raw, held, isUnknown, cell} of an element; held null: no other than replayed. */
function elementAt(nth, { space, cells } = spot) {
  const name = spot.format[space];
  const cell = cellOf(space, name, nth);
  const low = isPair(space, name) ? cell + LOW_HALF * FACE_COLUMNS : cell;
  const heldAt = (at) => cells.held.get(at) ?? cells.values[at];
  const isDifferent = cells.held.has(cell) || cells.held.has(low);
  return {
    cell, format: formatNamed(space, name), bits: patternOf(space, name, cells.values[cell], cells.values[low]),
    raw: cells.values[cell], isUnknown: cells.unknown[cell] === 1 || cells.unknown[low] === 1,
    held: isDifferent ? patternOf(space, name, heldAt(cell), heldAt(low)) : null, rawHeld: isDifferent ? heldAt(cell) : null,
    writer: writerOf(cells, cell),
  };
}

/* ---- names: those of the command line ---- */

function nameOfCell(space, cell) {
  const row = cell >> 4;
  if (space === 'dst') return `dst:${row},${cell & 15}`;
  if (space === 'lreg') return `lreg:${Math.floor(cell / LANES)}.${cell % LANES}`;
  return `${space}:${row >> 6},${row & 63},${cell & 15}`;
}

/* Of a difference in a space that has a map; else null. */
function cellName({ space, lo }) {
  const map = data.maps.find((one) => one.space === space);
  return map ? nameOfCell(space, Math.floor(lo / map.width)) : null;
}

/* What the bits of a differing cell stand for; null where that is not known: no map, or half of a value. */
function cellValue({ space, lo, hi }, cell) {
  const name = spot.format[space];
  const width = data.maps.find((one) => one.space === space)?.width;
  if (!width || hi - lo !== width || isPair(space, name)) return null;
  const format = formatNamed(space, name);
  return `= ${valueText(format, patternOf(space, name, cell))} as ${name === 'TF32_19' ? 'TF32' : name}`;
}

/* {space, cell}; null: names no cell of the page. */
function parseCell(text) {
  const match = /^(dst|srca|srcb|lreg):(\d+)[,.](\d+)(?:,(\d+))?$/.exec(text);
  const map = match && data.maps.find((one) => one.space === match[1]);
  if (!map) return null;
  const [a, b, c] = [match[2], match[3], match[4] ?? 0].map(Number);
  const cell = { dst: a * 16 + b, lreg: a * LANES + b, srca: (a * 64 + b) * 16 + c, srcb: (a * 64 + b) * 16 + c }[match[1]];
  return cell < map.count ? { space: match[1], cell } : null;
}

/* ---- pictures ---- */

function blockCells(space) {
  return space === 'lreg' ? 16 * LANES : BLOCK_CELLS;
}

function blockCount(space) {
  const { count: total } = data.maps.find((one) => one.space === space);
  return total / blockCells(space) / (isPair(space, spot.format[space]) ? 2 : 1);
}

function blockName(space, block) {
  if (space === 'lreg') return 'LReg 0–15 by lane';
  return space === 'dst' ? `rows ${block * 64}–${block * 64 + 63}` : `bank ${block}`;
}

function blockLayout(space) {
  return space === 'lreg' ? layoutOf({ datums: 16 * LANES, rows: 16 }, 'rows32') : layoutOf({ datums: BLOCK_CELLS, rows: 16 }, 'faces');
}

function blockElements(block) {
  const total = blockCells(spot.space);
  return Array.from({ length: total }, (_, i) => elementAt(block * total + i));
}

function elementClass(element) {
  if (element.isUnknown) return 'none';
  return element.held === null ? 'd0' : `d${distanceClass(Math.max(1, ulpsApart(element.format, element.bits, element.held)))}`;
}

function elementClasses(elements, mode) {
  if (mode === 'difference') return { classes: elements.map(elementClass), scale: null };
  return exponentColours(elements.map((element) => (element.isUnknown ? null : element)));
}

/* The format that the packers read Dst in; what it was is not known of the others. */
async function guessFormats() {
  for (const { space } of data.maps) [spot.format[space]] = SPACES[space].formats;
  const index = data.tiles.findIndex((tile) => tile.data !== undefined);
  const tile = index < 0 ? null : await openTile(index);
  const read = tile?.groups[0]?.stages[0]?.format?.name;
  if (SPACES.dst.formats.includes(read)) spot.format.dst = read;
}

/* The part of the answer: the block of the first difference. */
async function firstCells(item) {
  const address = parseCell(cellName(item) ?? '');
  if (!address) return null;
  spot.space = address.space;
  spot.cells = await cellsOf(address.space);
  const nth = elementOf(spot.space, spot.format[spot.space], address.cell);
  const block = Math.floor(nth / blockCells(spot.space));
  const layout = blockLayout(spot.space);
  const elements = blockElements(block);
  const words = `${SPACES[spot.space].title}, ${blockName(spot.space, block)}: ${plural(elements.filter((one) => one.held !== null).length, 'cell differs', 'cells differ')}`;
  return pictureFigure(`#${nameOfCell(spot.space, address.cell)}`, words,
    gridPicture(layout, elementClasses(elements, 'difference').classes, {}, choiceMark(layout, nth % blockCells(spot.space))), distanceLegend(swatch('none', 'unknown')));
}

function elementSentence(nth) {
  const one = elementAt(nth);
  const text = (bits) => `${bitsText(one.format, bits)} = ${valueText(one.format, bits)}`;
  const name = nameOfCell(spot.space, one.cell);
  if (one.isUnknown) return `${name}: unknown`;
  return one.held === null ? `${name}: ${text(one.bits)}` : `${name}: replayed ${text(one.bits)}, the device held ${text(one.held)}, ${distanceText(ulpsApart(one.format, one.bits, one.held))}`;
}

function elementFacts(nth) {
  const one = elementAt(nth);
  const { width } = data.maps.find((map) => map.space === spot.space);
  const digits = spot.space === 'dst' ? 4 : spot.space === 'lreg' ? width * 2 : 5;
  const pair = (bits, raw) => [h('code', {}, bitsText(one.format, bits)), ` ${valueText(one.format, bits)} (${one.format.name}); in the cell `, h('code', {}, raw.toString(16).padStart(digits, '0'))];
  const facts = [['Replayed', one.isUnknown ? 'unknown' : pair(one.bits, one.raw)], ...(one.held === null ? [] : [['Device held', pair(one.held, one.rawHeld)],
    ['Apart', h('span', { class: 'bad' }, distanceText(ulpsApart(one.format, one.bits, one.held)))]]),
  ['Written last by', one.writer === null ? 'no instruction of this run' : [`${SEQ} `, eventLink(one.writer)]], ['Where it came from', [h('code', { class: 'command' }, `tt-replay why RUN.db ${nameOfCell(spot.space, one.cell)}`), '; ', wayOf(nameOfCell(spot.space, one.cell))]]];
  return h('dl', { class: 'facts' }, facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
}

/* ---- the part of the page ---- */

function chooseElement(nth) {
  const { cell } = elementAt(nth);
  history.replaceState(null, '', `#${nameOfCell(spot.space, cell)}`);
  return lookAtCell(spot.space, cell);
}

function spaceKeys(event) {
  const layout = blockLayout(spot.space);
  const total = blockCells(spot.space);
  const nth = elementOf(spot.space, spot.format[spot.space], spot.cell);
  const { row, column } = layout.at(nth % total);
  const step = { ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], Home: [row, 0], End: [row, layout.columns - 1] }[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const [r, c] = step;
  if (r < 0 || c < 0 || r >= layout.rows || c >= layout.columns) return;
  chooseElement(spot.block * total + layout.datum(r, c));
}

function elementUnder(event) {
  const layout = blockLayout(spot.space);
  const cell = cellUnder(event, byId('space-picture'), layout);
  return cell ? spot.block * blockCells(spot.space) + layout.datum(...cell) : null;
}

function elementTable(elements, layout) {
  const rows = Array.from({ length: layout.rows }, (_, row) => [String(row), ...Array.from({ length: layout.columns }, (_unused, column) => {
    const one = elements[layout.datum(row, column)];
    const text = one.isUnknown ? 'unknown' : [h('code', { class: 'dim' }, bitsText(one.format, one.bits)), ` ${valueText(one.format, one.bits)}`];
    return one.held === null ? text : { cell: h('a', { href: `#${nameOfCell(spot.space, one.cell)}` }, text), class: 'bad' };
  })]);
  return table(['Row', ...Array.from({ length: layout.columns }, (_, i) => String(i))], rows, { caption: 'Bits and values; what differs is a link', class: 'numbers' });
}

function spaceControls() {
  const again = (change) => (value) => { change(value); showSpace(); };
  const places = new Map();
  for (const cell of spot.cells.held.keys()) {
    const block = Math.floor(elementOf(spot.space, spot.format[spot.space], cell) / blockCells(spot.space));
    places.set(block, (places.get(block) ?? 0) + 1);
  }
  const blocks = Array.from({ length: blockCount(spot.space) }, (_, i) => [String(i), `${blockName(spot.space, i)}${places.has(i) ? `: ${count(places.get(i))} differ` : ''}`]);
  return h('div', { class: 'controls' },
    choice('Space', data.maps.map(({ space }) => [space, SPACES[space].title]), spot.space, (value) => lookAtCell(value, null)),
    blocks.length > 1 ? choice('Part', blocks, String(spot.block), (value) => {
      spot.block = Number(value);
      spot.cell = cellOf(spot.space, spot.format[spot.space], spot.block * blockCells(spot.space));
      showSpace();
    }) : null,
    choice('Read as', SPACES[spot.space].formats.map((name) => [name, name === 'TF32_19' ? 'TF32' : name]), spot.format[spot.space], again((value) => {
      spot.format[spot.space] = value;
      spot.block = Math.floor(elementOf(spot.space, value, spot.cell) / blockCells(spot.space));
    })),
    choice('Colours', [['difference', 'distance from the device'], ['value', 'exponent of the value']], spot.mode, again((value) => { spot.mode = value; })));
}

function spaceHeading() {
  const map = data.maps.find((one) => one.space === spot.space);
  const differ = spot.cells.held.size;
  return h('p', { class: 'tile-facts' }, h('strong', {}, SPACES[spot.space].title), map.checkpoint ? ` as it stood at checkpoint ${map.checkpoint}: ` : ' as it stood at the end, compared nowhere',
    map.checkpoint && h('span', { class: differ ? 'bad' : 'good' }, differ ? plural(differ, 'cell differs', 'cells differ') : 'no difference'), '.');
}

function showSpace() {
  const hadFocus = document.activeElement?.id;
  const total = blockCells(spot.space);
  const layout = blockLayout(spot.space);
  const elements = blockElements(spot.block);
  const { classes, scale } = elementClasses(elements, spot.mode);
  const nth = elementOf(spot.space, spot.format[spot.space], spot.cell);
  const hoverOver = (event) => {
    const under = event.type === 'mousemove' ? elementUnder(event) : null;
    put(byId('space-says'), under === null ? ' ' : elementSentence(under));
  };
  put(byId('space'), spaceHeading(), spaceControls(),
    h('div', { class: 'tile-view' },
      h('div', {},
        h('div', {
          id: 'space-map', class: 'map', tabindex: 0, role: 'application', 'aria-roledescription': 'heat map', 'aria-describedby': 'space-says',
          'aria-label': `${SPACES[spot.space].title}, ${blockName(spot.space, spot.block)}. Arrow keys move, n and p go to differences.`,
          onkeydown: spaceKeys, onmousemove: hoverOver, onmouseleave: hoverOver,
          onclick: (event) => { const under = elementUnder(event); if (under !== null) chooseElement(under); },
        }, gridPicture(layout, classes, { id: 'space-picture' }, choiceMark(layout, nth % total))),
        h('p', { id: 'space-says', class: 'says' }, ' '),
        spot.mode === 'difference' ? distanceLegend(swatch('none', 'unknown')) : exponentLegend(scale),
        h('details', { ontoggle: (event) => event.target.open && event.target.children.length < 2 && event.target.append(elementTable(elements, layout)) }, h('summary', {}, 'As a table'))),
      h('div', { id: 'cell' }, h('h3', {}, h('a', { href: `#${nameOfCell(spot.space, spot.cell)}` }, nameOfCell(spot.space, spot.cell))), elementFacts(nth))));
  if (hadFocus === 'space-map') byId('space-map').focus({ preventScroll: true });
}

/* cell null: the first that differs, else the first. */
async function lookAtCell(space, cell) {
  await showMaps();
  return showCell(space, cell);
}

async function showCell(space, cell) {
  spot.space = space;
  spot.cells = await cellsOf(space);
  spot.cell = cell ?? spot.cells.held.keys().next().value ?? 0;
  spot.block = Math.floor(elementOf(space, spot.format[space], spot.cell) / blockCells(space));
  spot.mode = spot.cells.held.size ? 'difference' : 'value';
  standAt('map', space, spot.cell);
  showSpace();
  say(elementSentence(elementOf(space, spot.format[space], spot.cell)));
}

/* ---- L1 ---- */

const L1_SIDE = 48; /* squares of 1,024 bytes in a row */
const L1_SQUARE = 1024;
const REGION_KINDS = [['none', 'untouched'], ['v1', 'read'], ['v4', 'written'], ['v7', 'written by packers'], ['undecided', 'undecided'], ['d5', 'differs']];

function regionKind([, , readers, writers, , , differing, undecided]) {
  if (differing) return 5;
  if (undecided) return 4;
  if (!writers) return readers ? 1 : 0;
  return bitsAt(writers, data.units.indexOf('pack'), 1) ? 3 : 2;
}

function unitsOf(mask) {
  return data.units.filter((_, i) => bitsAt(mask, i, 1)).join(', ');
}

/* Each square has the weightiest kind of what lies in it. */
function l1Picture() {
  const squares = new Uint8Array(Math.ceil(data.l1.bytes / L1_SQUARE));
  for (const region of data.l1.regions) {
    for (let i = Math.floor(region[0] / L1_SQUARE); i * L1_SQUARE < region[1]; i++) squares[i] = Math.max(squares[i], regionKind(region));
  }
  const paths = REGION_KINDS.map(() => '');
  squares.forEach((kind, i) => { paths[kind] += `M${i % L1_SIDE} ${Math.floor(i / L1_SIDE)}h.9v.9h-.9z`; });
  const differing = data.l1.regions.filter((region) => region[6]).length;
  return s('svg', { class: 'l1', viewBox: `0 0 ${L1_SIDE} ${Math.ceil(squares.length / L1_SIDE)}`, role: 'img', 'aria-label': `L1, a square of 1,024 bytes each: ${plural(data.l1.regions.length, 'region', 'regions')}, ${count(differing)} with differences` },
    paths.map((path, kind) => path && s('path', { class: `region-${REGION_KINDS[kind][0]} ${REGION_KINDS[kind][0]}`, d: path })));
}

function l1Part() {
  const { regions } = data.l1;
  if (!regions.length) return null;
  const event = (number) => (number ? eventLink(number - 1) : '');
  const rows = regions.map((region) => [h('code', {}, `${hex(region[0], 5)}–${hex(region[1] - 1, 5)}`), count(region[1] - region[0]), unitsOf(region[2]), unitsOf(region[3]), event(region[4]), event(region[5]),
    { cell: count(region[6]), class: region[6] ? 'bad' : '' }, { cell: count(region[7]), class: region[7] ? 'warn' : '' }]);
  return [h('h3', { id: 'l1' }, 'L1'), h('p', {}, 'A square is 1,024 bytes, 48 in a row.'), l1Picture(), h('ul', { class: 'legend' }, REGION_KINDS.map(([kind, name]) => swatch(kind, name))),
    h('details', { open: regions.length <= 20 }, h('summary', {}, plural(regions.length, 'region', 'regions')),
      table(['Bytes', 'How many', 'Read by', 'Written by', `First ${SEQ}`, `Last ${SEQ}`, 'Differ', 'Undecided'], rows, { caption: 'Regions of L1', class: 'numbers' }))];
}

let areMapsShown = null;

/* Once, when they come into sight or are asked for. */
function showMaps() {
  areMapsShown = areMapsShown ?? drawMaps();
  return areMapsShown;
}

async function drawMaps() {
  const { maps } = data;
  const first = [];
  for (const { space } of maps) if ((await cellsOf(space)).held.size) first.push(space);
  put(byId('maps-body'), maps.length ? h('div', { id: 'space' }) : h('p', {}, data.maps_reason ?? 'What was in the registers is not stored.'), l1Part());
  if (!maps.length) return;
  const before = position.at;
  await showCell(first[0] ?? maps[0].space, null);
  position.at = before;
}
