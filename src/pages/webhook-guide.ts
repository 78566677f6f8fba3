/** /docs/webhooks: what comes, and how a receiver makes sure that it is from us, in the words of five languages. */
import { readFile } from 'node:fs/promises';
import { webhookTypes } from '../webhooks/webhook-types.ts';
import { escapeHtml } from './escape-html.ts';
import { guidePage } from './guide-page.ts';

/** Language to the file that verifies in it; test/pages/verifiers.test.ts runs each of them. */
export const verifiers = {
  TypeScript: 'verify-webhook.ts',
  Python: 'verify_webhook.py',
  PHP: 'verify_webhook.php',
  Ruby: 'verify_webhook.rb',
  Go: 'verify_webhook.go',
} as const;

const sources = await Promise.all(
  Object.entries(verifiers).map(async ([language, file]) => {
    const text = await readFile(new URL(`verifiers/${file}`, import.meta.url), 'utf8');
    const code = escapeHtml(text.trimEnd());
    return `<section id="${language.toLowerCase()}"><h3>${language}</h3><pre><code>${code}</code></pre></section>`;
  }),
);

const types = webhookTypes.map((type) => `<li><code>${type}</code></li>`).join('');

/** /docs/webhooks. */
export const webhookGuidePage = guidePage({
  title: 'Webhooks',
  style: `main { max-width: 50rem; margin: 3rem auto; padding: 0 1.25rem; }
h2 { margin: 2.5rem 0 .5rem; }
h3 { margin: 1.5rem 0 .25rem; }
code { font: .9em ui-monospace, monospace; }
pre { overflow-x: auto; padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; }
th, td { text-align: left; vertical-align: top; padding: .25rem 1rem .25rem 0; }`,
  body: `<p>Each webhook is a <code>POST</code> with a JSON body. Answer 2xx within 10 seconds; anything else, a redirect too, is
tried again with growing gaps for 3 days. Deliveries can repeat and change places: drop those whose <code>id</code> you
have had, and order by <code>created_at</code>. Ignore types and fields that you do not know.</p>

<h2>Types</h2>
<ul>${types}</ul>

<h2>Headers</h2>
<table>
<tr><th>Header</th><th>Value</th></tr>
<tr><td><code>Service-Webhook-Id</code></td><td>the webhook's id, the same at each delivery</td></tr>
<tr><td><code>Service-Webhook-Timestamp</code></td><td>when it was signed, in Unix seconds</td></tr>
<tr><td><code>Service-Webhook-Signature</code></td><td><code>&lt;secret id&gt;=&lt;signature&gt;</code>, separated by commas,
one for each live secret</td></tr>
</table>
<p>A signature is the hex HMAC-SHA256 of the timestamp, a <code>.</code> and the raw body, keyed with the whole secret,
<code>whsec_</code> included. Check it before you parse; compare in constant time; take the webhook when any pair
matches; refuse a timestamp more than five minutes from your clock.</p>
<p>To rotate, create a second secret, deploy it, then revoke the first: in between each webhook carries both signatures.</p>
<p>The same webhooks carry the headers of <a href="https://www.standardwebhooks.com">Standard Webhooks</a>
(<code>webhook-id</code>, <code>webhook-timestamp</code>, <code>webhook-signature</code>), so its libraries verify them
with the secret as it is.</p>

<h2>Verifying</h2>
<p>Test yours with <code>test/fixtures/webhook-vectors.json</code> of this project, as these are.</p>
${sources.join('\n')}

<h2>Trying it</h2>
<p>The local run hands its webhooks on to a program of yours, signatures intact:</p>
<pre><code>npm run webhooks:listen -- --forward http://localhost:3000/hook</code></pre>
<p>The GraphQL mutation <code>webhookTestSend(endpointId, type)</code> sends an endpoint a webhook of any type, with made-up
contents and <code>simulated: true</code>.</p>`,
});
