/** /docs/webhooks/<type>: when it is sent, its fields with every value, what to do, and a body as received. */
import type { WebhookType } from '../webhooks/webhook-types.ts';
import { jsonBlock } from './code-block.ts';
import type { Content } from './frame.ts';
import { html, type Markup } from './html.ts';
import type { Prose } from './prose.ts';
import { webhookPath } from './site-map.ts';
import { type DataField, webhookHelp } from './webhook-help.ts';

export const webhookSources = {
  recipient: 'The person who got the email.',
  service: 'The service: its sending and its rules.',
  either: '`recipient` after a complaint, else `service`.',
} as const;

export function webhookPage(type: WebhookType, body: unknown, prose: Prose): Content {
  const { when, source, data, todo } = webhookHelp[type];
  return {
    path: webhookPath(type),
    title: type,
    layout: 'wide',
    body: html`<article>
<p class="eyebrow">Webhook</p>
<h1>${type}</h1>
<p class="lead">${prose.inline(when)}</p>
<h2>What to do</h2><p>${prose.inline(todo)}</p>
<h2>Who causes it</h2><p>${source !== 'either' && html`<code>source</code> is <code>${source}</code>. `}${prose.inline(webhookSources[source])}</p>
<h2>Fields of <code>data</code></h2>${dataList(data, prose)}
<p>The other fields are the same for <a href="/docs/webhooks#body">every webhook</a>.</p>
</article>
<aside aria-label="Example"><section class="example"><h2>Body</h2>${jsonBlock(body)}</section></aside>`,
  };
}

function dataList(fields: readonly DataField[], prose: Prose): Markup {
  return html`<ul class="fields">${fields.map((field) => dataRow(field, prose))}</ul>`;
}

function dataRow({ name, type, description, values, fields }: DataField, prose: Prose): Markup {
  return html`<li><p class="field"><code>${name}</code> <span class="type">${type}</span></p><p class="note">${prose.inline(description)}</p>${
    values &&
    html`<dl class="values">${Object.entries(values).map(
      ([value, meaning]) => html`<dt><code>${value}</code></dt><dd>${prose.inline(meaning)}</dd>`,
    )}</dl>`
  }${fields && html`<div class="inner">${dataList(fields, prose)}</div>`}</li>`;
}
