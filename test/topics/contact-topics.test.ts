/** What the caller sends of topics with a contact (docs/rules.md#topic-consent), and what is shown of it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { erasePerson } from '../../src/people/erase-person.ts';
import { createTopic } from '../../src/topics/create-topic.ts';
import { contactsOf } from '../support/contacts-of.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
let contacts: ReturnType<typeof contactsOf>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  contacts = contactsOf(world, tenant);
  for (const key of ['news', 'offers']) await createTopic(tenant.ctx, { key, name: key });
});

const document = `query ($workspace: ID!) { contact(workspace: $workspace, contact: "ref:ada") {
  topics { key state at source }
  consentChanges { edges { node { topic state source apiKeyId replacedState replacedAt } } } } }`;
async function read() {
  const { data } = await tenant.ask(document, { workspace: tenant.workspace });
  const { topics, consentChanges } = data.contact;
  return { topics, changes: consentChanges.edges.map(({ node }: { node: object }) => node) };
}
const put = (topics: readonly object[], more: object = {}) =>
  contacts.put('ref:ada', { email: 'ada@example.com', topics, ...more });

test('a contact shows nothing of topics before anything was decided', async () => {
  await contacts.put('ref:ada', { email: 'ada@example.com' });
  expect(await read()).toEqual({ topics: null, changes: [] });
});

test('only the topics sent change, and each has its line with the key that sent it', async () => {
  const [first, second] = [contacts.ago(50), contacts.ago(40)];
  await put([{ key: 'news', state: 'unsubscribed', at: first }]);
  await put([{ key: 'offers', state: 'unsubscribed', at: second }]);
  await put([{ key: 'offers', state: 'unsubscribed', at: second }]);
  const { topics, changes } = await read();
  expect(topics).toMatchObject([
    { key: 'news', state: 'unsubscribed', source: 'api' },
    { key: 'offers', state: 'unsubscribed', source: 'api' },
  ]);
  expect(changes).toMatchObject([
    { topic: 'offers', state: 'unsubscribed', apiKeyId: tenant.apiKeyId, replacedState: 'pending', replacedAt: null },
    { topic: 'news', state: 'unsubscribed', apiKeyId: tenant.apiKeyId },
  ]);
});

test('a later decision brings the topic back, an older or equal one is refused and changes nothing', async () => {
  await put([{ key: 'news', state: 'unsubscribed', at: contacts.ago(30) }]);
  for (const ago of [31, 30]) {
    const { refusal } = await put([{ key: 'news', state: 'subscribed', at: contacts.ago(ago) }], { locale: 'de' });
    expect(refusal?.code).toBe('consent_older_than_opt_out');
  }
  expect((await contacts.get('ref:ada')).locale).toBe(null);
  await put([{ key: 'news', state: 'subscribed', at: contacts.ago(29) }]);
  expect((await read()).topics).toMatchObject([{ key: 'news', state: 'subscribed' }]);
  // An opt-out that comes late still counts where it is later than the consent that replaced it.
  const { refusal } = await put([{ key: 'news', state: 'subscribed', at: contacts.ago(30) }]);
  expect(refusal?.code).toBe('consent_older_than_opt_out');
});

test('faults are told under their paths, in a batch too', async () => {
  const bad = [
    { key: 'none', state: 'unsubscribed', at: contacts.ago(1) },
    { key: 'news', state: 'unsubscribed', at: contacts.ago(-60) },
  ];
  const { refusal } = await put(bad);
  expect(Object.keys(refusal?.details.errors ?? {}).sort()).toEqual(['topics.0.key', 'topics.1.at']);
  const twice = { key: 'news', state: 'unsubscribed', at: contacts.ago(1) };
  expect((await put([twice, twice])).refusal?.details.errors).toEqual({
    'topics.1.key': ['is the key of another topic of the list'],
  });
  const [written] = await contacts.putAll([{ reference: 'bob', email: 'bob@example.com', topics: [bad[0]] }]);
  expect([written.result, Object.keys(written.errors)]).toEqual(['refused', ['topics.0.key']]);
});

test('topics of another platform are none', async () => {
  const other = await world.tenant({ name: 'Other' });
  await createTopic(other.ctx, { key: 'theirs', name: 'Theirs' });
  const { refusal } = await put([{ key: 'theirs', state: 'unsubscribed', at: contacts.ago(1) }]);
  expect(Object.keys(refusal?.details.errors ?? {})).toEqual(['topics.0.key']);
});

test('an erasure leaves nothing of them', async () => {
  await put([{ key: 'news', state: 'unsubscribed', at: contacts.ago(1) }]);
  await erasePerson(tenant.ctx, tenant.workspace, { contact: 'ref:ada' });
  const { rows } = await world.app.db.pool.query(
    `SELECT id FROM contacts WHERE workspace_id = $1
     UNION ALL SELECT id FROM consent_changes WHERE workspace_id = $1`,
    [tenant.workspace],
  );
  expect(rows).toEqual([]);
});
