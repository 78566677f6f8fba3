/** Mistakes of a newcomer's first hour: the request, and what its error has to name so that it is mended in one go. */
import { request as send } from 'node:http';
import type { Platform } from './platform.ts';

export interface Mistake {
  readonly name: string;
  readonly method: string;
  /** Whole, with the version segment. */
  readonly path: string;
  /** Null: no header. Else what it says; the platform's own key when left out. */
  readonly authorization?: string | null;
  readonly body?: unknown;
  /** Sent unchanged, in place of `body`. */
  readonly text?: string;
  readonly contentType?: string;
  readonly status: number;
  readonly code: string;
  /** Each stands in the message or in `errors`. */
  readonly names: readonly string[];
}

export interface Told {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer may have any shape here, or be no JSON.
  readonly body: any;
}

const shop = '/v1/workspaces/ref:shop';
const events = `${shop}/events`;
const ada = `${shop}/contacts/ref:ada`;
const simulator = 'delivered@simulator.test';

const emit = (change: object) => ({
  type: 'order.paid',
  idempotency_key: 'order-1001-paid',
  recipient: { email: simulator },
  payload: { order_number: '1001' },
  ...change,
});
const heading = (text: string) => ({ id: 'title', type: 'heading', attrs: { text } });
const composition = (document: object) => ({ editorVersion: 3, target: 'email', document });

/** Makes what the requests are about. */
export async function furnishMistakes(acme: Platform): Promise<void> {
  const fields = [
    { name: 'order_number', type: 'string', required: true },
    { name: 'customer_name', type: 'string', fallback: 'there' },
  ];
  const template = {
    subject: 'Paid',
    from_local_part: 'orders',
    composition: composition({ blocks: [heading('Hi')] }),
  };
  const made = [
    await acme.ask('saveEventType', { path: { name: 'order.paid' }, body: { fields } }),
    await acme.ask('saveTemplate', { path: { name: 'order.paid' }, body: template }),
    await acme.ask('saveEventType', { path: { name: 'order.noted' }, body: { fields: [] } }),
    await acme.ask('createAttributeDefinition', { body: { key: 'plan', name: 'Plan', type: 'string' } }),
    await acme.ask('upsertContact', { path: { contact: 'ref:ada' }, body: { email: 'ada@example.com' } }),
    // Not under .test, which counts as verified while mail is captured.
    await acme.ask('saveSendingDomain', { body: { domain: 'mail.acme-shop.com' } }),
  ];
  const failed = made.filter(({ status }) => status !== 201);
  if (failed.length > 0) throw new Error(JSON.stringify(failed.map(({ body }) => body)));
}

export function mistakesOf({ apiKey: { secret } }: Platform): readonly Mistake[] {
  const unauthenticated = { method: 'GET', path: '/v1/key', status: 401, code: 'unauthenticated' } as const;
  const lost = { method: 'GET', status: 404, code: 'not_found' } as const;
  const invalid = { status: 422, code: 'validation_failed' } as const;
  const badEmit = { ...invalid, method: 'POST', path: events } as const;
  const badContact = { ...invalid, method: 'PUT', path: ada } as const;
  return [
    { name: 'no Authorization header', ...unauthenticated, authorization: null, names: ['no `Authorization` header'] },
    { name: 'Basic instead of Bearer', ...unauthenticated, authorization: `Basic ${secret}`, names: ['`Bearer`'] },
    { name: 'a key cut off', ...unauthenticated, authorization: `Bearer ${secret.slice(0, -3)}`, names: ['checksum'] },
    {
      name: 'a key of another deployment',
      ...unauthenticated,
      authorization: 'Bearer td_000000000000000000000000000000000036K158',
      names: ['unknown, revoked or expired'],
    },
    { name: 'a reference without ref:', ...lost, path: '/v1/workspaces/shop', names: ['`workspace`', '`ref:`'] },
    { name: 'an unknown workspace', ...lost, path: '/v1/workspaces/ref:other', names: ['workspace does not exist'] },
    { name: 'an unknown contact', ...lost, path: `${shop}/contacts/ref:bob`, names: ['workspace exists', 'contact'] },
    { name: 'an unknown event type', ...lost, path: '/v1/event-types/order.payed', names: ['event type does not'] },
    { name: 'no template yet', ...lost, path: '/v1/event-types/order.noted/template', names: ['no template', 'PUT'] },
    { name: 'the version left out', ...lost, path: '/workspaces', names: ['lacks /v1'] },
    { name: 'the version twice', ...lost, path: '/v1/v1/workspaces', names: ['/v1 twice'] },
    { name: 'a slash at the end', ...lost, path: `${shop}/contacts/`, names: ['slash at its end'] },
    { name: 'a misspelt path', ...lost, path: `${shop}/event`, names: ['`event`', 'Did you mean', '/events'] },
    {
      name: 'contacts without their workspace',
      ...lost,
      path: '/v1/contacts',
      names: ['/workspaces/{workspace}/contacts'],
    },
    {
      name: 'POST where PUT is meant',
      method: 'POST',
      path: ada,
      body: { email: 'ada@example.com' },
      status: 405,
      code: 'method_not_allowed',
      names: ['PUT', 'not POST', '/contacts/{contact}'],
    },
    {
      name: 'a form instead of JSON',
      ...badEmit,
      text: JSON.stringify(emit({})),
      contentType: 'application/x-www-form-urlencoded',
      names: ['Content-Type: application/json', 'x-www-form-urlencoded'],
    },
    {
      name: 'a comma too many',
      ...badEmit,
      text: '{\n  "type": "order.paid",\n}',
      names: ['line 3, column 1', 'comma'],
    },
    { name: 'single quotes', ...badEmit, text: "{'type': 'order.paid'}", names: ['line 1, column 2', 'double quotes'] },
    { name: 'no body', ...badEmit, names: ['JSON object', '"type"', '"idempotency_key"', '"recipient"', '"payload"'] },
    {
      name: 'GET with a body',
      ...invalid,
      method: 'GET',
      path: `${shop}/contacts`,
      body: { status: 'subscribed' },
      names: ['GET', 'query parameters'],
    },
    {
      name: 'pages by number',
      ...invalid,
      method: 'GET',
      path: `${shop}/contacts?page=2`,
      names: ['page', 'cursor'],
    },
    {
      name: 'camelCase names',
      ...badEmit,
      body: { type: 'order.paid', idempotencyKey: 'k', recipient: { email: simulator }, payload: { orderNumber: '1' } },
      names: ['`idempotency_key`', '`order_number`'],
    },
    {
      name: 'the recipient as text',
      ...badEmit,
      body: emit({ recipient: simulator }),
      names: ['object such as {', 'not a string'],
    },
    { name: 'a contact without ref:', ...badEmit, body: emit({ recipient: { contact: 'ada' } }), names: ['`ref:`'] },
    {
      name: 'the payload as text',
      ...badEmit,
      body: emit({ payload: '{"order_number":"1001"}' }),
      names: ['payload', 'not a string'],
    },
    {
      name: 'an event type misspelt in an emit',
      ...badEmit,
      body: emit({ type: 'order_paid' }),
      names: ['`order.paid`'],
    },
    {
      name: 'a payload with two faults',
      ...badEmit,
      body: emit({ payload: { ordernumber: '1', customer: 'Ada' } }),
      names: ['payload.order_number', 'is required', '`order_number`', '`customer_name`'],
    },
    {
      name: 'faults of envelope, recipient and payload together',
      ...badEmit,
      body: { type: 'order.paid', key: 'k', recipient: { contact: 'ref:bob' }, payload: { order_number: 1001 } },
      names: ['`idempotency_key`', 'recipient.contact', 'not a contact', 'payload.order_number', 'must be a string'],
    },
    {
      name: 'a data: URL as a file',
      ...badEmit,
      body: emit({ attachments: [{ filename: 'a.pdf', content: 'data:application/pdf;base64,JVBERi0xLjcK' }] }),
      names: ['attachments.0.content', 'data: URL'],
    },
    {
      name: 'a simulator address misspelt',
      ...badEmit,
      body: emit({ recipient: { email: 'deliverd@simulator.test' } }),
      names: ['delivered@'],
    },
    {
      name: 'a domain that is not verified',
      method: 'POST',
      path: events,
      body: emit({ recipient: { email: 'ada@example.com' } }),
      status: 409,
      code: 'domain_not_sendable',
      names: ['mail.acme-shop.com', 'pending', '_domainkey', 'bounces.mail.acme-shop.com', 'GET /v1/sending-domain'],
    },
    {
      name: 'a date without offset',
      ...badContact,
      body: { marketing: { state: 'subscribed', at: '2026-01-31 09:30:00' } },
      names: ['marketing.at', 'offset', '2026-01-31T09:30:00Z'],
    },
    {
      name: 'a consent in the future, beside another fault',
      ...badContact,
      body: { email: 'no address', marketing: { state: 'subscribed', at: '2999-01-31T09:30:00Z' } },
      names: ['email', 'marketing.at', 'clock says'],
    },
    {
      name: 'an attribute misspelt',
      ...badContact,
      body: { attributes: { Plan: 'pro' } },
      names: ['attributes.Plan', '`plan`'],
    },
    { name: 'tags as text', ...badContact, body: { tags: 'vip, newsletter' }, names: ['tags', 'array such as ['] },
    {
      name: 'fields as a map',
      ...invalid,
      method: 'PUT',
      path: '/v1/event-types/order.sent',
      body: { fields: { order_number: 'string' } },
      names: ['array of fields, such as [{'],
    },
    {
      name: 'a template with faults in each part',
      ...invalid,
      method: 'PUT',
      path: '/v1/event-types/order.paid/template',
      body: {
        from_local_part: 'orders@acme.example',
        composition: composition({
          settings: { preheadr: 'Paid' },
          blocks: [
            heading('Hi {{ customer_name | uppper }}, {{ customer_name }}'),
            { id: 'b', type: 'buton', attrs: {} },
          ],
        }),
      },
      names: ['"subject"', 'before the @', '`preheader`', '`upper`', '`event.customer_name`', '`button`'],
    },
    {
      name: 'an endpoint with faults in URL and types',
      method: 'POST',
      path: '/v1/webhook-endpoints',
      body: { url: 'http://acme.example/hooks', types: ['message.deliverd'] },
      status: 422,
      code: 'unknown_type',
      names: ['`message.delivered`', 'https'],
    },
  ];
}

/** Sends what `fetch` does not: a GET with a body, text under any type. */
export function makeMistake(url: string, { apiKey }: Platform, mistake: Mistake): Promise<Told> {
  const { method, path, authorization = `Bearer ${apiKey.secret}`, body, contentType = 'application/json' } = mistake;
  const text = mistake.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const headers = {
    ...(authorization === null ? {} : { authorization }),
    ...(text === undefined ? {} : { 'content-type': contentType, 'content-length': Buffer.byteLength(text) }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<Told>();
  const sent = send(url + path, { method, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const answer = Buffer.concat(chunks).toString();
      const isJson = response.headers['content-type'] === 'application/json';
      resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(answer) : { message: answer } });
    });
  });
  sent.on('error', reject);
  sent.end(text);
  return promise;
}
