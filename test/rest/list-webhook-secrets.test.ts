import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('listWebhookSecrets', acme, () => ({}));

it('lists the secrets by their last four characters, oldest first', async () => {
  expect((await acme.ask('listWebhookSecrets')).body).toEqual({ data: [] });
  const made = [];
  for (let number = 1; number <= 3; number++) made.push((await acme.ask('createWebhookSecret')).body.data);
  const { status, body } = await acme.ask('listWebhookSecrets');
  expect([status, body.data]).toEqual([
    200,
    made.map(({ id, last_four, created_at }) => ({ id, last_four, created_at })),
  ]);
  expect((await (await stranger()).ask('listWebhookSecrets')).body.data).toEqual([]);
});
