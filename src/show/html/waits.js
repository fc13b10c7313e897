/* SPDX-License-Identifier: Apache-2.0 */
/* Who waited for whom: a graph of the cores and pipes, and the same as rows. Where the run hangs, who then waits. */
'use strict';

const WAITS_GRAPH = { column: 170, width: 118, height: 34, top: 26, row: 150 };

/* Names in a list with commas; a releaser that nobody knows has none. */
function partiesOf(text) {
  return text ? text.split(', ') : [];
}

/* Where a core or a pipe stands: cores above, the pipe of a thread below its core. */
function partyPlaces(edges) {
  const names = [...new Set(edges.flatMap((edge) => [edge.who, ...partiesOf(edge.releaser)]))];
  const columns = ["T0's pipe", "T1's pipe", "T2's pipe"].map((pipe, i) => [`core t${i}`, pipe]);
  const others = names.filter((name) => !columns.flat().includes(name)).sort();
  const used = columns.filter((pair) => pair.some((name) => names.includes(name)));
  const places = new Map();
  const row = names.some((name) => name.startsWith('core')) ? WAITS_GRAPH.row : 0;
  [...used, ...others.map((name) => [name, null])].forEach(([core, pipe], i) => {
    const x = 20 + i * WAITS_GRAPH.column;
    if (names.includes(core)) places.set(core, { x, y: WAITS_GRAPH.top });
    if (names.includes(pipe)) places.set(pipe, { x, y: WAITS_GRAPH.top + row });
  });
  return places;
}

/* An arrow from who waits to whom it waits for; those that go both ways bend apart. */
function waitArrow({ from, to, width, isStuck, says }) {
  const { width: boxWidth, height } = WAITS_GRAPH;
  const middle = (place) => ({ x: place.x + boxWidth / 2, y: place.y + height / 2 });
  const [a, b] = [middle(from), middle(to)];
  const isLevel = a.y === b.y;
  const start = isLevel ? { x: a.x + Math.sign(b.x - a.x) * (boxWidth / 2), y: a.y + (b.x > a.x ? -6 : 6) } : { x: a.x + (b.y > a.y ? -12 : 12), y: a.y + Math.sign(b.y - a.y) * (height / 2) };
  const end = isLevel ? { x: b.x - Math.sign(b.x - a.x) * (boxWidth / 2), y: b.y + (b.x > a.x ? -6 : 6) } : { x: b.x + (b.y > a.y ? -12 : 12), y: b.y - Math.sign(b.y - a.y) * (height / 2) };
  const isFar = isLevel && Math.abs(b.x - a.x) > WAITS_GRAPH.column * 1.5;
  const bend = isFar ? (b.x > a.x ? -1 : 1) * 58 : 0;
  const by = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 + bend };
  const angle = Math.atan2(end.y - by.y, end.x - by.x);
  const head = [[-9, -4.5], [-9, 4.5]].map(([x, y]) => `L${(end.x + x * Math.cos(angle) - y * Math.sin(angle)).toFixed(1)} ${(end.y + x * Math.sin(angle) + y * Math.cos(angle)).toFixed(1)}`);
  return s('g', { class: isStuck ? 'await stuck' : 'await' }, s('title', {}, says),
    s('path', { class: 'flow', 'stroke-width': width.toFixed(1), d: `M${start.x.toFixed(1)} ${start.y.toFixed(1)}Q${by.x.toFixed(1)} ${by.y.toFixed(1)} ${end.x.toFixed(1)} ${end.y.toFixed(1)}` }),
    s('path', { class: 'head', d: `M${end.x.toFixed(1)} ${end.y.toFixed(1)}${head.join('')}z` }));
}

/* edges with the same ends are one arrow, as wide as its steps. */
function arrowsOf(edges, places, isStuck) {
  const arrows = new Map();
  for (const edge of edges) {
    for (const name of partiesOf(edge.releaser).filter((one) => one !== edge.who)) {
      const key = `${edge.who}/${name}`;
      const arrow = arrows.get(key) ?? { from: places.get(edge.who), to: places.get(name), steps: 0, isStuck, texts: [] };
      arrow.steps += edge.steps ?? 0;
      arrow.texts.push(edge.for);
      arrows.set(key, { ...arrow, says: `${edge.who} waits for ${name}: ${arrow.texts.join('; ')}` });
    }
  }
  const most = Math.max(1, ...[...arrows.values()].map((arrow) => arrow.steps));
  return [...arrows.values()].map((arrow) => waitArrow({ ...arrow, width: isStuck ? 2.5 : 1 + 5 * (arrow.steps / most) }));
}

function waitsPicture(edges, isStuck) {
  const places = partyPlaces(edges);
  const waiting = new Set(edges.map((edge) => edge.who));
  const boxes = [...places].map(([name, { x, y }]) => s('g', { class: isStuck && waiting.has(name) ? 'box held' : 'box' },
    s('rect', { x, y, width: WAITS_GRAPH.width, height: WAITS_GRAPH.height, rx: 4 }), s('text', { class: 'name', x: x + 10, y: y + 22 }, name)));
  const wide = 20 + Math.max(...[...places.values()].map(({ x }) => x)) + WAITS_GRAPH.width;
  const high = WAITS_GRAPH.top * 2 + Math.max(...[...places.values()].map(({ y }) => y)) + WAITS_GRAPH.height - WAITS_GRAPH.top;
  return h('figure', {}, s('svg', { class: 'pipeline', viewBox: `0 0 ${wide} ${high}`, width: wide, role: 'img', 'aria-label': `${isStuck ? 'Who waits' : 'Who waited'} for whom; the table has the same` },
    arrowsOf(edges, places, isStuck), boxes),
  h('figcaption', { class: 'dim' }, isStuck ? 'An arrow goes from who waits to who would have to end it.' : 'An arrow goes from who waited to who ended it; the wider, the more steps.'));
}

function waitsTable({ edges, of }) {
  const rows = edges.map((edge) => [edge.who, edge.for, edge.releaser || 'not known', count(edge.times), count(edge.steps),
    [count(edge.last - edge.first), ' from ', eventLink(edge.first), edge.releaser_event === null ? '' : [' to ', eventLink(edge.releaser_event)]]]);
  return [table(['Who', 'Waited for', 'Ended by', 'Times', 'Steps', 'The longest'], rows, { caption: 'Waits, those of the most steps first', counts: 3 }),
    of > edges.length ? h('p', {}, `${count(of - edges.length)} more kinds of wait: tt-replay sql, table wait.`) : null];
}

function stuckTable({ stuck }) {
  return table(['Who', 'Waits for', 'Who would end it', 'How'], stuck.map((edge) => [edge.who, edge.for, edge.releaser || 'nobody that is known', edge.how]),
    { caption: 'Where nothing could go on' });
}

/* Puts the part into the page in front of the timeline; nothing where no wait is known. */
function showWaits() {
  const { waits } = data;
  if (!waits.edges.length && !waits.stuck.length) return;
  byId('timeline').before(h('section', { id: 'waits', 'aria-labelledby': 'waits-title', tabindex: -1, 'data-short': 'Waits' }, h('h2', { id: 'waits-title' }, 'Who waits for whom'),
    waits.stuck.length ? [h('h3', {}, 'At the end nothing could go on'), waits.stuck.some((edge) => edge.releaser) && waitsPicture(waits.stuck, true), stuckTable(waits)] : null,
    waits.edges.length ? [waits.stuck.length ? h('h3', {}, 'Until then') : null, waits.edges.some((edge) => edge.releaser) && waitsPicture(waits.edges, false), waitsTable(waits)] : null));
}
