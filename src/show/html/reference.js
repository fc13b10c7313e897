/* SPDX-License-Identifier: Apache-2.0 */
/* The run against an array of the user's own: the verdict, a picture of how far each datum is, the farthest. */
'use strict';

const REFERENCE_TILE = 1024; /* datums */
const REFERENCE_SIDE = 32;
const REFERENCE_TILES_MAX = 400; /* pictures */
const REFERENCE_UNDECIDED = 255;
const REFERENCE_NOT_DEFINED = 33;

/* The colour of a class of distance (src/ask/diff/against.h: n is from 2^(n-1) on), as distanceClass() has them. */
function referenceColour(kind) {
  if (kind === 0 || kind === REFERENCE_UNDECIDED) return 0;
  return kind === REFERENCE_NOT_DEFINED ? INFINITE : classOfBits(kind);
}

function referenceSentence() {
  const { verdict, reason, bytes, datums } = data.expected;
  if (verdict === 'same') return `All ${count(bytes.known)} bytes are what the reference has.`;
  if (verdict !== 'differs') return reason;
  return `${plural(datums.differing, 'datum', 'datums')} of ${count(datums.count)} ${datums.differing === 1 ? 'is' : 'are'} not what the reference has${datums.undecided ? `; ${count(datums.undecided)} more are undecided` : ''}.`;
}

/* A data tile of the map, faces two across. */
function referencePicture(map, tile) {
  const first = tile * REFERENCE_TILE;
  const paths = Array.from({ length: INFINITE + 2 }, () => '');
  let differ = 0;
  let undecided = 0;
  for (let nth = 0; nth < REFERENCE_TILE && first + nth < map.length; nth++) {
    const kind = map[first + nth];
    const face = nth >> 8;
    const row = (face >> 1) * 16 + ((nth & 255) >> 4);
    const column = (face & 1) * 16 + (nth & 15);
    const colour = kind === REFERENCE_UNDECIDED ? INFINITE + 1 : referenceColour(kind);
    if (colour) paths[colour] += `M${column} ${row}h1v1h-1z`;
    if (colour > INFINITE) undecided++;
    else if (colour) differ++;
  }
  const says = `data tile ${tile}: ${count(differ)} differ${undecided ? `, ${count(undecided)} undecided` : ''}`;
  return h('figure', { class: 'reference-tile' },
    s('svg', { viewBox: `0 0 ${REFERENCE_SIDE} ${REFERENCE_SIDE}`, role: 'img', 'aria-label': says },
      s('rect', { class: 'd0', width: REFERENCE_SIDE, height: REFERENCE_SIDE }),
      paths.map((path, i) => path && s('path', { class: i > INFINITE ? 'undecided' : `d${i}`, d: path })),
      s('path', { class: 'faces', d: 'M16 0V32M0 16H32' })),
    h('figcaption', {}, says));
}

function referenceLegend() {
  return distanceLegend(swatch('undecided', 'undecided'));
}

function referenceTable() {
  const { differences, datums } = data.expected;
  const rows = differences.map((item) => [count(item.element), item.place, h('code', {}, item.address), pairText(item.held), pairText(item.replayed),
    item.ulps === null ? '' : `${count(item.ulps)} ulp`, item.event === null ? 'no instruction' : eventLink(item.event)]);
  return table(['Element', 'Place', 'Address', 'Reference', 'Replayed', 'Apart', SEQ_NAME], rows, { caption: `The farthest ${count(rows.length)} of ${count(datums.differing)}` });
}

/* Puts the part into the page, behind the summary; nothing without a reference. */
async function showReference() {
  if (!data.expected) return;
  const { reference, verdict, datums, farthest, differences, all, map: packed } = data.expected;
  const body = h('div', { id: 'reference-body' });
  byId('summary').after(h('section', { id: 'reference', 'aria-labelledby': 'reference-title', tabindex: -1 },
    h('h2', { id: 'reference-title' }, 'Reference'), body));
  const facts = [['Array', reference.path], ['Read as', reference.what], ['Datums', `${count(datums.count)}: ${count(datums.equal)} equal, ${count(datums.differing)} differing, ${count(datums.undecided)} undecided`],
    ...(reference.ulp ? [['Equal', `up to ${count(reference.ulp)} ulp`]] : []), ...(farthest ? [['Farthest', `${count(farthest)} ulp`]] : [])];
  const [kind, name] = VERDICTS[verdict];
  const pictures = h('div', { class: 'reference-tiles' });
  put(body, h('p', {}, h('strong', { class: `verdict ${kind}` }, name), ' ', referenceSentence()),
    h('dl', { class: 'facts' }, facts.map(([label, value]) => h('div', {}, h('dt', {}, label), h('dd', {}, value)))),
    referenceLegend(), pictures, differences.length ? referenceTable() : null,
    all.length > 1 ? h('ul', {}, all.map((one) => h('li', {}, `${one.path}: ${one.what}: ${one.verdict}`))) : null);
  const map = await inflate(packed);
  const tiles = Math.ceil(map.length / REFERENCE_TILE);
  put(pictures, Array.from({ length: Math.min(tiles, REFERENCE_TILES_MAX) }, (_, tile) => referencePicture(map, tile)),
    tiles > REFERENCE_TILES_MAX ? h('p', {}, `and ${count(tiles - REFERENCE_TILES_MAX)} more`) : null);
}
