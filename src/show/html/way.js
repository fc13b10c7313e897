/* SPDX-License-Identifier: Apache-2.0 */
/* The way of a value: from the operands in L1 through every unit to the place that differs, step by step. */
'use strict';

const PLACES_SHOWN = 8;

/* Which of data.ways is shown, its steps in the order of execution, and the step that is looked at. */
const way = { nth: 0, steps: [], at: 0 };

/* Nodes of one event and space are one step; what was there at the start comes first, by space. */
function stepsOf({ nodes }) {
  const steps = new Map();
  for (const node of nodes) {
    const key = `${node.event ?? node.kind}/${node.space}`;
    if (!steps.has(key)) steps.set(key, { event: node.event ?? -1, nodes: [] });
    steps.get(key).nodes.push(node);
  }
  const list = [...steps.values()].sort((a, b) => a.event - b.event);
  const stepOf = new Map(list.flatMap((step, i) => step.nodes.map((node) => [node.node, i])));
  list.forEach((step, i) => {
    step.from = [...new Set(step.nodes.flatMap((node) => node.from.map((one) => stepOf.get(one))))].filter((one) => one !== undefined && one !== i);
    step.to = [];
  });
  list.forEach((step, i) => step.from.forEach((from) => list[from].to.push(i)));
  return list;
}

function resultText(node) {
  const stage = node.stages?.at(-1);
  return stage?.values.length === 1 && stage.format !== 'ADDRESS' ? stage.values[0].value : null;
}

function placesText({ nodes }) {
  const [first] = nodes;
  return nodes.length === 1 ? first.place : `${first.place} to ${nodes.at(-1).place}`;
}

function stepName(step) {
  const [node] = step.nodes;
  if (node.kind === 'start') return 'from the first snapshot';
  if (node.kind === 'recorded') return 'from the recording';
  return node.kind === 'stored' ? 'stored by a core' : `T${node.thread} ${node.unit}: ${node.instruction}`;
}

/* What the stages made of a node: a row a stage; where values are summed a column a stage, and a row a value. */
function stagesTable({ stages, place }) {
  const options = { caption: `What its stages made of ${place}` };
  const lines = Math.max(...stages.map(({ values }) => values.length));
  const pair = (one) => one && [h('code', {}, one.bits), ` ${one.value}`];
  if (lines > 1) {
    const rows = Array.from({ length: lines }, (_, k) => stages.map(({ values }) => pair(values[k]) ?? ''));
    return table(stages.map(({ stage, format }) => `${stage} (${format})`), rows, { ...options, isPlain: true, class: 'numbers' });
  }
  return table(['Stage', 'Bits', 'Value', 'Format', ''], stages.map((stage) => [stage.stage, h('code', {}, stage.values[0].bits), stage.values[0].value, stage.format,
    { cell: stage.is_changed ? 'changed' : 'unchanged', class: stage.is_changed ? 'mark' : 'dim' }]), options);
}

function nodeRow(node) {
  const bits = node.bits === null ? 'unknown' : h('code', {}, hex(node.bits, node.bytes * 2));
  return h('li', {}, h('code', {}, node.place), ' = ', bits, resultText(node) === null ? '' : ` = ${resultText(node)}`);
}

function stepLinks(name, indices) {
  return answerRow(name, indices.map((i, nth) => [nth ? ', ' : '',
    h('a', { href: '#way', onclick: (event) => { event.preventDefault(); lookAtStep(i, true); } }, `${way.steps[i].event < 0 ? '' : `${SEQ} ${count(way.steps[i].event)}: `}${placesText(way.steps[i])}`)]));
}

/* Nodes of a step with stages; those alike, as the bytes of a datum, once. */
function differentStages({ nodes }) {
  const byStages = new Map(nodes.filter((node) => node.stages?.length).toReversed().map((node) => [JSON.stringify(node.stages), node]));
  return [...byStages.values()].toReversed();
}

function stepDetail(step) {
  const [node] = step.nodes;
  const shown = step.nodes.slice(0, PLACES_SHOWN);
  const isLast = !step.to.length;
  const [first, ...others] = differentStages(step);
  return [h('h3', {}, step.event < 0 ? '' : [`${SEQ} `, eventLink(step.event), ', '], stepName(step)),
    h('dl', { class: 'answer-facts' },
      answerRow('Source', node.source?.text && h('code', {}, node.source.text)),
      answerRow('Rests on', evidenceText(node.evidence)),
      answerRow('Undefined', node.undefined),
      answerRow(node.kind === 'written' ? 'Wrote' : 'Holds', h('ul', { class: 'waits' }, shown.map(nodeRow)), step.nodes.length > shown.length ? `and ${count(step.nodes.length - shown.length)} more` : ''),
      stepLinks('Came from', step.from), isLast ? answerRow('Goes to', 'nothing further: this is the place that was asked for') : stepLinks('Goes to', step.to)),
    first && stagesTable(first), others.length ? h('details', {}, h('summary', {}, `Stages of ${plural(others.length, 'more element', 'more elements')}`), others.map(stagesTable)) : null];
}

/* Shows step i; isMoved: the reader asked for it. */
function lookAtStep(i, isMoved) {
  way.at = Math.max(0, Math.min(i, way.steps.length - 1));
  const step = way.steps[way.at];
  for (const [nth, button] of [...byId('way-steps').querySelectorAll('button')].entries()) {
    button.setAttribute('aria-current', nth === way.at ? 'step' : 'false');
    if (nth === way.at && isMoved) button.scrollIntoView({ block: 'nearest' });
  }
  put(byId('way-step'), stepDetail(step));
  if (isMoved) say(`Step ${way.at + 1} of ${way.steps.length}: ${stepName(step)}, ${placesText(step)}`);
}

/* One step forwards (1) or backwards (-1) along the way. */
function stepWay(by) {
  if (!way.steps.length) return say('The page has no way of a value');
  byId('way').scrollIntoView({ block: 'nearest' });
  return lookAtStep(way.at + by, true);
}

function stepButton(step, i) {
  const value = step.nodes.length <= 4 ? resultText(step.nodes[0]) : null;
  return h('li', {}, h('button', { type: 'button', onclick: () => lookAtStep(i, false) },
    h('span', { class: 'dim' }, step.event < 0 ? 'start' : count(step.event)), ' ', stepName(step), h('br'),
    h('code', {}, placesText(step)), value === null ? '' : ` = ${value}`));
}

function waySentence(one) {
  const written = way.steps.filter((step) => step.nodes[0].kind === 'written').length;
  const sentence = `${one.place}${one.bytes > 1 ? `, ${plural(one.bytes, 'byte', 'bytes')}` : ''}: ${plural(written, 'instruction', 'instructions')} from the start of the run to it. `;
  return sentence + (one.is_tried ? 'Each step matters: a change of what it came from was carried through to the place.' : `By the wiring of the units alone: ${one.untried ?? 'no change was tried'}.`);
}

function showOneWay(nth) {
  way.nth = nth;
  const one = data.ways[nth];
  way.steps = stepsOf(one);
  put(byId('way-body'),
    data.ways.length > 1 && h('p', { class: 'controls' }, 'Of ', data.ways.map((each, i) => h('button', { type: 'button', 'aria-pressed': i === nth, onclick: () => showOneWay(i) }, each.asked))),
    h('p', {}, waySentence(one)), h('p', { class: 'hint dim' }, h('kbd', {}, 'f'), ' forwards, ', h('kbd', {}, 'b'), ' backwards'),
    h('div', { class: 'columns' }, h('ol', { id: 'way-steps', class: 'steps', 'aria-label': 'Steps' }, way.steps.map(stepButton)), h('div', { id: 'way-step' })));
  lookAtStep(way.steps.length - 1, false);
}

/* Where the way of a place is: on this page, or by the command that makes a page with it. */
function wayOf(place) {
  const nth = data.ways.findIndex((one) => one.asked === place);
  if (nth < 0) return h('code', { class: 'command' }, `tt-replay report RUN.db --way ${place} -o PAGE.html`);
  return h('a', { href: '#way', onclick: (event) => { event.preventDefault(); showOneWay(nth); byId('way').scrollIntoView(); } }, 'step by step');
}

/* Puts the part into the page, behind what stood at the first difference; nothing where no place has a way. */
function showWay() {
  data.ways = data.ways.filter((one) => one.nodes.length);
  if (!data.ways.length) return;
  (byId('first') ?? byId('tiles')).after(h('section', { id: 'way', 'aria-labelledby': 'way-title', tabindex: -1 },
    h('h2', { id: 'way-title' }, 'The way of a value'), h('div', { id: 'way-body' })));
  showOneWay(0);
}
