/** Files that are uploaded once and attached by many emits (docs/rules.md#files). */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { createFile } from '../../src/files/create-file.ts';
import { deleteFile } from '../../src/files/delete-file.ts';
import { findFile } from '../../src/files/find-file.ts';
import { countFiles, listFiles } from '../../src/files/list-files.ts';
import { day } from '../../src/ground/time/durations.ts';
import { cancelMessage } from '../../src/messages/cancel-message.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { files } from '../events/files.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';
import { sweepAll } from '../support/sweep-all.ts';

let world: SendingWorld;
let shop: SendingWorkspace;
let stranger: Ctx;
beforeAll(async () => {
  world = await createSendingWorld();
  stranger = (await world.tenant({ name: 'Stranger', domain: 'stranger.test', eventType: 'order.shipped' })).ctx;
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql('TRUNCATE files, file_contents, attachments');
  shop = await world.workspace();
});

const sql = async (text: string, ...values: readonly unknown[]) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const counted = async (table: 'files' | 'file_contents' | 'attachments') =>
  (await sql(`SELECT count(*)::int AS n FROM ${table}`))[0].n;

const upload = (filename = 'terms.pdf', content: Buffer = files.pdf, ctx: Ctx = shop.ctx, change: object = {}) =>
  createFile(ctx, { filename, content: content.toString('base64'), ...change });

let keys = 0;
function emit(attachments: readonly object[], change: object = {}, email = people(1)[0]) {
  keys += 1;
  return emitEvent(shop.ctx, shop.id, {
    type: 'order.shipped',
    idempotencyKey: `key-${keys}`,
    recipient: { email },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    attachments,
    ...change,
  });
}

/** The retention, until nothing is left to remove. */
async function sweep(): Promise<void> {
  await sweepAll(world.app);
}

describe('a file', () => {
  test('has its bytes once for a platform, whatever its name is', async () => {
    await upload();
    await upload('other.pdf');
    await upload('dot.png', files.png);
    expect([await counted('files'), await counted('file_contents')]).toEqual([3, 2]);
    await upload('terms.pdf', files.pdf, stranger);
    expect([await counted('files'), await counted('file_contents')]).toEqual([4, 3]);
  });

  test('is one of its platform alone, for reads, lists, deletions and emits', async () => {
    const id = await upload('foreign.pdf', files.pdf, stranger);
    const window = { limit: 10, inverted: false };
    await expect(findFile(shop.ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(deleteFile(shop.ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    expect([await listFiles(shop.ctx, {}, window), await countFiles(shop.ctx, {}, 10)]).toEqual([[], 0]);
    await expect(emit([{ file: id }])).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: { 'attachments.0.file': ['is no file of this platform, or has expired'] } },
    });
    expect((await findFile(stranger, id)).filename).toBe('foreign.pdf');
  });

  test('is gone at its end for everything, and its bytes with the sweep', async () => {
    const id = await upload('terms.pdf', files.pdf, shop.ctx, { expiresAt: new Date(world.now().getTime() + day) });
    const kept = await upload('dot.png', files.png);
    await emit([{ file: id }], { idempotencyKey: 'early' });
    await shop.send();
    world.advance(day);
    await expect(findFile(shop.ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(emit([{ file: id }])).rejects.toMatchObject({ code: 'validation_failed' });
    await sweep();
    expect([await counted('files'), await counted('file_contents')]).toEqual([1, 1]);
    expect((await findFile(shop.ctx, kept)).filename).toBe('dot.png');
    // What was answered once is answered again.
    const again = await emitEvent(shop.ctx, shop.id, {
      type: 'order.shipped',
      idempotencyKey: 'early',
      recipient: { email: (await sql(`SELECT recipient FROM messages WHERE idempotency_key = 'early'`))[0].recipient },
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
      attachments: [{ file: id }],
    });
    expect(again.replayed).toBe(true);
  });

  test('counts its bytes once, and no more of them are taken than a platform may have', async () => {
    await upload();
    await sql('UPDATE file_contents SET bytes = 1000000000');
    await upload('same.pdf');
    await expect(upload('dot.png', files.png)).rejects.toMatchObject({ code: 'file_ceiling_reached' });
    await upload('dot.png', files.png, stranger);
  });

  test('that names an erased person has another name afterwards', async () => {
    const email = 'ada.lovelace@example.com';
    const named = await upload(`Invoice ${email}.pdf`);
    const other = await upload('terms.pdf');
    const { id } = await erasePerson(shop.ctx, shop.id, { email });
    await eraseTurn(world.app, { platformId: shop.ctx.platformId, id });
    expect((await findFile(shop.ctx, named)).filename).toBe('file.pdf');
    expect((await findFile(shop.ctx, other)).filename).toBe('terms.pdf');
  });
});

describe('an emit', () => {
  test('attaches a file by its id, under its name or another, beside others', async () => {
    const terms = await upload('terms.pdf');
    const dot = await upload('dot.png', files.png);
    const [email = ''] = people(1);
    const own = { filename: 'own.gif', content: files.gif.toString('base64') };
    await emit([{ file: terms }, own, { file: dot, filename: 'seat.png', contentId: 'seat' }], {}, email);
    // The bytes are nowhere but with the file.
    const kept = await sql('SELECT position, content IS NULL AS stored, bytes FROM attachments ORDER BY position');
    expect(kept).toEqual([
      { position: 0, stored: true, bytes: files.pdf.length },
      { position: 1, stored: false, bytes: null },
      { position: 2, stored: true, bytes: files.png.length },
    ]);
    await shop.send();
    const mail = world.sink.mails.findLast(({ to }) => to.includes(email));
    const { attachments } = await PostalMime.parse(mail?.raw ?? '');
    const seen = attachments.map(({ filename, disposition, content }) => ({
      filename,
      disposition,
      content: Buffer.from(content as ArrayBuffer),
    }));
    expect(seen).toEqual([
      { filename: 'seat.png', disposition: 'inline', content: files.png },
      { filename: 'terms.pdf', disposition: 'attachment', content: files.pdf },
      { filename: 'own.gif', disposition: 'attachment', content: files.gif },
    ]);
    expect([await counted('attachments'), await counted('file_contents')]).toEqual([0, 2]);
  });

  test('in a batch with others is written with them, each with its own file', async () => {
    const ids = [await upload('a.pdf'), await upload('b.png', files.png)];
    const emails = people(20);
    await Promise.all(emails.map((email, n) => emit(n % 3 === 2 ? [] : [{ file: ids[n % 3] }], {}, email)));
    await shop.send();
    expect(await shop.states()).toEqual({ delivered: 20 });
    for (const [n, email] of emails.entries()) {
      const raw = world.sink.mails.findLast(({ to }) => to.includes(email))?.raw ?? '';
      const names = (await PostalMime.parse(raw)).attachments.map(({ filename }) => filename);
      expect(names).toEqual([['a.pdf'], ['b.png'], []][n % 3]);
    }
  });

  test('that leaves later keeps the bytes of a file that was deleted or has expired', async () => {
    const id = await upload();
    const sendAt = new Date(world.now().getTime() + 5 * day).toISOString();
    const [first = '', second = ''] = people(2);
    await emit([{ file: id }], { sendAt }, first);
    const { record } = await emit([{ file: id }], { sendAt }, second);
    await deleteFile(shop.ctx, id);
    expect([await counted('files'), await counted('file_contents')]).toEqual([0, 1]);
    await cancelMessage(shop.ctx, shop.id, record.message?.id ?? '');
    await sweep();
    expect(await counted('file_contents')).toBe(1);
    world.advance(5 * day);
    await world.sweep();
    await shop.send();
    const raw = world.sink.mails.findLast(({ to }) => to.includes(first))?.raw ?? '';
    expect((await PostalMime.parse(raw)).attachments.map(({ filename }) => filename)).toEqual(['terms.pdf']);
    await sweep();
    expect([await counted('attachments'), await counted('file_contents')]).toEqual([0, 0]);
  });

  test('whose file goes before the emit is written is refused, and writes nothing', async () => {
    const id = await upload();
    const blocker = await world.app.db.pool.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query('DELETE FROM files WHERE id = $1', [id]);
      const emitted = emit([{ file: id }]).catch((error: unknown) => error);
      await waitForBlocked();
      await blocker.query('COMMIT');
      expect(await emitted).toMatchObject({ code: 'unavailable' });
    } finally {
      blocker.release();
    }
    expect(await shop.states()).toEqual({});
    await expect(emit([{ file: id }])).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('to somebody erased takes its reference along, and leaves the file', async () => {
    const id = await upload();
    const [email = ''] = people(1);
    await emit([{ file: id }], {}, email);
    const { id: erasure } = await erasePerson(shop.ctx, shop.id, { email });
    await eraseTurn(world.app, { platformId: shop.ctx.platformId, id: erasure });
    expect([await counted('attachments'), await counted('files'), await counted('file_contents')]).toEqual([0, 1, 1]);
  });
});

/** Until a statement of the emit waits for the lock of the blocker. */
async function waitForBlocked(): Promise<void> {
  for (;;) {
    const waiting = await sql(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (waiting.length > 0) return;
  }
}
