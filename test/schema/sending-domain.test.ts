import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../src/create-app.ts';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { demoFields, demoTemplate } from '../../src/local/demo-template.ts';
import { claimMessages } from '../../src/messages/claims/claim-messages.ts';
import { checkSendingDomain } from '../../src/sending-domain/check-sending-domain.ts';
import { sweepSendingDomains } from '../../src/sending-domain/sweep-sending-domains.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { readDayAllowance } from '../../src/workspaces/health/day-allowance.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const minute = 60_000;
const hour = 60 * minute;

const domainFields = `id domain status sendable verifiedAt graceEndsAt updatedAt returnPath dkimSelector
  records { purpose type name value required status found checkedAt }`;
const read = `{ sendingDomain { ${domainFields} } workspace(workspace: "ref:shop") { sending { state reason } } }`;
const save = `mutation ($domain: String!) {
  sendingDomainSave(input: { domain: $domain }) { created sendingDomain { ${domainFields} } }
}`;
const verify = `mutation { sendingDomainVerify { sendingDomain { ${domainFields} } } }`;
const remove = 'mutation { sendingDomainDelete { deletedSendingDomainId } }';
const listen = `mutation { webhookEndpointCreate(input: {
  url: "https://hooks.tidings.example/", types: [sending_domain_changed, message_failed]
}) { webhookEndpoint { id } } }`;
const log = '{ webhooks { edges { node { type body } } } }';
const emit = `mutation ($key: String!) {
  eventEmit(workspace: "ref:shop", input: { type: "order.shipped", idempotencyKey: $key,
    recipient: { email: "ada@example.com" }, payload: { order_number: "1", tracking_url: "https://example.com/1" } }) {
    event { message { id state } }
  }
}`;

interface ShownRecord {
  readonly purpose: string;
  readonly type: 'TXT' | 'MX';
  readonly name: string;
  readonly value: string;
  readonly status: string;
  readonly found: string | null;
  readonly checkedAt: string | null;
}

let dns: NameServer;
let world: World;

beforeAll(async () => {
  // Resolvers may keep what they heard for an hour; a check must not.
  dns = await startNameServer({ ttl: 3_600 });
  world = await createWorld({
    DNS_SERVERS: dns.address,
    TRANSPORT: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SPF_VALUE: 'include:spf.tidings.example',
    BOUNCE_HOST: 'bounces.tidings.example',
  });
  // Public, as an endpoint's must be; nothing is sent to it.
  dns.a('hooks.tidings.example', '8.8.8.8');
});
afterAll(async () => {
  await world.close();
  await dns.stop();
});

let count = 0;
let tenant: Tenant;
let domain: string;
beforeEach(async () => {
  count += 1;
  domain = `mail.shop-${count}.co.uk`;
  tenant = await world.tenant();
});

async function shown() {
  const { sendingDomain, workspace } = JSON.parse(JSON.stringify((await tenant.ask(read)).data));
  const records: readonly ShownRecord[] = sendingDomain.records;
  return {
    ...sendingDomain,
    records,
    sending: workspace.sending,
    statuses: Object.fromEntries(records.map(({ purpose, status }) => [purpose, status])),
  };
}

async function register(): Promise<readonly ShownRecord[]> {
  return (await tenant.ask(save, { domain })).data.sendingDomainSave.sendingDomain.records;
}

/** Publishes what was asked for, but the purposes left out. */
function publish(records: readonly ShownRecord[], ...without: readonly string[]) {
  for (const { purpose, type, name, value } of records) {
    const values = without.includes(purpose) ? [] : [value];
    if (type === 'TXT') dns.txt(name, ...values);
    else dns.mx(name, ...values.map((text) => readMx(text)));
  }
}

function readMx(text: string): readonly [number, string] {
  const [preference, exchange = ''] = text.split(' ');
  return [Number(preference), exchange];
}

/** Runs the turns that are due, like a worker. */
async function work() {
  const asked: { readonly platformId: string; readonly id: string }[] = [];
  const wake = { ...world.app.wake, ask: async (_queue: string, keys: typeof asked) => void asked.push(...keys) };
  const app = createApp({ ...world.app, wake });
  await sweepSendingDomains(app);
  await Promise.all(asked.map((turn) => checkSendingDomain(world.app, turn)));
  return asked.map(({ platformId }) => platformId);
}

async function check() {
  expect((await tenant.ask(verify)).errors).toEqual([]);
  await work();
  return shown();
}

async function verified() {
  const records = await register();
  publish(records);
  expect((await check()).status).toBe('verified');
  return records;
}

async function webhooks(): Promise<readonly { readonly type: string; readonly data: object }[]> {
  const { data } = await tenant.askAsRest(log);
  return data.webhooks.edges.map(({ node }: { node: { body: object } }) => node.body);
}

describe('the records of a sending domain', () => {
  test('are pending until they are looked up, then missing, then verified', async () => {
    const records = await register();
    expect(records.map(({ purpose, status, checkedAt }) => [purpose, status, checkedAt])).toEqual([
      ['dkim', 'pending', null],
      ['return_path', 'pending', null],
      ['spf', 'pending', null],
      ['dmarc', 'pending', null],
    ]);
    const first = await check();
    expect(first.statuses).toEqual({ dkim: 'missing', return_path: 'missing', spf: 'missing', dmarc: 'missing' });
    expect(first.sending).toEqual({ state: 'blocked', reason: 'identity_not_sendable' });
    publish(records);
    const second = await check();
    expect(second).toMatchObject({ status: 'verified', sendable: true, verifiedAt: world.now().toISOString() });
    expect(second.statuses).toEqual({ dkim: 'verified', return_path: 'verified', spf: 'verified', dmarc: 'verified' });
    for (const { value, found, checkedAt } of second.records) {
      expect([found, checkedAt]).toEqual([value, world.now().toISOString()]);
    }
  });

  test('are mismatched where something else is published, which is shown', async () => {
    const records = await register();
    const nameOf = (purpose: string) => records.find((record) => record.purpose === purpose)?.name ?? '';
    dns.txt(nameOf('dkim'), 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A');
    dns.mx(nameOf('return_path'), [10, 'mx.elsewhere.example']);
    dns.txt(nameOf('spf'), 'v=spf1 include:spf.elsewhere.example ~all', 'some-verification=1');
    dns.txt(nameOf('dmarc'), 'v=DMARC1; p=none', 'v=DMARC1; p=reject');
    const { status, statuses, records: found } = await check();
    expect(status).toBe('pending');
    expect(statuses).toEqual({
      dkim: 'mismatched',
      return_path: 'mismatched',
      spf: 'mismatched',
      dmarc: 'mismatched',
    });
    expect(found.map((record: ShownRecord) => record.found)).toEqual([
      'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A',
      '10 mx.elsewhere.example',
      'v=spf1 include:spf.elsewhere.example ~all',
      'v=DMARC1; p=none\nv=DMARC1; p=reject',
    ]);
  });

  test('do without DMARC, and take it from the organisational domain by the public suffix list', async () => {
    const records = await register();
    publish(records, 'dmarc');
    expect(await check()).toMatchObject({ status: 'verified', statuses: { dmarc: 'missing' } });
    dns.txt('_dmarc.co.uk', 'v=DMARC1; p=reject');
    expect((await check()).statuses.dmarc).toBe('missing');
    dns.txt(`_dmarc.shop-${count}.co.uk`, 'v=DMARC1; p=quarantine');
    const { records: found } = await check();
    expect(found.at(-1)).toMatchObject({ purpose: 'dmarc', status: 'verified', found: 'v=DMARC1; p=quarantine' });
  });

  test('stay as they were while no name server can tell', async () => {
    const names = (await verified()).map(({ name }) => name);
    world.advance(hour - 1);
    const before = await shown();
    for (const name of names) dns.fail(name);
    world.advance(1);
    expect(await work()).toContain(tenant.platformId);
    expect(await shown()).toEqual(before);
    for (const name of names) dns.mend(name);
    world.advance(2 * minute);
    await work();
    expect((await shown()).records[0]?.checkedAt).toBe(world.now().toISOString());
  });
});

describe('the checks', () => {
  test('come every two minutes while pending and every hour once verified', async () => {
    const records = await register();
    world.advance(2 * minute - 1);
    expect(await work()).not.toContain(tenant.platformId);
    world.advance(1);
    expect(await work()).toContain(tenant.platformId);
    publish(records);
    world.advance(2 * minute - 1);
    expect(await work()).not.toContain(tenant.platformId);
    world.advance(1);
    await work();
    expect((await shown()).status).toBe('verified');
    world.advance(hour - 1);
    expect(await work()).not.toContain(tenant.platformId);
    world.advance(1);
    expect(await work()).toContain(tenant.platformId);
  });

  test('of two processes at once are one, and a verification asked for meanwhile still comes', async () => {
    const records = await register();
    await tenant.ask(verify);
    const turn = { platformId: tenant.platformId, id: (await shown()).id };
    const slow = checkSendingDomain(world.app, turn);
    publish(records);
    await Promise.all([slow, checkSendingDomain(world.app, turn)]);
    world.advance(1);
    await tenant.ask(verify);
    await work();
    expect((await shown()).status).toBe('verified');
  });
});

describe('a record that vanishes', () => {
  test('leaves 24 hours of grace, then the domain fails, and comes back when the record does', async () => {
    await tenant.ask(listen);
    const records = await verified();
    const verifiedAt = world.now().toISOString();
    publish(records, 'spf');
    world.advance(hour);
    await work();
    const graceEndsAt = new Date(world.now().getTime() + 24 * hour).toISOString();
    expect(await shown()).toMatchObject({ status: 'warning', sendable: true, verifiedAt, graceEndsAt });
    expect((await shown()).statuses.spf).toBe('missing');
    world.advance(24 * hour - 1);
    await work();
    expect(await shown()).toMatchObject({
      status: 'warning',
      graceEndsAt,
      sendable: true,
      sending: { state: 'ready' },
    });
    world.advance(1);
    await work();
    expect(await shown()).toMatchObject({
      status: 'failed',
      graceEndsAt: null,
      sendable: false,
      sending: { state: 'blocked', reason: 'identity_not_sendable' },
    });
    publish(records);
    world.advance(2 * minute);
    await work();
    expect(await shown()).toMatchObject({ status: 'verified', sendable: true, verifiedAt: world.now().toISOString() });
    // One for each flip, none for the warning.
    const flips = (await webhooks()).toReversed();
    expect(flips.map(({ data }) => 'sendable' in data && data.sendable)).toEqual([true, false, true]);
    expect(flips[1]).toMatchObject({
      type: 'sending_domain.changed',
      source: 'service',
      simulated: false,
      workspace: null,
      data: {
        domain,
        sendable: false,
        records: [
          { purpose: 'dkim', status: 'verified' },
          { purpose: 'return_path', status: 'verified' },
          { purpose: 'spf', status: 'missing' },
          { purpose: 'dmarc', status: 'verified' },
        ],
      },
    });
  });

  test('and comes back within the grace leaves nothing behind', async () => {
    await tenant.ask(listen);
    const records = await verified();
    const verifiedAt = world.now().toISOString();
    publish(records, 'dkim');
    expect((await check()).status).toBe('warning');
    world.advance(23 * hour);
    publish(records);
    expect(await check()).toMatchObject({ status: 'verified', verifiedAt, graceEndsAt: null });
    publish(records, 'dkim');
    expect((await check()).status).toBe('warning');
    world.advance(23 * hour);
    await work();
    expect((await shown()).status).toBe('warning');
    expect(await webhooks()).toHaveLength(1);
  });
});

describe('mail', () => {
  beforeEach(async () => {
    const ctx = tenant.ctx;
    await saveEventType(ctx, { name: 'order.shipped', input: { fields: demoFields } });
    await saveTemplate(ctx, { eventType: 'order.shipped', input: demoTemplate });
  });

  async function claim() {
    const turn = { platformId: tenant.platformId, id: tenant.workspace };
    return claimMessages(world.app, turn, { rows: 10, past: [] }, await readDayAllowance(world.app, turn));
  }

  test('is refused before the domain verifies, and waits a moment after', async () => {
    const records = await register();
    expect((await tenant.ask(emit, { key: 'early' })).refusal?.code).toBe('domain_not_sendable');
    publish(records);
    expect((await check()).sending).toEqual({ state: 'waiting', reason: null });
    expect((await tenant.ask(emit, { key: 'now' })).data.eventEmit.event.message.state).toBe('queued');
    expect(await claim()).toEqual([]);
    world.advance(5_000);
    expect((await shown()).sending).toEqual({ state: 'ready', reason: null });
    expect(await claim()).toHaveLength(1);
  });

  test.each([
    ['another domain takes the place of its own', () => tenant.ask(save, { domain: `other.shop-${count}.co.uk` })],
    ['its domain is removed', () => tenant.ask(remove)],
  ])('that is queued fails when %s, and only that is told', async (_when, change) => {
    await tenant.ask(listen);
    await verified();
    await tenant.ask(emit, { key: 'queued' });
    // However long its next attempt is off, and whatever else holds it back.
    await tenant.ask('mutation { workspaceSuspend(workspace: "ref:shop") { workspace { id } } }');
    expect((await change()).errors).toEqual([]);
    const { rows } = await world.app.db.pool.query('SELECT state, reason FROM messages WHERE workspace_id = $1', [
      tenant.workspace,
    ]);
    expect(rows).toEqual([{ state: 'failed', reason: 'domain_not_sendable' }]);
    expect(await webhooks()).toMatchObject([
      { type: 'message.failed', data: { reason: 'domain_not_sendable', message: { idempotency_key: 'queued' } } },
      { type: 'sending_domain.changed', data: { sendable: true } },
    ]);
    await tenant.ask('mutation { workspaceResume(workspace: "ref:shop") { workspace { id } } }');
    expect((await tenant.ask(emit, { key: 'later' })).refusal?.code).toBe('domain_not_sendable');
  });
});

test('the same domain again changes nothing', async () => {
  await verified();
  world.advance(minute);
  const before = await shown();
  world.advance(minute);
  const { data } = await tenant.ask(save, { domain: domain.toUpperCase() });
  expect(data.sendingDomainSave.created).toBe(false);
  expect(await shown()).toEqual(before);
});

test('without a domain there is nothing to verify or to remove', async () => {
  for (const document of [verify, remove]) expect((await tenant.ask(document)).refusal?.code).toBe('not_found');
  await register();
  expect((await tenant.ask(remove)).errors).toEqual([]);
  expect((await tenant.ask(read)).refusal?.code).toBe('not_found');
  const { data } = await tenant.ask('{ workspace(workspace: "ref:shop") { sending { state reason } } }');
  expect(data.workspace.sending).toEqual({ state: 'blocked', reason: 'no_identity' });
});

test('a domain is shown with its four records while other requests replace it', async () => {
  await tenant.ask(save, { domain: `first-${domain}` });
  let replacing = true;
  const readers = Array.from({ length: 8 }, async () => {
    const found = new Set<string>();
    while (replacing) {
      const { data, errors } = await tenant.ask('{ sendingDomain { domain records { name value } } }');
      found.add(errors[0]?.message ?? `${data.sendingDomain.records.length} records`);
    }
    return [...found];
  });
  for (let n = 0; n < 12; n += 1) await tenant.ask(save, { domain: `${n}-${domain}` });
  replacing = false;
  expect(await Promise.all(readers)).toEqual(readers.map(() => ['4 records']));
});

test("one platform's domain is nobody else's, even under the same name", async () => {
  const records = await register();
  publish(records);
  await check();
  const stranger = await world.tenant({ name: 'Stranger' });
  expect((await stranger.ask(verify)).refusal?.code).toBe('not_found');
  expect((await stranger.ask(remove)).refusal?.code).toBe('not_found');
  const { data } = await stranger.ask(save, { domain });
  expect(data.sendingDomainSave.sendingDomain).toMatchObject({ status: 'pending', sendable: false });
  expect(data.sendingDomainSave.sendingDomain.records[0].name).not.toBe(records[0]?.name);
  expect((await shown()).status).toBe('verified');
});

test.each(['localhost', '192.0.2.1', 'a'.repeat(64), `${'a.'.repeat(113)}aa`, 'mail.example.com.', 'exa mple.com', ''])(
  'what is no domain to send from is refused: %j',
  async (text) => {
    expect((await tenant.ask(save, { domain: text })).refusal?.details.errors).toHaveProperty('domain');
  },
);
