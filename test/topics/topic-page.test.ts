/** The link of a topic's mail: leaving the topic or all, undoing it, and what is recorded (docs/rules.md#leaving-a-topic). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contactToken, readContactToken, unsubscribeUrl } from '../../src/contacts/contact-token.ts';
import { topicPageWords } from '../../src/pages/topic-page-words.ts';
import { unsubscribeWords } from '../../src/pages/unsubscribe-words.ts';
import type { ContactTopics } from '../../src/topics/contact-topics.ts';
import { createTopic } from '../../src/topics/create-topic.ts';
import { deleteTopic } from '../../src/topics/delete-topic.ts';
import { deleteWorkspaceTopic, saveWorkspaceTopic } from '../../src/topics/workspace-topic.ts';
import { contactsOf } from '../support/contacts-of.ts';
import { createPagesWorld, hearOfPeople, type PagesWorld } from '../support/pages-world.ts';
import type { Tenant } from '../support/world.ts';

const minute = 60_000;

let world: PagesWorld;
let tenant: Tenant;
let contacts: ReturnType<typeof contactsOf>;
beforeAll(async () => {
  world = await createPagesWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  contacts = contactsOf(world, tenant);
  await hearOfPeople(world, tenant);
  const translations = [{ locale: 'de', name: 'Rundbrief', description: 'Neues' }];
  await createTopic(tenant.ctx, { key: 'news', name: 'Newsletter', description: 'Monthly', translations });
  await createTopic(tenant.ctx, { key: 'offers', name: 'Offers' });
});

const linkOf = (id: string, topic: string) =>
  unsubscribeUrl({ ...world.app, publicUrl: '' }, { workspaceId: tenant.workspace, id, topic });
const topicsOf = async (id: string): Promise<ContactTopics | null> =>
  (
    await world.app.db.pool.query('SELECT topics FROM contacts WHERE workspace_id = $1 AND id = $2', [
      tenant.workspace,
      id,
    ])
  ).rows[0].topics;
const history = async (id: string) =>
  (
    await world.app.db.pool.query(
      `SELECT topic, state, source, replaced_state, undone_at IS NOT NULL AS undone FROM consent_changes
       WHERE workspace_id = $1 AND contact_id = $2 ORDER BY id DESC`,
      [tenant.workspace, id],
    )
  ).rows;
const told = async () =>
  (await world.webhooks(tenant)).map(({ type, body }) => [type, (body as { data: object }).data]);

describe('the page', () => {
  test("offers the topic first, in the words of the reader's language, and all marketing beside it", async () => {
    const { id } = await world.subscriber(tenant, 'ada', { locale: 'de-AT' });
    const { status, html } = await world.open(linkOf(id, 'news'));
    expect(status).toBe(200);
    expect(html).toContain('<h1>Rundbrief</h1>');
    expect(html).toContain('Neues');
    expect(html.indexOf('value="leave"')).toBeLessThan(html.indexOf('value="leave-all"'));
    expect(html).toContain(topicPageWords.de?.leaveAll ?? '-');
    const other = await world.subscriber(tenant, 'bob', { locale: 'fr' });
    expect((await world.open(linkOf(other.id, 'news'))).html).toContain('<h1>Newsletter</h1>');
  });

  test("says the workspace's own words where it has some, and the platform's again without", async () => {
    const { id } = await world.subscriber(tenant, 'ada', { locale: 'de' });
    const shown = async () => (await world.open(linkOf(id, 'news'))).html;
    await saveWorkspaceTopic(tenant.ctx, 'ref:shop', 'news', { name: 'Harbour <b>letters</b>' });
    expect(await shown()).toContain('<h1>Harbour &lt;b&gt;letters&lt;/b&gt;</h1>');
    expect(await shown()).not.toContain('Neues');
    await deleteWorkspaceTopic(tenant.ctx, 'ref:shop', 'news');
    expect(await shown()).toContain('<h1>Rundbrief</h1>');
  });

  test('says everything in each language that it speaks', () => {
    expect(Object.keys(topicPageWords).sort()).toEqual(Object.keys(unsubscribeWords).sort());
    for (const [locale, words] of Object.entries(topicPageWords)) {
      expect(Object.keys(words), locale).toEqual(Object.keys(topicPageWords.en ?? {}));
      for (const text of [words.askTopicText, words.leftTopicText])
        expect(text.split('{name}'), locale).toHaveLength(2);
    }
  });

  test('of a topic that was deleted asks for all marketing', async () => {
    const { id } = await world.subscriber(tenant, 'ada');
    await deleteTopic(tenant.ctx, 'news');
    expect((await world.open(linkOf(id, 'news'))).html).toContain(unsubscribeWords.en?.ask ?? '-');
    await world.post(linkOf(id, 'news'), {});
    expect((await contacts.get('ref:ada')).status).toBe('unsubscribed');
  });
});

describe('leaving', () => {
  test.each([
    { by: 'the page', form: { action: 'leave' }, source: 'link' },
    { by: 'one click of a mail app', form: { 'List-Unsubscribe': 'One-Click' }, source: 'mail_app' },
  ])('by $by leaves the topic alone, once, with its line and its webhook', async ({ form, source }) => {
    const { id } = await world.subscriber(tenant, 'ada');
    const link = linkOf(id, 'news');
    const { html } = await world.post(link, form as never);
    expect(html).toContain(`<h1>${unsubscribeWords.en?.left}</h1>`);
    expect(html).toContain('Newsletter');
    await world.post(link, form as never);
    expect((await contacts.get('ref:ada')).status).toBe('subscribed');
    const at = world.now().toISOString();
    expect(await topicsOf(id)).toEqual({ news: { state: 'unsubscribed', at, source, optedOutAt: at } });
    expect(await history(id)).toMatchObject([
      { topic: 'news', state: 'unsubscribed', source, replaced_state: 'subscribed' },
      { topic: null, state: 'subscribed', source: 'api' },
    ]);
    expect(await told()).toEqual([['contact.left_marketing', { contact: { id, reference: 'ada' }, topic: 'news' }]]);
  });

  test('all takes every topic along, and undoing it brings back what was there', async () => {
    const { id } = await world.subscriber(tenant, 'ada');
    const link = linkOf(id, 'news');
    await world.post(link, { action: 'leave' });
    world.advance(minute);
    await world.post(link, { action: 'leave-all' });
    expect((await contacts.get('ref:ada')).status).toBe('unsubscribed');
    world.advance(minute);
    expect((await world.post(link, { action: 'undo' })).status).toBe(200);
    expect((await contacts.get('ref:ada')).status).toBe('subscribed');
    expect((await topicsOf(id))?.news?.state).toBe('unsubscribed');
  });

  test('is as before for a link without a topic', async () => {
    const { id, link } = await world.subscriber(tenant, 'ada');
    await world.post(link, {});
    expect([(await contacts.get('ref:ada')).status, await topicsOf(id)]).toEqual(['unsubscribed', null]);
    expect(await told()).toEqual([['contact.left_marketing', { contact: { id, reference: 'ada' } }]]);
  });
});

describe('undoing', () => {
  test.each([
    { edge: 'an instant before ten minutes', after: 10 * minute - 1, undone: true },
    { edge: 'at ten minutes', after: 10 * minute, undone: false },
  ])('$edge', async ({ after, undone }) => {
    const { id } = await world.subscriber(tenant, 'ada');
    const link = linkOf(id, 'news');
    await world.post(link, { action: 'leave' });
    world.advance(after);
    const { html } = await world.post(link, { action: 'undo' });
    expect(html).toContain(undone ? unsubscribeWords.en?.back : unsubscribeWords.en?.tooLate);
    expect(await topicsOf(id)).toEqual(undone ? null : { news: expect.objectContaining({ state: 'unsubscribed' }) });
    if (!undone) return;
    expect(await history(id)).toMatchObject([
      { topic: 'news', state: 'subscribed', source: 'undo' },
      { topic: 'news', state: 'unsubscribed', undone: true },
      { topic: null },
    ]);
    expect((await told()).map(([type]) => type).sort()).toEqual([
      'contact.left_marketing',
      'contact.rejoined_marketing',
    ]);
  });

  test('brings back what the caller had sent of the topic', async () => {
    const at = contacts.ago(30);
    const { id } = await world.subscriber(tenant, 'ada', { topics: [{ key: 'news', state: 'subscribed', at }] });
    await world.post(linkOf(id, 'news'), { action: 'leave' });
    await world.post(linkOf(id, 'news'), { action: 'undo' });
    expect(await topicsOf(id)).toEqual({
      news: { state: 'subscribed', at: new Date(at).toISOString(), source: 'undo', optedOutAt: null },
    });
  });

  test('does not take back what the caller sent', async () => {
    const { id } = await world.subscriber(tenant, 'ada');
    await contacts.put('ref:ada', { topics: [{ key: 'news', state: 'unsubscribed', at: contacts.ago(1) }] });
    await world.post(linkOf(id, 'news'), { action: 'undo' });
    expect((await topicsOf(id))?.news?.state).toBe('unsubscribed');
  });
});

test('leaving and undoing again and again is put together, of each topic apart', async () => {
  const { id } = await world.subscriber(tenant, 'ada');
  for (let n = 0; n < 30; n += 1) {
    world.advance(1_000);
    await world.post(linkOf(id, n % 4 < 2 ? 'news' : 'offers'), { action: n % 2 === 0 ? 'leave' : 'undo' });
  }
  const webhooks = await told();
  expect(webhooks.length).toBeLessThanOrEqual(9 + 2);
  const later = webhooks.map(([, data]) => (data as { topic: string }).topic);
  expect(new Set(later)).toEqual(new Set(['news', 'offers']));
  expect((await history(id)).length).toBeLessThan(31);
  expect(await topicsOf(id)).toBe(null);
});

test('a token names its topic, and no other is made of it', () => {
  const { secrets } = world.app;
  const place = { workspaceId: tenant.workspace, id: tenant.workspace };
  const plain = contactToken(secrets, place);
  const ofNews = contactToken(secrets, { ...place, topic: 'news' });
  expect(readContactToken(secrets, plain)).toEqual({ ...place, topic: null });
  for (const token of [ofNews, `${ofNews}.`, `${ofNews}..-`]) {
    expect(readContactToken(secrets, token)).toEqual({ ...place, topic: 'news' });
  }
  const mac = ofNews.slice(-20);
  for (const forged of [
    ofNews.replace('news.', 'offers.'),
    ofNews.replace('news.', ''),
    `${plain.slice(0, 52)}news.${plain.slice(52)}`,
    `${plain.slice(0, 52)}${mac}`,
    `${ofNews.slice(0, 52)}.${mac}`,
  ]) {
    expect(readContactToken(secrets, forged), forged).toBe(null);
  }
});
