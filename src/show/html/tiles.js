/* SPDX-License-Identifier: Apache-2.0 */
/* Data tiles: an overview in thumbnails, one of them large, and the datum that is looked at. */
'use strict';

const CELL = 16; /* units of the picture a datum */
const MARGIN = 18; /* around it, for the names of faces */
const FACE_COLUMNS = 16;
const THUMB_SIDE = 16;
const HATCH = 4; /* between the lines over what nobody knows */

/* What is looked at. */
const view = { index: 0, datum: 0, tile: null, mode: 'difference', stage: -1, layout: 'faces' };

/* ---- where a datum lies in the picture ---- */

function layoutOf(tile) {
  const { datums, rows } = tile;
  if (view.layout.startsWith('rows')) {
    const columns = Math.min(datums, Number(view.layout.slice(4)));
    return {
      columns, rows: Math.ceil(datums / columns), faces: [],
      at: (datum) => ({ row: Math.floor(datum / columns), column: datum % columns }),
      datum: (row, column) => row * columns + column,
    };
  }
  const face = rows * FACE_COLUMNS;
  const faces = Math.ceil(datums / face);
  const across = faces > 1 && view.layout === 'faces' ? 2 : 1;
  const down = Math.ceil(faces / across);
  const list = Array.from({ length: faces }, (_, i) => ({ row: Math.floor(i / across) * rows, column: (i % across) * FACE_COLUMNS }));
  return {
    columns: across * FACE_COLUMNS, rows: faces > 1 ? down * rows : Math.ceil(datums / FACE_COLUMNS),
    faceRows: rows, faces: list,
    at: (datum) => {
      const nth = Math.floor(datum / face);
      const inFace = datum % face;
      return { row: Math.floor(nth / across) * rows + (inFace >> 4), column: (nth % across) * FACE_COLUMNS + (inFace & 15) };
    },
    datum: (row, column) => (Math.floor(row / rows) * across + (column >> 4)) * face + (row % rows) * FACE_COLUMNS + (column & 15),
  };
}

/* ---- thumbnails ---- */

const DIFFERENT_CLASSES = [1, 2, 3, 4, 5, 6];

function thumbPicture(tile) {
  const paths = DIFFERENT_CLASSES.map((kind) => {
    let path = '';
    for (let i = 0; i < tile.thumb.length; i++) {
      if (Number(tile.thumb[i]) === kind) path += `M${i % THUMB_SIDE} ${Math.floor(i / THUMB_SIDE)}h1v1h-1z`;
    }
    return path && s('path', { class: `d${kind}`, d: path });
  });
  return s('svg', { viewBox: `0 0 ${THUMB_SIDE} ${THUMB_SIDE}`, 'aria-hidden': true }, paths, s('path', { class: 'faces', d: 'M8 0V16M0 8H16' }));
}

/* Pictures are drawn when they come into sight. */
const thumbWatcher = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    thumbWatcher.unobserve(target);
    target.querySelector('.thumb').append(thumbPicture(data.tiles[Number(target.dataset.index)]));
  }
}, { rootMargin: '200px' });

function thumb(tile, index) {
  const what = `${tile.differ ? `${count(tile.differ)} differ` : 'same'}${tile.tainted ? `, ${count(tile.tainted)} not known` : ''}`;
  const link = h('a', {
    class: `tile ${tile.differ ? 'different' : 'same'}`, href: `#${tileKey(tile)}`, 'data-index': index, id: `thumb${index}`,
    'aria-label': `${tileKey(tile)}, ${plural(tile.datums, 'datum', 'datums')}, ${what}`,
  }, h('span', { class: tile.tainted ? 'thumb tainted' : 'thumb' }), h('span', { class: 'label' }, tileKey(tile).replace('tile', '')), tile.differ ? h('span', { class: 'badge' }, count(tile.differ)) : null);
  if (tile.differ) thumbWatcher.observe(link);
  return link;
}

function showThumbs() {
  const onlyDifferent = byId('only-different')?.checked ?? false;
  const links = data.tiles.map((tile, index) => (onlyDifferent && !tile.differ ? null : thumb(tile, index)));
  put(byId('thumbs'), links);
  markThumb();
}

function markThumb() {
  for (const old of document.querySelectorAll('#thumbs [aria-current]')) old.removeAttribute('aria-current');
  const link = byId(`thumb${view.index}`);
  link?.setAttribute('aria-current', 'true');
  const list = byId('thumbs');
  if (link && (link.offsetTop < list.scrollTop || link.offsetTop + link.offsetHeight > list.scrollTop + list.clientHeight)) {
    list.scrollTop = link.offsetTop - list.clientHeight / 2;
  }
}

/* ---- the large picture ---- */

/* The bits of a datum after the stage that is chosen; null where nobody knows. */
function shownValue(tile, datum) {
  const info = datumOf(tile, datum);
  if (!info) return null;
  if (view.stage < 0) return info.bits === null ? null : { format: info.format, bits: info.bits };
  const stage = info.group.stages.find((one) => one.stage === view.stage);
  return stage?.values && stage.format?.isDatum ? { format: stage.format, bits: stage.values[info.nth] } : null;
}

/* A class of colour for each datum: d0 to d6 distances, v0 to v7 exponents from small to large, zero, nan. */
function colours(tile, datums) {
  if (view.mode === 'difference') {
    return Array.from({ length: datums }, (_, datum) => {
      const difference = tile.differences.get(datum);
      return difference ? `d${distanceClass(difference.ulps)}` : 'd0';
    });
  }
  const exponents = Array.from({ length: datums }, (_, datum) => {
    const value = shownValue(tile, datum);
    if (!value) return undefined;
    const parts = valueParts(value.format, value.bits);
    return parts.kind === 'finite' ? valueExponent(value.format, value.bits) : NaN;
  });
  const finite = exponents.filter((one) => Number.isFinite(one));
  const lowest = finite.reduce((least, one) => Math.min(least, one), Infinity);
  const span = Math.max(7, finite.reduce((most, one) => Math.max(most, one), -Infinity) - lowest);
  view.scale = finite.length ? [lowest, lowest + span] : null;
  return exponents.map((one) => {
    if (one === undefined) return 'none';
    if (one === null) return 'zero';
    return Number.isNaN(one) ? 'nan' : `v${Math.min(7, Math.floor(((one - lowest) / span) * 7.999))}`;
  });
}

/* Lines across the datums that nobody knows, over whatever colour they have. */
function hatch(tile, layout) {
  const cells = [...tile.tainted].map((datum) => {
    const { row, column } = layout.at(datum);
    return `M${column * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`;
  });
  return cells.length ? s('path', { class: 'tainted', d: cells.join('') }) : null;
}

/* What `.tainted` is filled with. */
function hatchPattern() {
  return s('defs', {}, s('pattern', { id: 'hatch', width: HATCH, height: HATCH, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    s('path', { class: 'hatching', d: `M${HATCH / 2} 0v${HATCH}` })));
}

function mapPicture(tile, meta) {
  const layout = layoutOf(meta);
  const paths = new Map();
  colours(tile, meta.datums).forEach((colour, datum) => {
    const { row, column } = layout.at(datum);
    paths.set(colour, `${paths.get(colour) ?? ''}M${column * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`);
  });
  const width = layout.columns * CELL;
  const height = layout.rows * CELL;
  const isNamed = layout.faceRows === FACE_COLUMNS && layout.faces.length === 4 && view.layout === 'faces';
  const faces = layout.faces.map((face, i) => [
    s('rect', { class: 'face', x: face.column * CELL, y: face.row * CELL, width: FACE_COLUMNS * CELL, height: layout.faceRows * CELL }),
    isNamed ? s('text', { class: 'face-name', x: face.column * CELL + 2, y: face.row === 0 ? -5 : height + 14 }, `face ${i}`) : null,
  ]);
  return s('svg', { id: 'map-picture', viewBox: `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`, 'aria-hidden': true },
    hatchPattern(),
    [...paths].map(([colour, path]) => s('path', { class: colour, d: path })),
    hatch(tile, layout),
    faces,
    s('rect', { id: 'map-hover', class: 'hover', width: CELL, height: CELL, visibility: 'hidden' }),
    s('rect', { id: 'map-choice', class: 'choice', width: CELL, height: CELL }));
}

function datumUnder(event, meta) {
  const picture = byId('map-picture').getBoundingClientRect();
  const layout = layoutOf(meta);
  const column = Math.floor(((event.clientX - picture.left) / picture.width) * (layout.columns + (2 * MARGIN) / CELL) - MARGIN / CELL);
  const row = Math.floor(((event.clientY - picture.top) / picture.height) * (layout.rows + (2 * MARGIN) / CELL) - MARGIN / CELL);
  if (column < 0 || row < 0 || column >= layout.columns || row >= layout.rows) return null;
  const datum = layout.datum(row, column);
  return datum < meta.datums ? datum : null;
}

function moveMark(id, meta, datum) {
  const { row, column } = layoutOf(meta).at(datum);
  byId(id).setAttribute('x', column * CELL);
  byId(id).setAttribute('y', row * CELL);
  byId(id).setAttribute('visibility', 'visible');
}

function hover(event) {
  const meta = data.tiles[view.index];
  const datum = view.tile ? datumUnder(event, meta) : null;
  if (datum === null) {
    byId('map-hover')?.setAttribute('visibility', 'hidden');
    put(byId('map-says'), ' ');
    return;
  }
  moveMark('map-hover', meta, datum);
  put(byId('map-says'), datumSentence(meta, datum, datumOf(view.tile, datum)));
}

function legend(tile) {
  const item = (kind, text) => h('li', {}, s('svg', { class: 'swatch', viewBox: '0 0 10 10', 'aria-hidden': true }, s('path', { class: kind, d: 'M0 0h10v10h-10z' })), text);
  const unknown = tile.tainted.size ? item('tainted', 'rests on what nobody knows: decides nothing') : null;
  if (view.mode === 'difference') {
    return h('ul', { class: 'legend' }, DISTANCE_NAMES.map((name, kind) => item(`d${kind}`, kind && kind < 6 ? `${name} ulp` : name)), unknown);
  }
  const [low, high] = view.scale ?? [0, 7];
  return h('ul', { class: 'legend' }, item('zero', 'zero'), item('v0', `2^${low}`), item('v2', ''), item('v5', ''), item('v7', `2^${high}`), item('nan', 'infinite or nan'), item('none', 'no value stored'), unknown);
}

/* ---- the table beside the picture, for who cannot see it or wants the numbers ---- */

function mapTable(tile, meta) {
  const layout = layoutOf(meta);
  const rows = [];
  for (let row = 0; row < layout.rows; row++) {
    const cells = [String(row)];
    for (let column = 0; column < layout.columns; column++) {
      const datum = layout.datum(row, column);
      const value = datum < meta.datums ? shownValue(tile, datum) : null;
      const text = value ? valueText(value.format, value.bits) : '';
      const difference = tile.differences.get(datum);
      cells.push(difference
        ? { cell: h('a', { href: `#${datumAddress(meta, datum)}`, title: distanceText(difference.ulps) }, text), class: 'bad' }
        : { cell: text, class: tile.tainted.has(datum) ? 'warn' : undefined });
    }
    rows.push(cells);
  }
  const headings = ['Row', ...Array.from({ length: layout.columns }, (_, i) => String(i))];
  return table(headings, rows, { caption: `Values of ${tileKey(meta)}; what differs is a link${tile.tainted.size ? ', what nobody knows is brown' : ''}`, class: 'numbers' });
}

/* ---- putting it together ---- */

function choice(label, options, value, onchange) {
  return h('label', {}, `${label} `, h('select', { onchange: (event) => onchange(event.target.value) },
    options.map(([key, text]) => h('option', { value: key, selected: key === value }, text))));
}

function stageOptions(tile) {
  const used = new Set(tile.groups.flatMap((group) => group.stages.filter((one) => one.values && one.format?.isDatum).map((one) => one.stage)));
  return [['-1', 'as written'], ...data.stages.map((stage, i) => [String(i), `after ${stage.name}`]).filter(([i]) => used.has(Number(i)))];
}

function controls(tile) {
  const again = (change) => (value) => {
    change(value);
    showTile();
  };
  return h('div', { class: 'controls' },
    choice('Colours', [['difference', 'distance from the device'], ['value', 'exponent of the value']], view.mode, again((value) => { view.mode = value; })),
    view.mode === 'value' ? choice('Values', stageOptions(tile), String(view.stage), again((value) => { view.stage = Number(value); })) : null,
    choice('Layout', [['faces', 'faces, two across'], ['column', 'faces, one below the other'], ['rows32', 'rows of 32'], ['rows64', 'rows of 64']], view.layout, again((value) => { view.layout = value; })));
}

function showDatum() {
  const meta = data.tiles[view.index];
  const info = view.tile && datumOf(view.tile, view.datum);
  if (!info || !info.format) {
    put(byId('datum'), h('p', {}, 'No values of this datum are stored.'));
    return;
  }
  const address = datumAddress(meta, view.datum);
  moveMark('map-choice', meta, view.datum);
  const width = byId('datum').clientWidth;
  const choose = (stage) => {
    view.mode = 'value';
    view.stage = stage;
    showTile();
    say(`The picture shows values after ${data.stages[stage].name}`);
  };
  put(byId('datum'),
    h('h3', {}, h('a', { href: `#${address}` }, address)),
    datumFacts(info),
    h('h4', { id: 'pipeline' }, 'Its way through the packer'),
    pipelinePicture(info, width, choose),
    h('details', {}, h('summary', {}, 'As a table'), stageTable(info)));
}

function tileHeading(meta) {
  const differ = meta.differ ? `${plural(meta.differ, 'datum differs', 'datums differ')}, ${meta.infinite ? 'some infinitely far' : `at most by ${distanceText(meta.worst)}`}` : meta.tainted === meta.datums ? 'nothing that decides' : 'no difference';
  return h('p', { class: 'tile-facts' }, h('strong', {}, tileKey(meta)), ` ${plural(meta.datums, 'datum', 'datums')} of ${data.formats[meta.format]?.name ?? '?'}, `,
    h('span', { class: meta.differ ? 'bad' : meta.tainted === meta.datums ? 'dim' : 'good' }, differ), meta.tainted ? [', ', h('span', { class: 'warn' }, `${count(meta.tainted)} not known`)] : null, `; written by ${SEQ}s `, eventLink(meta.first), ' to ', eventLink(meta.last));
}

function mapKeys(event) {
  const meta = data.tiles[view.index];
  const layout = layoutOf(meta);
  const { row, column } = layout.at(view.datum);
  const steps = {
    ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
    Home: [row, 0], End: [row, layout.columns - 1],
  };
  const step = steps[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const [r, c] = step;
  if (r < 0 || c < 0 || r >= layout.rows || c >= layout.columns) return;
  const datum = layout.datum(r, c);
  if (datum < meta.datums) goToDatum(view.index, datum);
}

function showTile() {
  const meta = data.tiles[view.index];
  const tile = view.tile;
  if (!tile) {
    put(byId('tile'), tileHeading(meta), h('p', { class: 'note' }, 'The values of this data tile are not in the page: they would make it too large. ',
      h('code', {}, `tt-replay audit RUN.db --tile ${meta.n}`), ' shows them, ', h('code', {}, 'tt-replay report --values 50'), ' makes a larger page.'));
    put(byId('datum'));
    return;
  }
  const hadFocus = document.activeElement?.id === 'map';
  put(byId('tile'), tileHeading(meta), controls(tile),
    h('div', {
      id: 'map', tabindex: 0, role: 'application', 'aria-roledescription': 'heat map', 'aria-describedby': 'map-says',
      'aria-label': `${tileKey(meta)}, ${plural(meta.datums, 'datum', 'datums')}, ${meta.differ} differ. Arrow keys move, n and p go to differences.`,
      onkeydown: mapKeys, onmousemove: hover, onmouseleave: hover,
      onclick: (event) => {
        const datum = datumUnder(event, meta);
        if (datum !== null) goToDatum(view.index, datum);
      },
    }, mapPicture(tile, meta)),
    h('p', { id: 'map-says', class: 'says' }, ' '), legend(tile),
    h('details', { ontoggle: (event) => event.target.open && event.target.children.length < 2 && event.target.append(mapTable(tile, meta)) },
      h('summary', {}, 'As a table')));
  if (hadFocus) byId('map').focus({ preventScroll: true });
  showDatum();
}

/* Looks at a data tile, and at one of its datums: the one that is named, else the first that differs. */
async function lookAt(index, datum) {
  const tile = await openTile(index);
  const isOther = view.index !== index || view.tile !== tile || !byId('map');
  view.index = index;
  view.tile = tile;
  view.datum = datum ?? (tile?.differences.size ? tile.differences.keys().next().value : 0);
  if (view.datum >= data.tiles[index].datums) view.datum = 0;
  if (isOther) {
    if (!data.tiles[index].differ) view.mode = 'value';
    else if (view.stage < 0) view.mode = 'difference';
    showTile();
    markThumb();
  } else {
    showDatum();
  }
  const info = tile && datumOf(tile, view.datum);
  if (info?.format) say(datumSentence(data.tiles[index], view.datum, info));
}

/* By the page's address, so that it can be linked to; without a step of history for each. */
function goToDatum(index, datum) {
  history.replaceState(null, '', `#${datumAddress(data.tiles[index], datum)}`);
  return lookAt(index, datum);
}

function goToTile(step) {
  const index = view.index + step;
  if (index < 0 || index >= data.tiles.length) return;
  location.hash = tileKey(data.tiles[index]);
}

/* The next (1) or previous (-1) datum that differs, in other data tiles too. */
async function goToDifference(step) {
  let index = view.index;
  let datum = view.datum;
  for (let left = data.tiles.length; left >= 0; left--) {
    const tile = data.tiles[index]?.differ ? await openTile(index) : null;
    const keys = tile ? [...tile.differences.keys()] : [];
    const found = step > 0 ? keys.find((key) => key > datum) : keys.reverse().find((key) => key < datum);
    if (found !== undefined) {
      await goToDatum(index, found);
      byId('map')?.focus();
      return;
    }
    index += step;
    if (index < 0 || index >= data.tiles.length) break;
    datum = step > 0 ? -1 : Infinity;
  }
  say(step > 0 ? 'No further difference' : 'No earlier difference');
}

function showTiles() {
  if (!data.tiles.length) {
    put(byId('tiles-body'), h('p', {}, 'No packer wrote a data tile, or the stages\' values were not stored (', h('code', {}, 'replay --stages=events'), ' or ', h('code', {}, 'none'), ').'));
    return;
  }
  const different = data.tiles.filter((tile) => tile.differ).length;
  const withValues = data.tiles.filter((tile) => tile.data !== undefined).length;
  const notes = [];
  if (data.tile_count > data.tiles.length) notes.push(`Of ${count(data.tile_count)} data tiles ${count(data.tiles.length)} are listed: those that differ first.`);
  if (withValues < data.tiles.length) notes.push(`The page has the values of ${count(withValues)} of them; the others would make it too large.`);
  if (data.bytes.tainted) notes.push(`${count(data.bytes.tainted)} of the compared bytes rest on state that nobody knows: they decide nothing, and count as the same in these pictures. Datums with lines across were made from it.`);
  if (data.left_out) notes.push(`${count(data.left_out)} further differences are counted in no data tile.`);
  put(byId('tiles-body'),
    h('p', {}, `${plural(data.tiles.length, 'data tile', 'data tiles')}, ${different ? `${count(different)} with differences` : 'none with a difference'}. `,
      different ? h('span', { class: 'hint' }, h('kbd', {}, 'n'), ' goes to the next difference.') : null),
    notes.map((note) => h('p', { class: 'note' }, note)),
    different && different < data.tiles.length
      ? h('label', { class: 'filter' }, h('input', { type: 'checkbox', id: 'only-different', onchange: showThumbs }), ' only those that differ') : null,
    h('div', { id: 'thumbs', class: data.tiles.length > 60 ? 'many' : '', role: 'navigation', 'aria-label': 'Data tiles' }),
    h('div', { class: 'tile-view' }, h('div', { id: 'tile' }), h('div', { id: 'datum' })));
  showThumbs();
}
