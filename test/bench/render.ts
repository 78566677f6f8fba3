/**
 * Mails a second on one core, HTML and text, of a compiled template beside React Email's `render()` of the same
 * composition, and beside Handlebars with the same mail as its precompiled template. Strings are laid out,
 * so that all sides really make them. The last line is one JSON object.
 */
import { render } from '@react-email/components';
import Handlebars from 'handlebars';
import { compileTemplate, documentOf } from '../../emails/compile/compile.tsx';
import { readTemplate } from '../../emails/read/read-template.ts';
import { renderTemplate } from '../../emails/render/render.ts';
import { atOnce } from '../../src/steps.ts';
import { valuesInk } from '../emails/values-ink.tsx';
import { flat } from './flat.ts';
import { handlebarsReceipt } from './handlebars-receipt.ts';
import { receipt, receiptValues } from './receipt.ts';

const OPTIONS = { locale: 'en', timezone: 'Europe/Berlin', fallbacks: {} };
const WARM_UP = 3_000;
const MAILS = 20_000;
const REACT_WARM_UP = 100;
const REACT_MAILS = 400;
/** The best of so many rounds: what else the machine does only ever slows one down. */
const ROUNDS = 5;

const compiled = await compileTemplate(receipt, 'en');
const values = Array.from({ length: MAILS }, (_none, n) => receiptValues(n));

function ours(n: number): number {
  const { html, text, subject } = renderTemplate(compiled, values[n % MAILS] ?? receiptValues(n), OPTIONS);
  return flat(html) + flat(text) + flat(subject);
}

const template = atOnce(readTemplate(receipt, 'en'));
async function reactEmail(n: number): Promise<number> {
  const ink = valuesInk({ values: values[n % MAILS] ?? receiptValues(n), options: OPTIONS }, template.look.direction);
  const html = await render(documentOf(template, ink));
  const text = await render(documentOf(template, ink), { plainText: true });
  return flat(html) + flat(text);
}

const handlebars = handlebarsReceipt(Handlebars, compiled, OPTIONS);
function withHandlebars(n: number): number {
  return handlebars(values[n % MAILS] ?? receiptValues(n));
}

async function perSecond(one: (n: number) => number | Promise<number>, warmUp: number, mails: number): Promise<number> {
  for (let n = 0; n < warmUp; n += 1) await one(n);
  let best = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage();
    let bytes = 0;
    for (let n = 0; n < mails; n += 1) {
      const made = one(n);
      bytes += typeof made === 'number' ? made : await made;
    }
    const { user, system } = process.cpuUsage(start);
    if (bytes === 0) throw new Error('Nothing was rendered.');
    best = Math.max(best, (mails / (user + system)) * 1e6);
  }
  return Math.round(best);
}

const [mine, react, bars] = [
  await perSecond(ours, WARM_UP, MAILS),
  await perSecond(reactEmail, REACT_WARM_UP, REACT_MAILS),
  await perSecond(withHandlebars, WARM_UP, MAILS),
];
const round = (ratio: number) => Math.round(ratio * 100) / 100;
console.log(`compiled template ${mine}/s, React Email ${react}/s, Handlebars ${bars}/s`);
console.log(`beside Handlebars: ${round(mine / bars)} (to reach: 0.3)`);
console.log(
  JSON.stringify({
    name: 'render',
    ours: mine,
    yardstick: react,
    ratio: round(mine / react),
    unit: 'mails per second',
  }),
);
