/** Names that no comparison of letters finds (docs/rules.md#unknown-fields). */
import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';

const acme = await openPlatform();

it.each([
  ['metadata[order]', 'metadata.order'],
  ['state[]', 'state'],
  ['state[0]', 'state'],
])('a parameter %s is told of %s', async (written, meant) => {
  const { status, body } = await acme.ask('listMessages', { query: { [written]: 'queued' } });
  expect([status, body.errors]).toEqual([422, { [written]: [`is not a known parameter; did you mean \`${meant}\`?`] }]);
});

it('a name in brackets that means nothing is listed the names that do', async () => {
  const { body } = await acme.ask('listMessages', { query: { 'filter[order]': '1' } });
  expect(body.errors['filter[order]']).toEqual([
    expect.stringMatching(/^is not a known parameter; this operation takes .*metadata/),
  ]);
});

it('the time of other services is told of `send_at`, where an operation takes it', async () => {
  const emit = {
    type: 'order.paid',
    idempotency_key: 'k',
    recipient: { email: 'delivered@simulator.test' },
    payload: {},
  };
  const scheduled = { ...emit, scheduled_at: '2030-01-01T00:00:00Z' };
  const { status, body } = await acme.ask('emitEvent', { body: scheduled });
  expect([status, body.errors.scheduled_at]).toEqual([422, ['is not a known field; did you mean `send_at`?']]);
  const batch = await acme.ask('emitEvents', { body: { events: [scheduled] } });
  expect(JSON.stringify(batch.body)).toContain('did you mean `send_at`?');
  const elsewhere = await acme.ask('createWorkspace', { body: { name: 'x', scheduled_at: 'x' } });
  expect(elsewhere.body.errors.scheduled_at).toEqual(['is not a known field']);
});
