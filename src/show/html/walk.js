/* SPDX-License-Identifier: Apache-2.0 */
/* From difference to difference, over data tiles, maps of registers and rows of the table: first the first one. */
'use strict';

/* Where the walk is: {group, key}; null: it has not begun. */
const position = { at: null };

/* A group of differences: a data tile, a map, or (space null) rows of the table that have neither. */
let walkGroups = null;

function groupsOfWalk() {
  if (walkGroups) return walkGroups;
  const mapped = new Set(data.maps.map((map) => map.space));
  const isRow = (item) => !(item.datum && parseAddress(datumName(item))) && !mapped.has(item.space);
  const rows = data.differences.map((item, i) => [item, i]).filter(([item]) => isRow(item)).map(([, i]) => i);
  const groups = [...data.tiles.map((_, index) => ({ kind: 'tile', of: index })), ...data.maps.map((map) => ({ kind: 'map', of: map.space })),
    { kind: 'row', of: null, keys: rows }];
  const [first] = data.differences;
  const begin = first ? groups.findIndex((group) => isSame(group, placeOf(first, 0))) : 0;
  walkGroups = begin > 0 ? [groups[begin], ...groups.slice(0, begin), ...groups.slice(begin + 1)] : groups;
  return walkGroups;
}

function isSame(group, place) {
  return group.kind === place.kind && group.of === place.of;
}

/* Where difference i of the list stands. */
function placeOf(item, i) {
  const datum = item.datum ? parseAddress(datumName(item)) : null;
  if (datum) return { kind: 'tile', of: datum.index, key: datum.datum };
  const cell = parseCell(cellName(item) ?? '');
  return cell ? { kind: 'map', of: cell.space, key: cell.cell } : { kind: 'row', of: null, key: i };
}

/* Notes where the reader is: what is next comes behind it. */
function standAt(kind, of, key) {
  position.at = { kind, of, key };
}

/* What differs in a group, by rising number. */
async function keysOf(group) {
  if (group.kind === 'row') return group.keys;
  if (group.kind === 'map') return [...(await cellsOf(group.of)).held.keys()];
  const tile = data.tiles[group.of].differ ? await openTile(group.of) : null;
  return tile ? [...tile.differences.keys()] : [];
}

async function walkTo(group, key) {
  standAt(group.kind, group.of, key);
  if (group.kind === 'tile') {
    await goToDatum(group.of, key);
    byId('map')?.focus();
  } else if (group.kind === 'map') {
    history.replaceState(null, '', `#${nameOfCell(group.of, key)}`);
    await lookAtCell(group.of, key);
    byId('space-map').focus();
  } else {
    history.replaceState(null, '', `#difference${key}`);
    await follow();
    byId(`difference${key}`).querySelector('a')?.focus();
    say(`Difference ${key + 1}: ${data.differences[key].what} ${data.differences[key].place ?? ''}`);
  }
}

/* The next (1) or previous (-1) difference. */
async function goToDifference(step) {
  const groups = groupsOfWalk();
  const { at } = position;
  if (!at && step > 0 && data.differences.length) {
    const place = placeOf(data.differences[0], 0);
    const group = groups.find((one) => isSame(one, place));
    if (group && (await keysOf(group)).includes(place.key)) return walkTo(group, place.key);
  }
  const begin = at ? groups.findIndex((group) => isSame(group, at)) : 0;
  for (let i = begin; i >= 0 && i < groups.length; i += step) {
    const keys = await keysOf(groups[i]);
    const from = i === begin && at ? at.key : step > 0 ? -1 : Infinity;
    const found = step > 0 ? keys.find((key) => key > from) : keys.findLast((key) => key < from);
    if (found !== undefined && (at || step > 0)) return walkTo(groups[i], found);
  }
  say(step > 0 ? 'No further difference' : 'No earlier difference');
  return undefined;
}
