/** A path with a slash at its end is 404, and says so, whatever the method. */
import { expect, inject, it } from 'vitest';
import { operations } from './harness/contract.ts';
import { callOf, nothing } from './harness/every-call.ts';
import { openPlatform, pathOf, send } from './harness/platform.ts';

const { url } = inject('restService');
const acme = await openPlatform();
const headers = { authorization: `Bearer ${acme.apiKey.secret}` };

it.each(operations.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
  const call = { ...callOf(id, nothing()), headers };
  const [path] = pathOf(operation, { ...call, path: { workspace: acme.workspace, ...call.path } }).split('?');
  for (const method of new Set(['GET', operation.method])) {
    const { status, body } = await send(`${url}${path}/`, method, { headers });
    expect([status, body.code, body.message], method).toEqual([
      404,
      'not_found',
      'No path has a slash at its end. Send the request to the path without it.',
    ]);
  }
});

it('a path that is unknown for another reason is told so', async () => {
  const { status, body } = await send(`${url}/v1/nowhere`, 'GET', { headers });
  expect([status, body.code]).toEqual([404, 'not_found']);
  expect(body.message).not.toContain('slash');
});
