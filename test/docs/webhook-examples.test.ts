/** rest/webhook-examples.json: a body of each webhook type, as a receiver gets it from the whole service. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unsubscribeUrl } from '../../src/contacts/contact-token.ts';
import { type DataField, webhookHelp } from '../../src/docs/webhook-help.ts';
import { type WebhookType, webhookTypes } from '../../src/webhooks/webhook-types.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { abuseReport } from '../support/reports.ts';
import { hours, minutes } from '../webhooks/ground.ts';
import { type Hearing, openHearing } from '../webhooks/hearing.ts';
import { steady } from './steady.ts';

let names: NameServer;
let hearing: Hearing;
/** The bodies that the receiver got, by type. */
let bodies: Readonly<Partial<Record<WebhookType, Readonly<Record<string, unknown>>>>>;

/** Milliseconds. */
const steadyTime = '2026-03-02T09:00:00.000Z';

beforeAll(async () => {
  names = await startNameServer();
  hearing = await openHearing('Examples', {
    DNS_SERVERS: names.address,
    SPF_VALUE: 'include:spf.tidings.example',
    BOUNCE_HOST: 'mx.tidings.example',
    HEALTH_MIN_ENDED: '4',
    HEALTH_THROTTLE_BOUNCES: '1',
  });
});
afterAll(async () => {
  await hearing?.stop();
  await names?.stop();
});

test('each type is caused and heard', { timeout: 120_000 }, async () => {
  await causeMessages();
  await causeReply();
  await causeLeaving();
  await causeExpiry();
  await causeDomainChange();
  bodies = steady(Object.fromEntries(webhookTypes.map((type) => [type, { ...heardOf(type), created_at: steadyTime }])));
  expect(webhookTypes.filter((type) => bodies[type] === undefined)).toEqual([]);
});

const heardOf = (type: WebhookType) => hearing.taken().find(({ body }) => body.type === type)?.body;
const hears = (type: WebhookType) => expect.poll(() => heardOf(type)).toBeDefined();

/** Delivered, complained, bounced, suppressed: contacts, messages and the health of their workspace. */
async function causeMessages(): Promise<void> {
  await hearing.contact('ada');
  await hearing.contact('grace');
  await hearing.emit('order-1001-shipped', { contact: 'ref:ada' });
  await hears('message.delivered');
  const mail = await hearing.mailTo('ada@example.com');
  const [head = ''] = mail.raw.toString('utf8').split(/\r?\n\r?\n/);
  // Two more, so that one bounce among four moves the health of the workspace.
  for (const key of ['order-1002-shipped', 'order-1003-shipped'])
    await hearing.heard(await hearing.emit(key, { contact: 'ref:ada' }), 1);
  hearing.service.mail.refuse('grace@example.com', [{ code: 550, text: '5.1.1 No such user' }]);
  await hearing.emit('order-1004-shipped', { contact: 'ref:grace' });
  await hears('message.bounced');
  await hears('contact.suppressed');
  await hears('workspace.health_changed');
  await hearing.emit('order-1005-shipped', { contact: 'ref:grace' });
  await hears('message.suppressed');
  await hearing.report('abuse@mx.tidings.example', abuseReport('abuse', `${head.replace(/\r/g, '')}\n`));
  await hears('message.complained');
}

/** From the simulator, which answers as a person does. */
async function causeReply(): Promise<void> {
  await hearing.emit('order-1008-shipped', { email: 'reply@simulator.test' });
  await hears('message.replied');
}

async function causeLeaving(): Promise<void> {
  const { app } = hearing.service.service;
  const { id } = await hearing.contact('alan');
  const at = new Date(hearing.clock.now().getTime() - 1_000).toISOString();
  await hearing.shop.rest('PUT', '/workspaces/ref:shop/contacts/ref:alan', { marketing: { state: 'subscribed', at } });
  const link = unsubscribeUrl(app, { workspaceId: hearing.workspace.id, id });
  await fetch(link, { method: 'POST', body: new URLSearchParams({}) });
  await hears('contact.left_marketing');
  await fetch(link, { method: 'POST', body: new URLSearchParams({ action: 'undo' }) });
  await hears('contact.rejoined_marketing');
}

/** One waits for a server that is busy all day, in a workspace that stays; one in a workspace that goes. */
async function causeExpiry(): Promise<void> {
  const busy = Array.from({ length: 40 }, () => ({ code: 450, text: '4.3.2 Come back later' }));
  await hearing.shop.rest('POST', '/workspaces', { name: 'Bakery', reference: 'bakery' });
  hearing.service.mail.refuse('late@example.com', busy);
  hearing.service.mail.refuse('left@example.com', busy);
  const ids = [
    await hearing.emit('order-1006-shipped', { email: 'late@example.com' }),
    await hearing.emit('order-1007-shipped', { email: 'left@example.com' }, 'bakery'),
  ];
  const tried = async () => {
    const { rows } = await hearing.service.service.app.db.pool.query(
      "SELECT FROM messages WHERE id = ANY($1) AND state = 'queued' AND attempt_number = 1",
      [ids],
    );
    return rows.length;
  };
  await expect.poll(tried).toBe(2);
  await hearing.shop.rest('DELETE', '/workspaces/ref:bakery');
  hearing.clock.advance(minutes(2));
  await hears('message.failed');
  hearing.clock.advance(hours(24));
  await hears('message.expired');
}

/** Last: until the records are published nothing can be sent from the new domain. */
async function causeDomainChange(): Promise<void> {
  await hearing.shop.rest('PUT', '/sending-domain', { domain: 'mail.platform.net' });
  const { body } = await hearing.shop.rest('GET', '/sending-domain');
  for (const { type, name, value } of body.data.records) {
    if (type === 'TXT') names.txt(name, value);
    else names.mx(name, [10, value.replace(/^\d+ /, '')]);
  }
  hearing.clock.advance(minutes(3));
  await hears('sending_domain.changed');
}

test('the file is what a receiver gets; npx vitest run test/docs -u renews it', async () => {
  await expect(`${JSON.stringify(bodies, null, 2)}\n`).toMatchFileSnapshot('../../rest/webhook-examples.json');
});

test.each(webhookTypes)('every field of %s is explained, and its value too', (type) => {
  const { data } = Object(bodies[type]);
  expect(unexplained(data, webhookHelp[type].data)).toEqual([]);
});

/** Paths of `data` that `fields` do not name, or whose value they do not list. */
function unexplained(data: object, fields: readonly DataField[], path = 'data'): readonly string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const field = fields.find((known) => known.name === name);
    const at = `${path}.${name}`;
    if (!field) return [at];
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (field.values) {
      const known = field.values;
      return items.filter((item) => !Object.hasOwn(known, String(item))).map((item) => `${at}: ${item}`);
    }
    const inner = field.fields;
    return inner ? items.flatMap((item) => unexplained(Object(item), inner, at)) : [];
  });
}
