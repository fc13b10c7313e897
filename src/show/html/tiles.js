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

function layoutOf(tile, name = view.layout) {
  const { datums, rows } = tile;
  if (name.startsWith('rows')) {
    const columns = Math.min(datums, Number(name.slice(4)));
    return {
      columns, rows: Math.ceil(datums / columns), faces: [],
      at: (datum) => ({ row: Math.floor(datum / columns), column: datum % columns }),
      datum: (row, column) => row * columns + column,
    };
  }
  const face = rows * FACE_COLUMNS;
  const faces = Math.ceil(datums / face);
  const across = faces > 1 && name === 'faces' ? 2 : 1;
  const down = Math.ceil(faces / across);
  const list = Array.from({ length: faces }, (_, i) => ({ row: Math.floor(i / across) * rows, column: (i % across) * FACE_COLUMNS }));
  return {
    columns: across * FACE_COLUMNS, rows: faces > 1 ? down * rows : Math.ceil(datums / FACE_COLUMNS),
    faceRows: rows, faces: list, isNamed: faces === 4 && name === 'faces' && rows === FACE_COLUMNS,
    at: (datum) => {
      const nth = Math.floor(datum / face);
      const inFace = datum % face;
      return { row: Math.floor(nth / across) * rows + (inFace >> 4), column: (nth % across) * FACE_COLUMNS + (inFace & 15) };
    },
    datum: (row, column) => (Math.floor(row / rows) * across + (column >> 4)) * face + (row % rows) * FACE_COLUMNS + (column & 15),
  };
}

/* ---- thumbnails ---- */

const DIFFERENT_CLASSES = [1, 2, 3, 4, 5, 6, 7, 8, INFINITE];

function thumbPicture(tile) {
  const paths = DIFFERENT_CLASSES.map((kind) => {
    let path = '';
    for (let i = 0; i < tile.thumb.length; i++) {
      if (tile.thumb[i] === kind) path += `M${i % THUMB_SIDE} ${Math.floor(i / THUMB_SIDE)}h1v1h-1z`;
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

/* Classes of colour by exponent, from small to large: v0 to v7, zero, nan; values: {format, bits}, or null. */
function exponentColours(values) {
  const exponents = values.map((value) => {
    if (!value) return undefined;
    const parts = valueParts(value.format, value.bits);
    return parts.kind === 'finite' ? valueExponent(value.format, value.bits) : NaN;
  });
  const finite = exponents.filter((one) => Number.isFinite(one));
  const lowest = finite.reduce((least, one) => Math.min(least, one), Infinity);
  const span = Math.max(7, finite.reduce((most, one) => Math.max(most, one), -Infinity) - lowest);
  const classes = exponents.map((one) => {
    if (one === undefined) return 'none';
    if (one === null) return 'zero';
    return Number.isNaN(one) ? 'nan' : `v${Math.min(7, Math.floor(((one - lowest) / span) * 7.999))}`;
  });
  return { classes, scale: finite.length ? [lowest, lowest + span] : null };
}

/* A class of colour for each datum: d0 to d9 distances, else as its exponent is. */
function colours(tile, datums, mode = view.mode) {
  const each = (one) => Array.from({ length: datums }, (_, datum) => one(datum));
  if (mode === 'difference') return each((datum) => (tile.differences.has(datum) ? `d${distanceClass(tile.differences.get(datum).ulps)}` : 'd0'));
  const { classes, scale } = exponentColours(each((datum) => shownValue(tile, datum)));
  view.scale = scale;
  return classes;
}

/* Lines across the datums that nobody knows, over whatever colour they have. */
function hatch(tile, layout) {
  const cells = [...tile.tainted].map((datum) => {
    const { row, column } = layout.at(datum);
    return `M${column * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`;
  });
  return cells.length ? s('path', { class: 'tainted', d: cells.join('') }) : null;
}

/* What `.tainted` is filled with, once in the page. */
function hatchPattern() {
  return s('svg', { class: 'visually-hidden', 'aria-hidden': true }, s('pattern', { id: 'hatch', width: HATCH, height: HATCH, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    s('path', { class: 'hatching', d: `M${HATCH / 2} 0v${HATCH}` })));
}

/* Squares of each colour as one path, those of what is infinitely far with a cross as well. */
function squares(classes, layout) {
  const paths = new Map();
  let crosses = '';
  classes.forEach((colour, nth) => {
    const { row, column } = layout.at(nth);
    paths.set(colour, `${paths.get(colour) ?? ''}M${column * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`);
    if (colour === `d${INFINITE}`) crosses += `M${column * CELL + 4} ${row * CELL + 4}l8 8m0 -8l-8 8`;
  });
  return [[...paths].map(([colour, path]) => s('path', { class: colour, d: path })), crosses ? s('path', { class: 'cross', d: crosses }) : null];
}

/* A picture of cells; over: what lies over the squares. */
function gridPicture(layout, classes, attributes, ...over) {
  const width = layout.columns * CELL;
  const height = layout.rows * CELL;
  const faces = layout.faces.map((face, i) => [
    s('rect', { class: 'face', x: face.column * CELL, y: face.row * CELL, width: FACE_COLUMNS * CELL, height: layout.faceRows * CELL }),
    layout.isNamed ? s('text', { class: 'face-name', x: face.column * CELL + 2, y: face.row === 0 ? -5 : height + 14 }, `face ${i}`) : null,
  ]);
  return s('svg', { viewBox: `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`, 'aria-hidden': true, ...attributes },
    squares(classes, layout), faces, over);
}

function mapPicture(tile, meta) {
  const layout = layoutOf(meta);
  return gridPicture(layout, colours(tile, meta.datums), { id: 'map-picture' },
    hatch(tile, layout),
    s('rect', { id: 'map-hover', class: 'hover', width: CELL, height: CELL, visibility: 'hidden' }),
    s('rect', { id: 'map-choice', class: 'choice', width: CELL, height: CELL }));
}

/* The square of a cell, marked. */
function choiceMark(layout, nth) {
  const { row, column } = layout.at(nth);
  return s('rect', { class: 'choice', x: column * CELL, y: row * CELL, width: CELL, height: CELL });
}

/* Which cell of a picture the pointer is on, [row, column]; null: none. */
function cellUnder(event, picture, layout) {
  const box = picture.getBoundingClientRect();
  const column = Math.floor(((event.clientX - box.left) / box.width) * (layout.columns + (2 * MARGIN) / CELL) - MARGIN / CELL);
  const row = Math.floor(((event.clientY - box.top) / box.height) * (layout.rows + (2 * MARGIN) / CELL) - MARGIN / CELL);
  return column < 0 || row < 0 || column >= layout.columns || row >= layout.rows ? null : [row, column];
}

function datumUnder(event, meta) {
  const layout = layoutOf(meta);
  const cell = cellUnder(event, byId('map-picture'), layout);
  const datum = cell ? layout.datum(...cell) : meta.datums;
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

function distanceLegend(...more) {
  return h('ul', { class: 'legend', title: 'Distance in units in the last place, by powers of two' },
    DISTANCE_NAMES.map((name, kind) => swatch(`d${kind}`, name)), more);
}

function exponentLegend(scale, ...more) {
  const [low, high] = scale ?? [0, 7];
  return h('ul', { class: 'legend' }, swatch('zero', 'zero'), swatch('v0', `2^${low}`), swatch('v2', ''), swatch('v5', ''), swatch('v7', `2^${high}`),
    swatch('nan', 'infinite or nan'), swatch('none', 'no value stored'), more);
}

function legend(tile) {
  const unknown = tile.tainted.size ? swatch('tainted', 'undecided: rests on unknown state') : null;
  return view.mode === 'difference' ? distanceLegend(unknown) : exponentLegend(view.scale, unknown);
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
      const text = value ? [h('code', { class: 'dim' }, bitsText(value.format, value.bits)), ` ${valueText(value.format, value.bits)}`] : '';
      const difference = tile.differences.get(datum);
      cells.push(difference
        ? { cell: h('a', { href: `#${datumAddress(meta, datum)}`, title: distanceText(difference.ulps) }, text), class: 'bad' }
        : { cell: text, class: tile.tainted.has(datum) ? 'warn' : undefined });
    }
    rows.push(cells);
  }
  const headings = ['Row', ...Array.from({ length: layout.columns }, (_, i) => String(i))];
  return table(headings, rows, { caption: `Values of ${tileKey(meta)}; what differs is a link${tile.tainted.size ? ', what rests on unknown state is brown' : ''}`, class: 'numbers' });
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
    datumFacts(info, address),
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
  standAt('tile', index, datum);
  history.replaceState(null, '', `#${datumAddress(data.tiles[index], datum)}`);
  return lookAt(index, datum);
}

function goToTile(step) {
  const index = view.index + step;
  if (index < 0 || index >= data.tiles.length) return;
  location.hash = tileKey(data.tiles[index]);
}

function showTiles() {
  if (!data.tiles.length) {
    put(byId('tiles-body'), h('p', {}, 'No packer wrote a data tile.'));
    return;
  }
  const different = data.tiles.filter((tile) => tile.differ).length;
  const withValues = data.tiles.filter((tile) => tile.data !== undefined).length;
  const notes = [];
  if (data.tile_count > data.tiles.length) notes.push(`Of ${count(data.tile_count)} data tiles ${count(data.tiles.length)} are listed: those that differ first.`);
  if (withValues < data.tiles.length) notes.push(`The page has the values of ${count(withValues)} of them; the others would make it too large.`);
  if (data.bytes.tainted) notes.push(`${count(data.bytes.tainted)} of the compared bytes are undecided: they rest on unknown state, and count as equal in these pictures. Datums with lines across were made from it.`);
  if (data.left_out) notes.push(`${count(data.left_out)} further differences are counted in no data tile.`);
  put(byId('tiles-body'),
    h('p', {}, `${plural(data.tiles.length, 'data tile', 'data tiles')}, ${different ? `${count(different)} with differences` : 'none with a difference'}. `,
      different ? h('span', { class: 'hint' }, h('kbd', {}, 'n'), ' goes to the first difference, then to the next.') : null),
    notes.map((note) => h('p', { class: 'note' }, note)),
    different && different < data.tiles.length
      ? h('label', { class: 'filter' }, h('input', { type: 'checkbox', id: 'only-different', onchange: showThumbs }), ' only those that differ') : null,
    h('div', { id: 'thumbs', class: data.tiles.length > 60 ? 'many' : '', role: 'navigation', 'aria-label': 'Data tiles' }),
    h('div', { class: 'tile-view' }, h('div', { id: 'tile' }), h('div', { id: 'datum' })));
  showThumbs();
}
