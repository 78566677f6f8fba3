import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeEventType, template } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeEventType(acme, 'order.shipped');
await makeEventType(acme, 'bare', { withTemplate: false });
const get = (name: string) => acme.ask('getTemplate', { path: { name } });

refusesAsUsual('getTemplate', acme, () => ({ path: { name: 'order.shipped' } }));

it('reads the current version', async () => {
  const { status, body } = await get('order.shipped');
  expect([status, body.data]).toEqual([
    200,
    {
      ...template,
      id: expect.any(String),
      version: 1,
      reply_to: null,
      locale: 'en',
      translations: {},
      variables: { event: ['customer_name', 'order_number'], contact: [], system: [] },
      restored_from: null,
      created_at: expect.any(String),
    },
  ]);
  await acme.ask('saveTemplate', { path: { name: 'order.shipped' }, body: { ...template, subject: 'Shipped' } });
  expect((await get('order.shipped')).body.data).toMatchObject({ version: 2, subject: 'Shipped' });
});

it('finds nothing where there is no type, or none with a template', async () => {
  for (const name of ['none', 'bare', '-bad']) expect((await get(name)).status, name).toBe(404);
});
