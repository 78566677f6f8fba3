/** Copies of a mail to further addresses (docs/rules.md#copies). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveEventType } from '../../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import type { EmitRecord } from '../../../src/events/emit-record.ts';
import { findEvent } from '../../../src/events/find-event.ts';
import { listEvents } from '../../../src/events/list-events.ts';
import { saveTemplate } from '../../../src/templates/save-template.ts';
import { readReturnPath } from '../../../src/transport/mail/return-path.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

let world: SendingWorld;
let shop: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
  shop = await world.workspace();
});
afterAll(() => world.close());

let keys = 0;
function emit(change: object, key = `copies-${++keys}`) {
  return emitEvent(shop.ctx, shop.id, {
    type: 'order.shipped',
    idempotencyKey: key,
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    ...change,
  });
}
const faultsOf = (change: object) =>
  emit(change).then(
    () => 'accepted',
    (error: { details?: { errors?: unknown }; code?: string }) => error.details?.errors ?? error.code ?? error,
  );
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const mailTo = (email: string) => world.sink.mails.filter(({ to }) => to.includes(email));
const rawTo = (email: string) => mailTo(email)[0]?.raw.toString('latin1') ?? '';
const headerTo = (email: string) => {
  const raw = rawTo(email);
  return raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]/g, ' ');
};
const field = (header: string, name: string) =>
  header.split('\r\n').find((line) => line.toLowerCase().startsWith(`${name}: `));
const messageIds = ({ message, copies }: EmitRecord) => [message?.id ?? '', ...(copies ?? []).map(({ id }) => id)];
const states = async (record: EmitRecord) =>
  (await sql('SELECT id, state FROM messages WHERE id = ANY($1) ORDER BY id', messageIds(record))).map(
    (row) => row.state,
  );

describe('a mail with copies', () => {
  test('is one mail: header, date and body are the same, the envelope is of each', async () => {
    const [to = '', one = '', two = '', hidden = ''] = people(4);
    const { record } = await emit({ recipient: { email: to }, cc: [one, two], bcc: [hidden] });
    expect(record.copies?.map(({ role, state, simulated }) => [role, state, simulated])).toEqual([
      ['cc', 'queued', false],
      ['cc', 'queued', false],
      ['bcc', 'queued', false],
    ]);
    await shop.send();
    const everybody = [to, one, two, hidden];
    for (const email of everybody) {
      expect(mailTo(email), email).toHaveLength(1);
      expect(mailTo(email)[0]?.to).toEqual([email]);
      const header = headerTo(email);
      expect(field(header, 'to')).toBe(`To: ${to}`);
      expect(field(header, 'cc')).toBe(`Cc: ${one}, ${two}`);
      expect(field(header, 'bcc')).toBeUndefined();
      expect(rawTo(email), 'nobody is told of a hidden copy').not.toContain(hidden);
    }
    for (const name of ['message-id', 'date', 'from', 'subject']) {
      expect(new Set(everybody.map((email) => field(headerTo(email), name))).size, name).toBe(1);
    }
    const bodies = everybody.map((email) => rawTo(email).slice(rawTo(email).indexOf('\r\n\r\n')));
    expect(new Set(bodies).size).toBe(1);
    const returned = everybody.map((email) => readReturnPath(world.app.secrets, mailTo(email)[0]?.from ?? ''));
    expect(returned).toEqual(messageIds(record));
    expect(await states(record)).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
  });

  test('has a state of its own for each address', async () => {
    const [to = '', gone = '', busy = ''] = people(3);
    world.sink.refuse(gone, [{ code: 550, text: '5.1.1 No such user' }]);
    world.sink.refuse(busy, [{ code: 451, text: '4.3.0 Try again' }]);
    const { record } = await emit({ recipient: { email: to }, cc: [gone], bcc: [busy] });
    await shop.send();
    expect(await states(record)).toEqual(['delivered', 'bounced', 'queued']);
    expect((await findEvent(shop.ctx, shop.id, record.id)).copies?.map(({ state }) => state)).toEqual([
      'bounced',
      'queued',
    ]);
    world.advance(120_000);
    await shop.send();
    expect(await states(record)).toEqual(['delivered', 'bounced', 'delivered']);

    // The address is suppressed by now: it is passed over, and the header names it all the same.
    const [again = ''] = people(1);
    const { record: second } = await emit({ recipient: { email: again }, cc: [gone] });
    expect(second.copies?.map(({ state }) => state)).toEqual(['suppressed']);
    await shop.send();
    expect(field(headerTo(again), 'cc')).toBe(`Cc: ${gone}`);
    expect(mailTo(gone)).toHaveLength(0);
    const told = (await shop.webhooks('message.suppressed')).map(({ message_id }) => message_id);
    expect(told).toEqual([second.copies?.[0]?.id]);
    // A suppressed recipient keeps nobody else from the mail.
    const [other = ''] = people(1);
    const { record: third } = await emit({ recipient: { email: gone }, cc: [other] });
    expect(third.message?.state).toBe('suppressed');
    await shop.send();
    expect(field(headerTo(other), 'to')).toBe(`To: ${gone}`);
  });

  test('keeps its files once, until the last message is final', async () => {
    const [to = '', one = '', busy = ''] = people(3);
    world.sink.refuse(busy, [{ code: 451, text: '4.3.0 Try again' }]);
    const content = Buffer.from('%PDF-1.7\nof copies\n%%EOF');
    const { record } = await emit({
      recipient: { email: to },
      cc: [one, busy],
      attachments: [{ filename: 'a.pdf', content: content.toString('base64') }],
    });
    const stored = 'SELECT message_id, bytes, content FROM attachments WHERE message_id = ANY($1)';
    expect(await sql(stored, messageIds(record))).toHaveLength(3);
    expect((await sql(stored, messageIds(record))).map((row) => row.content)).toEqual([null, null, null]);
    await shop.send();
    for (const email of [to, one]) expect(rawTo(email)).toContain(content.toString('base64'));
    expect((await sql(stored, messageIds(record))).map((row) => row.message_id)).toEqual([record.copies?.[1]?.id]);
    world.advance(120_000);
    await shop.send();
    expect(rawTo(busy)).toContain(content.toString('base64'));
    expect(await sql(stored, messageIds(record))).toEqual([]);
  });

  test('plays the simulator for those of its addresses that are played', async () => {
    const [to = ''] = people(1);
    const played = `bounce@${world.app.config.simulatorDomain}`;
    const { record } = await emit({ recipient: { email: to }, cc: [played] });
    expect(record.copies?.map(({ simulated }) => simulated)).toEqual([true]);
    await shop.send();
    expect(await states(record)).toEqual(['delivered', 'bounced']);
    expect(await sql('SELECT FROM suppressions WHERE email = $1', played)).toEqual([]);
  });

  test('answers a repeated key as at first, and mails nobody twice', async () => {
    const [to = '', one = ''] = people(2);
    const body = { recipient: { email: to }, cc: [one], metadata: { order: '7' } };
    const first = await emit(body, 'repeated');
    await shop.send();
    expect(await emit(body, 'repeated')).toEqual({ record: first.record, replayed: true });
    expect(await faultsOf({ ...body, idempotencyKey: 'repeated', cc: [] })).toBe('idempotency_key_reused');
    const rows = await sql('SELECT key FROM idempotency_keys WHERE workspace_id = $1 AND key LIKE $2', shop.id, '% %');
    expect(rows).toEqual([]);
    expect(mailTo(one)).toHaveLength(1);
    const both = await Promise.all([emit(body, 'at-once'), emit(body, 'at-once')]);
    expect(both.map(({ replayed }) => replayed).sort()).toEqual([false, true]);
    expect(both[0]?.record).toEqual(both[1]?.record);
  });

  test('is one emit in lists, and each copy is in the list of its address', async () => {
    const [to = '', one = ''] = people(2);
    const { record } = await emit({ recipient: { email: to }, bcc: [one] });
    const list = (filter: object) =>
      listEvents(shop.ctx, { workspace: shop.id, filter, order: 'desc' }, { limit: 100, inverted: false });
    const ids = (await list({})).rows.map(({ id }) => id);
    expect(ids).toContain(record.id);
    const hidden = await sql('SELECT id FROM events WHERE copy_of = $1', record.id);
    expect(hidden).toHaveLength(1);
    expect(ids).not.toContain(hidden[0]?.id);
    expect((await list({ recipient: one })).rows).toEqual([]);
    await expect(findEvent(shop.ctx, shop.id, hidden[0]?.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await sql('SELECT id, role, primary_id FROM messages WHERE recipient = $1', one)).toEqual([
      { id: record.copies?.[0]?.id, role: 'bcc', primary_id: record.message?.id },
    ]);
  });

  test('takes a place in the hour of each address, or is refused as a whole', async () => {
    const [to = '', full = ''] = people(2);
    for (let n = 0; n < 30; n += 1) await emit({ recipient: { email: full } });
    expect(await faultsOf({ recipient: { email: to }, cc: [full] })).toBe('recipient_rate_limited');
    expect(await sql('SELECT FROM messages WHERE recipient = $1', to)).toEqual([]);
    expect(await sql('SELECT FROM emit_rates r WHERE r.address_hash = $1', world.app.secrets.addressHash(to))).toEqual(
      [],
    );
  });

  test('goes out beside others to the same addresses, in whatever order they name them', async () => {
    const shared = people(4);
    const emitted = await Promise.all(
      people(20).map((email, at) => {
        const turned = [...shared.slice(at % 4), ...shared.slice(0, at % 4)];
        return emit({ recipient: { email }, cc: turned.slice(0, 2), bcc: turned.slice(2) });
      }),
    );
    expect(emitted.map(({ record }) => record.copies?.length)).toEqual(emitted.map(() => 4));
    const rows = await sql('SELECT count(*)::int AS n FROM messages WHERE recipient = ANY($1) GROUP BY recipient', [
      ...shared,
    ]);
    expect(rows).toEqual(shared.map(() => ({ n: 20 })));
  });

  test('of a type whose template has an unsubscribe link is refused: the link is of one person', async () => {
    const type = 'newsletter.sent';
    await saveEventType(shop.ctx, { name: type, input: { fields: [] } });
    await saveTemplate(shop.ctx, {
      eventType: type,
      input: {
        subject: 'News',
        fromLocalPart: 'news',
        composition: {
          editorVersion: 3,
          target: 'email',
          document: {
            settings: {},
            theme: {},
            blocks: [{ id: 'leave', type: 'text', attrs: { text: '[Leave]({{ system.unsubscribe_url }})' } }],
          },
        },
      },
    });
    const [to = '', one = '', two = ''] = people(3);
    const body = { type, payload: {}, recipient: { email: to } };
    expect(await faultsOf({ ...body, cc: [one], bcc: [two] })).toEqual({
      cc: [expect.stringMatching(/unsubscribe link/)],
      bcc: [expect.stringMatching(/unsubscribe link/)],
    });
    expect((await emit(body)).record.message?.state).toBe('queued');
  });

  test('leaves later with all of its copies', async () => {
    const [to = '', one = ''] = people(2);
    const sendAt = new Date(world.now().getTime() + 3_600_000).toISOString();
    const { record } = await emit({ recipient: { email: to }, cc: [one], sendAt });
    expect(record.copies?.map(({ state }) => state)).toEqual(['scheduled']);
    await shop.send();
    expect(mailTo(one)).toEqual([]);
    world.advance(3_601_000);
    await world.sweep();
    await shop.send();
    expect([mailTo(to).length, mailTo(one).length]).toEqual([1, 1]);
    expect(field(headerTo(one), 'date')).toBe(field(headerTo(to), 'date'));
  });
});

describe('an emit is refused', () => {
  const [to = '', one = ''] = people(2);
  const recipient = { email: to };

  test('for addresses that are none, too many, or there twice', async () => {
    const many = people(11);
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{ cc: ['Ada'] }, ['cc.0']],
      [{ cc: [one], bcc: [one, 'a b@example.com'] }, ['bcc.1']],
      [{ cc: [one], bcc: [many[0], one.toUpperCase()] }, ['bcc.1']],
      [{ cc: [one, one] }, ['cc.1']],
      [{ cc: [to] }, ['cc.0']],
      [{ cc: 'ada@example.com' }, ['cc']],
      [{ cc: many }, ['cc']],
      [{ cc: many.slice(0, 6), bcc: many.slice(6) }, ['bcc']],
      [{ bcc: [`nobody@${world.app.config.simulatorDomain}`] }, ['bcc.0']],
    ];
    for (const [change, paths] of cases) {
      expect(Object.keys((await faultsOf({ recipient, ...change })) as object), JSON.stringify(change)).toEqual(paths);
    }
    expect(await faultsOf({ recipient, cc: [to] })).toEqual({ 'cc.0': ['is the address of the recipient'] });
    expect(await faultsOf({ recipient, cc: [one], bcc: [one] })).toEqual({ 'bcc.0': ['is the address of cc.0'] });
    expect(await sql('SELECT FROM messages WHERE recipient = $1', to)).toEqual([]);
  });

  test('for no reason where the lists are empty, and its row is as without them', async () => {
    const [email = ''] = people(1);
    const { record } = await emit({ recipient: { email }, cc: [], bcc: null });
    expect(record.copies).toBeUndefined();
    const [row] = await sql('SELECT values, role, primary_id FROM messages WHERE id = $1', record.message?.id);
    expect(Object.keys(row.values).sort()).toEqual(['attributes', 'contact', 'system']);
    expect([row.role, row.primary_id]).toEqual([null, null]);
  });
});
