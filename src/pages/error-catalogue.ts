/** The page that every error's `doc_url` points at: one entry for each code, made from the one list. */
import { errorCodes } from '../errors.ts';
import { escapeHtml } from './escape-html.ts';
import { guidePage } from './guide-page.ts';

const prose = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const entries = Object.entries(errorCodes)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, text]) => `<section id="${code}"><h2><code>${code}</code></h2><p>${prose(text)}</p></section>`);

/** /docs/errors. */
export const errorCataloguePage = guidePage({
  title: 'Errors',
  style: `main { max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem; }
h2 { font-size: 1rem; margin: 2rem 0 .25rem; }
p { margin: 0; }
code { font: .95em ui-monospace, monospace; }
section:target { outline: 2px solid; outline-offset: .75rem; border-radius: 2px; }`,
  body: `<p>Branch on <code>code</code>; <code>message</code> is for people and may change.</p>
${entries.join('\n')}`,
});
