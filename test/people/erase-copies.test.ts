/** What an erasure leaves of mails with copies (docs/rules.md#erasure-of-copies). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { resendMessage } from '../../src/events/resend/resend-message.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';
import { findInDatabase } from './find-in-database.ts';

let world: SendingWorld;
let shop: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
  shop = await world.workspace();
});
afterAll(() => world.close());

const busy = { code: 451, text: '4.3.0 Try again' };

let keys = 0;
function emit(change: object) {
  keys += 1;
  return emitEvent(shop.ctx, shop.id, {
    type: 'order.shipped',
    idempotencyKey: `erased-${keys}`,
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    ...change,
  });
}
async function erase(email: string): Promise<void> {
  const { id } = await erasePerson(shop.ctx, shop.id, { email });
  await eraseTurn(world.app, { platformId: shop.ctx.platformId, id });
  const { rows } = await world.app.db.pool.query('SELECT finished_at FROM erasures WHERE id = $1', [id]);
  expect(rows[0]?.finished_at).not.toBeNull();
}
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const mailTo = (email: string) => world.sink.mails.filter(({ to }) => to.includes(email));

describe('an erasure of somebody who had a copy', () => {
  test('takes the address out of every row and header, and the mail goes on to the others', async () => {
    const [to = '', erased = '', other = ''] = people(3);
    for (const email of [to, erased, other]) world.sink.refuse(email, [busy]);
    const { record } = await emit({ recipient: { email: to }, cc: [other, erased] });
    await shop.send();
    await erase(erased);
    expect(await findInDatabase(world.app.db.pool, [erased])).toEqual([]);
    world.advance(120_000);
    await shop.send();
    expect(mailTo(erased)).toEqual([]);
    for (const email of [to, other]) {
      const raw = mailTo(email).at(-1)?.raw.toString('latin1') ?? '';
      expect(raw).toContain(`\r\nCc: ${other}\r\n`);
      expect(raw).not.toContain(erased);
    }
    expect(await sql('SELECT id FROM messages WHERE primary_id = $1', record.message?.id)).toEqual([
      { id: record.copies?.[0]?.id },
    ]);
  });

  test('reaches mails that were sent again', async () => {
    const [to = '', erased = ''] = people(2);
    world.sink.refuse(to, [{ code: 554, text: '5.7.1 Message content rejected' }, busy]);
    const { record } = await emit({ recipient: { email: to }, cc: [erased] });
    await shop.send();
    const again = await resendMessage(shop.ctx, shop.id, record.message?.id ?? '');
    await shop.send();
    await erase(erased);
    expect(await findInDatabase(world.app.db.pool, [erased])).toEqual([]);
    expect(await sql('SELECT state, values FROM messages WHERE id = $1', again.id)).toMatchObject([
      { state: 'queued', values: { mail: { copied: { to, cc: [null] } } } },
    ]);
  });

  test('of a hidden copy leaves the mail as it is', async () => {
    const [to = '', erased = ''] = people(2);
    const { record } = await emit({ recipient: { email: to }, bcc: [erased] });
    await shop.send();
    await erase(erased);
    expect(await findInDatabase(world.app.db.pool, [erased])).toEqual([]);
    expect(await sql('SELECT state FROM messages WHERE id = $1', record.message?.id)).toEqual([{ state: 'delivered' }]);
  });
});

describe('an erasure of the recipient', () => {
  test('takes the copies along: they have the content, and name the person', async () => {
    const [erased = '', one = '', two = ''] = people(3);
    for (const email of [erased, one]) world.sink.refuse(email, [busy]);
    const { record } = await emit({ recipient: { email: erased }, cc: [one], bcc: [two] });
    await shop.send();
    await erase(erased);
    expect(await findInDatabase(world.app.db.pool, [erased])).toEqual([]);
    expect(await findInDatabase(world.app.db.pool, [one, two])).toEqual([]);
    world.advance(120_000);
    await shop.send();
    expect(mailTo(one)).toEqual([]);
    expect(await sql('SELECT payload FROM events WHERE id = $1 OR copy_of = $1', record.id)).toEqual([
      { payload: null },
      { payload: null },
      { payload: null },
    ]);
  });

  test('withdraws copies that leave later, and those that were sent again', async () => {
    const [erased = '', one = '', two = ''] = people(3);
    const sendAt = new Date(world.now().getTime() + 20 * 86_400_000).toISOString();
    await emit({ recipient: { email: erased }, cc: [one], sendAt });
    world.sink.refuse(two, [{ code: 554, text: '5.7.1 Message content rejected' }, busy]);
    const { record } = await emit({ recipient: { email: erased }, cc: [two] });
    await shop.send();
    const again = await resendMessage(shop.ctx, shop.id, record.copies?.[0]?.id ?? '');
    expect(await sql('SELECT role, primary_id FROM messages WHERE id = $1', again.id)).toEqual([
      { role: 'cc', primary_id: null },
    ]);
    const mails = mailTo(two).length;
    await shop.send();
    world.advance(15 * 86_400_000);
    await erase(erased);
    world.advance(6 * 86_400_000);
    await world.sweep();
    await shop.send();
    expect(mailTo(one)).toEqual([]);
    expect(mailTo(two)).toHaveLength(mails);
    expect(await findInDatabase(world.app.db.pool, [erased, one])).toEqual([]);
  });
});
