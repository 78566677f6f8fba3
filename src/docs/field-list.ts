/** The fields of a schema as a list that unfolds. */
import type { Field } from './fields.ts';
import { html, type Markup, markup } from './html.ts';
import type { Prose } from './prose.ts';

/** Fields of requests show whether they are required; responses have every field. */
export type Side = 'request' | 'response';

/** Null when there are none. */
export function fieldList(fields: readonly Field[], prose: Prose, side: Side, depth = 0): Markup | null {
  if (fields.length === 0) return null;
  return html`<ul class="fields">${fields.map((field) => fieldRow(field, prose, side, depth))}</ul>`;
}

function fieldRow({ name, type, required, note, fields }: Field, prose: Prose, side: Side, depth: number): Markup {
  const nested = fieldList(fields, prose, side, depth + 1);
  // The envelope of a response has no meaning of its own.
  const isOpen = side === 'response' && depth === 0;
  return html`<li><p class="field"><code>${name}</code> <span class="type">${type}</span>${
    side === 'request' && required && html` <span class="required">required</span>`
  }</p>${note !== '' && html`<p class="note">${prose.inline(note)}</p>`}${
    nested &&
    html`<details class="inner"${markup(isOpen ? ' open' : '')}><summary>Fields of <code>${name}</code></summary>${nested}</details>`
  }</li>`;
}
