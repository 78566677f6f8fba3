import { compileTemplate } from '../emails/compile.tsx';
import { renderTemplate } from '../emails/render.ts';
import { receipt, receiptValues } from './bench/receipt.ts';

const c = await compileTemplate(receipt, 'en');
const o = { locale: 'en', timezone: 'Europe/Berlin', fallbacks: {} };
const vs = Array.from({ length: 20000 }, (_, n) => receiptValues(n));
let b = 0;
const variants: Record<string, [typeof c, boolean]> = {
  both: [c, true],
  nobytes: [c, false],
  html: [{ ...c, text: [] }, true],
  htmlnobytes: [{ ...c, text: [] }, false],
  text: [{ ...c, html: [], htmlEnd: '' }, true],
};
for (const [name, [t, bytes]] of Object.entries(variants)) {
  let best = 1e9;
  for (let k = 0; k < 4; k++) {
    const s = process.cpuUsage();
    for (const v of vs) {
      const m = renderTemplate(t, v, o);
      if (bytes) b += Buffer.byteLength(m.html) + Buffer.byteLength(m.text);
    }
    const e = process.cpuUsage(s);
    best = Math.min(best, (e.user + e.system) / 20000);
  }
  console.log(name, best.toFixed(1));
}
const m = renderTemplate(c, vs[0]!, o);
console.log(m.html.length, c.html.length, /[^\x00-\xff]/.exec(m.html)?.[0]);
const f = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'Europe/Berlin' });
let t = performance.now();
for (let i = 0; i < 20000; i++) b += f.format(new Date(1.79e12 + i * 61000)).length;
console.log('date', (performance.now() - t) / 20);
const g = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });
t = performance.now();
for (let i = 0; i < 20000; i++) b += g.format(i / 100).length;
console.log('cur', (performance.now() - t) / 20);
