import Handlebars from 'handlebars';
import { render } from 'react-email';
import { compileTemplate, documentOf } from '../../emails/compile/compile.tsx';
import { readTemplate } from '../../emails/read/read-template.ts';
import { renderTemplate } from '../../emails/render/render.ts';
import { atOnce } from '../../src/ground/steps.ts';
import { valuesInk } from '../emails/values-ink.tsx';
import { atLeast, type Bench } from './kit/bench.ts';
import { flat } from './kit/flat.ts';
import { handlebarsReceipt } from './kit/handlebars-receipt.ts';
import { perProcessorSecond } from './kit/per-second.ts';
import { receipt, receiptValues } from './kit/receipt.ts';
import { runPairs } from './kit/run-pairs.ts';

const unit = 'mails a second of processor time';
const options = { locale: 'en', timezone: 'Europe/Berlin', fallbacks: {} };
/** Different values; they are made before anything is measured. */
const contents = 20_000;

export const bench: Bench = {
  name: 'render',
  measures:
    "Mails rendered a second of processor time, HTML and text, of a compiled template; beside React Email's render() of the same composition. The first figure is beside Handlebars with the same mail as its precompiled template. Strings are laid out, so that all sides really make them.",
  async run(lab) {
    const compiled = await compileTemplate(receipt, 'en');
    const values = Array.from({ length: contents }, (_none, n) => receiptValues(n));
    const valuesOf = (n: number) => values[n % contents] ?? receiptValues(n);
    const template = atOnce(readTemplate(receipt, 'en'));
    const handlebars = handlebarsReceipt(Handlebars, compiled, options);
    const counter = { next: 0 };
    const seconds = lab.settings.seconds / 4;
    const ours = () =>
      perProcessorSecond(counter, seconds, (n) => {
        const { html, text, subject } = renderTemplate(compiled, valuesOf(n), options);
        return flat(html) + flat(text) + flat(subject);
      });
    const withReact = () =>
      perProcessorSecond(counter, seconds, async (n) => {
        const ink = valuesInk({ values: valuesOf(n), options }, template.look.direction);
        const html = await render(documentOf(template, ink));
        const text = await render(documentOf(template, ink), { plainText: true });
        return flat(html) + flat(text);
      });
    const withHandlebars = () => perProcessorSecond(counter, seconds, (n) => handlebars(valuesOf(n)));
    for (const side of [ours, withReact, withHandlebars]) await side();
    const besideHandlebars = await runPairs(lab, unit, ours, withHandlebars);
    const besideReact = await runPairs(lab, unit, ours, withReact);
    return {
      figures: [
        { name: 'render beside Handlebars', pairs: besideHandlebars, unit, target: atLeast(0.3) },
        { name: 'render', pairs: besideReact, unit, target: null },
      ],
    };
  },
};
