/* SPDX-License-Identifier: Apache-2.0 */
/* What every page has: links to its parts, and keys that work everywhere but where something is typed. */
'use strict';

function showParts() {
  const links = [...document.querySelectorAll('main > section')].map((section) =>
    h('a', { href: `#${section.id}` }, section.dataset.short ?? section.querySelector('h2').textContent));
  byId('help-open').before(...links);
}

/* acts: what each key does. `?` and the button show which there are. */
function listenToKeys(acts) {
  const help = byId('help');
  const all = { ...acts, '?': () => help.showModal() };
  byId('help-open').addEventListener('click', all['?']);
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey || help.open || !all[event.key]) return;
    event.preventDefault();
    all[event.key]();
  });
}
