import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const usual = await openPlatform('Usual');

refusesAsUsual('createWebhookSecret', usual, () => ({}));

it('makes up to three secrets, each shown this once', async () => {
  for (let number = 1; number <= 3; number++) {
    const { status, body } = await acme.ask('createWebhookSecret');
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        last_four: body.data.secret.slice(-4),
        created_at: expect.any(String),
      },
    ]);
  }
  const { status, body } = await acme.ask('createWebhookSecret');
  expect([status, body.code]).toEqual([409, 'secret_ceiling_reached']);
});

it('refuses a field, since it takes none', async () => {
  const { status, body } = await usual.ask('createWebhookSecret', { body: { secret: 'mine' } });
  expect([status, body.errors]).toEqual([422, { secret: ['is not a known field'] }]);
  expect((await usual.ask('createWebhookSecret', { body: {} })).status).toBe(201);
});
