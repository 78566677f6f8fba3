/** Keys with fewer rights in REST, for every operation (docs/rules.md#api-key-scopes). */
import { describe, expect, inject, it } from 'vitest';
import { operationOf, operations } from './harness/contract.ts';
import { callOf, nothing } from './harness/every-call.ts';
import { callOperation, openPlatform, operate } from './harness/platform.ts';

const acme = await openPlatform('Scoped');
const suspended = await openPlatform('Suspended');
const key = async (input: object): Promise<string> => {
  const create = `mutation ($input: ApiKeyCreateInput!) { apiKeyCreate(input: $input) { apiKey { secret } } }`;
  return (await operate(create, { input: { platformId: acme.id, name: 'Key', ...input } })).apiKeyCreate.apiKey.secret;
};
const { url } = inject('restService');
const askWith = (secret: string, id: string, path: Readonly<Record<string, string>> = {}) => {
  const call = callOf(id, nothing());
  const headers = { authorization: `Bearer ${secret}` };
  return callOperation(url, id, { ...call, path: { workspace: acme.workspace, ...call.path, ...path }, headers });
};

/** With these, each operation is allowed or lacks a scope. */
const secrets = {
  none: await key({ scopes: ['read'] }),
  reader: await key({ scopes: ['send', 'people', 'manage'] }),
  shop: await key({ workspace: 'ref:shop' }),
};
await operate('mutation ($id: ID!) { platformSuspend(input: { platformId: $id }) { platform { id } } }', {
  id: suspended.id,
});

describe.each(operations.map(({ id }) => id))('%s', (id) => {
  it.skipIf(id === 'getKey')('is refused to a key that lacks a scope, before its body is read', async () => {
    const outcomes = [await askWith(secrets.none, id), await askWith(secrets.reader, id)];
    const refused = outcomes.filter(({ status }) => status === 403);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body } of refused) {
      expect(body).toMatchObject({ code: 'forbidden', message: expect.stringMatching(/scopes? `/) });
    }
    if (!operationOf(id).body) return;
    const headers = { authorization: `Bearer ${outcomes[0]?.status === 403 ? secrets.none : secrets.reader}` };
    const { path = {} } = callOf(id, nothing());
    const faulty = await callOperation(url, id, { path: { workspace: acme.workspace, ...path }, headers, bytes: '{' });
    expect(faulty.status).toBe(403);
  });

  it('is refused to every key of a suspended platform', async () => {
    const { status, body } = await askWith(suspended.apiKey.secret, id);
    expect([status, body.code]).toEqual([403, 'platform_suspended']);
  });
});

it('shows a key of one workspace that one, and refuses what concerns the platform', async () => {
  const other = await acme.newWorkspace('other');
  expect((await askWith(secrets.shop, 'getWorkspace', { workspace: acme.workspace })).status).toBe(200);
  expect((await askWith(secrets.shop, 'getWorkspace', { workspace: other })).status).toBe(404);
  expect((await askWith(secrets.shop, 'getWorkspace', { workspace: 'ref:other' })).status).toBe(404);
  const { body } = await askWith(secrets.shop, 'listWorkspaces');
  expect(body.data.map((workspace: { id: string }) => workspace.id)).toEqual([acme.workspace]);
  expect((await askWith(secrets.shop, 'createWorkspace')).body.code).toBe('forbidden');
});
