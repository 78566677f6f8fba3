import { expect, it } from 'vitest';
import { makeFile } from './harness/files.ts';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const stays = await makeFile(acme);

refusesAsUsual('deleteFile', acme, () => ({ path: { id: stays } }));

it('deletes a file once, and no emit attaches it any more', async () => {
  await makeEventType(acme, 'order.shipped');
  const id = await makeFile(acme);
  const emit = (key: string) =>
    acme.ask('emitEvent', { body: emitOf('order.shipped', key, { attachments: [{ file: id }] }) });
  expect((await emit('before')).status).toBe(202);
  expect((await acme.ask('deleteFile', { path: { id } })).status).toBe(204);
  expect((await acme.ask('getFile', { path: { id } })).status).toBe(404);
  expect((await acme.ask('deleteFile', { path: { id } })).status).toBe(404);
  const { status, body } = await emit('after');
  expect([status, body.errors]).toEqual([
    422,
    { 'attachments.0.file': ['is no file of this platform, or has expired'] },
  ]);
  // The first answer is repeated, whatever became of the file.
  expect((await emit('before')).headers.get('idempotent-replayed')).toBe('true');
});
