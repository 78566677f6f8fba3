/** The link of an export: who may open it, until when, and what the audit log says. */
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { linkTime } from '../../src/exports/export-limits.ts';
import { createApiKey } from '../../src/platforms/keys/create-api-key.ts';
import { revokeApiKey } from '../../src/platforms/keys/revoke-api-key.ts';
import { setPlatformSuspension } from '../../src/platforms/set-platform-suspension.ts';
import { deleteWorkspace } from '../../src/workspaces/deletion/delete-workspace.ts';
import { createGraphqlWorld, type Door, type GraphqlWorld } from '../support/graphql-world.ts';
import type { Tenant } from '../support/world.ts';
import { fillContacts, linkOf, pathOf } from './export-file.ts';

let world: GraphqlWorld;
let door: Door;
let tenant: Tenant;
beforeAll(async () => {
  world = await createGraphqlWorld();
  door = world.production;
});
beforeEach(async () => {
  tenant = await world.tenant();
  await fillContacts(world, tenant, 3);
});
afterAll(() => world.close());

/** Opens a link without a key. */
const open = (path: string, method = 'GET') => fetch(new URL(path, door.url), { method });

async function expectClosed(path: string): Promise<void> {
  const answered = await open(path);
  const body = (await answered.json()) as { readonly code: string; readonly message: string };
  expect([answered.status, body.code, body.message]).toEqual([404, 'not_found', expect.stringMatching(/^The link/)]);
}

test('whoever has the link reads the file, as often as wanted, for ten minutes', async () => {
  const path = pathOf(await linkOf(tenant, 'contact', 'format: ndjson'));
  for (let times = 0; times < 2; times += 1) {
    const answered = await open(path);
    expect(answered.status).toBe(200);
    expect(answered.headers.get('content-disposition')).toBe('attachment; filename="contacts.ndjson"');
    expect(answered.headers.get('cache-control')).toBe('no-store, no-transform');
    expect((await answered.text()).trim().split('\n')).toHaveLength(3);
  }
  world.advance(linkTime);
  await expectClosed(path);
});

test('a link that was changed, or that another deployment made, opens nothing', async () => {
  const path = pathOf(await linkOf(tenant, 'contact'));
  const at = path.length - 9;
  await expectClosed(`${path.slice(0, at)}${path[at] === 'A' ? 'B' : 'A'}${path.slice(at + 1)}`);
  await expectClosed(`/exports/${world.app.secrets.seal('something else').toString('base64url')}`);
  await expectClosed('/exports/x');
});

test('it closes with its key, its workspace and its platform', async () => {
  const spare = await createApiKey(world.app, { platformId: tenant.platformId, name: 'Spare', scopes: ['people'] });
  const field = 'contactExportCreate';
  const made = await world.ask(
    { platformId: tenant.platformId, apiKeyId: spare.id, scopes: ['people'] },
    `mutation { ${field}(workspace: "ref:shop") { export { url } } }`,
  );
  const ofKey = pathOf(made.data[field].export.url);
  expect((await open(ofKey)).status).toBe(200);
  await revokeApiKey(world.app, spare.id);
  await expectClosed(ofKey);

  const path = pathOf(await linkOf(tenant, 'contact'));
  await setPlatformSuspension(world.app, tenant.platformId, true);
  await expectClosed(path);
  await setPlatformSuspension(world.app, tenant.platformId, false);
  expect((await open(path)).status).toBe(200);
  await deleteWorkspace(tenant.ctx, tenant.workspace);
  await expectClosed(path);
});

test('it takes GET and HEAD, and HEAD reads nothing', async () => {
  const path = pathOf(await linkOf(tenant, 'contact'));
  const head = await open(path, 'HEAD');
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
  const post = await open(path, 'POST');
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('the audit log says who took which workspace’s people, over GraphQL and over REST', async () => {
  const { caller } = world;
  await door.fetch('/v1/workspaces/ref:shop/contacts/exports').then((answered) => answered.text());
  await door.fetch('/v1/workspaces/ref:shop/suppressions/exports').then((answered) => answered.text());
  await linkOf(caller, 'contact');
  const { rows } = await world.app.db.pool.query(
    `SELECT operation, object_type, object_id, api_key_id FROM audit_entries
     WHERE platform_id = $1 AND operation LIKE '%ExportCreate' ORDER BY id`,
    [caller.platformId],
  );
  const entry = (operation: string) => ({
    operation,
    object_type: 'Workspace',
    object_id: caller.workspace,
    api_key_id: caller.apiKeyId,
  });
  expect(rows).toEqual(['contactExportCreate', 'suppressionExportCreate', 'contactExportCreate'].map(entry));
});

test('a client that goes away in the middle frees its connection and its place at once', async () => {
  // More than the buffers of two sockets hold.
  await world.app.db.pool.query('DELETE FROM contacts WHERE workspace_id = $1', [tenant.workspace]);
  await fillContacts(world, tenant, 500, 60_000);
  const path = pathOf(await linkOf(tenant, 'contact', 'format: ndjson'));
  const { app } = door;
  const { free } = app.db.use();
  const client = request(new URL(path, door.url));
  const answered = await new Promise<IncomingMessage>((resolve, reject) => {
    client.once('response', resolve).once('error', reject).end();
  });
  answered.on('error', () => undefined).pause();
  await expect.poll(() => app.db.use().free).toBe(free - 1);
  expect(app.parts.exportRoom.takeNow(tenant.platformId, 1)).toBeNull();
  client.destroy();
  await expect.poll(() => app.db.use().free, { timeout: 10_000 }).toBe(free);
  const leave = app.parts.exportRoom.takeNow(tenant.platformId, 1);
  expect(leave).not.toBeNull();
  leave?.();
});
