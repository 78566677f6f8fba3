import { expect, inject, it } from 'vitest';
import { querySql } from './harness/database.ts';
import { callOperation, openPlatform, operate } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('getKey', acme, () => ({}));

const create = `mutation ($input: ApiKeyCreateInput!) { apiKeyCreate(input: $input) { apiKey { id secret } } }`;

async function statusOf(secret: string): Promise<number> {
  const headers = { authorization: `Bearer ${secret}` };
  return (await callOperation(inject('restService').url, 'getKey', { headers })).status;
}

it('tells a key whose it is', async () => {
  const { status, body } = await acme.ask('getKey');
  expect([status, body.data]).toEqual([
    200,
    {
      id: acme.apiKey.id,
      name: expect.any(String),
      platform: { id: acme.id, name: 'Acme' },
      created_at: expect.any(String),
      expires_at: null,
    },
  ]);
});

it('takes no key that was revoked or has expired', async () => {
  const input = { platformId: acme.id, name: 'Second' };
  const { apiKeyCreate: second } = await operate(create, { input });
  expect(await statusOf(second.apiKey.secret)).toBe(200);
  await operate(`mutation ($input: ApiKeyRevokeInput!) { apiKeyRevoke(input: $input) { apiKey { id } } }`, {
    input: { id: second.apiKey.id },
  });
  expect(await statusOf(second.apiKey.secret)).toBe(401);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { apiKeyCreate: brief } = await operate(create, { input: { ...input, expiresAt } });
  expect(await statusOf(brief.apiKey.secret)).toBe(200);
  await querySql("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [brief.apiKey.id]);
  await expect.poll(() => statusOf(brief.apiKey.secret)).toBe(401);
  expect(await statusOf(acme.apiKey.secret)).toBe(200);
});

it("takes no operator's token", async () => {
  expect(await statusOf(inject('restService').operatorToken)).toBe(401);
});
