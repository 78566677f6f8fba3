import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeEventType, template } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const name = 'order.shipped';
await makeEventType(acme, name);
const restore = (version: string | number) => acme.ask('restoreTemplateVersion', { path: { name, version } });

refusesAsUsual('restoreTemplateVersion', acme, () => ({ path: { name, version: 1 } }));

it('writes the old content as the next version', async () => {
  await acme.ask('saveTemplate', { path: { name }, body: { ...template, subject: 'Second' } });
  const { status, body } = await restore(1);
  expect([status, body.data]).toMatchObject([200, { ...template, version: 3, restored_from: 1 }]);
  expect((await restore(3)).body).toEqual(body);
  expect((await acme.ask('getTemplate', { path: { name } })).body).toEqual(body);
});

it('finds no version that was never saved, nor one written otherwise', async () => {
  for (const version of [9, '0', '01', '1.0', '1e0', 'x', '-1', '99999999999']) {
    expect((await restore(version)).status, String(version)).toBe(404);
  }
  const { status } = await acme.ask('restoreTemplateVersion', { path: { name: 'none', version: 1 } });
  expect(status).toBe(404);
});
