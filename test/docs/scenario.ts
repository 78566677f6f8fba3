/**
 * A day in the life of a platform, told through every operation of the contract: what the API reference shows as
 * examples. Each is really asked of the service; test/docs/examples.test.ts keeps what was answered.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkSendingDomain } from '../../src/sending-domain/check-sending-domain.ts';
import { createRequestListener } from '../../src/server.ts';
import { suppressAddresses } from '../../src/suppressions/suppress-addresses.ts';
import { claimWebhooks } from '../../src/webhooks/claim-webhooks.ts';
import { recordAttempt } from '../../src/webhooks/record-attempts.ts';
import { operationOf } from '../rest/harness/contract.ts';
import { createWorld, type Tenant, type World } from '../schema/world.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';

export interface Example {
  /** What the example shows, beside its status. */
  readonly title: string;
  /** Below the version segment, with its query. */
  readonly path: string;
  readonly request: unknown;
  readonly status: number;
  /** Undefined when there was none. */
  readonly response: unknown;
}

interface Call {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Minutes that pass between two requests. */
const pause = 60_000;

export async function playScenario(): Promise<ReadonlyMap<string, readonly Example[]>> {
  const dns = await startNameServer();
  const world = await createWorld({
    DNS_SERVERS: dns.address,
    TRANSPORT: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SPF_VALUE: 'include:spf.tidings.example',
    BOUNCE_HOST: 'bounces.tidings.example',
    SIMULATOR_DOMAIN: 'simulator.tidings.example',
  });
  // Public, as an endpoint's must be; nothing is sent there.
  for (const name of ['platform.example.com', 'new.platform.example.com']) dns.a(name, '8.8.8.8');
  const app = { ...world.app, publicUrl: 'https://tidings.example' };
  const server = createServer(await createRequestListener(app)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tenant = await world.tenant('Parcel Platform');
  const shown = new Map<string, Example[]>();

  // biome-ignore lint/suspicious/noExplicitAny: the scenario reads what it was just answered.
  async function show(id: string, title: string, { path = {}, query = {}, body }: Call = {}): Promise<any> {
    const { method, path: template } = operationOf(id);
    const filled = template.replace(/\{(\w+)\}/g, (_whole, name) => path[name] ?? `ref:${references[name]}`);
    const search = new URLSearchParams(query).toString();
    const target = search === '' ? filled : `${filled}?${search}`;
    world.advance(pause);
    const response = await fetch(`${origin}/v1${target}`, {
      method,
      headers: {
        authorization: `Bearer ${tenant.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === '' ? undefined : JSON.parse(text);
    const example = { title, path: target, request: body, status: response.status, response: answer };
    shown.set(id, [...(shown.get(id) ?? []), example]);
    return answer?.data;
  }

  try {
    await play({ world, tenant, show, dns });
    return shown;
  } finally {
    server.close();
    await world.close();
    await dns.stop();
  }
}

/** How the scenario's own things are addressed where nothing else is said. */
const references: Readonly<Record<string, string>> = { workspace: 'bakery', contact: 'person-7' };

interface Stage {
  readonly world: World;
  readonly tenant: Tenant;
  // biome-ignore lint/suspicious/noExplicitAny: the scenario reads what it was just answered.
  readonly show: (id: string, title: string, call?: Call) => Promise<any>;
  readonly dns: NameServer;
}

async function play(stage: Stage): Promise<void> {
  await openShop(stage);
  await writeMail(stage);
  await sendMail(stage);
  await hearOfIt(stage);
  await cleanUp(stage);
}

async function openShop({ world, tenant, show, dns }: Stage): Promise<void> {
  await show('getKey', 'The key of the request');
  await show('saveSendingDomain', 'Registered for the first time', { body: { domain: 'mail.platform.example.com' } });
  const { id, records } = await show('verifySendingDomain', 'The records are being looked up');
  for (const { type, name, value } of records) {
    if (type === 'TXT') dns.txt(name, value);
    else dns.mx(name, [Number(value.split(' ')[0]), value.split(' ')[1]]);
  }
  world.advance(pause);
  await checkSendingDomain(world.app, { platformId: tenant.platformId, id });
  await show('getSendingDomain', 'Every record is in order');
  await show('saveSendingDomain', 'The same again changes nothing', { body: { domain: 'mail.platform.example.com' } });
  await show('createWorkspace', 'Created', {
    body: { name: 'Blue Bakery', reference: 'bakery', timezone: 'Europe/Lisbon', locale: 'pt-PT' },
  });
  await show('createWorkspace', 'The reference is taken', { body: { name: 'Green Bakery', reference: 'bakery' } });
  await show('getWorkspace', 'By its reference');
  await show('updateWorkspace', 'Only the name changes', { body: { name: 'Blue Bakery & Café' } });
  await show('listWorkspaces', 'The first page');
  await show('createAttributeDefinition', 'Created', { body: { key: 'plan', name: 'Plan', type: 'string' } });
  await show('createAttributeDefinition', 'The key is taken', { body: { key: 'plan', name: 'Plan', type: 'string' } });
  await show('updateAttributeDefinition', 'Renamed', { path: { key: 'plan' }, body: { name: 'Subscription plan' } });
  await show('listAttributeDefinitions', 'All of them');
  await show('upsertContact', 'Created', {
    body: {
      email: 'ada@example.com',
      locale: 'en',
      attributes: { plan: 'pro' },
      tags: ['Early bird'],
      marketing: { state: 'subscribed', at: '2026-03-01T18:30:00Z' },
    },
  });
  await show('upsertContact', 'Only the attribute changes', { body: { attributes: { plan: 'free' } } });
  await show('upsertContact', 'Another contact holds the address', {
    path: { contact: 'ref:person-8' },
    body: { email: 'ada@example.com' },
  });
  await show('getContact', 'By its reference');
  await show('addContactTags', 'Tagged', { body: { tags: ['Regular'] } });
  await show('removeContactTag', 'Gone', { path: { key: 'regular' } });
  await show('upsertContacts', 'Each item is written or refused on its own', {
    body: {
      contacts: [
        { reference: 'person-7', locale: 'pt-PT' },
        { reference: 'person-8', email: 'grace@example.com' },
        { reference: 'person-9', email: 'ada@example.com' },
      ],
    },
  });
  await show('listContacts', 'Those who are subscribed', { query: { status: 'subscribed' } });
}

const template = {
  subject: 'Order {{ event.order_number }} is on its way',
  from_local_part: 'orders',
  display_name: '{{ system.workspace_name }}',
  locale: 'en',
  composition: {
    editorVersion: 3,
    target: 'email',
    document: {
      settings: { preheader: 'Follow your parcel with one tap.' },
      theme: { primary_color: '#1f5eff' },
      blocks: [
        { id: 'title', type: 'heading', attrs: { text: 'Hello {{ event.customer_name }}', level: 1 } },
        { id: 'track', type: 'button', attrs: { label: 'Track the parcel', href: '{{ event.tracking_url }}' } },
      ],
    },
  },
  translations: { pt: { 'track.label': { text: 'Seguir a encomenda', source: 'Track the parcel' } } },
};

const payload = { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/track/1001' };
const ofType = { path: { name: 'order.shipped' } };

async function writeMail({ show }: Stage): Promise<void> {
  const fields = [
    { name: 'customer_name', type: 'string', required: false, fallback: 'there' },
    { name: 'order_number', type: 'string', required: true },
    { name: 'tracking_url', type: 'url', required: true },
  ];
  await show('saveEventType', 'Created', { ...ofType, body: { fields } });
  const gift = { name: 'gift_note', type: 'string', required: false };
  await show('saveEventType', 'One more field', { ...ofType, body: { fields: [...fields, gift] } });
  await show('getEventType', 'With its fields', ofType);
  await show('listEventTypes', 'All of them');
  await show('saveTemplate', 'The first version', { ...ofType, body: template });
  const second = { ...template, subject: 'Your order {{ event.order_number }} has left us', base_version: 1 };
  await show('saveTemplate', 'The next version', { ...ofType, body: second });
  await show('saveTemplate', 'Somebody saved in between', { ...ofType, body: { ...second, subject: 'On its way' } });
  await show('getTemplate', 'The current version', ofType);
  await show('restoreTemplateVersion', 'The first version’s content, as the third', {
    path: { name: 'order.shipped', version: '1' },
  });
  await show('listTemplateVersions', 'Newest first', ofType);
  await show('previewTemplate', 'The current version, in Portuguese', {
    ...ofType,
    body: { locale: 'pt-PT', payload },
  });
}

async function sendMail({ world, tenant, show }: Stage): Promise<void> {
  await show('createWebhookEndpoint', 'The first, with the platform’s first secret', {
    body: {
      url: 'https://platform.example.com/webhooks',
      types: ['message.delivered', 'message.bounced', 'message.suppressed'],
    },
  });
  await show('createWebhookEndpoint', 'Not HTTPS', {
    body: { url: 'http://platform.example.com/webhooks', types: ['message.delivered'] },
  });
  const body = {
    type: 'order.shipped',
    idempotency_key: 'order-1001-shipped',
    recipient: { contact: 'ref:person-7' },
    payload,
  };
  const { id } = await show('emitEvent', 'The email is queued', { body });
  await show('emitEvent', 'With a file', {
    body: {
      ...body,
      idempotency_key: 'order-1001-receipt',
      attachments: [{ filename: 'receipt.pdf', content: Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64') }],
    },
  });
  await show('emitEvent', 'The payload does not fit the event type', {
    body: { ...body, idempotency_key: 'order-1002-shipped', payload: { order_number: 1002 } },
  });
  await show('emitEvent', 'The key was used for something else', {
    body: { ...body, recipient: { email: 'grace@example.com' } },
  });
  await show('getEvent', 'With the state of its message now', { path: { id } });
  const { app } = world;
  await app.db.transaction((client) =>
    suppressAddresses(app, client, [
      {
        platformId: tenant.platformId,
        workspaceId: null,
        address: 'grace@example.com',
        addressHash: app.secrets.addressHash('grace@example.com'),
        reason: 'hard_bounce',
        blocks: 'all',
        at: app.clock.now(),
      },
    ]),
  );
  await show('emitEvent', 'The address is suppressed', {
    body: { ...body, idempotency_key: 'order-1003-shipped', recipient: { contact: 'ref:person-8' } },
  });
}

async function hearOfIt({ world, tenant, show }: Stage): Promise<void> {
  const { app } = world;
  const [endpoint] = await show('listWebhookEndpoints', 'All of them');
  const turn = { platformId: tenant.platformId, id: endpoint.id };
  const [claimed] = await claimWebhooks(app, turn, 10);
  if (!claimed) throw new Error('There is no webhook to try');
  await recordAttempt(app, {
    webhook: claimed,
    at: app.clock.now(),
    result: { status: 204, error: null, durationMs: 84 },
  });
  await show('listWebhooks', 'Those that an endpoint took', { query: { state: 'delivered' } });
  await show('getWebhook', 'Taken at the first attempt', { path: { id: claimed.id } });
  await show('redeliverWebhook', 'To be sent again', { path: { id: claimed.id } });
  await show('getWebhookEndpoint', 'By its id', { path: { id: endpoint.id } });
  await show('updateWebhookEndpoint', 'Moved', {
    path: { id: endpoint.id },
    body: { url: 'https://new.platform.example.com/webhooks' },
  });
  await show('createWebhookSecret', 'Shown once', {});
  const [oldest] = await show('listWebhookSecrets', 'Oldest first');
  await show('deleteWebhookSecret', 'Revoked', { path: { id: oldest.id } });
  const [last] = await show('listWebhookSecrets', 'After a rotation');
  await show('deleteWebhookSecret', 'The last one is in use', { path: { id: last.id } });
  const [suppression] = await show('listSuppressions', 'Of this workspace and of the platform');
  await show('liftSuppression', 'Lifted', { path: { id: suppression.id } });
  await show('deleteWebhookEndpoint', 'Gone', { path: { id: endpoint.id } });
}

async function cleanUp({ show }: Stage): Promise<void> {
  await show('suspendWorkspace', 'It takes no events');
  await show('emitEvent', 'The workspace is suspended', {
    body: {
      type: 'order.shipped',
      idempotency_key: 'order-1004-shipped',
      recipient: { contact: 'ref:person-7' },
      payload,
    },
  });
  await show('resumeWorkspace', 'It takes events again');
  await show('erasePerson', 'By the address', { body: { email: 'grace@example.com' } });
  await show('deleteContact', 'Gone');
  await show('getContact', 'Nothing is there');
  await show('deleteEventType', 'A message is not final yet', ofType);
  await show('saveEventType', 'One without fields', { path: { name: 'order.viewed' }, body: { fields: [] } });
  await show('deleteEventType', 'Gone', { path: { name: 'order.viewed' } });
  await show('deleteWorkspace', 'Gone');
  await show('deleteSendingDomain', 'Gone');
}
