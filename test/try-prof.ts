import { compileTemplate } from '../emails/compile.tsx';
import { renderTemplate } from '../emails/render.ts';
import { receipt, receiptValues } from './bench/receipt.ts';
const c={...await compileTemplate(receipt,'en')}; const o={locale:'en',timezone:'Europe/Berlin',fallbacks:{}};
const vs=Array.from({length:20000},(_,n)=>receiptValues(n)); let b=0;
export function main(){for(let k=0;k<8;k++) for(const v of vs){const m=renderTemplate(c,v,o); b+=m.html.length;}}
main();
