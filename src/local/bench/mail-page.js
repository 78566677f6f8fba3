/** One mail with what can be chosen about it: language, example, brand, look, colours, width. */
import { element } from './element.js';
import { languageOf } from './language-of.js';

/** The address of a mail on the page, or of all of them: the kind `sheet`, which has no name. */
export function addressOf({ kind, name, choice }) {
  const query = new URLSearchParams(Object.entries(choice).filter(([, value]) => value !== ''));
  const path = name === undefined ? kind : `${kind}/${encodeURIComponent(name)}`;
  return `#${path}${query.size > 0 ? `?${query}` : ''}`;
}

/** Something to pick; `choice` has what is picked, and `pick` is told of another choice. */
export const pickerOf = (choice, pick) => (name, label, options) =>
  element(
    'label',
    {},
    label,
    element(
      'select',
      { id: `pick-${name}`, onchange: ({ target }) => pick({ [name]: target.value }) },
      ...options.map(([value, text]) => element('option', { value, selected: value === (choice[name] ?? '') }, text)),
    ),
  );

/** The brands that a mail may be shown with. */
export const brandsOf = ({ hasBrand }) => [
  ...(hasBrand
    ? [
        ['', 'That of the service'],
        ['none', 'None'],
      ]
    : [['', 'None']]),
  ['sample', 'A sample'],
];

function queryOf({ kind, name, choice }) {
  const { locale = '', example = '', brand = '', look = '' } = choice;
  return new URLSearchParams({ kind, name, locale, example, brand, look });
}

/** The mail in a frame without scripts; `attributes` are those of the frame. */
export function frameOf(mail, attributes) {
  const query = queryOf(mail);
  if (mail.choice.images) query.set('images', '');
  const { scheme, width } = mail.choice;
  return element('iframe', {
    title: 'The mail',
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    class: [scheme ?? '', width ?? ''].join(' ').trim(),
    src: `bench/html?${query}`,
    ...attributes,
  });
}

/** `choose(mail, change)` is called with what the reader picks. */
export async function mailPage(mail, contents, choose) {
  const rendered = await (await fetch(`bench/mail?${queryOf(mail)}`)).json();
  const help =
    mail.kind === 'block' ? await (await fetch(`bench/block?name=${encodeURIComponent(mail.name)}`)).json() : null;
  const pick = (change) => choose(mail, change);
  return [
    element(
      'header',
      { class: 'head' },
      element('h2', {}, mail.name),
      ...factsOf(mail, rendered, { help, folder: contents.folder }),
    ),
    tools(mail, rendered, contents, pick),
    ...(rendered.faults ? [faultList(rendered.faults)] : [viewOf(mail, rendered)]),
    ...(help ? [blockHelp(help)] : []),
  ];
}

function factsOf(mail, { subject, displayName, bytes, fellBack = [], files = [] }, { help, folder }) {
  const fact = (text) => element('p', { class: 'hint' }, text);
  return [
    help ? fact(help.purpose) : null,
    subject !== undefined && mail.kind !== 'block' ? element('p', { class: 'subject', dir: 'auto' }, subject) : null,
    displayName ? fact(`From ${displayName}`) : null,
    bytes > 102_400 ? fact(`${Math.ceil(bytes / 1024)} kB of HTML: Gmail cuts a mail off at 100.`) : null,
    fellBack.length > 0 ? fact(`No value for: ${fellBack.join(', ')}`) : null,
    files.length > 0 ? fact(`Comes with the mail: ${files.join(', ')}`) : null,
    ...commandsOf(mail, folder).map((command) => element('code', {}, command)),
  ].filter((part) => part !== null);
}

/** What to do with it in a terminal. */
function commandsOf({ kind, name }, folder) {
  const file = `${folder}/${name}.json`;
  switch (kind) {
    case 'file':
      return [`npm run email:push ${file} <event type>`, `npm run email:send ${file} <event type> <address>`];
    case 'starter':
      return [`npm run email:new ${file} ${name}`];
    default:
      return [];
  }
}

function tools({ kind, choice }, { locales, examples }, { looks, hasBrand }, pick) {
  const select = pickerOf(choice, pick);
  const first = ([value, ...others], text = (one) => one) => [
    ['', text(value)],
    ...others.map((one) => [one, text(one)]),
  ];
  return element(
    'form',
    { class: 'tools', onsubmit: (event) => event.preventDefault() },
    locales.length > 1 ? select('locale', 'Language', first(locales, languageOf)) : null,
    examples.length > 1 ? select('example', 'Example', first(examples)) : null,
    select('brand', 'Brand', brandsOf({ hasBrand })),
    select('look', 'Look', [['', kind === 'block' ? 'plain' : 'As written'], ...looks.map((look) => [look, look])]),
    select('scheme', 'Colours', [
      ['', 'Light'],
      ['dark', 'Dark'],
    ]),
    select('width', 'Width', [
      ['', 'Wide'],
      ['phone', 'Phone, 375'],
      ['narrow', 'Narrow phone, 320'],
    ]),
    select('view', 'View', [
      ['', 'Mail'],
      ['text', 'Plain text'],
      ['source', 'HTML'],
    ]),
    select('images', 'Remote images', [
      ['', 'Off'],
      ['on', 'On'],
    ]),
  );
}

function viewOf(mail, { text, html }) {
  switch (mail.choice.view) {
    case 'text':
      return element('pre', { class: 'wrapped', dir: 'auto' }, text);
    case 'source':
      return element('pre', {}, html);
    default:
      return frameOf(mail, {});
  }
}

function faultList(faults) {
  const line = ({ block, at, message }) =>
    element(
      'li',
      {},
      block === null ? null : element('strong', {}, block),
      at === '' ? null : element('code', {}, at),
      element('span', {}, message),
    );
  return element('ul', { class: 'faults', role: 'alert' }, ...faults.map(line));
}

function blockHelp({ example, attributes }) {
  return element(
    'section',
    { class: 'help' },
    element('h3', {}, 'How it is written'),
    element('pre', {}, JSON.stringify(example, null, 2)),
    element('h3', {}, 'Attributes'),
    element(
      'dl',
      {},
      ...attributes.flatMap(({ name, description, required }) => [
        element('dt', {}, element('code', {}, name), required ? ' · required' : ''),
        element('dd', {}, description ?? ''),
      ]),
    ),
  );
}
