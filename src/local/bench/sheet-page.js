/** All mails of the folder at a glance: each wide and on a phone, in light and dark, in one language. */
import { element } from './element.js';
import { languageOf } from './language-of.js';
import { addressOf, brandsOf, frameOf, pickerOf } from './mail-page.js';

/** What each mail is shown in, from left to right. */
const views = [
  { scheme: '', width: 'wide', words: 'light, 640' },
  { scheme: '', width: 'slim', words: 'light, 360' },
  { scheme: 'dark', width: 'wide', words: 'dark, 640' },
  { scheme: 'dark', width: 'slim', words: 'dark, 360' },
];

/** `choose(sheet, change)` is called with what the reader picks. */
export function sheetPage(sheet, contents, choose) {
  const { files, looks, folder } = contents;
  const { look = '' } = sheet.choice;
  const shown = look === 'all' ? looks : [look];
  return [
    element(
      'header',
      { class: 'head' },
      element('h2', {}, 'All mails at a glance'),
      element(
        'p',
        { class: 'hint' },
        `The files of ${folder} at half their size. Scroll in one to see the rest of it.`,
      ),
    ),
    tools(sheet, contents, (change) => choose(sheet, change)),
    ...files.flatMap((file) => shown.map((one) => row(file, { ...sheet.choice, look: one }))),
  ];
}

function tools({ choice }, { locales, looks, hasBrand }, pick) {
  const select = pickerOf(choice, pick);
  return element(
    'form',
    { class: 'tools', onsubmit: (event) => event.preventDefault() },
    select('locale', 'Language', [['', "Each mail's own"], ...locales.map((tag) => [tag, languageOf(tag)])]),
    select('brand', 'Brand', brandsOf({ hasBrand })),
    select('look', 'Look', [['', 'As written'], ...looks.map((one) => [one, one]), ['all', 'All of them']]),
    select('images', 'Remote images', [
      ['', 'Off'],
      ['on', 'On'],
    ]),
  );
}

function row({ name, faults }, choice) {
  const mail = (change) => ({ kind: 'file', name, choice: { ...choice, ...change } });
  const title = choice.look ? `${name}, ${choice.look}` : name;
  return element(
    'section',
    { class: 'row' },
    element('h3', {}, element('a', { href: addressOf(mail({})) }, title)),
    faults > 0
      ? element('p', { class: 'faulty' }, faults === 1 ? '1 fault' : `${faults} faults`)
      : element(
          'div',
          { class: 'views' },
          ...views.map(({ scheme, width, words }) =>
            element(
              'figure',
              { class: width },
              frameOf(mail({ scheme, width: '' }), { loading: 'lazy', title: `${title}, ${words}` }),
              element('figcaption', { class: 'hint' }, words),
            ),
          ),
        ),
  );
}
