/** The bench's page: what there is to see, and the mail of the address (`#file/receipt?locale=de`). */

import { element } from './element.js';
import { addressOf, frameOf, mailPage } from './mail-page.js';
import { sheetPage } from './sheet-page.js';

const place = {
  folder: document.querySelector('#folder'),
  nav: document.querySelector('#nav'),
  main: document.querySelector('#main'),
};
/** The latest request: the answer of an older one is outdated. */
let asked = 0;

/** The mail that the address names, or all of them; null: the first page. */
function shownMail() {
  const [, all, picked = ''] = /^#(sheet)(?:\?(.*))?$/.exec(location.hash) ?? [];
  if (all) return { kind: all, choice: Object.fromEntries(new URLSearchParams(picked)) };
  const [, kind, name, query = ''] = /^#(file|starter|service|block)\/([^?]+)(?:\?(.*))?$/.exec(location.hash) ?? [];
  if (!kind) return null;
  return { kind, name: decodeURIComponent(name), choice: Object.fromEntries(new URLSearchParams(query)) };
}

async function show() {
  asked += 1;
  const mine = asked;
  const contents = await (await fetch('bench/contents')).json();
  const mail = shownMail();
  const parts = await partsOf(mail, contents);
  if (mine !== asked) return;
  place.folder.textContent = contents.folder;
  place.nav.replaceChildren(...navigation(contents, mail));
  const scrolled = place.main.scrollTop;
  const chosen = document.activeElement?.id;
  place.main.replaceChildren(...parts);
  place.main.scrollTop = scrolled;
  if (chosen) document.getElementById(chosen)?.focus();
  document.title = `${mail?.name ?? (mail ? 'All mails at a glance' : 'Mails')} · Tidings`;
}

function partsOf(mail, contents) {
  if (mail === null) return firstPage(contents);
  return mail.kind === 'sheet' ? sheetPage(mail, contents, choose) : mailPage(mail, contents, choose);
}

/** Another choice for the mail that is shown. */
function choose(mail, change) {
  history.replaceState(null, '', addressOf({ ...mail, choice: { ...mail.choice, ...change } }));
  void show();
}

// The list beside the mail.

function navigation({ files, starters, service, blocks }, mail) {
  const link = (kind, name, faults = 0) =>
    element(
      'li',
      {},
      element(
        'a',
        {
          href: addressOf({ kind, name, choice: {} }),
          'aria-current': mail?.kind === kind && mail.name === name ? 'page' : null,
        },
        name,
        faults > 0 ? badge(faults) : null,
      ),
    );
  const group = (title, items) =>
    items.length > 0 ? element('section', {}, element('h2', {}, title), element('ul', {}, ...items)) : null;
  const sheet = element(
    'li',
    {},
    element('a', { href: '#sheet', 'aria-current': mail?.kind === 'sheet' ? 'page' : null }, 'All at a glance'),
  );
  return [
    group('Files', files.length > 0 ? [sheet, ...files.map(({ name, faults }) => link('file', name, faults))] : []),
    group('Starters', files.length === 0 ? starters.map((name) => link('starter', name)) : []),
    group(
      'On the service',
      (service.eventTypes ?? []).map((name) => link('service', name)),
    ),
    group(
      'Blocks',
      blocks.map(({ type }) => link('block', type)),
    ),
  ].filter((part) => part !== null);
}

const badge = (faults) => element('span', { class: 'faulty' }, faults === 1 ? '1 fault' : `${faults} faults`);

// The first page.

function firstPage({ folder, files, starters, looks, blocks, service }) {
  const sound = files.find(({ faults }) => faults === 0);
  const models =
    starters.length > 0
      ? [
          section(
            'Starters',
            'Finished mails in six languages. Each says how to copy it into a file of yours.',
            starters.map((name) => card({ kind: 'starter', name, choice: {} }, name)),
          ),
        ]
      : [];
  const model = sound ? { kind: 'file', name: sound.name } : { kind: 'starter', name: starters[0] };
  return [
    section(
      'Your mails',
      files.length > 0
        ? `The files of ${folder}, each with its first example. A file is shown as soon as it is saved.`
        : `${folder} has no file that ends with .json yet. Begin with a starter.`,
      files.map(({ name, faults }) => card({ kind: 'file', name, choice: {} }, name, { faults })),
    ),
    ...(files.length === 0 ? models : []),
    section(
      'Looks',
      'A theme names one of three looks, and any value that it wants otherwise.',
      model.name ? looks.map((look) => card({ ...model, choice: { look } }, look)) : [],
    ),
    section(
      'Blocks',
      'What a mail is made of. Each shows how it is written, in light and dark, from either side.',
      blocks.map(({ type, purpose }) => card({ kind: 'block', name: type, choice: {} }, type, { note: purpose })),
    ),
    section(
      'On the service',
      service.eventTypes
        ? `The templates that are live at ${service.url}. npm run email:pull brings one into a file.`
        : service.unavailable,
      (service.eventTypes ?? []).map((name) => card({ kind: 'service', name, choice: {} }, name)),
    ),
    ...(files.length > 0 ? models : []),
  ];
}

function section(title, hint, cards) {
  return element(
    'section',
    {},
    element('h2', {}, title),
    element('p', { class: 'hint' }, hint),
    element('ul', { class: 'cards' }, ...cards),
  );
}

function card(mail, title, { faults = 0, note = null } = {}) {
  const picture =
    faults > 0
      ? element('span', { class: 'picture' }, badge(faults))
      : element(
          'span',
          { class: 'picture' },
          frameOf(mail, { loading: 'lazy', tabindex: '-1', 'aria-hidden': 'true' }),
        );
  return element(
    'li',
    { class: mail.kind },
    element('a', { href: addressOf(mail) }, picture, element('strong', {}, title)),
    note === null ? null : element('p', { class: 'hint' }, note),
  );
}

window.addEventListener('hashchange', () => {
  place.main.scrollTop = 0;
  void show();
});
new EventSource('bench/changes').addEventListener('message', () => void show());
void show();
