import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';
import { makeEndpoint } from './harness/webhooks.ts';

const acme = await openPlatform();

refusesAsUsual('listWebhookEndpoints', acme, () => ({}));

it('lists the endpoints of the platform, oldest first', async () => {
  expect((await acme.ask('listWebhookEndpoints')).body).toEqual({ data: [] });
  const made = [await makeEndpoint(acme), await makeEndpoint(acme), await makeEndpoint(acme)];
  const { status, body } = await acme.ask('listWebhookEndpoints');
  expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, made]);
  expect((await (await stranger()).ask('listWebhookEndpoints')).body.data).toEqual([]);
});
