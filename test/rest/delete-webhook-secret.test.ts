import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';
import { makeEndpoint } from './harness/webhooks.ts';

const acme = await openPlatform();
const { body: stays } = await acme.ask('createWebhookSecret');
const remove = (id: string) => acme.ask('deleteWebhookSecret', { path: { id } });

refusesAsUsual('deleteWebhookSecret', acme, () => ({ path: { id: stays.data.id } }));

it('revokes a secret once', async () => {
  const { body } = await acme.ask('createWebhookSecret');
  expect((await remove(body.data.id)).status).toBe(204);
  expect((await remove(body.data.id)).status).toBe(404);
  const { body: left } = await acme.ask('listWebhookSecrets');
  expect(left.data.map(({ id }: { id: string }) => id)).toEqual([stays.data.id]);
});

it('keeps the last while an endpoint exists', async () => {
  const owner = await openPlatform('Owner');
  const endpoint = await makeEndpoint(owner);
  const { body: listed } = await owner.ask('listWebhookSecrets');
  const path = { id: listed.data[0].id };
  const { status, body } = await owner.ask('deleteWebhookSecret', { path });
  expect([status, body.code]).toEqual([409, 'last_secret_in_use']);
  await owner.ask('deleteWebhookEndpoint', { path: { id: endpoint } });
  expect((await owner.ask('deleteWebhookSecret', { path })).status).toBe(204);
});

it('finds nothing at an id that nobody has, or that is none', async () => {
  for (const id of [acme.workspace, '1']) expect((await remove(id)).status, id).toBe(404);
});
