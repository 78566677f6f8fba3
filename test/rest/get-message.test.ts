import { beforeAll, expect, it } from 'vitest';
import { emitTo, makeBounced, waitForState } from './harness/messages.ts';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeContact, makeEventType, makeSendable } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const { workspace } = acme;
await makeEventType(acme, 'order.shipped');
const id = await makeBounced(acme, { workspace, eventType: 'order.shipped', label: 'one' });
const get = (message: string, of = workspace) => acme.ask('getMessage', { path: { workspace: of, id: message } });

let second = '';
beforeAll(async () => {
  second = await acme.newWorkspace('second');
  await makeSendable(acme);
});

refusesAsUsual('getMessage', acme, () => ({ path: { id } }));

it('says what became of a message, what happened to it, and why', async () => {
  const { status, body } = await get(id, 'ref:shop');
  expect([status, body.data.id, body.data.state]).toEqual([200, id, 'bounced']);
  expect(body.data.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(['accepted', 'bounced']);
  expect(body.data.timeline[1]).toEqual({ kind: 'bounced', at: expect.any(String), attempt: null, bounce: 'hard' });
  expect(body.data.explanation).toMatchObject({
    verdict: 'bounced',
    sentence: expect.stringMatching(/./),
    rules: expect.arrayContaining([expect.objectContaining({ verdict: 'ended' })]),
  });
});

it('shows the attempt at a message that waits, with the reply of the server, and what it waits for', async () => {
  const body = emitOf('order.shipped', 'later', { recipient: { email: 'later.one@example.com' } });
  const { message } = (await acme.ask('emitEvent', { body })).body.data;
  await expect.poll(async () => (await get(message.id)).body.data.attempts.length, { timeout: 60_000 }).toBe(1);
  const { data } = (await get(message.id)).body;
  expect(data).toMatchObject({ state: 'queued', email: 'later.one@example.com', next_attempt_at: expect.any(String) });
  expect(data.attempts[0]).toMatchObject({ number: 1, outcome: 'temporary', reply_code: 450, enhanced_code: '4.2.0' });
  expect(data.timeline.find(({ kind }: { kind: string }) => kind === 'deferred')).toMatchObject({
    attempt: { number: 1 },
    until: data.next_attempt_at,
    is_last: false,
  });
  expect(data.explanation.rules.some(({ verdict }: { verdict: string }) => verdict === 'holds')).toBe(true);
});

it('finds no message of another workspace, and none at the id of its event', async () => {
  expect((await get(id, second)).status).toBe(404);
  const { body } = await acme.ask('emitEvent', { body: emitOf('order.shipped', 'two') });
  expect((await get(body.data.id)).status).toBe(404);
  const other = await emitTo(acme, 'delivered', { workspace: second, eventType: 'order.shipped', label: 'three' });
  await waitForState(acme, second, other, 'delivered');
  for (const none of [other, 'one', 'ref:one']) expect((await get(none)).status, none).toBe(404);
});

it('names the topic of mail that has one, and why a contact did not get it', async () => {
  expect((await get(id)).body.data).not.toHaveProperty('topic');
  await acme.ask('createTopic', { body: { key: 'news', name: 'News' } });
  await makeEventType(acme, 'news.sent');
  const { body: type } = await acme.ask('getEventType', { path: { name: 'news.sent' } });
  await acme.ask('saveEventType', { path: { name: 'news.sent' }, body: { fields: type.data.fields, topic: 'news' } });
  const at = new Date(Date.now() - 60_000).toISOString();
  const contact = await makeContact(acme, 'reader', {
    marketing: { state: 'subscribed', at },
    topics: [{ key: 'news', state: 'unsubscribed', at }],
  });
  const { body: read } = await acme.ask('getContact', { path: { contact } });
  expect(read.data.topics).toEqual([{ key: 'news', state: 'unsubscribed', at, source: 'api' }]);
  const emitted = await acme.ask('emitEvent', { body: emitOf('news.sent', 'news', { recipient: { contact } }) });
  expect(emitted.body.data.message.state).toBe('suppressed');
  const { data } = (await get(emitted.body.data.message.id)).body;
  expect(data).toMatchObject({ state: 'suppressed', reason: null, topic: 'news', withheld: 'left_topic' });
  expect(data.explanation).toMatchObject({ verdict: 'left_topic', code: 'left_topic' });
  const resent = await acme.ask('resendMessage', { path: { id: data.id } });
  expect([resent.status, resent.body.code]).toEqual([409, 'address_suppressed']);
});
