/** One mail: its facts, files, and views of its content. */
import { element, toggle } from './element.js';
import { languageOf } from './language-of.js';

/** The reader's choices for this mail apply to the next one too. `dark`: null until chosen. */
const chosen = { tab: 'html', wide: true, dark: null };

/** The parts of a mail. `to`: the recipient of the envelope; the delete button calls `remove`. */
export function mailParts(mail, { to, remove }) {
  const header = (name) => mail.headers.find((one) => one.name.toLowerCase() === name)?.value ?? null;
  const subject = header('subject') || '(no subject)';
  const facts = [
    ['From', header('from')],
    ['To', to ?? header('to')],
    ['Reply to', header('reply-to')],
    ['Event type', header('tidings-event-type')],
    ['Workspace', header('tidings-workspace')],
    ['Language', header('content-language') && languageOf(header('content-language'))],
    ['Sent', header('date') && new Date(header('date')).toLocaleString()],
    ['Size', bytes(mail.bytes)],
  ];
  return [
    element('header', {}, element('h2', {}, subject), element('button', { type: 'button', onclick: remove }, 'Delete')),
    element(
      'dl',
      {},
      ...facts.flatMap(([name, value]) =>
        value ? [element('div', {}, element('dt', {}, name), element('dd', {}, value))] : [],
      ),
    ),
    mail.attachments.length > 0 ? element('ul', { class: 'files' }, ...mail.attachments.map(fileLink(mail.id))) : null,
    ...views(mail),
  ].filter((part) => part !== null);
}

const fileLink =
  (id) =>
  ({ filename, mediaType, bytes: size }, at) =>
    element(
      'li',
      {},
      element('a', { href: `inbox/mails/${id}/attachments/${at}`, download: filename, title: mediaType }, filename),
      ` ${bytes(size)}`,
    );

function bytes(number) {
  if (number < 1000) return `${number} bytes`;
  return number < 1_000_000 ? `${(number / 1000).toFixed(1)} kB` : `${(number / 1_000_000).toFixed(1)} MB`;
}

function views(mail) {
  const names = { ...(mail.hasHtml ? { html: 'HTML' } : {}), text: 'Text', headers: 'Headers', source: 'Source' };
  if (!(chosen.tab in names)) chosen.tab = Object.keys(names)[0];
  const panel = element('div', {
    id: 'panel',
    role: 'tabpanel',
    tabindex: '0',
    'aria-labelledby': `tab-${chosen.tab}`,
  });
  const tools = element('div', { class: 'tools' });
  const tabs = Object.entries(names).map(([name, label]) =>
    element(
      'button',
      { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': 'panel', onclick: () => choose(name) },
      label,
    ),
  );
  const choose = (name) => {
    chosen.tab = name;
    for (const tab of tabs) {
      const isOpen = tab.id === `tab-${name}`;
      tab.setAttribute('aria-selected', String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
    }
    panel.setAttribute('aria-labelledby', `tab-${name}`);
    tools.hidden = name !== 'html';
    showPanel[name](panel, mail, tools);
  };
  const list = element(
    'div',
    {
      role: 'tablist',
      'aria-label': 'Views of the mail',
      onkeydown(event) {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step === undefined) return;
        const at = tabs.findIndex((tab) => tab.id === `tab-${chosen.tab}`);
        const next = tabs[(at + step + tabs.length) % tabs.length];
        next.click();
        next.focus();
      },
    },
    ...tabs,
  );
  choose(chosen.tab);
  return [element('div', { class: 'views' }, list, tools), panel];
}

const showPanel = {
  html(panel, mail, tools) {
    // Without scripts and forms, and without remote images until the reader asks; the response's policy enforces it
    // too.
    const frame = element('iframe', {
      title: 'HTML of the mail',
      sandbox: 'allow-popups allow-popups-to-escape-sandbox',
      src: `inbox/mails/${mail.id}/html`,
    });
    const darkPage = matchMedia('(prefers-color-scheme: dark)').matches;
    const look = () => {
      frame.classList.toggle('phone', !chosen.wide);
      frame.classList.toggle('dark', chosen.dark ?? darkPage);
    };
    look();
    const images = element(
      'button',
      {
        type: 'button',
        onclick() {
          frame.src = `inbox/mails/${mail.id}/html?images`;
          images.disabled = true;
          images.textContent = 'Remote images loaded';
        },
      },
      'Load remote images',
    );
    tools.replaceChildren(
      toggle('Phone width', {
        class: 'width',
        pressed: !chosen.wide,
        change(on) {
          chosen.wide = !on;
          look();
        },
      }),
      toggle('Dark', {
        pressed: chosen.dark ?? darkPage,
        change(on) {
          chosen.dark = on;
          look();
        },
      }),
      images,
    );
    panel.className = 'frame';
    panel.replaceChildren(frame);
  },
  text(panel, mail) {
    panel.className = '';
    panel.replaceChildren(element('pre', { class: 'wrapped' }, mail.text ?? ''));
  },
  headers(panel, mail) {
    panel.className = '';
    const rows = mail.headers.map(({ name, value }) =>
      element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value)),
    );
    panel.replaceChildren(element('table', {}, element('tbody', {}, ...rows)));
  },
  async source(panel, mail) {
    panel.className = '';
    const pre = element('pre', {}, 'Loading …');
    const download = element(
      'a',
      { href: `email/${mail.id}/download`, download: `${mail.id}.eml` },
      'Download the mail (.eml)',
    );
    panel.replaceChildren(element('p', {}, download), pre);
    // Files of many megabytes would block the page.
    const shown = 300_000;
    const source = await (await fetch(`inbox/mails/${mail.id}/source`)).text();
    pre.textContent = source.length > shown ? `${source.slice(0, shown)}\n… (the download has the rest)` : source;
  },
};
