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
  const address = hash.startsWith('tile') && hash !== 'tiles' ? parseAddress(hash) : null;
  if (event) {
    await goToEvent(Number(event[1]));
    bringUp(byId('timeline'));
  } else if (address) {
    await lookAt(address.index, address.datum);
    bringUp(address.datum === null ? byId('tile') : byId('datum'));
    byId('map')?.focus({ preventScroll: true });
  } else if (hash) {
    const target = byId(hash);
    if (target?.closest('#timeline, #findings')) await showTimeline(); /* so that the place stays where it is */
    for (let outer = target?.parentElement; outer; outer = outer.parentElement) {
      if (outer.tagName === 'DETAILS') outer.open = true;
    }
    for (const old of document.querySelectorAll('.target')) old.classList.remove('target');
    target?.classList.add('target');
    target?.scrollIntoView({ block: target.tagName === 'SECTION' ? 'start' : 'center' });
    if (!target && /^(tile|finding|cfg-)/.test(hash)) say(`The page has nothing named ${hash}`);
  }
}

async function start() {
  await showReference();
  showParts();
  showVerdict();
  showSummary();
  showTiles();
  showDistribution();
  showConfig();
  showFindings();
  listenToKeys({ n: () => goToDifference(1), p: () => goToDifference(-1), '[': () => goToTile(-1), ']': () => goToTile(1) });
  window.addEventListener('hashchange', follow);
  let isNarrow = innerWidth < 700;
  window.addEventListener('resize', () => {
    if (isNarrow === innerWidth < 700 || !data.tiles.length) return;
    isNarrow = innerWidth < 700;
    showDatum();
  });
  window.addEventListener('beforeprint', showTimeline);
  new IntersectionObserver((entries, watcher) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watcher.disconnect();
    showTimeline();
  }, { rootMargin: '400px' }).observe(byId('timeline'));
  if (data.tiles.length && !parseAddress(decodeURIComponent(location.hash.slice(1)))) {
    const first = data.tiles.findIndex((tile) => tile.differ && tile.data !== undefined);
    await lookAt(Math.max(first, 0), null);
  }
  if (location.hash) await follow();
  document.documentElement.dataset.ready = 'true';
}

start();
