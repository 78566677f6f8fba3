import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { querySql } from './harness/database.ts';
import { makeReply } from './harness/messages.ts';
import { openPlatform } from './harness/platform.ts';
import { makeEventType } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeEventType(acme, 'order.shipped');
const { workspace } = acme;
const { answered: id, reply } = await makeReply(acme, { workspace, eventType: 'order.shipped', label: 'one' });
const { answered: other } = await makeReply(acme, { workspace, eventType: 'order.shipped', label: 'two' });

refusesAsUsual('getReply', acme, () => ({ path: { id, reply } }));

it('shows a reply', async () => {
  const { status, body } = await acme.ask('getReply', { path: { id, reply } });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ id: reply, message_id: id, answer: 'Thank you! The simulator wrote this answer.' });
});

it('has none of another message, and none that does not exist', async () => {
  for (const path of [
    { id: other, reply },
    { id, reply: ulid() },
  ]) {
    const { status, body } = await acme.ask('getReply', { path });
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(body.message).toMatch(/no answer with this id/);
  }
});

it('shows the row alone once the content is gone', async () => {
  await querySql(
    `UPDATE message_replies SET from_address = NULL, from_name = NULL, subject = NULL, text = NULL, answer = NULL,
       mail_id = NULL, in_reply_to = NULL, content_until = NULL WHERE id = $1`,
    [reply],
  );
  await querySql('DELETE FROM reply_files WHERE reply_id = $1', [reply]);
  const { body } = await acme.ask('getReply', { path: { id, reply } });
  expect(body.data).toMatchObject({ from: { address: null, name: null }, text: null, answer: null, attachments: [] });
});
