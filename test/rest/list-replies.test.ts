import { expect, it } from 'vitest';
import { querySql } from './harness/database.ts';
import { makeReply } from './harness/messages.ts';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform } from './harness/platform.ts';
import { makeEventType } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeEventType(acme, 'order.shipped');
const { workspace } = acme;
const { answered: id, reply } = await makeReply(acme, { workspace, eventType: 'order.shipped', label: 'list' });

refusesAsUsual('listReplies', acme, () => ({ path: { id } }));

it('lists replies, oldest first', async () => {
  const { status, body } = await acme.ask('listReplies', { path: { id } });
  expect(status).toBe(200);
  expect(body.data).toEqual([
    {
      id: reply,
      message_id: id,
      automatic: false,
      from: { address: 'reply+list@simulator.test', name: null, is_recipient: true },
      subject: 'Re: Your mail',
      text: expect.stringContaining('> Mail to a simulator address is not sent'),
      answer: 'Thank you! The simulator wrote this answer.',
      is_cut: false,
      mail_id: `<${reply}@simulator.test>`,
      in_reply_to: null,
      attachments: [{ position: 1, filename: 'photo.png', media_type: 'image/png', bytes: 3 }],
      spam: null,
      created_at: expect.any(String),
    },
  ]);
});

it('lists them a page at a time', async () => {
  await querySql(
    `INSERT INTO message_replies (message_id, workspace_id, id, created_at, automatic, from_recipient, text, answer, cut)
     SELECT message_id, workspace_id, overlay(id placing lpad(n::text, 4, '0') from 23), created_at, true, false, 'a', 'a', true
     FROM message_replies, generate_series(1, 4) n WHERE message_id = $1 AND id = $2`,
    [id, reply],
  );
  const pages = await readPages(acme, 'listReplies', { path: { id }, query: { per_page: '2' } });
  expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 1]);
  const ids = namesOf(pages, 'id');
  expect(ids).toEqual([...ids].sort());
});
