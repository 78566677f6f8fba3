/** The inbox's page: a list that updates itself, and the mail in the URL (`#<id>`). */

import { element } from './element.js';
import { mailParts } from './mail-view.js';

const rowsAtOnce = 200;
const place = {
  search: document.querySelector('#search'),
  count: document.querySelector('#count'),
  mails: document.querySelector('#mails'),
  older: document.querySelector('#older'),
  empty: document.querySelector('#empty'),
  mail: document.querySelector('#mail'),
};
const state = { limit: rowsAtOnce, listed: [], asked: 0, shown: null };

const idOfAddress = () => decodeURIComponent(location.hash.slice(1));

// The list.

async function loadList() {
  state.asked += 1;
  const { asked } = state;
  const query = new URLSearchParams({ search: place.search.value, limit: state.limit });
  const response = await fetch(`inbox/mails?${query}`);
  const list = await response.json();
  // The result of an older, slower request is outdated.
  if (asked === state.asked) showList(list);
}

function showList({ mails, found, total }) {
  state.listed = mails;
  const focused = document.activeElement?.closest('#mails a')?.dataset.id;
  place.mails.replaceChildren(...mails.map(row));
  if (focused) place.mails.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
  const unread = mails.filter(({ read }) => !read).length;
  document.title = unread > 0 ? `(${unread}) Inbox · Tidings` : 'Inbox · Tidings';
  const searching = place.search.value.trim() !== '';
  place.count.textContent = searching ? `${found} of ${counted(total)}` : counted(total);
  place.older.hidden = mails.length === found;
  place.empty.hidden = mails.length > 0;
  place.empty.replaceChildren(...(searching ? nothingFound() : nothingYet()));
  if (state.shown === null) showMail();
}

const counted = (number) => `${number} ${number === 1 ? 'mail' : 'mails'}`;

function nothingFound() {
  return [element('p', {}, 'No mail matches the search.')];
}

function nothingYet() {
  return [
    element('p', {}, element('strong', {}, 'No mail yet.')),
    element(
      'p',
      {},
      'Emit an event: the command is in the terminal where the service started. Mails appear here by themselves.',
    ),
  ];
}

function row(mail) {
  const { id, subject, to, eventType, workspace, locale, time, attachments, read } = mail;
  const current = id === idOfAddress();
  const facts = [eventType && chip(eventType, 'type'), locale && chip(locale), workspace && chip(workspace)];
  return element(
    'li',
    {},
    element(
      'a',
      { href: `#${id}`, 'data-id': id, class: read ? null : 'unread', 'aria-current': current ? 'true' : null },
      element('span', { class: 'to' }, to.join(', ')),
      element('time', { datetime: time, title: new Date(time).toLocaleString() }, shortTime(time)),
      element('span', { class: 'subject' }, subject || '(no subject)'),
      element(
        'span',
        { class: 'chips' },
        ...facts.filter(Boolean),
        attachments > 0 ? chip(`${attachments} ${attachments === 1 ? 'file' : 'files'}`) : null,
        read ? null : element('span', { class: 'hidden' }, 'unread'),
      ),
    ),
  );
}

const chip = (text, kind = '') => element('span', { class: `chip ${kind}` }, text);

function shortTime(iso) {
  const time = new Date(iso);
  const today = time.toDateString() === new Date().toDateString();
  return today
    ? time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })
    : time.toLocaleDateString([], { day: 'numeric', month: 'short' });
}

// The mail.

async function showMail() {
  const id = idOfAddress();
  document.body.classList.toggle('reading', id !== '');
  for (const link of place.mails.querySelectorAll('a')) {
    if (link.dataset.id === id) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  if (id === '') {
    state.shown = null;
    place.mail.replaceChildren(
      ...(state.listed.length > 0 ? [element('p', { class: 'none' }, 'Choose a mail to read it.')] : []),
    );
    return;
  }
  if (state.shown === id) return;
  const listed = state.listed.find((mail) => mail.id === id);
  state.shown = id;
  const response = await fetch(`inbox/mails/${encodeURIComponent(id)}`);
  if (state.shown !== id) return;
  if (!response.ok) {
    place.mail.replaceChildren(back(), element('p', { class: 'none' }, 'This mail is not in the inbox.'));
    return;
  }
  const mail = await response.json();
  if (state.shown !== id) return;
  const remove = () => void deleteMail(id);
  place.mail.replaceChildren(back(), ...mailParts(mail, { to: listed?.to.join(', '), remove }));
  place.mail.setAttribute('aria-label', place.mail.querySelector('h2').textContent);
  place.mails.querySelector(`[data-id="${CSS.escape(id)}"]`)?.classList.remove('unread');
  // On a phone the mail replaces the list.
  if (matchMedia('(max-width: 47.99rem)').matches) place.mail.focus();
}

const back = () => element('a', { href: '#', class: 'back' }, 'All mails');

// What a reader does.

async function deleteMail(id) {
  const at = state.listed.findIndex((mail) => mail.id === id);
  const next = state.listed[at + 1] ?? state.listed[at - 1];
  await fetch(`email/${encodeURIComponent(id)}`, { method: 'DELETE' });
  if (idOfAddress() === id) location.hash = matchMedia('(max-width: 47.99rem)').matches ? '' : (next?.id ?? '');
  await loadList();
  if (next) place.mails.querySelector(`[data-id="${CSS.escape(next.id)}"]`)?.focus();
}

document.querySelector('#delete-all').addEventListener('click', async () => {
  if (!confirm('Delete all mails of the inbox?')) return;
  await fetch('email/all', { method: 'DELETE' });
  location.hash = '';
  await loadList();
});

place.search.addEventListener('input', () => {
  state.limit = rowsAtOnce;
  void loadList();
});
place.older.addEventListener('click', () => {
  state.limit += rowsAtOnce;
  void loadList();
});

/** Arrows go through the list, Delete deletes, `/` searches, Escape goes back to the list. */
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches('input');
  const link = event.target.closest('#mails a');
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === '/' && !typing) {
    event.preventDefault();
    place.search.focus();
  } else if (event.key === 'Escape' && idOfAddress() !== '' && !typing) {
    const id = idOfAddress();
    location.hash = '';
    place.mails.querySelector(`[data-id="${CSS.escape(id)}"]`)?.focus();
  } else if (step && (link || typing)) {
    const links = [...place.mails.querySelectorAll('a')];
    const next = links[link ? links.indexOf(link) + step : 0];
    if (!next) return;
    event.preventDefault();
    next.focus();
  } else if (event.key === 'Delete' && link) {
    void deleteMail(link.dataset.id);
  }
});

addEventListener('hashchange', showMail);
const changes = new EventSource('inbox/changes');
changes.addEventListener('message', loadList);
// After a restart of the service the list may have changed.
changes.addEventListener('open', loadList);
void loadList();
