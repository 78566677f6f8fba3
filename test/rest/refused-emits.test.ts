/** An emit that REST rejects by its shape is recorded with all its faults, under the id of its response. */
import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';

const acme = await openPlatform();
const list = `query ($id: ID!) { refusedEmits(filter: { requestId: $id }) {
  nodes { apiKeyId workspace { reference } eventTypeName code fieldPaths } } }`;

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
        code: 'validation_failed',
        fieldPaths: Object.keys(body.errors),
      },
    ]);
  expect(Object.keys(body.errors)).toEqual(expect.arrayContaining(['type', 'idempotency_key', 'payload', 'more']));
});
