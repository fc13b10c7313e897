/* SPDX-License-Identifier: Apache-2.0 */
/* Starts the page: the parts in order, what its address asks for, and keys that work everywhere. */
'use strict';

function bringUp(element) {
  element?.scrollIntoView({ block: 'start' });
}

/* What stands behind # in the address. */
async function follow() {
  const hash = decodeURIComponent(location.hash.slice(1));
  const event = /^event(\d+)$/.exec(hash);
  const state = /^state(\d+)$/.exec(hash);
  const address = hash.startsWith('tile') && hash !== 'tiles' ? parseAddress(hash) : null;
  if (address?.datum !== null && address) standAt('tile', address.index, address.datum);
  if (event) {
    await showMaps();
    await goToEvent(Number(event[1]));
    bringUp(byId('timeline'));
  } else if (state) {
    await showMaps();
    await goToState(Number(state[1]));
    bringUp(byId('state'));
  } else if (address) {
    await lookAt(address.index, address.datum);
    bringUp(address.datum === null ? byId('tile') : byId('datum'));
    byId('map')?.focus({ preventScroll: true });
  } else if (parseCell(hash)) {
    const { space, cell } = parseCell(hash);
    await lookAtCell(space, cell);
    bringUp(byId('space'));
    byId('space-map').focus({ preventScroll: true });
  } else if (hash) {
    if (hash === 'l1') await showMaps();
    const target = byId(hash);
    if (target?.closest('#maps, #distribution, #config, #waits, #timeline, #state, #findings')) await showMaps(); /* so that the place stays where it is */
    if (target?.closest('#timeline, #state, #findings')) await showTimeline();
    if (target?.closest('#state, #findings')) await showState();
    for (let outer = target?.parentElement; outer; outer = outer.parentElement) {
      if (outer.tagName === 'DETAILS') outer.open = true;
    }
    for (const old of document.querySelectorAll('.target')) old.classList.remove('target');
    target?.classList.add('target');
    target?.scrollIntoView({ block: target.tagName === 'SECTION' ? 'start' : 'center' });
    if (!target && /^(tile|finding|cfg-)/.test(hash)) say(`The page has nothing named ${hash}`);
  }
}

/* Draws a part when it comes near. */
function showInSight(id, show) {
  new IntersectionObserver((entries, watcher) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watcher.disconnect();
    show();
  }, { rootMargin: '400px' }).observe(byId(id));
}

async function start() {
  await showReference();
  await openThumbs();
  await guessFormats();
  showFirst();
  showWay();
  showWaits();
  showAsked();
  showParts();
  document.body.append(hatchPattern());
  showVerdict();
  await showAnswer();
  showSummary();
  byId('summary-body').append(notAskedNote() ?? '');
  showTiles();
  showDistribution();
  showConfig();
  showFindings();
  listenToKeys({ n: () => goToDifference(1), p: () => goToDifference(-1), f: () => stepWay(1), b: () => stepWay(-1), '[': () => goToTile(-1), ']': () => goToTile(1), ',': () => stepState(-1), '.': () => stepState(1) });
  window.addEventListener('hashchange', follow);
  let isNarrow = innerWidth < 700;
  window.addEventListener('resize', () => {
    if (isNarrow === innerWidth < 700 || !data.tiles.length) return;
    isNarrow = innerWidth < 700;
    showDatum();
  });
  window.addEventListener('beforeprint', () => { showMaps(); showTimeline(); showState(); });
  showInSight('maps', showMaps);
  showInSight('timeline', showTimeline);
  showInSight('state', showState);
  if (data.tiles.length && !parseAddress(decodeURIComponent(location.hash.slice(1)))) {
    const first = data.differences.length ? placeOf(data.differences[0], 0) : null;
    const index = data.tiles.findIndex((tile) => tile.differ && tile.data !== undefined);
    await (first?.kind === 'tile' ? lookAt(first.of, first.key) : lookAt(Math.max(index, 0), null));
  }
  if (location.hash) await follow();
  document.documentElement.dataset.ready = 'true';
}

start();
