/** Whether a domain takes answers, and which mail says so (docs/rules.md#reply-address). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkSendingDomain } from '../../src/sending-domain/check-sending-domain.ts';
import { takesReplies } from '../../src/sending-domain/reply-address.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const minute = 60_000;

const fields = 'domain replyDomain status records { purpose type name value required status }';
const read = `{ sendingDomain { ${fields} } }`;
const save = `mutation ($input: SendingDomainSaveInput!) {
  sendingDomainSave(input: $input) { created sendingDomain { ${fields} } }
}`;

interface ShownRecord {
  readonly purpose: string;
  readonly type: 'TXT' | 'MX';
  readonly name: string;
  readonly value: string;
  readonly status: string;
}

let dns: NameServer;
let world: World;
let tenant: Tenant;
let count = 0;
let domain: string;

beforeAll(async () => {
  dns = await startNameServer();
  world = await createWorld({
    DNS_SERVERS: dns.address,
    TRANSPORT: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SPF_VALUE: 'include:spf.tidings.example',
    BOUNCE_HOST: 'bounces.tidings.example',
  });
});
afterAll(async () => {
  await world.close();
  await dns.stop();
});
beforeEach(async () => {
  count += 1;
  domain = `mail.answers-${count}.co.uk`;
  tenant = await world.tenant();
});

const saved = async (input: object) => (await tenant.ask(save, { input })).data.sendingDomainSave.sendingDomain;
const purposes = (records: readonly ShownRecord[]) => records.map(({ purpose }) => purpose);

function publish(records: readonly ShownRecord[]): void {
  for (const { type, name, value } of records) {
    if (type === 'TXT') dns.txt(name, value);
    else dns.mx(name, [10, value.replace(/^\d+ /, '')]);
  }
}

async function checked() {
  world.advance(3 * minute);
  const { rows } = await world.app.db.pool.query('SELECT id FROM sending_domains WHERE platform_id = $1', [
    tenant.platformId,
  ]);
  await checkSendingDomain(world.app, { platformId: tenant.platformId, id: rows[0].id });
  return (await tenant.ask(read)).data.sendingDomain;
}

async function stored(): Promise<boolean | null> {
  const { rows } = await world.app.db.pool.query('SELECT takes_replies FROM sending_domains WHERE platform_id = $1', [
    tenant.platformId,
  ]);
  return rows[0].takes_replies;
}

test('a domain takes none unless its platform says so', async () => {
  const shown = await saved({ domain });
  expect([shown.replyDomain, purposes(shown.records)]).toEqual([null, ['dkim', 'return_path', 'spf', 'dmarc']]);
  publish(shown.records);
  expect((await checked()).status).toBe('verified');
  expect(await stored()).toBeNull();
});

test('one that wants them has a record more, and takes them while it is found', async () => {
  const shown = await saved({ domain, replies: true });
  expect(shown.replyDomain).toBe(`reply.${domain}`);
  expect(shown.records.at(-1)).toMatchObject({
    purpose: 'reply',
    type: 'MX',
    name: `reply.${domain}`,
    value: '10 bounces.tidings.example',
    required: false,
  });
  publish(shown.records.filter(({ purpose }: ShownRecord) => purpose !== 'reply'));
  expect((await checked()).status).toBe('verified');
  expect(await stored()).toBe(false);
  publish(shown.records);
  await tenant.ask('mutation { sendingDomainVerify { sendingDomain { id } } }');
  await checked();
  expect(await stored()).toBe(true);
  dns.mx(`reply.${domain}`, [10, 'mail.elsewhere.example']);
  await tenant.ask('mutation { sendingDomainVerify { sendingDomain { id } } }');
  const other = await checked();
  expect([other.status, await stored()]).toEqual(['verified', false]);
});

test('the wish may change, outlives the domain, and is left as it is where nothing is said', async () => {
  await saved({ domain });
  expect((await saved({ domain, replies: true })).replyDomain).toBe(`reply.${domain}`);
  expect((await saved({ domain })).replyDomain).toBe(`reply.${domain}`);
  expect((await saved({ domain, replies: true })).replyDomain).toBe(`reply.${domain}`);
  const next = await saved({ domain: `new.${domain}` });
  expect([next.replyDomain, next.records.at(-1).purpose]).toEqual([`reply.new.${domain}`, 'reply']);
  const without = await saved({ domain: `new.${domain}`, replies: false });
  expect([without.replyDomain, purposes(without.records)]).toEqual([null, ['dkim', 'return_path', 'spf', 'dmarc']]);
  const { rows } = await world.app.db.pool.query(
    "SELECT FROM sending_domain_records WHERE platform_id = $1 AND purpose = 'reply'",
    [tenant.platformId],
  );
  expect(rows).toEqual([]);
});

test('a wish and a check at once leave what the wish says', async () => {
  publish((await saved({ domain, replies: true })).records);
  await Promise.all([checked(), saved({ domain, replies: false })]);
  await tenant.ask('mutation { sendingDomainVerify { sendingDomain { id } } }');
  await checked();
  expect(await stored()).toBeNull();
});

describe('a mail says where answers go', () => {
  const of = (facts: object) =>
    takesReplies(world.app.config, { domain: 'mail.example.com', takesReplies: true, contentDays: null, ...facts });

  test('where the domain takes them and the content is kept', () => {
    expect(of({})).toBe(true);
    expect(of({ contentDays: 1 })).toBe(true);
    expect(of({ contentDays: 0 })).toBe(false);
    expect(of({ takesReplies: false })).toBe(false);
    expect(of({ takesReplies: null })).toBe(false);
    expect(of({ domain: null })).toBe(false);
  });

  test('at once where mail is captured, if the platform wants it', () => {
    const config = { ...world.app.config, transport: 'capture' as const };
    const facts = { domain: 'demo.test', contentDays: null };
    expect(takesReplies(config, { ...facts, takesReplies: false })).toBe(true);
    expect(takesReplies(config, { ...facts, takesReplies: null })).toBe(false);
  });
});
