/** An emit that REST rejects by its shape is recorded with all its faults, under the id of its response. */
import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';

const acme = await openPlatform();
const list = `query ($id: ID!) { refusedEmits(filter: { requestId: $id }) {
  nodes { apiKeyId workspace { reference } eventTypeName idempotencyKey code fieldPaths faults { path message } } } }`;

it('is found by its request id', async () => {
  const { status, headers, body } = await acme.ask('emitEvent', {
    body: { type: 'never.registered', recipient: { email: 'ada@example.com' }, payload: [], more: 1 },
  });
  expect(status).toBe(422);
  const id = headers.get('request-id');
  await expect
    .poll(async () => (await acme.graphql(list, { id })).refusedEmits.nodes)
    .toEqual([
      {
        apiKeyId: acme.apiKey.id,
        workspace: { reference: 'shop' },
        eventTypeName: 'never.registered',
        idempotencyKey: null,
        code: 'validation_failed',
        fieldPaths: Object.keys(body.errors),
        faults: Object.entries<string[]>(body.errors).map(([path, [message]]) => ({ path, message })),
      },
    ]);
  expect(Object.keys(body.errors)).toEqual(expect.arrayContaining(['type', 'idempotency_key', 'payload', 'more']));
});

it('keeps recipient and key of a body, and of an item of a batch', async () => {
  const faulty = (idempotency_key: string, email: string) => ({
    type: 'never.registered',
    idempotency_key,
    recipient: { email },
    payload: [],
  });
  await acme.ask('emitEvent', { body: faulty('alone', 'alone@example.com') });
  await acme.ask('emitEvents', { body: { events: [faulty('item', 'item@example.com')] } });
  const found = async (filter: object) =>
    (
      await acme.graphql(
        'query ($filter: RefusedEmitFilter) { refusedEmits(filter: $filter) { nodes { idempotencyKey } } }',
        { filter },
      )
    ).refusedEmits.nodes;
  for (const idempotencyKey of ['alone', 'item']) {
    await expect.poll(() => found({ idempotencyKey })).toEqual([{ idempotencyKey }]);
    expect(await found({ recipient: `${idempotencyKey}@example.com` })).toEqual([{ idempotencyKey }]);
  }
});
