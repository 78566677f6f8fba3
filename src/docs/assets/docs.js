/** Scripts of the documentation: search, copying, trying requests, and remembered choices. */

const root = document.documentElement;
const docs = new URL(
  /\/docs(?=\/|$)/.exec(location.pathname) ? location.pathname.replace(/(\/docs)(?:\/.*)?$/, '$1') : '/docs',
  location.href,
).pathname;

theme();
languages();
copying();
search();
for (const form of document.querySelectorAll('.try form')) trying(form);
for (const frame of document.querySelectorAll('iframe.drawn')) fitting(frame);
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
openTarget();
addEventListener('hashchange', openTarget);

/** Opens the example of the error in the URL. */
function openTarget() {
  document.getElementById(location.hash.slice(1))?.querySelector('details')?.setAttribute('open', '');
}

/** A picture is as high as the mail in it, at the width that the page gives it. */
function fitting(frame) {
  const fit = () => {
    const sheet = frame.contentDocument?.body;
    if (sheet?.childElementCount > 0) frame.style.height = `${Math.ceil(sheet.getBoundingClientRect().height)}px`;
  };
  frame.addEventListener('load', fit);
  new ResizeObserver(fit).observe(frame);
}

function theme() {
  const button = document.querySelector('button.theme');
  button.hidden = false;
  button.addEventListener('click', () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    localStorage.setItem('theme', root.dataset.theme);
  });
}

/** Keeps the chosen language of code samples from page to page. */
function languages() {
  const choose = (value) => {
    for (const input of document.querySelectorAll(`.samples input[value="${CSS.escape(value)}"]`)) input.checked = true;
  };
  const kept = localStorage.getItem('language');
  if (kept) choose(kept);
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.samples input')) return;
    choose(target.value);
    localStorage.setItem('language', target.value);
  });
}

function copying() {
  for (const block of document.querySelectorAll('pre.code')) {
    const frame = document.createElement('div');
    frame.className = 'copied-from';
    frame.dataset.language = block.dataset.language;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    block.replaceWith(frame);
    frame.append(block, button);
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1_500);
    });
  }
}

function search() {
  const opener = document.querySelector('button.search');
  const dialog = document.createElement('dialog');
  dialog.className = 'finder';
  dialog.setAttribute('aria-label', 'Search');
  dialog.innerHTML =
    '<input type="text" inputmode="search" role="combobox" aria-label="Search the documentation" aria-expanded="true" aria-controls="found" placeholder="Search guides, operations, webhooks, errors" autocomplete="off" spellcheck="false"><ul id="found" role="listbox" aria-label="Results"></ul><p role="status"></p>';
  document.body.append(dialog);
  const [input, list, status] = dialog.children;
  /** Loaded when the search is first opened; a load that failed is tried again at the next. */
  let find = null;
  let marked = 0;

  const open = async () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    if (find === null) {
      try {
        const [{ default: MiniSearch }, { createSearch }, entries] = await Promise.all([
          import(`${docs}/assets/minisearch.js`),
          import(`${docs}/assets/search.js`),
          fetch(`${docs}/search.json`).then((response) => response.json()),
        ]);
        find = createSearch(MiniSearch, entries);
      } catch {
        status.textContent = 'The search could not be loaded. Open it again to try once more.';
        return;
      }
    }
    show();
  };
  opener.hidden = false;
  opener.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, select');
    const asks = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.metaKey || event.ctrlKey));
    if (!asks) return;
    event.preventDefault();
    open();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      mark(marked + step);
    }
    if (event.key === 'Enter') list.children[marked]?.querySelector('a').click();
  });

  function show() {
    if (find === null) return;
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const best = find(input.value);
    list.replaceChildren(...best.map((entry, at) => row(entry, words, at)));
    status.textContent = words.length > 0 && best.length === 0 ? 'Nothing found.' : '';
    mark(0);
  }

  function row({ title, group, path, text }, words, at) {
    const inText = text.toLowerCase();
    const item = document.createElement('li');
    item.id = `found-${at}`;
    item.setAttribute('role', 'option');
    const link = document.createElement('a');
    link.href = `${docs}${path}`;
    link.tabIndex = -1;
    const from = Math.max(0, inText.indexOf(words.find((word) => inText.includes(word)) ?? '') - 40);
    const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
    for (const [tag, content] of [
      ['strong', title],
      ['small', group],
      ['span', `${start > 0 ? '… ' : ''}${text.slice(start, start + 140)}`],
    ]) {
      const part = document.createElement(tag);
      part.textContent = content;
      link.append(part);
    }
    item.append(link);
    link.addEventListener('click', () => dialog.close());
    item.addEventListener('mousemove', () => mark(at));
    return item;
  }

  function mark(at) {
    const items = [...list.children];
    marked = items.length === 0 ? 0 : (at + items.length) % items.length;
    for (const [position, item] of items.entries()) item.setAttribute('aria-selected', String(position === marked));
    input.setAttribute('aria-activedescendant', items[marked]?.id ?? '');
    items[marked]?.scrollIntoView({ block: 'nearest' });
  }
}

/** Sends the request of a form, and shows the response. */
function trying(form) {
  form.closest('.try').hidden = false;
  const answer = form.nextElementSibling;
  const { method, path, keepsKey } = form.dataset;
  // Names with a hyphen, which no parameter of an operation has.
  const { 'api-key': key, 'request-body': content } = form.elements;
  // A key typed over the local one is kept while the tab is open. Other deployments never keep a key.
  if (keepsKey === 'yes') {
    key.value = sessionStorage.getItem('api-key') ?? key.value;
    key.addEventListener('input', () => sessionStorage.setItem('api-key', key.value));
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const fields = [...form.querySelectorAll('input[data-place]')];
    const inPath = fields.filter(({ dataset }) => dataset.place === 'path');
    let target = path;
    for (const { name, value } of inPath) {
      target = target.replace(`{${name}}`, encodeURIComponent(value).replaceAll('%3A', ':'));
    }
    const query = new URLSearchParams(
      fields
        .filter(({ dataset, value }) => dataset.place === 'query' && value !== '')
        .map(({ name, value }) => [name, value]),
    ).toString();
    const body = content?.value;
    const began = performance.now();
    answer.replaceChildren(line('Sending …'));
    try {
      const response = await fetch(`${docs.slice(0, -'/docs'.length)}/v1${target}${query === '' ? '' : `?${query}`}`, {
        method,
        headers: {
          Authorization: `Bearer ${key.value}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      const time = Math.round(performance.now() - began);
      const shown = [line(`${response.status} ${response.statusText} · ${time} ms`, response.ok ? 'good' : 'bad')];
      if (text !== '') {
        const block = document.createElement('pre');
        block.className = 'code';
        block.tabIndex = 0;
        block.textContent = pretty(text);
        shown.push(block);
      }
      answer.replaceChildren(...shown);
    } catch (error) {
      answer.replaceChildren(line(`The request could not be sent: ${error.message}`, 'bad'));
    }
  });
}

function line(text, kind = '') {
  const paragraph = document.createElement('p');
  paragraph.className = `status ${kind}`;
  paragraph.textContent = text;
  return paragraph;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
