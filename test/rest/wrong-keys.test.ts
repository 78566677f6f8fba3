/** Each kind of wrong key has a sentence of its own, over REST and over GraphQL alike. */
import { expect, inject, it } from 'vitest';
import { openPlatform, operate, send } from './harness/platform.ts';

const { url, operatorToken } = inject('restService');
const acme = await openPlatform();
const { secret } = acme.apiKey;

const missing = /no `Authorization` header/;
const notBearer = /is not `Bearer <API key>`/;
const malformed = /shape or its checksum is wrong/;
const notInForce = /unknown, revoked or expired/;

/** The key of another platform, with `change` made before it is used. */
async function keyOf(change: (id: string) => Promise<unknown>): Promise<string> {
  const { apiKey } = await openPlatform();
  await change(apiKey.id);
  return apiKey.secret;
}

const revoked = await keyOf((id) =>
  operate('mutation ($id: ID!) { apiKeyRevoke(input: { id: $id }) { apiKey { id } } }', { id }),
);
/** A key of valid form and checksum, which anybody can compute, that no platform has. */
const unknown = 'td_000000000000000000000000000000000036K158';

const mistyped = `${secret.slice(0, 10)}${secret[10] === 'a' ? 'b' : 'a'}${secret.slice(11)}`;

it.each<[string, string | undefined, RegExp]>([
  ['no header', undefined, missing],
  ['another scheme', `Basic ${secret}`, notBearer],
  ['the key alone', secret, notBearer],
  ['no key after the scheme', 'Bearer', notBearer],
  ['a key that was cut', `Bearer ${secret.slice(0, -1)}`, malformed],
  ['a key with a wrong letter', `Bearer ${mistyped}`, malformed],
  ['what is no key', 'Bearer sk_live_4242', malformed],
  ['a key that nobody has', `Bearer ${unknown}`, notInForce],
  ['a key that was revoked', `Bearer ${revoked}`, notInForce],
])('%s', async (_name, authorization, sentence) => {
  const headers = authorization === undefined ? {} : { authorization };
  const rest = await send(`${url}/v1/key`, 'GET', { headers });
  expect([rest.status, rest.body.code]).toEqual([401, 'unauthenticated']);
  expect(rest.body.message).toMatch(sentence);
  const graphql = await send(`${url}/graphql`, 'POST', { headers, body: { query: '{ __typename }' } });
  expect([graphql.status, graphql.body.errors[0].extensions.code]).toEqual([401, 'unauthenticated']);
  expect(graphql.body.errors[0].message).toBe(rest.body.message);
  if (authorization !== undefined) expect(JSON.stringify(rest.body)).not.toContain(secret.slice(3, 12));
});

it('the operator token is sent to GraphQL', async () => {
  const { status, body } = await send(`${url}/v1/key`, 'GET', {
    headers: { authorization: `Bearer ${operatorToken}` },
  });
  expect([status, body.code]).toEqual([401, 'unauthenticated']);
  expect(body.message).toMatch(/operator token/);
});
