/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a program: verdict and causes, the chip's places with who sent what to whom, tiles, traffic, read-backs. */
'use strict';

const data = JSON.parse(byId('data').textContent);
const KINDS = { same: 'same', differs: 'differs', hung: 'differs', unsupported: 'none', 'no verdict': 'none' };
const CELL = 64, GAP = 8, ARROWS_MOST = 150, ROWS_MOST = 1000;

const nameOf = (x, y) => `${x},${y}`;
const tiles = new Map(data.run.tiles.map((tile) => [nameOf(tile.x, tile.y), tile]));
const pages = new Map(data.pages.map((page) => [nameOf(page.x, page.y), page.file]));
const kinds = new Map(data.grid.flatMap(({ places }, y) => [...places].map((kind, x) => [nameOf(x, y), kind])));
const KIND_NAMES = { w: 'tile', d: 'DRAM', o: 'not emulated' };
const senderOf = (flow) => (flow.from_x === null ? 'host' : nameOf(flow.from_x, flow.from_y));
const receiverOf = (flow) => nameOf(flow.to_x, flow.to_y);
const isNetwork = (flow) => flow.from_x !== null;
const hazards = new Map(data.run.hazards.map((hazard) => [nameOf(hazard.x, hazard.y), hazard.hazard]));
const wrong = new Set([...data.run.readbacks.filter((one) => one.is_judged && one.differing), ...data.run.differences].map((one) => nameOf(one.x, one.y)));

/* "tile 1,2:l1:0x20" and the like: the tile is a link to its page. */
function linked(text) {
  return text.split(/(\btile \d+,\d+)/).map((part) => {
    const name = /^tile (\d+,\d+)$/.exec(part)?.[1];
    return name && pages.has(name) ? h('a', { href: pages.get(name) }, part) : part;
  });
}

function placeLink(name) {
  return name === 'host' ? 'host' : h('a', { href: `#${name}` }, `${KIND_NAMES[kinds.get(name)] ?? 'place'} ${name}`);
}

/* ---- answer ---- */

function causePart(cause) {
  const values = cause.here === undefined ? '' : `: ${hex(cause.here, 2)} here, ${hex(cause.held, 2)} held`;
  const steps = cause.steps.map((step) => h('li', { style: `margin-left: ${step.depth * 1.2}rem` }, linked(step.place), h('span', { class: 'dim' }, ' ', linked(step.how))));
  return h('div', { class: 'cause' }, h('h3', {}, h('code', {}, cause.place), values), h('ol', {}, steps),
    cause.left_out.map(({ what }) => h('p', { class: 'note' }, `Not followed: ${what}`)));
}

function timingPart() {
  const { timings } = data.answer;
  const other = timings.find((one) => one.verdict !== data.run.verdict);
  if (other) return h('p', { class: 'warn' }, `Which tile is ahead decides it: with --seed ${other.seed} the verdict is ${other.verdict}.`);
  return timings.length ? h('p', { class: 'dim' }, `${timings.length} other timings of the tiles drawn: this verdict in each.`) : null;
}

function hangPart() {
  const { waits, hung_line: line } = data.run;
  if (line === null) return null;
  const rows = waits.map((wait) => [placeLink(nameOf(wait.x, wait.y)), wait.who, wait.what, wait.ends_it]);
  return [h('p', { class: 'bad' }, `The host repeats the read of line ${line} in vain; nothing behind it was done.`),
    table(['Tile', 'Who', 'Waits for', 'Who ends it'], rows, { caption: 'Where nothing goes on' })];
}

function showAnswer() {
  put(byId('verdict'), h('span', { class: `verdict ${KINDS[data.run.verdict]}` }, data.run.verdict), ' ', data.run.reason);
  const causes = data.answer.causes.map(causePart);
  const found = [...hazards].map(([name, text]) => h('li', {}, placeLink(name), ': ', text));
  const apart = data.run.not_held.map(({ x, y, event }) => h('li', {}, placeLink(nameOf(x, y)), `: against its capture from event ${count(event)} on, which has another event there.`));
  put(byId('answer-body'), timingPart(), hangPart(), causes,
    found.length ? [h('h3', {}, 'Hazards'), h('ul', { class: 'findings' }, found)] : null,
    apart.length ? [h('h3', {}, 'Not held'), h('ul', { class: 'findings' }, apart)] : null,
    data.run.verdict === 'same' ? h('p', {}, 'Each answer that was compared is as the device gave it.') : null);
}

/* ---- map ---- */

const at = (name) => name.split(',').map((part) => Number(part) * (CELL + GAP) + GAP);
let chosen = null;

function placeClass(name) {
  const tile = tiles.get(name);
  return ['place', kinds.get(name) === 'd' && 'dram', tile && 'ran', tile?.requests && 'sent', hazards.has(name) && 'hazard', wrong.has(name) && 'wrong',
    chosen === name && 'chosen'].filter(Boolean).join(' ');
}

function placeBox(name) {
  const [x, y] = at(name);
  const tile = tiles.get(name);
  const isKnown = tile || data.flows.some((flow) => senderOf(flow) === name || receiverOf(flow) === name);
  const says = `${KIND_NAMES[kinds.get(name)]} ${name}${tile ? `: ${count(tile.core_instructions)} instructions, ${plural(tile.requests, 'request', 'requests')}` : ''}`;
  const choose = () => choosePlace(chosen === name ? null : name);
  const acts = isKnown ? { role: 'button', tabindex: 0, 'aria-label': says, 'aria-pressed': String(chosen === name), onclick: choose,
    onkeydown: (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); choose(); } } } : {};
  return s('g', { class: placeClass(name), id: `place-${name}`, ...acts }, s('title', {}, says), s('rect', { x, y, width: CELL, height: CELL, rx: 5 }),
    s('text', { x: x + CELL / 2, y: y + CELL / 2 + 4 }, kinds.get(name) === 'd' ? `D ${name}` : name));
}

function arrow(from, to, bytes, isChosen) {
  const [a, b] = [at(from), at(to)].map(([x, y]) => [x + CELL / 2, y + CELL / 2]);
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const end = [b[0] - dx / length * CELL * .42, b[1] - dy / length * CELL * .42];
  const bend = [(a[0] + end[0]) / 2 - dy / length * 14, (a[1] + end[1]) / 2 + dx / length * 14];
  const angle = Math.atan2(end[1] - bend[1], end[0] - bend[0]);
  const head = [2.7, -2.7].map((turn) => `M${end[0].toFixed(1)} ${end[1].toFixed(1)}l${(9 * Math.cos(angle + turn)).toFixed(1)} ${(9 * Math.sin(angle + turn)).toFixed(1)}`);
  return s('path', { class: isChosen ? 'sends chosen' : 'sends', 'stroke-width': (1 + Math.log10(1 + bytes) / 2).toFixed(1),
    d: `M${a[0]} ${a[1]}Q${bend[0].toFixed(1)} ${bend[1].toFixed(1)} ${end[0].toFixed(1)} ${end[1].toFixed(1)}${head.join('')}` });
}

/* Sums of all ways; of a chosen place its own alone. */
function arrows() {
  const sums = new Map();
  for (const flow of data.flows.filter(isNetwork)) {
    const [from, to] = [senderOf(flow), receiverOf(flow)];
    if (from === to || (chosen && from !== chosen && to !== chosen)) continue;
    const sum = sums.get(`${from} ${to}`) ?? { from, to, bytes: 0 };
    sum.bytes += flow.bytes;
    sums.set(`${from} ${to}`, sum);
  }
  const all = [...sums.values()].sort((a, b) => b.bytes - a.bytes);
  return { shown: all.slice(0, ARROWS_MOST).map((one) => arrow(one.from, one.to, one.bytes, chosen)), of: all.length };
}

function flowRows(flows) {
  return flows.map((flow) => [placeLink(senderOf(flow)), placeLink(receiverOf(flow)), flow.way, flow.noc ?? '', count(flow.times), count(flow.bytes)]);
}
const FLOW_HEADS = ['From', 'To', 'By', 'Network', 'Times', 'Bytes'];

function beside({ shown, of }) {
  const legend = h('ul', { class: 'legend' }, [['key-sent', 'ran, and sent requests'], ['key-ran', 'ran'], ['key-dram', 'DRAM'], ['key-wrong', 'differs'], ['key-hazard', 'hazard']]
    .map(([kind, text]) => h('li', {}, s('svg', { class: 'swatch', viewBox: '0 0 10 10', 'aria-hidden': true }, s('path', { class: kind, d: 'M0 0h10v10h-10z' })), text)));
  const more = of > shown.length ? h('p', { class: 'note' }, `${count(of - shown.length)} more arrows, of fewer bytes, are not drawn: choose a tile.`) : null;
  if (!chosen) return [legend, h('p', { class: 'dim' }, 'An arrow goes the way of the bytes. Choose a tile or a bank for its own alone.'), more];
  const tile = tiles.get(chosen);
  const flows = data.flows.filter((flow) => senderOf(flow) === chosen || receiverOf(flow) === chosen);
  return [legend, h('h3', {}, `${KIND_NAMES[kinds.get(chosen)]} ${chosen} `, pages.has(chosen) && h('a', { href: pages.get(chosen) }, 'its page')),
    tile && h('p', {}, `${count(tile.core_instructions)} instructions of its cores, ${count(tile.executed)} words of the coprocessor, ${plural(tile.findings, 'finding', 'findings')}.`),
    tile && !pages.has(chosen) && h('p', { class: 'dim' }, 'It has no page: it sent nothing, and no tile executed fewer words. ', h('code', {}, `tt-replay replay PROGRAM --tile ${chosen}`)),
    table(FLOW_HEADS, flowRows(flows.slice(0, ROWS_MOST)), { caption: 'What came and went', counts: 4, class: 'numbers' }), more];
}

function showMap() {
  const columns = data.grid[0].places.length, rows = data.grid.length;
  const drawn = arrows();
  put(byId('chip-body'), h('div', { class: 'chip-frame' },
    s('svg', { class: 'chip', viewBox: `0 0 ${columns * (CELL + GAP) + GAP} ${rows * (CELL + GAP) + GAP}`, role: 'group', 'aria-label': 'The chip as network 0 counts its places; the tables have the same' },
      [...kinds.keys()].filter((name) => kinds.get(name) !== '.').map(placeBox), drawn.shown), h('div', {}, beside(drawn))));
}

function choosePlace(name) {
  chosen = name;
  showMap();
  if (name) byId(`place-${name}`)?.focus();
  say(name ? `Place ${name}` : 'No place is chosen');
}

/* ---- tables ---- */

function showTables() {
  const rows = [...data.run.tiles].sort((a, b) => pages.has(nameOf(b.x, b.y)) - pages.has(nameOf(a.x, a.y))).map((tile) => {
    const name = nameOf(tile.x, tile.y);
    return [h('a', { href: pages.get(name) ?? `#${name}` }, name), pages.has(name) ? 'a page' : '', count(tile.core_instructions), count(tile.executed), count(tile.requests), count(tile.findings)];
  });
  put(byId('tiles-body'), table(['Tile', '', 'Instructions', 'Words', 'Requests', 'Findings'], rows, { caption: 'Tiles that ran', counts: 2, class: 'numbers' }));
  const more = (all) => (all.length > ROWS_MOST ? h('p', { class: 'note' }, `${count(all.length - ROWS_MOST)} more rows: network.csv of the program, or --json.`) : null);
  put(byId('traffic-body'), table(FLOW_HEADS, flowRows(data.flows.slice(0, ROWS_MOST)), { caption: 'Who sent what to whom, the host first', counts: 4, class: 'numbers' }), more(data.flows));
  const reads = [...data.run.readbacks].sort((a, b) => Number(b.differing > 0) - Number(a.differing > 0) || a.line - b.line);
  put(byId('readbacks-body'), table(['Line', 'Place', 'Address', 'Bytes', 'Differ', 'Undecided', 'Compared'], reads.slice(0, ROWS_MOST).map((one) =>
    [String(one.line), placeLink(nameOf(one.x, one.y)), h('code', {}, hex(one.address)), count(one.bytes), { cell: count(one.differing), class: one.differing ? 'bad' : '' }, count(one.undecided), one.is_judged ? 'yes' : 'no']),
  { caption: 'What the host read', class: 'numbers' }), more(reads));
}

/* ---- addresses and keys ---- */

function follow() {
  const hash = decodeURIComponent(location.hash.slice(1));
  if (!kinds.has(hash)) return;
  choosePlace(hash);
  byId('chip').scrollIntoView();
}

showParts();
showAnswer();
showMap();
showTables();
listenToKeys({ Escape: () => choosePlace(null) });
window.addEventListener('hashchange', follow);
follow();
document.documentElement.dataset.ready = 'true';
