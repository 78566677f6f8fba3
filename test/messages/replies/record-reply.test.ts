/** Answers as they are stored and told of (docs/rules.md#answers). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordReply } from '../../../src/messages/replies/record-reply.ts';
import { fileBytesOfMessage } from '../../../src/messages/replies/reply-limits.ts';
import { erasePerson } from '../../../src/people/erase-person.ts';
import { eraseTurn } from '../../../src/people/erase-turn.ts';
import { readLetter } from '../../../src/transport/answers/read-letter.ts';
import { buildBodies } from '../../../src/webhooks/delivery/build-bodies.ts';
import { createEndpoint } from '../../../src/webhooks/endpoints/create-endpoint.ts';
import { deleteWorkspace } from '../../../src/workspaces/deletion/delete-workspace.ts';
import { purgeDeletedWorkspaces } from '../../../src/workspaces/deletion/purge-deleted-workspaces.ts';
import { createSendingWorld, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';
import { sweepAll } from '../../support/sweep-all.ts';

const hour = 3_600_000;
const day = 24 * hour;

let world: SendingWorld;
let shop: SendingWorkspace;
let listening = false;
let mails = 0;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  shop = await world.workspace();
  if (listening) return;
  listening = true;
  await createEndpoint(shop.ctx, { url: 'https://replies.example.com/', types: ['message.replied'] });
});

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;

/** Sends mail to the address; gives the ids of the messages to it, oldest first. */
async function mailTo(email: string): Promise<readonly string[]> {
  await shop.emit([email]);
  await shop.send();
  const rows = await sql('SELECT id FROM messages WHERE workspace_id = $1 AND recipient = $2 ORDER BY id', [
    shop.id,
    email,
  ]);
  return rows.map(({ id }) => id);
}

interface Said {
  readonly from?: string;
  readonly inReplyTo?: string;
  readonly mailId?: string;
  readonly automatic?: boolean;
  readonly fileBytes?: number;
  readonly text?: string;
}

function answer(messageId: string, said: Said = {}) {
  mails += 1;
  const {
    from = 'ada@example.com',
    mailId = `<${mails}@example.com>`,
    inReplyTo,
    automatic,
    text = 'Thank you.',
  } = said;
  const header = [
    `From: Ada <${from}>`,
    'Subject: Re: Your order',
    `Message-ID: ${mailId}`,
    ...(inReplyTo === undefined ? [] : [`In-Reply-To: ${inReplyTo}`]),
    ...(automatic ? ['Auto-Submitted: auto-replied'] : []),
  ];
  const raw = `${header.join('\r\n')}\r\n\r\n${text}\r\n\r\n> Your order`;
  const files =
    said.fileBytes === undefined
      ? []
      : [{ filename: 'a.pdf', mediaType: 'application/pdf', content: Buffer.alloc(said.fileBytes, 'x') }];
  const letter = { ...readLetter(Buffer.from(raw), from), files };
  return recordReply(world.app, { messageId, letter, spam: { isSpam: false, score: 0.5, threshold: 5 } });
}

const repliesOf = (messageId: string) =>
  sql('SELECT * FROM message_replies WHERE message_id = $1 ORDER BY id', [messageId]);

async function bodyOfLast() {
  const [row] = await sql(
    `SELECT platform_id AS "platformId", id, endpoint_id AS "endpointId", type, source, simulated, workspace_id AS "workspaceId",
       message_id AS "messageId", contact_id AS "contactId", contact_reference AS "contactReference", details, created_at AS "createdAt"
     FROM webhooks WHERE workspace_id = $1 AND type = 'message.replied' ORDER BY id DESC LIMIT 1`,
    [shop.id],
  );
  return (await buildBodies(world.app.db, [row])).get(row.id);
}

test('an answer is stored, and told of with its words', async () => {
  const [id = ''] = await mailTo('ada@example.com');
  expect(await answer(id, { fileBytes: 3 })).toBe('taken');
  const told = await shop.webhooks('message.replied');
  expect(told).toHaveLength(1);
  // The words of the person are nowhere in the webhook's row.
  expect(told[0]).toMatchObject({ source: 'recipient', simulated: false, message_id: id });
  expect(Object.keys(told[0].details.reply)).toEqual(['id']);
  const body = await bodyOfLast();
  expect(body?.data).toEqual({
    message: { id, idempotency_key: 'key-1', recipient: 'ada@example.com' },
    reply: {
      id: told[0].details.reply.id,
      from: { address: 'ada@example.com', name: 'Ada', is_recipient: true },
      subject: 'Re: Your order',
      text: 'Thank you.\n\n> Your order',
      answer: 'Thank you.',
      is_cut: false,
      mail_id: expect.stringMatching(/^<\d+@example\.com>$/),
      in_reply_to: null,
      attachments: [{ position: 1, filename: 'a.pdf', media_type: 'application/pdf', bytes: 3 }],
      spam: { is_spam: false, score: 0.5, threshold: 5 },
    },
  });
});

test('a long answer is kept, and told of in part', async () => {
  const [id = ''] = await mailTo('ada@example.com');
  await answer(id, { text: '漢'.repeat(20_000) });
  expect((await repliesOf(id))[0]).toMatchObject({ answer: '漢'.repeat(20_000), cut: false });
  const body = await bodyOfLast();
  expect(body?.data).toMatchObject({ reply: { answer: '漢'.repeat(16_384), is_cut: true } });
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(110_000);
});

test('endpoints of before hear nothing of it', async () => {
  const [id = ''] = await mailTo('ada@example.com');
  await answer(id);
  const rows = await sql(
    `SELECT e.types FROM webhooks h JOIN webhook_endpoints e ON e.id = h.endpoint_id
     WHERE h.workspace_id = $1 AND h.type = 'message.replied'`,
    [shop.id],
  );
  expect(rows).toEqual([{ types: ['message.replied'] }]);
});

test('a mail that comes twice is one answer, and one webhook', async () => {
  const [id = ''] = await mailTo('ada@example.com');
  for (let at = 0; at < 3; at += 1) expect(await answer(id, { mailId: '<same@example.com>' })).toBe('taken');
  expect(await repliesOf(id)).toHaveLength(1);
  expect(await shop.webhooks('message.replied')).toHaveLength(1);
});

describe('threads', () => {
  test('an answer belongs to the nearest message to the same person that it names', async () => {
    const [first = ''] = await mailTo('ada@example.com');
    const [, second = ''] = await mailTo('ada@example.com');
    await answer(first, { inReplyTo: `<${second}@shop.test>` });
    expect([await repliesOf(first), await repliesOf(second)].map(({ length }) => length)).toEqual([0, 1]);
    expect((await repliesOf(second))[0].in_reply_to).toBe(`<${second}@shop.test>`);
  });

  test('never to a message to somebody else, or of another workspace', async () => {
    const [mine = ''] = await mailTo('ada@example.com');
    const [hers = ''] = await mailTo('grace@example.com');
    shop = await world.workspace();
    const [elsewhere = ''] = await mailTo('ada@example.com');
    for (const named of [hers, elsewhere, 'nothing', '0'.repeat(26)]) {
      await answer(mine, { inReplyTo: `<${named}@shop.test>` });
    }
    expect(await repliesOf(mine)).toHaveLength(4);
    expect([...(await repliesOf(hers)), ...(await repliesOf(elsewhere))]).toEqual([]);
  });

  test('says whether it is from the address that was written to', async () => {
    const [id = ''] = await mailTo('ada@example.com');
    await answer(id, { from: 'ADA@example.com' });
    await answer(id, { from: 'grace@example.com' });
    expect((await repliesOf(id)).map(({ from_recipient }) => from_recipient)).toEqual([true, false]);
  });
});

test('takes so many answers in an hour, so many in all, and so many of programs', async () => {
  const [id = ''] = await mailTo('ada@example.com');
  const results = [];
  for (let at = 0; at < 51; at += 1) {
    if (at % 10 === 0 && at > 0 && at < 50) {
      expect(await answer(id)).toBe('often');
      world.advance(hour);
    }
    results.push(await answer(id));
  }
  expect(results).toEqual([...Array(50).fill('taken'), 'full']);
  for (let at = 0; at < 15; at += 1) expect(await answer(id, { automatic: true })).toBe('taken');
  const rows = await repliesOf(id);
  expect([rows.length, rows.filter(({ automatic }) => automatic).length]).toEqual([60, 10]);
  expect(await shop.webhooks('message.replied')).toHaveLength(50);
});

test('takes files of so many bytes in all', async () => {
  const [id = ''] = await mailTo('ada@example.com');
  const half = fileBytesOfMessage / 2;
  expect(await answer(id, { fileBytes: half })).toBe('taken');
  expect(await answer(id, { fileBytes: half })).toBe('taken');
  expect(await answer(id, { fileBytes: 1 })).toBe('full');
  expect(await answer(id)).toBe('taken');
});

describe('a message takes no answers', () => {
  test('of which there is none', async () => {
    expect(await answer('0'.repeat(26))).toBe('gone');
  });

  test('once it is older than messages are kept', async () => {
    const [id = ''] = await mailTo('ada@example.com');
    world.advance(90 * day);
    expect(await answer(id)).toBe('gone');
  });

  test('whose content is not kept', async () => {
    const [id = ''] = await mailTo('ada@example.com');
    await sql('UPDATE messages SET content_days = 0 WHERE id = $1', [id]);
    expect(await answer(id)).toBe('gone');
  });

  test('of a workspace that was deleted, which takes its answers along', async () => {
    const [id = ''] = await mailTo('ada@example.com');
    await answer(id, { fileBytes: 3 });
    await deleteWorkspace(shop.ctx, shop.id);
    expect(await answer(id)).toBe('gone');
    world.advance(31 * day);
    for (let at = 0; at < 5; at += 1) await purgeDeletedWorkspaces(world.app);
    expect(await repliesOf(id)).toEqual([]);
    expect(await sql('SELECT FROM reply_files WHERE message_id = $1', [id])).toEqual([]);
  });

  test('of a person who was erased, whose answers go', async () => {
    const [id = ''] = await mailTo('ada@example.com');
    await answer(id, { fileBytes: 3 });
    const { id: erasure } = await erasePerson(shop.ctx, shop.id, { email: 'ada@example.com' });
    await eraseTurn(world.app, { platformId: shop.ctx.platformId, id: erasure });
    expect(await answer(id)).toBe('gone');
    expect(await repliesOf(id)).toEqual([]);
    expect(await sql('SELECT FROM reply_files WHERE message_id = $1', [id])).toEqual([]);
    expect(await shop.webhooks('message.replied')).toEqual([]);
  });
});

describe('the content of an answer', () => {
  test('goes after its days, and its webhooks say so', async () => {
    const [id = ''] = await mailTo('ada@example.com');
    world.advance(10 * day);
    await answer(id, { fileBytes: 3 });
    world.advance(29 * day);
    await sweepAll(world.app);
    expect((await repliesOf(id))[0]).toMatchObject({ answer: 'Thank you.' });
    const body = await bodyOfLast();
    world.advance(day);
    await sweepAll(world.app);
    const [row] = await repliesOf(id);
    const gone = ['from_address', 'from_name', 'mail_id', 'in_reply_to', 'subject', 'text', 'answer', 'content_until'];
    expect(gone.map((column) => row[column])).toEqual(gone.map(() => null));
    expect(await sql('SELECT FROM reply_files WHERE message_id = $1', [id])).toEqual([]);
    expect(body?.data).toMatchObject({ reply: { answer: 'Thank you.' } });
  });

  test('goes after fewer days where the type of the message says so', async () => {
    const [id = ''] = await mailTo('ada@example.com');
    await sql('UPDATE messages SET content_days = 2 WHERE id = $1', [id]);
    await answer(id);
    world.advance(2 * day);
    await sweepAll(world.app);
    expect((await repliesOf(id))[0].text).toBeNull();
  });

  test('and its row goes with the message', async () => {
    const [id = ''] = await mailTo('ada@example.com');
    world.advance(60 * day);
    await answer(id);
    world.advance(31 * day);
    await sweepAll(world.app);
    expect(await repliesOf(id)).toEqual([]);
  });
});

test('many answers at once, and an erasure between them, leave none of an erased person', async () => {
  const [id = ''] = await mailTo('ada@example.com');
  const [{ id: erasure }] = await Promise.all([
    erasePerson(shop.ctx, shop.id, { email: 'ada@example.com' }),
    ...Array.from({ length: 8 }, () => answer(id)),
  ]);
  await eraseTurn(world.app, { platformId: shop.ctx.platformId, id: erasure });
  expect(await answer(id)).toBe('gone');
  expect(await repliesOf(id)).toEqual([]);
});
