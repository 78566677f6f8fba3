import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { fields, makeEventType } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeEventType(acme, 'order.shipped', { withTemplate: false });
const get = (name: string) => acme.ask('getEventType', { path: { name } });

refusesAsUsual('getEventType', acme, () => ({ path: { name: 'order.shipped' } }));

it('reads an event type', async () => {
  const { status, body } = await get('order.shipped');
  expect([status, body.data]).toEqual([
    200,
    {
      name: 'order.shipped',
      fields: [{ ...fields[0], fallback: null }, fields[1]],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  ]);
});

it('finds nothing at a name that nobody gave, or that is none', async () => {
  for (const name of ['none', '-bad', 'a b', 'x'.repeat(129)]) expect((await get(name)).status, name).toBe(404);
});
