/** Who gets the mail of a topic (docs/rules.md#topic-consent): at the emit, in the queue, at its `send_at`, again. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { resendMessage } from '../../src/events/resend/resend-message.ts';
import { explainAddress } from '../../src/explain/explain-address.ts';
import { explainMessage } from '../../src/explain/explain-message.ts';
import { demoFields } from '../../src/local/demo-template.ts';
import { createTopic } from '../../src/topics/create-topic.ts';
import { reasonOf, withheldBy, withheldSql } from '../../src/topics/topic-consent.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let world: SendingWorld;
let shop: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
  shop = await world.workspace();
  await createTopic(shop.ctx, { key: 'news', name: 'News' });
  await createTopic(shop.ctx, { key: 'offers', name: 'Offers' });
  await topic('news');
});
afterAll(() => world.close());

const topic = (key: string | null) =>
  saveEventType(shop.ctx, { name: 'order.shipped', input: { fields: demoFields, topic: key } });
const before = (milliseconds: number) => new Date(world.now().getTime() - milliseconds).toISOString();
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const mailsTo = (email: string) => world.sink.mails.filter(({ to }) => to.includes(email)).length;

const agreed = () => ({ marketing: { state: 'subscribed', at: before(2 * day) } });
const decided = (key: string, state: string, ago = minute) => ({ topics: [{ key, state, at: before(ago) }] });

let made = 0;
/** Writes a contact; returns its address. */
async function person(input: object = agreed()): Promise<string> {
  const [email = ''] = people(1);
  made += 1;
  await upsertContact(shop.ctx, shop.id, `ref:p${made}`, { email, ...input });
  return email;
}
const change = (email: string, input: object) =>
  sql('SELECT reference FROM contacts WHERE workspace_id = $1 AND email = $2', shop.id, email).then(([row]) =>
    upsertContact(shop.ctx, shop.id, `ref:${row.reference}`, input),
  );

async function emit(email: string, more: object = {}) {
  made += 1;
  const { record } = await emitEvent(shop.ctx, shop.id, {
    type: 'order.shipped',
    idempotencyKey: `key-${made}`,
    recipient: { email },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    ...more,
  });
  if (record.message === null) throw new Error('The emit has a message');
  return record.message;
}

const rowOf = async (id: string) =>
  (await sql('SELECT state, reason, topic FROM messages WHERE workspace_id = $1 AND id = $2', shop.id, id))[0];
const explain = (id: string) => explainMessage(shop.ctx, { id, workspace: shop.id });

describe('an emit', () => {
  test.each([
    { of: 'a subscriber', input: () => agreed(), reason: null },
    {
      of: 'one who left another topic',
      input: () => ({ ...agreed(), ...decided('offers', 'unsubscribed') }),
      reason: null,
    },
    {
      of: 'one who left the topic',
      input: () => ({ ...agreed(), ...decided('news', 'unsubscribed') }),
      reason: 'left_topic',
    },
    {
      of: 'one who left marketing, whatever of the topic',
      input: () => ({ marketing: { state: 'unsubscribed', at: before(day) }, ...decided('news', 'subscribed') }),
      reason: 'left_marketing',
    },
    { of: 'one without consent', input: () => ({}), reason: 'no_marketing_consent' },
  ])('to $of ends as it says, and is explained', async ({ input, reason }) => {
    const email = await person(input());
    const { id, state } = await emit(email);
    expect(state).toBe(reason === null ? 'queued' : 'suppressed');
    expect(await rowOf(id)).toEqual({ state, reason, topic: 'news' });
    await shop.send();
    expect(mailsTo(email)).toBe(reason === null ? 1 : 0);
    const told = await explainAddress(shop.ctx, { workspace: shop.id, email, eventType: 'order.shipped' });
    expect(told.cause).toBe(reason ?? 'would_leave');
    if (reason === null) return;
    expect(await explain(id)).toMatchObject({
      cause: reason,
      code: reason,
      summary: expect.stringMatching(/^Not sent: .*news/),
    });
    const webhooks = await shop.webhooks('message.suppressed');
    expect(webhooks.find(({ message_id }) => message_id === id)?.details).toEqual({ reason, topic: 'news' });
  });

  test('to a subscriber has the button of mail apps, whose link names the topic', async () => {
    const email = await person();
    await emit(email);
    await shop.send();
    const [mail] = world.sink.mails.filter(({ to }) => to.includes(email));
    const raw = (mail?.raw.toString('latin1') ?? '').replaceAll(/\r\n[ \t]+/g, '');
    expect(raw).toMatch(/^List-Unsubscribe:\s*<[^>]+\/unsubscribe\/[0-9A-Z]{52}news\.[\w-]{20}>/m);
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  test('to an address that no contact holds is withheld, also by what the process remembers', async () => {
    for (const email of people(6)) {
      const { id } = await emit(email);
      expect(await rowOf(id)).toEqual({ state: 'suppressed', reason: 'no_marketing_consent', topic: 'news' });
    }
  });

  test('to an address that complained is blocked, although transactional mail goes there', async () => {
    const email = await person();
    await sql(
      `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
       VALUES ($1, $2, $3, $4, $5, 'complaint', 'marketing', $6)`,
      shop.ctx.platformId,
      '01ARZ3NDEKTSV4RRFFQ69G5F99',
      shop.id,
      email,
      world.app.secrets.addressHash(email),
      world.now(),
    );
    const { id } = await emit(email);
    expect(await rowOf(id)).toEqual({ state: 'suppressed', reason: null, topic: 'news' });
    expect(await explain(id)).toMatchObject({
      cause: 'suppressed_by_complaint',
      summary: expect.stringContaining('marketing'),
    });
    await topic(null);
    const plain = await emit(email);
    await topic('news');
    expect(await rowOf(plain.id)).toEqual({ state: 'queued', reason: null, topic: null });
    await shop.send();
    expect(mailsTo(email)).toBe(1);
  });
});

describe('mail that waits', () => {
  test('is withheld when its turn comes after the leaving, and says so', async () => {
    const email = await person();
    const { id } = await emit(email);
    await change(email, decided('news', 'unsubscribed', 0));
    expect(await explain(id)).toMatchObject({ cause: 'left_topic', summary: expect.stringContaining('Held: ') });
    await shop.send();
    expect(await rowOf(id)).toEqual({ state: 'suppressed', reason: 'left_topic', topic: 'news' });
    expect(mailsTo(email)).toBe(0);
    const webhooks = await shop.webhooks('message.suppressed');
    expect(webhooks.at(-1).details).toEqual({ reason: 'left_topic', topic: 'news' });
  });

  test('and leaves later is judged by the consent of its time', async () => {
    const [leaves, returns] = [await person(), await person({ ...agreed(), ...decided('news', 'unsubscribed') })];
    const sendAt = new Date(world.now().getTime() + day).toISOString();
    const first = await emit(leaves, { sendAt });
    const second = await emit(returns, { sendAt });
    expect([first.state, second.state]).toEqual(['scheduled', 'scheduled']);
    world.advance(day / 2);
    await change(leaves, { marketing: { state: 'unsubscribed', at: before(minute) } });
    await change(returns, decided('news', 'subscribed'));
    world.advance(day / 2);
    await world.sweep();
    await shop.send();
    expect(await rowOf(first.id)).toMatchObject({ state: 'suppressed', reason: 'left_marketing' });
    expect(await rowOf(second.id)).toMatchObject({ state: 'delivered', reason: null });
    expect([mailsTo(leaves), mailsTo(returns)]).toEqual([0, 1]);
  });

  test('of a contact that was deleted goes nowhere', async () => {
    const email = await person();
    const { id } = await emit(email);
    await sql('DELETE FROM contacts WHERE workspace_id = $1 AND email = $2', shop.id, email);
    await shop.send();
    expect(await rowOf(id)).toMatchObject({ state: 'suppressed', reason: 'no_marketing_consent' });
  });
});

test('a withheld message is sent again once its contact wants it, and not before', async () => {
  const email = await person({ ...agreed(), ...decided('news', 'unsubscribed', 2 * minute) });
  const { id } = await emit(email);
  await expect(resendMessage(shop.ctx, shop.id, id)).rejects.toMatchObject({ code: 'address_suppressed' });
  await topic(null);
  await expect(resendMessage(shop.ctx, shop.id, id)).rejects.toMatchObject({ code: 'address_suppressed' });
  await topic('news');
  await change(email, decided('news', 'subscribed'));
  await resendMessage(shop.ctx, shop.id, id);
  await shop.send();
  expect(mailsTo(email)).toBe(1);
});

test('emits and leavings at once: no mail is accepted after the leaving, and each is one or the other', async () => {
  const email = await person();
  const rounds = Array.from({ length: 12 }, (_, round) => round);
  const emits = rounds.map(() => emit(email));
  const left = change(email, decided('news', 'unsubscribed', 0));
  const states = (await Promise.all(emits)).map(({ state }) => state);
  await left;
  const after = await emit(email);
  expect(after.state).toBe('suppressed');
  expect(states.every((state) => state === 'queued' || state === 'suppressed')).toBe(true);
  await shop.send();
  const [{ delivered }] = await sql(
    `SELECT count(*)::int AS delivered FROM messages WHERE workspace_id = $1 AND recipient = $2 AND state = 'delivered'`,
    shop.id,
    email,
  );
  // Those that waited were withheld when their turn came.
  expect([delivered, mailsTo(email)]).toEqual([0, 0]);
});

test('the rule and its SQL say the same of every contact', async () => {
  const states = ['pending', 'subscribed', 'unsubscribed'] as const;
  const topics = [null, 'subscribed', 'unsubscribed'] as const;
  for (const status of [null, ...states]) {
    for (const state of topics) {
      for (const key of [null, 'news']) {
        const stored = state && { news: { state, at: '2026-01-01T00:00:00.000Z', source: 'api', optedOutAt: null } };
        const [row] = await sql(
          `WITH contacts AS (SELECT 'w' AS workspace_id, 'c' AS id, $1::text AS status, $2::jsonb AS topics WHERE $1::text IS NOT NULL),
                m AS (SELECT $3::text AS topic, 'w' AS workspace_id, 'c' AS contact_id)
           SELECT ${withheldSql('m')} AS found FROM m`,
          status,
          stored && JSON.stringify(stored),
          key,
        );
        const facts = { topic: key, contactStatus: status, contactTopics: stored };
        expect(reasonOf(row.found), JSON.stringify(facts)).toBe(withheldBy(facts as never));
      }
    }
  }
});
