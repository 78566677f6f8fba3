/** A rejected emit is found by its recipient and by its key, says what was wrong, and holds no value of the request. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/create-app.ts';
import { noteRefusedEmit } from '../../../src/events/refused/note-refused-emit.ts';
import { DomainError } from '../../../src/ground/errors/errors.ts';
import { newId } from '../../../src/ground/ids.ts';
import { erasePerson } from '../../../src/people/erase-person.ts';
import { eraseTurn } from '../../../src/people/erase-turn.ts';
import { contactsOf } from '../../support/contacts-of.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
});
afterAll(() => world.close());
beforeEach(async () => {
  // An erasure of the same millisecond would count as a later one.
  world.advance(1_000);
  await world.app.db.pool.query('TRUNCATE refused_emits');
});

const emit = `mutation ($workspace: ID!, $input: EventEmitInput!) {
  eventEmit(workspace: $workspace, input: $input) { event { id } } }`;
const list = `query ($filter: RefusedEmitFilter) { refusedEmits(filter: $filter) {
  nodes { idempotencyKey faults { path message } fieldPaths times } pageInfo { hasNextPage } } }`;

interface Row {
  readonly idempotencyKey: string | null;
  readonly faults: readonly { readonly path: string; readonly message: string | null }[];
  readonly fieldPaths: readonly string[];
  readonly times: number;
}

/** Rejected: the payload lacks its fields. */
async function refuse(input: Readonly<Record<string, unknown>>, workspace = 'ref:shop'): Promise<void> {
  const whole = { type: 'order.shipped', payload: {}, ...input };
  const { refusal } = await tenant.ask(emit, { workspace, input: whole });
  expect(refusal?.code).toMatch(/^(?:validation_failed|not_found)$/);
}

async function recorded(filter: Readonly<Record<string, unknown>> = {}, who = tenant): Promise<readonly Row[]> {
  await world.app.parts.refusedEmits.settled();
  const { data, errors } = await who.ask(list, { filter });
  expect(errors).toEqual([]);
  return data.refusedEmits.nodes;
}

const keysOf = async (filter: Readonly<Record<string, unknown>>, who = tenant) =>
  (await recorded(filter, who)).map(({ idempotencyKey }) => idempotencyKey);
const stored = async () =>
  (await world.app.db.pool.query<{ row: string }>('SELECT refused_emits::text AS row FROM refused_emits')).rows
    .map(({ row }) => row)
    .join('\n');

describe('the recipient', () => {
  test('is found by the whole address in any case, also where the emit named the contact', async () => {
    const contacts = contactsOf(world, tenant);
    await contacts.put('ref:zoe', { email: 'zoe@example.com' });
    const { id } = await contacts.get('ref:zoe');
    await refuse({ idempotencyKey: 'by-email', recipient: { email: 'Zoe@Example.com' } });
    await refuse({ idempotencyKey: 'by-reference', recipient: { contact: 'ref:zoe' } });
    await refuse({ idempotencyKey: 'by-id', recipient: { contact: id } });
    await refuse({ idempotencyKey: 'to-nowhere', recipient: { email: 'zoe@example.com' } }, 'ref:nowhere');
    await refuse({ idempotencyKey: 'other', recipient: { email: 'bob@example.com' } });
    await refuse({ idempotencyKey: 'unknown', recipient: { contact: 'ref:nobody' } });
    await refuse({ idempotencyKey: 'no-address', recipient: { email: 'zoe@' } });
    expect(await keysOf({ recipient: 'ZOE@example.com' })).toEqual(['to-nowhere', 'by-id', 'by-reference', 'by-email']);
    expect(await keysOf({ recipient: 'zoe@example.com', workspace: 'ref:shop' })).toHaveLength(3);
    expect(await keysOf({ recipient: 'zoe@' })).toEqual([]);
    expect(await stored()).not.toMatch(/zoe@|bob@/i);
    expect(await keysOf({ recipient: 'zoe@example.com' }, await world.tenant())).toEqual([]);
  });

  test('is a filter that needs the scope people', async () => {
    const { platformId, apiKeyId } = tenant;
    const ask = (scopes: readonly ('read' | 'people')[], filter: object) =>
      world.ask({ platformId, apiKeyId, scopes }, list, { filter });
    expect((await ask(['read'], { recipient: 'zoe@example.com' })).refusal?.code).toBe('forbidden');
    expect((await ask(['read'], { idempotencyKey: 'one' })).errors).toEqual([]);
    expect((await ask(['read', 'people'], { recipient: 'zoe@example.com' })).errors).toEqual([]);
  });

  test('is found behind more rows than a list reads in order', async () => {
    await refuse({ idempotencyKey: 'paid-1004', recipient: { email: 'zoe@example.com' } });
    await world.app.parts.refusedEmits.settled();
    const later = new Date(world.now().getTime() + 1);
    await world.app.db.pool.query(
      `INSERT INTO refused_emits (platform_id, id, request_id, code, field_paths, times, first_at, created_at)
       SELECT $1, id, 'r', 'not_found', '{}', 1, $3, $3 FROM unnest($2::text[]) id`,
      [tenant.platformId, Array.from({ length: 5_000 }, () => newId(later)), later],
    );
    for (const filter of [{ recipient: 'zoe@example.com' }, { idempotencyKey: 'paid-1004' }]) {
      const { data } = await tenant.ask(list, { filter });
      expect(data.refusedEmits).toMatchObject({
        nodes: [{ idempotencyKey: 'paid-1004' }],
        pageInfo: { hasNextPage: false },
      });
    }
  });
});

describe('the key', () => {
  test('is kept as sent, and found whole', async () => {
    await refuse({ idempotencyKey: 'paid-1004', recipient: { email: 'zoe@example.com' } });
    expect(await keysOf({ idempotencyKey: 'paid-1004' })).toEqual(['paid-1004']);
    expect(await keysOf({ idempotencyKey: 'paid-100' })).toEqual([]);
    expect((await tenant.ask(list, { filter: { idempotencyKey: '' } })).refusal?.code).toBe('validation_failed');
  });

  test.each([
    ['with a space', 'two words'],
    ['beyond ASCII', 'clé'],
    ['a character too long', 'k'.repeat(256)],
    ['far too long', 'k'.repeat(100_000)],
    ['empty', ''],
    ['with U+0000', 'key\0'],
  ])('that is none is not kept: %s', async (_what, idempotencyKey) => {
    await refuse({ idempotencyKey, recipient: { email: 'zoe@example.com' } });
    expect(await keysOf({ recipient: 'zoe@example.com' })).toEqual([null]);
  });
});

test('what was wrong is kept in the words of the response', async () => {
  await refuse({
    idempotencyKey: 'paid-1004',
    recipient: { email: 'zoe@example.com' },
    payload: { order_number: 17, traking_url: 'x' },
  });
  const [row] = await recorded();
  expect(row?.faults).toEqual([
    { path: 'payload.order_number', message: 'must be a string' },
    { path: 'payload.traking_url', message: 'is not a field of this event type; did you mean `tracking_url`?' },
    { path: 'payload.tracking_url', message: 'is required' },
  ]);
  expect(row?.fieldPaths).toEqual(row?.faults.map(({ path }) => path));
});

test('an example of an address in a sentence is not kept, and the sentences of other paths stay theirs', async () => {
  await refuse({
    idempotencyKey: 'paid-1004',
    recipient: { email: 'zoe@example.com' },
    headers: { 'In-Reply-To': 'nonsense' },
  });
  const [row] = await recorded();
  expect(row?.faults).toEqual(
    expect.arrayContaining([
      { path: 'payload.order_number', message: 'is required' },
      { path: 'headers.*', message: null },
    ]),
  );
});

test('no value of a rejected emit is kept, whatever is wrong with it', async () => {
  const secret = 'Xq7Zt9Kw';
  // A key that is a name is shown, as the path of its fault.
  const noName = `${secret} key`;
  const nested = { [noName]: secret, list: [secret], deep: { deeper: secret } };
  const inputs: Readonly<Record<string, unknown>>[] = [
    { payload: nested },
    { payload: { order_number: nested, tracking_url: [secret], customer_name: { [noName]: 1 } } },
    { payload: { order_number: `${secret}\0`, tracking_url: secret } },
    { type: `${secret} ${secret}` },
    { type: `order.${secret} x` },
    { recipient: { email: `${secret}@` } },
    { recipient: { email: secret, contact: `ref:${secret}` } },
    { recipient: { contact: `ref:${secret}` } },
    { recipient: { contact: secret } },
    { idempotencyKey: `${secret} ${secret}` },
    { replyTo: secret },
    { cc: [secret, `${secret}@`], bcc: [secret] },
    { cc: [`${secret}@example.com`, `${secret}@example.com`] },
    { headers: { [noName]: secret, 'X-Own': `${secret}\n`, 'In-Reply-To': secret } },
    { metadata: { [noName]: secret, order: secret.repeat(100) } },
    { attachments: [{ filename: `${secret}/a.pdf`, content: secret }] },
    { attachments: [{ filename: `${secret}.exe`, content: Buffer.from(secret).toString('base64') }] },
    { attachments: [{ file: secret, filename: secret, contentId: `${secret} ${secret}` }] },
  ];
  for (const input of inputs) {
    const recipient = { email: 'zoe@example.com' };
    await tenant.ask(emit, {
      workspace: 'ref:shop',
      input: { type: 'order.shipped', idempotencyKey: 'plain', recipient, payload: {}, ...input },
    });
  }
  // GraphQL itself rejects what its types rule out; each of the others has a row.
  const rows = await recorded();
  expect(rows.length).toBeGreaterThan(12);
  expect(rows.every(({ faults }) => faults.length > 0)).toBe(true);
  expect((await stored()).toLowerCase()).not.toContain(secret.toLowerCase());
});

test('many recipients and keys fill no more rows than one, and a shared row has those of its last emit', async () => {
  const app = createApp(world.app);
  for (let n = 0; n < 5_000; n += 1) {
    noteRefusedEmit(
      { ...tenant.ctx, app },
      {
        requestId: `flood-${n}`,
        workspace: 'ref:shop',
        eventType: 'order.shipped',
        idempotencyKey: `key-${n}`,
        recipient: { email: `person-${n}@example.com` },
        error: new DomainError('not_found'),
      },
    );
  }
  await app.parts.refusedEmits.settled();
  const { rows } = await app.db.pool.query('SELECT times, idempotency_key FROM refused_emits ORDER BY times');
  expect(rows).toHaveLength(101);
  expect(rows.at(-1)).toEqual({ times: 4_900, idempotency_key: 'key-4999' });
  expect(await recorded({ recipient: 'person-4999@example.com' })).toMatchObject([{ times: 4_900 }]);
  expect(await recorded({ recipient: 'person-3000@example.com' })).toEqual([]);
});

describe('an erasure', () => {
  const erase = async () => {
    const { id } = await erasePerson(tenant.ctx, 'ref:shop', { email: 'zoe@example.com' });
    await eraseTurn(world.app, { platformId: tenant.platformId, id });
  };

  test('takes hash and key of the person, and leaves what was wrong and the rows of others', async () => {
    await refuse({ idempotencyKey: 'hers', recipient: { email: 'zoe@example.com' } });
    await refuse({ idempotencyKey: 'hers-nowhere', recipient: { email: 'zoe@example.com' } }, 'ref:nowhere');
    await refuse({ idempotencyKey: 'for:zoe@example.com', recipient: { email: 'bob@example.com' } });
    await refuse({ idempotencyKey: 'his', recipient: { email: 'bob@example.com' } });
    await world.app.parts.refusedEmits.settled();
    await erase();
    expect(await recorded({ recipient: 'zoe@example.com' })).toEqual([]);
    expect(await keysOf({ recipient: 'bob@example.com' })).toEqual(['his', null]);
    const rows = await recorded();
    expect(rows.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['his', null, null, null]);
    expect(rows[3]?.faults).toContainEqual({ path: 'payload.order_number', message: 'is required' });
    expect(await stored()).not.toContain(world.app.secrets.addressHash('zoe@example.com').toString('hex'));
  });

  test('reaches an emit that waited for its row, and not one that came after it', async () => {
    await refuse({ idempotencyKey: 'waited', recipient: { email: 'zoe@example.com' } });
    await refuse({ idempotencyKey: 'waited-nowhere', recipient: { email: 'zoe@example.com' } }, 'ref:nowhere');
    await erase();
    world.advance(1_000);
    await refuse({ idempotencyKey: 'after', recipient: { email: 'zoe@example.com' } });
    expect(await keysOf({ recipient: 'zoe@example.com' })).toEqual(['after']);
    expect(await keysOf({})).toEqual(['after', null, null]);
  });

  test('of another workspace leaves the rows of this one', async () => {
    await tenant.ask('mutation { workspaceCreate(input: { name: "Other", reference: "other" }) { workspace { id } } }');
    await refuse({ idempotencyKey: 'kept', recipient: { email: 'zoe@example.com' } });
    await world.app.parts.refusedEmits.settled();
    world.advance(1_000);
    const { id } = await erasePerson(tenant.ctx, 'ref:other', { email: 'zoe@example.com' });
    await eraseTurn(world.app, { platformId: tenant.platformId, id });
    expect(await keysOf({ recipient: 'zoe@example.com' })).toEqual(['kept']);
  });
});
