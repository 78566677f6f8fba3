import { expect, it } from 'vitest';
import { makeReply } from './harness/messages.ts';
import { openPlatform } from './harness/platform.ts';
import { makeEventType } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeEventType(acme, 'order.shipped');
const { workspace } = acme;
const { answered: id, reply } = await makeReply(acme, { workspace, eventType: 'order.shipped', label: 'file' });

refusesAsUsual('getReplyAttachment', acme, () => ({ path: { id, reply, position: 1 } }));

it('has the file in base64', async () => {
  const { status, body } = await acme.ask('getReplyAttachment', { path: { id, reply, position: 1 } });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    position: 1,
    filename: 'photo.png',
    media_type: 'image/png',
    bytes: 3,
    content: Buffer.from([1, 2, 3]).toString('base64'),
  });
});

it('has no other file', async () => {
  const { status, body } = await acme.ask('getReplyAttachment', { path: { id, reply, position: 2 } });
  expect([status, body.code]).toEqual([404, 'not_found']);
  expect(body.message).toMatch(/no such file/);
});
