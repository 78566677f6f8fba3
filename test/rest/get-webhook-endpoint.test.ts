import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';
import { makeEndpoint } from './harness/webhooks.ts';

const acme = await openPlatform();
const id = await makeEndpoint(acme);

refusesAsUsual('getWebhookEndpoint', acme, () => ({ path: { id } }));

it('reads an endpoint, and never a secret', async () => {
  const { status, body } = await acme.ask('getWebhookEndpoint', { path: { id } });
  expect([status, Object.keys(body), Object.keys(body.data)]).toEqual([
    200,
    ['data'],
    ['id', 'url', 'types', 'created_at', 'updated_at'],
  ]);
  expect(body.data).toMatchObject({ id, types: ['message.delivered', 'message.bounced'] });
});

it('names its only workspace also after the deletion, when another save leaves it', async () => {
  const { body: workspace } = await acme.ask('createWorkspace', { body: { name: 'Closing', reference: 'closing' } });
  const scoped = await acme.ask('createWebhookEndpoint', {
    body: { url: 'https://hooks.test/closing', types: ['message.delivered'], workspace: 'ref:closing' },
  });
  const path = { id: scoped.body.data.id };
  expect(scoped.body.data).toMatchObject({ workspace: { reference: 'closing' }, workspace_id: workspace.data.id });
  await acme.ask('deleteWorkspace', { path: { workspace: 'ref:closing' } });
  await acme.ask('updateWebhookEndpoint', { path, body: { types: ['message.bounced'] } });
  const { body } = await acme.ask('getWebhookEndpoint', { path });
  expect(body.data).toMatchObject({ workspace_id: workspace.data.id, types: ['message.bounced'] });
  expect(body.data).not.toHaveProperty('workspace');
});

it('finds nothing at an id that nobody has, or that is none', async () => {
  for (const none of [acme.workspace, 'ref:shop', '1']) {
    expect((await acme.ask('getWebhookEndpoint', { path: { id: none } })).status, none).toBe(404);
  }
});
