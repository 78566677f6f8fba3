/** What is exported from one workspace is imported into another as it is: the same people, and the same blocks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAttributeDefinition } from '../../src/attributes/create-attribute-definition.ts';
import { upsertContacts } from '../../src/contacts/upsert-contacts.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { createTopic } from '../../src/topics/create-topic.ts';
import { deleteTopic } from '../../src/topics/delete-topic.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { importFile } from '../imports/import-file.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';
import { linkOf, orderOf, partsOf } from './export-file.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant();
  for (const [key, type] of [
    ['plan', 'string'],
    ['email', 'string'],
    ['seats', 'number'],
    ['vip', 'boolean'],
    ['since', 'date'],
  ] as const) {
    await createAttributeDefinition(tenant.ctx, { key, name: key, type });
  }
});
afterAll(() => world.close());

/** Texts that CSV, spreadsheets and imports might each take for something else. */
const texts = [
  '=HYPERLINK("https://evil.test";"Click")',
  '+49 30 1234',
  '-5',
  '@SUM(A1)',
  "'=1",
  "''-x",
  "'quoted'",
  "O'Neill",
  'true',
  '1e5',
  ' outer blanks ',
  'a,b;c\td',
  'say "hi"',
  'two\r\nlines',
  'tab\tin it',
  'Zoë 🎂 שלום',
  '\tbegins with a tab',
];

const at = '2026-01-02T10:00:00.000Z';
const people = [
  ...texts.map((plan, n) => ({ reference: `-text.${n}`, email: `text-${n}@example.com`, attributes: { plan } })),
  {
    reference: 'all',
    email: '=all+tag@example.com',
    locale: 'pt-BR',
    tags: ['VIP', 'a, b', 'say "hi"', '=x'],
    marketing: { state: 'subscribed', at },
    pixelConsentAt: at,
    attributes: { plan: 'gold', email: 'second@example.com', seats: -2.5e-7, vip: false, since: '2024-02-29' },
  },
  { reference: 'left', email: 'left@example.com', marketing: { state: 'unsubscribed', at }, attributes: { seats: 0 } },
  { reference: '007', email: "o'neill@example.com" },
];

const stored = async (workspaceId: string) => {
  const { rows } = await world.app.db.pool.query(
    `SELECT reference, email, locale, status, attributes, marketing_at, pixel_consent_at,
            (SELECT coalesce(array_agg(t.name ORDER BY t.name), '{}') FROM contact_tags ct
             JOIN tags t ON t.workspace_id = ct.workspace_id AND t.id = ct.tag_id
             WHERE ct.workspace_id = c.workspace_id AND ct.contact_id = c.id) AS tags
     FROM contacts c WHERE workspace_id = $1 ORDER BY reference`,
    [workspaceId],
  );
  return rows;
};

let copies = 0;
async function copyOf(kind: 'contact' | 'suppression', options: string) {
  const text = (await partsOf(world, orderOf(world, await linkOf(tenant, kind, options)))).join('');
  copies += 1;
  const reference = `copy-${copies}`;
  const id = await createWorkspace(tenant.ctx, { name: 'Copy', reference });
  const ended = await importFile(world, tenant, { kind: `${kind}s`, text, workspace: `ref:${reference}` });
  return { id, ended };
}

test.each(['csv', 'ndjson'])('contacts as %s', async (format) => {
  const results = await upsertContacts(tenant.ctx, 'ref:shop', people);
  expect(results.map(({ result }) => result)).not.toContain('refused');
  const { id, ended } = await copyOf('contact', `format: ${format}`);
  expect(ended).toMatchObject({ state: 'finished', created: people.length, refused: 0 });
  const original = await stored(tenant.workspace);
  expect(original).toHaveLength(people.length);
  expect(await stored(id)).toEqual(original);
});

test.each(['csv', 'ndjson'])('topics as %s, but for those that were deleted', async (format) => {
  const keys = ['news', 'offers', 'gone'].map((key) => `${key}_${format}`);
  const [news = '', offers = '', gone = ''] = keys;
  for (const key of keys) await createTopic(tenant.ctx, { key, name: key });
  const topics = [news, gone].map((key) => ({ key, state: 'unsubscribed', at }));
  await upsertContacts(tenant.ctx, 'ref:shop', [
    { reference: 'all', topics },
    { reference: 'left', topics: [{ key: offers, state: 'subscribed', at }] },
  ]);
  await deleteTopic(tenant.ctx, gone);
  const { id, ended } = await copyOf('contact', `format: ${format}`);
  expect(ended).toMatchObject({ state: 'finished', refused: 0 });
  const { rows } = await world.app.db.pool.query(
    'SELECT reference, topics FROM contacts WHERE workspace_id = $1 AND topics IS NOT NULL ORDER BY reference',
    [id],
  );
  expect(rows).toEqual([
    { reference: 'all', topics: { [news]: { state: 'unsubscribed', at, source: 'api', optedOutAt: at } } },
    { reference: 'left', topics: { [offers]: { state: 'subscribed', at, source: 'api', optedOutAt: null } } },
  ]);
  for (const key of [news, offers]) await deleteTopic(tenant.ctx, key);
});

test.each(['csv', 'ndjson'])('suppressions as %s', async (format) => {
  const given = [
    { email: 'one@example.com', note: '=1+1' },
    { email: '+two@example.com', reason: 'hard_bounce' },
    { email: 'three@example.com', reason: 'complaint', note: 'a "note", of two\nlines' },
  ];
  for (const each of given) await suppressByHand(tenant.ctx, 'ref:shop', each);
  const { id, ended } = await copyOf('suppression', `format: ${format}`);
  expect(ended).toMatchObject({ state: 'finished', created: given.length, refused: 0 });
  const blocked = async (workspaceId: string) => {
    const { rows } = await world.app.db.pool.query(
      'SELECT email, reason, blocks, note FROM suppressions WHERE workspace_id = $1 ORDER BY email',
      [workspaceId],
    );
    return rows;
  };
  expect(await blocked(id)).toEqual(await blocked(tenant.workspace));
});

test('an export without a state to tell of leaves an import nothing to decide', async () => {
  const text = (await partsOf(world, orderOf(world, await linkOf(tenant, 'contact')))).join('');
  const again = await importFile(world, tenant, { text });
  expect(again).toMatchObject({ state: 'finished', created: 0, updated: people.length, refused: 0 });
});

test.each(['csv', 'ndjson'])(
  'the latest time at which a person left, as %s: no older consent comes back',
  async (format) => {
    const key = `late_${format}`;
    await createTopic(tenant.ctx, { key, name: key });
    const reference = `late.${format}`;
    const [earlier, between, later] = [at, '2026-01-03T10:00:00.000Z', '2026-01-04T10:00:00.000Z'];
    for (const told of [later, earlier]) {
      const left = { state: 'unsubscribed', at: told };
      await upsertContacts(tenant.ctx, 'ref:shop', [
        { reference, email: `${reference}@example.com`, marketing: left, topics: [{ key, ...left }] },
      ]);
    }
    const { id } = await copyOf('contact', `format: ${format}`);
    const copy = { ...tenant.ctx, workspaceId: null };
    const agreed = { state: 'subscribed', at: between };
    for (const change of [{ marketing: agreed }, { topics: [{ key, ...agreed }] }]) {
      const [result] = await upsertContacts(copy, id, [{ reference, ...change }]);
      expect(result).toMatchObject({ result: 'refused', refusal: { code: 'consent_older_than_opt_out' } });
    }
    await deleteTopic(tenant.ctx, key);
  },
);
