/** A test mail goes out as a mail does, and leaves nothing behind that counts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/ground/ids.ts';
import { sendTestMail } from '../../../src/templates/test-mail/send-test-mail.ts';
import type { Transport } from '../../../src/transport/transport.ts';
import { createSendingWorld, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

let world: SendingWorld;
let workspace: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
  workspace = await world.workspace();
});
afterAll(() => world.close());

const send = (input: object) => sendTestMail(workspace.ctx, { eventType: 'order.shipped', input });
const faultOf = (input: object) =>
  send(input).then(
    () => null,
    (error: unknown) => error,
  );

/** Rows of the tables that figures, caps, health, webhooks and erasures are made from. */
async function countRows(): Promise<readonly number[]> {
  const tables = [
    'events',
    'messages',
    'message_attempts',
    'message_reports',
    'webhooks',
    'suppressions',
    'emit_rates',
  ];
  const counts = tables.map(async (table) => {
    const { rows } = await world.app.db.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
    return rows[0]?.n ?? -1;
  });
  return Promise.all(counts);
}

describe('a test mail', () => {
  it('is rendered, signed and marked, and nothing else is written', async () => {
    const before = await countRows();
    const health = await workspace.health();
    const payload = { order_number: '1001', tracking_url: 'https://example.com/1', customer_name: 'Ada' };
    const { result, mail, to } = await send({ to: 'Me@News.Shop.test', payload });
    expect([to, result?.outcome]).toEqual(['Me@News.Shop.test', 'delivered']);
    const [sunk] = world.sink.mails;
    const raw = sunk?.raw.toString() ?? '';
    expect(raw).toMatch(/^Subject: \[Test\] /m);
    expect(mail.subject).not.toContain('[Test]');
    expect(raw).toMatch(/^Tidings-Test: true\r$/m);
    expect(raw).toMatch(/^DKIM-Signature: [\s\S]*d=shop\.test/m);
    expect(raw).not.toMatch(/^(?:Tidings-Message|List-Unsubscribe)/m);
    expect(await countRows()).toEqual(before);
    await world.sweep();
    expect(await workspace.health()).toEqual(health);
    expect(await workspace.states()).toEqual({});
  });

  it('goes to addresses of the sender alone, and to none that rejects mail', async () => {
    for (const to of ['ada@example.com', 'ada@shop.test.example.com', 'ada@myshop.test', 'ada@test']) {
      expect(await faultOf({ to })).toMatchObject({
        code: 'validation_failed',
        details: { errors: { to: [expect.any(String)] } },
      });
    }
    const { app, platformId } = workspace.ctx;
    await app.db.pool.query(
      `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
       VALUES ($1, $2, NULL, $3, $4, 'hard_bounce', 'all', $5)`,
      [platformId, newId(world.now()), 'gone@shop.test', app.secrets.addressHash('gone@shop.test'), world.now()],
    );
    expect(await faultOf({ to: 'Gone@shop.test' })).toMatchObject({ details: { errors: { to: [/suppressed/] } } });
  });

  it('is rejected like a preview, before it counts', async () => {
    expect(await faultOf({ to: 'me@shop.test', version: 99 })).toMatchObject({
      details: { errors: { version: [/./] } },
    });
    const other = await world.tenant();
    expect(
      await sendTestMail({ ...other.ctx, app: world.app }, { eventType: 'x', input: { to: 'a@shop.test' } }).catch(
        (error) => error,
      ),
    ).toMatchObject({
      code: 'domain_not_sendable',
    });
  });

  it('tells what the other side said, and sends at most twenty an hour, whoever races', async () => {
    world.advance(60 * 60 * 1000);
    const refused: Transport = {
      name: 'capture',
      laneOf: null,
      outage: null,
      close: async () => undefined,
      deliver: async () => ({
        outcome: 'bounced',
        bounce: 'hard',
        reason: null,
        category: 'recipient',
        mailboxFault: false,
        evidence: null,
        exchanger: null,
        tlsVersion: null,
        replyCode: 550,
        enhancedCode: '5.1.1',
        reply: 'no such user',
        durationMs: 1,
      }),
    };
    const ctx = { ...workspace.ctx, app: world.otherApp(refused) };
    const one = () => sendTestMail(ctx, { eventType: 'order.shipped', input: { to: 'me@shop.test' } });
    const settled = await Promise.allSettled(Array.from({ length: 23 }, one));
    const sent = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const rejected = settled.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []));
    expect(sent).toHaveLength(20);
    expect(sent[0]?.result).toMatchObject({ outcome: 'bounced', replyCode: 550 });
    expect(rejected).toEqual(Array(3).fill(expect.objectContaining({ code: 'rate_limited' })));
    expect(rejected[0]).toMatchObject({ details: { retryAfter: 3_600 } });
    world.advance(60 * 60 * 1000);
    await one();
    const { rows } = await world.app.db.pool.query('SELECT id FROM template_tests');
    expect(rows).toHaveLength(1);
  });
});
