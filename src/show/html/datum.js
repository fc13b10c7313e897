/* SPDX-License-Identifier: Apache-2.0 */
/* One datum: where it came from, its way through the packer as a picture, and as a table. */
'use strict';

const BOX = { width: 132, height: 62, gap: 26, rowGap: 26 };

/* What each stage of the packer made of the datum: {name, about, state, format, bits}; state: idle, same, changed, lost
 * (the stage has another number of datums, so it is not known which it is). */
function stagesOf(info) {
  let before = null;
  return data.stages.map((stage, ordinal) => {
    const found = info.group.stages.find((one) => one.stage === ordinal);
    const row = { name: stage.name, about: stage.value, ordinal, state: 'idle' };
    if (!found) return row;
    row.format = found.format;
    if (!found.values) return { ...row, state: 'lost', total: found.total };
    row.bits = found.values[info.nth];
    const isSame = before && before.bits === row.bits && before.format === row.format;
    row.state = isSame ? 'same' : 'changed';
    if (found.format?.isDatum) before = row;
    return row;
  });
}

function stageText(row) {
  if (row.state === 'idle') return 'not at work';
  if (row.state === 'lost') return `${plural(row.total, 'datum', 'datums')}: which is not known`;
  return `${bitsText(row.format, row.bits)} = ${valueText(row.format, row.bits)} (${row.format?.name ?? 'no format'})`;
}

function arrow(x1, y1, x2, y2) {
  const isDown = y2 > y1;
  const path = isDown ? `M${x1} ${y1}V${(y1 + y2) / 2}H${x2}V${y2 - 5}` : `M${x1} ${y1}H${x2 - 5}`;
  const head = isDown ? `M${x2 - 4} ${y2 - 7}L${x2} ${y2}L${x2 + 4} ${y2 - 7}Z` : `M${x2 - 7} ${y2 - 4}L${x2} ${y2}L${x2 - 7} ${y2 + 4}Z`;
  return [s('path', { class: 'flow', d: path }), s('path', { class: 'head', d: head })];
}

/* A box of the picture; lines: texts below its title. */
function box(at, kind, title, lines, attributes = {}) {
  return s('g', { class: `box ${kind}`, transform: `translate(${at.x} ${at.y})`, ...attributes },
    s('title', {}, attributes['aria-label'] ?? title),
    s('rect', { width: BOX.width, height: BOX.height, rx: 5 }),
    s('text', { class: 'name', x: 8, y: 17 }, title),
    lines.map((line, i) => s('text', { class: i ? 'value' : 'bits', x: 8, y: 35 + 17 * i }, line)));
}

/* Stages in a row that were not at work, as one, where there is little room. */
function withoutIdle(rows) {
  const list = [];
  for (const row of rows) {
    const last = list[list.length - 1];
    if (row.state === 'idle' && last?.state === 'idle') last.names.push(row.name);
    else list.push({ ...row, names: [row.name] });
  }
  return list.map((row) => (row.names.length > 1 ? { ...row, name: `${row.names.length} stages`, about: row.names.join(', ') } : row));
}

/* The packer with the datum's values in it; onStage gets the stage that was chosen. */
function pipelinePicture(info, width, onStage) {
  const across = Math.max(2, Math.min(7, Math.floor((width + BOX.gap) / (BOX.width + BOX.gap))));
  const rows = across < 4 ? withoutIdle(stagesOf(info)) : stagesOf(info);
  const place = (i) => ({
    x: 1 + (i % across) * (BOX.width + BOX.gap), y: 1 + Math.floor(i / across) * (BOX.height + BOX.rowGap),
  });
  const boxes = [box(place(0), 'end', 'Dst', info.cell ? [`row ${info.cell.row}`, `column ${info.cell.column}`] : ['cell not known'])];
  for (const row of rows) {
    const lines = row.state === 'idle' || row.state === 'lost'
      ? [row.state === 'idle' ? 'not at work' : `${row.total} datums`]
      : [bitsText(row.format, row.bits), valueText(row.format, row.bits)];
    const choose = () => onStage(row.ordinal);
    const keys = (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      choose();
    };
    const isChoice = row.state === 'same' || row.state === 'changed';
    boxes.push(box(place(boxes.length), row.state, row.name, lines, {
      'aria-label': `${row.name}: ${stageText(row)}; ${row.about}`,
      ...(isChoice ? { role: 'button', tabindex: 0, onclick: choose, onkeydown: keys, 'data-stage': row.ordinal } : {}),
    }));
  }
  boxes.push(box(place(boxes.length), 'end', 'L1', [info.addr === null ? 'not written' : hex(info.addr, 5)]));
  if (info.difference) {
    boxes.push(box(place(boxes.length), 'held', 'device held',
      [bitsText(info.format, info.difference.held), valueText(info.format, info.difference.held)]));
  }
  const flows = boxes.slice(1).map((_, i) => {
    const from = place(i);
    const to = place(i + 1);
    return to.y > from.y
      ? arrow(from.x + BOX.width / 2, from.y + BOX.height, to.x + BOX.width / 2, to.y)
      : arrow(from.x + BOX.width, from.y + BOX.height / 2, to.x, to.y + BOX.height / 2);
  });
  const bottom = place(boxes.length - 1).y + BOX.height + 1;
  const right = Math.min(across, boxes.length) * (BOX.width + BOX.gap) - BOX.gap + 2;
  return s('svg', { class: 'pipeline', viewBox: `0 0 ${right} ${bottom}`, width: right, role: 'group', 'aria-label': 'The packer, stage by stage' },
    flows, boxes);
}

/* A sentence for a screen reader, and the heading's text. */
function datumSentence(tile, datum, info) {
  const text = (bits) => `${bitsText(info.format, bits)} = ${valueText(info.format, bits)}`;
  if (!info.difference) return `${datumAddress(tile, datum)}: ${text(info.bits)}, ${info.isTainted ? 'undecided: it rests on unknown state' : 'equal to the device, or not compared'}`;
  return `${datumAddress(tile, datum)}: replayed ${text(info.bits)}, the device held ${text(info.difference.held)}, ${distanceText(info.difference.ulps)}`;
}

/* Why nobody knows a datum: undefined behaviour of its own instruction, else something before it. */
function unknownReason(info) {
  const unknowing = new Set(data.finding_kinds.filter((kind) => /^(UndefinedBehavior|UnpredictableValueUsed)$/.test(kind.class)).map((kind) => kind.code));
  const i = data.findings.findIndex((finding) => finding.event === info.seq && unknowing.has(finding.code));
  if (i >= 0) return ['undefined behaviour: ', h('a', { href: `#finding${i + 1}` }, data.findings[i].code)];
  return ['computed from unknown state; ', h('code', {}, 'tt-replay why'), ' says where that came in'];
}

function datumFacts(info, place) {
  const facts = [];
  const add = (name, ...value) => facts.push(h('div', {}, h('dt', {}, name), h('dd', {}, value)));
  add('Replayed', h('code', {}, bitsText(info.format, info.bits)), ` ${valueText(info.format, info.bits)} (${info.format.name})`);
  if (info.difference) {
    add('Device held', h('code', {}, bitsText(info.format, info.difference.held)), ` ${valueText(info.format, info.difference.held)}`);
    add('Apart', h('span', { class: 'bad' }, distanceText(info.difference.ulps)));
  }
  if (info.isTainted) add('Undecided', h('span', { class: 'warn' }, ...unknownReason(info)));
  add('Packer', String(info.packer));
  if (info.seq !== null) add('Instruction', eventLink(info.seq));
  if (info.cell) add('Dst', `row ${info.cell.row}, column ${info.cell.column}`);
  if (info.addr !== null) add('L1', h('code', {}, hex(info.addr, 5)));
  add('Its way', wayOf(place));
  return h('dl', { class: 'facts' }, facts);
}

function stageTable(info) {
  const states = { idle: 'not at work', same: 'unchanged', changed: 'changed', lost: 'not known' };
  const rows = stagesOf(info).map((row) => {
    const isHere = row.state === 'same' || row.state === 'changed';
    return [row.name, isHere ? h('code', {}, bitsText(row.format, row.bits)) : '', isHere ? valueText(row.format, row.bits) : '',
      isHere ? row.format?.name ?? '' : '', { cell: states[row.state], class: row.state === 'changed' ? 'mark' : 'dim' }, row.about];
  });
  return table(['Stage', 'Bits', 'Value', 'Format', '', 'What a value is'], rows, { caption: 'Stages of the packer' });
}
