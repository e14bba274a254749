// What the page can do beside being read: filter, search, copy a place. Without it everything is there and open.
// It makes no markup: it only hides what is on the page, and tells how much is left.

export const script = `
'use strict';
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const bar = document.querySelector('.bar');
  if (!bar) return; // no file, nothing to filter
  const findings = all('.finding').map((element) => ({
    element,
    words: element.closest('.file').dataset.path.toLowerCase() + ' ' + element.textContent.toLowerCase(),
    ...element.dataset,
  }));
  const others = all('[data-state]').map((element) => ({ element, words: element.textContent.toLowerCase() }));
  const search = document.querySelector('#search');
  const told = document.querySelector('#told');
  const pressed = (kind) =>
    new Set(all('button[data-' + kind + '-chip][aria-pressed=true]').map((chip) => chip.dataset[kind + 'Chip']));

  const update = () => {
    const wanted = { state: pressed('state'), severity: pressed('severity'), server: pressed('server'), status: pressed('status') };
    const text = search.value.trim().toLowerCase();
    let shown = 0;
    for (const { element, words, severity, server, status } of findings) {
      const fits = wanted.severity.has(severity) && wanted.server.has(server) && wanted.status.has(status);
      element.hidden = !(fits && words.includes(text));
      if (!element.hidden && wanted.state.has(element.closest('[data-state]').dataset.state)) shown += 1;
    }
    for (const { element, words } of others) {
      const isFile = element.classList.contains('file');
      const empty = isFile ? !element.querySelector('.finding:not([hidden])') : !words.includes(text);
      element.hidden = !wanted.state.has(element.dataset.state) || empty;
    }
    for (const section of all('section[data-part]'))
      section.hidden = all('[data-state]', section).every((element) => element.hidden);
    told.textContent = shown + ' of ' + findings.length + ' shown';
  };

  const copy = async (button) => {
    const { place } = button.dataset;
    try {
      await navigator.clipboard.writeText(place);
    } catch {
      const field = document.createElement('textarea');
      field.value = place;
      document.body.append(field);
      field.select();
      document.execCommand('copy');
      field.remove();
      button.focus();
    }
    for (const other of all('.copy')) other.textContent = 'copy';
    button.textContent = 'copied';
  };

  document.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    if (button.dataset.place !== undefined) return void copy(button);
    if (button.hasAttribute('aria-pressed')) {
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
      update();
    }
  });
  search.addEventListener('input', update);
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.hidden) return;
    for (const kind of ['severity', 'server', 'status'])
      all('button[data-' + kind + '-chip]')
        .filter((chip) => chip.dataset[kind + 'Chip'] === target.dataset[kind])
        .forEach((chip) => chip.setAttribute('aria-pressed', 'true'));
    search.value = '';
    update();
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  bar.hidden = false;
  for (const button of all('.copy')) button.hidden = false;
  update();
  reveal();
})();
`;
