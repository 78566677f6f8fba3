/** /docs/errors: the page of every error's `doc_url`. */
import { type ErrorCode, errorCodes } from '../ground/errors/error-codes.ts';
import { jsonBlock } from './code-block.ts';
import { errorExample } from './error-example.ts';
import { errorHelp } from './error-help.ts';
import type { Examples } from './examples.ts';
import type { Content } from './frame.ts';
import { html, type Markup } from './html.ts';
import type { Prose } from './prose.ts';

export interface ErrorTools {
  readonly prose: Prose;
  readonly publicUrl: string;
  /** HTTP status by code. */
  readonly statuses: Readonly<Record<ErrorCode, number>>;
}

export function errorsPage(examples: Examples, tools: ErrorTools): Content {
  const codes = errorsByStatus(tools.statuses);
  return {
    path: '/docs/errors',
    title: 'Errors',
    body: html`<h1>Errors</h1>
${tools.prose.block(errorsIntroduction)}
<div class="table" tabindex="0"><table><thead><tr><th>Status</th><th>Code</th></tr></thead><tbody>${codes.map(
      (code) => html`<tr><td>${tools.statuses[code]}</td><td><a href="#${code}"><code>${code}</code></a></td></tr>`,
    )}</tbody></table></div>
${codes.map((code) => entryOf(code, examples, tools))}`,
  };
}

export function errorsByStatus(statuses: ErrorTools['statuses']): readonly ErrorCode[] {
  return (Object.keys(errorCodes) as ErrorCode[]).toSorted((a, b) => statuses[a] - statuses[b] || (a < b ? -1 : 1));
}

export const errorsIntroduction = `Every response that is not a success has the same JSON body. Branch on \`code\`: it does not
change. \`message\` is for people and may change. \`errors\` names each field at fault. \`request_id\` is the value of the
\`Request-Id\` header; quote it when you report a problem.

Requests that fail with 408, 429, 500 or 503 can be repeated. After 429 and 503 wait for the seconds in \`Retry-After\`.
Other requests fail again until they are changed.`;

function entryOf(code: ErrorCode, examples: Examples, { prose, publicUrl, statuses }: ErrorTools): Markup {
  const { cause, fix } = errorHelp[code];
  return html`<section class="error" id="${code}"><h2><a href="#${code}"><code>${code}</code></a> <span class="status bad">${statuses[code]}</span></h2>
<dl><dt>Cause</dt><dd>${prose.inline(cause)}</dd><dt>What to do</dt><dd>${prose.inline(fix)}</dd></dl>
<details class="example"><summary>Example</summary>${jsonBlock(errorExample(code, examples, publicUrl))}</details></section>`;
}
