/** Answers to other people's mail that name an erased person (docs/rules.md#erasure-of-answers). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordReply } from '../../src/messages/replies/record-reply.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { readLetter } from '../../src/transport/answers/read-letter.ts';
import { createSendingWorld, type SendingWorld } from '../support/sending-world.ts';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const sql = async (text: string, values: readonly unknown[]) => (await world.app.db.pool.query(text, [...values])).rows;

test('lose their content and their files; others keep them', async () => {
  const shop = await world.workspace();
  const other = await world.workspace();
  const messageTo = async (workspace: typeof shop) => {
    await workspace.emit(['grace@example.com']);
    await workspace.send();
    const [row] = await sql('SELECT id FROM messages WHERE workspace_id = $1', [workspace.id]);
    return row.id as string;
  };
  const id = await messageTo(shop);
  const elsewhere = await messageTo(other);
  const answer = async (messageId: string, name: string, raw: string, filename = 'a.pdf') => {
    const letter = readLetter(Buffer.from(`Message-ID: <${name}@x>\r\n${raw}`), 'somebody@example.com');
    const files = [{ filename, mediaType: 'application/pdf', content: Buffer.from('x') }];
    expect(await recordReply(world.app, { messageId, letter: { ...letter, files }, spam: null })).toBe('taken');
  };
  await answer(id, 'from', 'From: Ada <ada.lovelace@example.com>\r\n\r\nForwarded to me.');
  await answer(id, 'text', 'From: grace@example.com\r\n\r\nAsk ada.lovelace@example.com instead.');
  await answer(id, 'subject', 'From: grace@example.com\r\nSubject: For ADA.LOVELACE@example.com\r\n\r\nHello.');
  await answer(id, 'file', 'From: grace@example.com\r\n\r\nSee the file.', 'ada.lovelace@example.com.pdf');
  await answer(id, 'innocent', 'From: grace@example.com\r\n\r\nThank you.');
  await answer(elsewhere, 'from', 'From: Ada <ada.lovelace@example.com>\r\n\r\nForwarded to me.');
  const { id: erasure } = await erasePerson(shop.ctx, shop.id, { email: 'ada.lovelace@example.com' });
  for (let at = 0; at < 3; at += 1) await eraseTurn(world.app, { platformId: shop.ctx.platformId, id: erasure });
  const [done] = await sql('SELECT finished_at FROM erasures WHERE id = $1', [erasure]);
  expect(done.finished_at).not.toBeNull();
  const left = await sql(
    `SELECT r.answer, r.from_address, (SELECT count(*)::int FROM reply_files f WHERE f.reply_id = r.id) AS files
     FROM message_replies r WHERE r.message_id = $1 ORDER BY r.id`,
    [id],
  );
  const gone = { answer: null, from_address: null, files: 0 };
  expect(left).toEqual([gone, gone, gone, gone, { answer: 'Thank you.', from_address: 'grace@example.com', files: 1 }]);
  const theirs = await sql('SELECT answer FROM message_replies WHERE message_id = $1', [elsewhere]);
  expect(theirs).toEqual([{ answer: 'Forwarded to me.' }]);
});
