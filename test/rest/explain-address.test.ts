import { beforeAll, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeEventType, makeSendable, simulated } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeEventType(acme, 'order.shipped');
await makeEventType(acme, 'order.noted', { withTemplate: false });
const explain = (email: string, type = 'order.shipped') => acme.ask('explainAddress', { query: { email, type } });

refusesAsUsual('explainAddress', acme, () => ({ query: { email: simulated('usual'), type: 'order.shipped' } }));

beforeAll(async () => {
  await acme.ask('suppressAddress', { body: { email: 'blocked@example.com' } });
});

it('says what would become of an emit', async () => {
  expect((await explain(simulated('one'))).body.data).toMatchObject({ verdict: 'would_leave', code: null });
  expect((await explain(simulated('one'), 'order.noted')).body.data.verdict).toBe('no_template');
  const { status, body } = await explain('blocked@example.com');
  expect([status, body.data.verdict, body.data.code]).toEqual([200, 'domain_unverified', 'domain_not_sendable']);
  await makeSendable(acme);
  const blocked = (await explain('Blocked@example.com')).body.data;
  expect(blocked).toMatchObject({ verdict: 'suppressed_by_hand', sentence: expect.stringMatching(/./) });
  expect(blocked.rules.find(({ rule }: { rule: string }) => rule === 'suppression')).toMatchObject({
    verdict: 'ended',
  });
});

it('refuses what is no address, and lacks nothing', async () => {
  expect((await explain('x')).body.errors).toHaveProperty('email');
  const { status, body } = await acme.ask('explainAddress');
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['email', 'type']]);
  expect((await explain(simulated('one'), 'order.none')).status).toBe(404);
});
