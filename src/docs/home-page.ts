/** /docs: the start page. */
import type { Contract } from './api-document.ts';
import { adaptExample, type Example } from './examples.ts';
import type { Content } from './frame.ts';
import { methodBadge } from './frame.ts';
import { html, type Markup } from './html.ts';
import type { LocalRun } from './local-run.ts';
import { sampleTabs } from './sample-tabs.ts';
import { frameworks, guidePath, operationPath } from './site-map.ts';

interface HomeTools {
  readonly contract: Contract;
  /** An emit. */
  readonly example: Example | undefined;
  readonly publicUrl: string;
  readonly local: LocalRun | null;
}

/** Path below /docs, title, and a sentence. */
export const cards = [
  [
    'guides/first-mail',
    'Send your first mail',
    'From `npm start` to a mail in the inbox and a webhook, in five minutes.',
  ],
  [
    'guides/how-it-works',
    'How it hangs together',
    'Workspaces, contacts, events, messages and webhooks in one picture.',
  ],
  ['guides/contacts', 'Contacts', 'Contacts in sync: single changes, attributes, files as imports and exports.'],
  ['guides/templates', 'Templates', 'Blocks, merge tags, languages, versions and previews.'],
  ['templates', 'Catalogue of mails', 'Every block drawn, with its attributes; tags, filters and variables.'],
  ['guides/consent', 'Consent and leaving', 'Marketing consent, unsubscribe links, suppressions, erasure.'],
  ['guides/sending-domain', 'Sending domain', 'The DNS records that let you send from your own domain.'],
  ['guides/replies', 'Replies', 'What people answer to your mail, as webhooks.'],
  ['webhooks', 'Receiving webhooks', 'Verify signatures, answer in time, survive repeats.'],
  [
    'guides/whole-backend',
    'A whole backend',
    'Contacts from a file, a batch, a mail for later, webhooks: 60 lines of Node.',
  ],
  ['guides/typed-client', 'A typed client', 'Types of every path and webhook, made from your installation.'],
  ['guides/going-live', 'Going live', 'What to check before real people get mail.'],
  ['guides/mail-providers', 'Mail providers', 'Names, addresses and programmes, for direct delivery.'],
  ['guides/graphql', 'GraphQL', 'The same service with one request for all that a screen shows.'],
] as const;

export const lead =
  'Your backend emits an event. Tidings checks its payload, renders the template in the recipient’s language, sends the mail from your domain, and tells you by webhook what became of it.';

export function homePage({ contract, example, publicUrl, local }: HomeTools): Content {
  const shown = example && adaptExample(example, { publicUrl, ids: local?.ids ?? null });
  return {
    path: '/docs',
    title: 'Documentation',
    body: html`<h1>Tidings documentation</h1>
<p class="lead">${lead}</p>
${shown && sampleTabs({ method: 'POST', url: `${publicUrl}/v1${shown.path}`, apiKey: local?.apiKey ?? null, body: shown.request, hasResponse: true }, 'sample')}
${local && html`<p class="note">This is your local run: the address and the key are real. Paste the command into a terminal, then read <a href="/docs/guides/first-mail">where the mail went</a>.</p>`}
<ul class="cards">${cards.map(([path, title, text]) => html`<li><a href="/docs/${path}"><strong>${title}</strong><span>${text.replaceAll('`', '')}</span></a></li>`)}</ul>
<h2>Frameworks</h2>
<p>Webhooks with their raw body, background jobs, retries and tests, in the words of your framework.</p>
<ul class="frameworks">${Object.entries(frameworks).map(([name, title]) => html`<li><a href="${guidePath(name)}">${title}</a></li>`)}</ul>
<h2>API reference</h2>
<p>Start with the <a href="/docs/api">conventions</a> that all operations share, and the <a href="/docs/errors">errors</a>. Tools read the <a href="/docs/openapi.json">OpenAPI document</a>, and models <a href="/docs/llms.txt">llms.txt</a>, which leads to each page as Markdown.</p>
${contract.document.tags.map(({ name, description }) => tagOf(name, description, contract))}`,
  };
}

function tagOf(name: string, description: string, { operations }: Contract): Markup {
  return html`<section class="tag"><h3>${name}</h3><p>${description}</p><ul class="operations">${operations
    .filter(({ tag }) => tag === name)
    .map(
      ({ id, slug, method, path, summary }) =>
        html`<li><a href="${operationPath(slug)}" data-operation="${id}">${methodBadge(method)}<span>${summary}</span><code>${path}</code></a></li>`,
    )}</ul></section>`;
}
