/** A message that ends the process of each worker that claims it. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { App } from '../../../src/context.ts';
import { claimMessages } from '../../../src/messages/claims/claim-messages.ts';
import { everyWay } from '../../support/every-way.ts';
import { createSendingWorld, people, type SendingWorld } from '../../support/sending-world.ts';
import { startTestService } from '../../support/service.ts';
import { loadWorker, type WorkerProcess } from '../../support/worker-process.ts';

test.runIf(everyWay)('it fails after its third process, its webhook is sent, and all other mail arrives', async () => {
  const service = await startTestService({ env: { ROLES: 'api' } });
  const workers: WorkerProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await service.stop();
  });
  const { pool, url } = service.service.app.db;
  const place = {
    databaseUrl: url,
    dataDir: service.service.app.config.dataDir,
    smtpPort: service.mail.port,
  };
  for (let count = 0; count < 4; count += 1) workers.push(await loadWorker(place));
  const startWorker = async () => {
    const worker = workers.shift();
    if (!worker) throw new Error('There are four workers');
    onTestFinished(() => worker.kill());
    await worker.start();
    return worker;
  };
  const backend = await service.platform('Acme');
  const sink = await service.webhookSink();
  await backend.rest('POST', '/webhook-endpoints', { url: sink.url, types: ['message.failed'] });
  const poison = 'poison@example.com';
  const others = people(12);
  for (const email of [...others.slice(0, 6), poison, ...others.slice(6)]) {
    const { status } = await backend.rest('POST', '/workspaces/ref:shop/events', {
      type: 'order.shipped',
      idempotency_key: email,
      recipient: { email },
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    });
    expect(status).toBe(202);
  }

  for (let death = 1; death <= 3; death += 1) {
    // Others are under way too when the first worker dies.
    const held = (death === 1 ? [...others.slice(4, 8), poison] : [poison]).map((address) =>
      service.mail.hold(address),
    );
    const worker = await startWorker();
    await Promise.all(held.map(({ reached }) => reached));
    await worker.kill();
    for (const { release } of held) release();
    // Instead of ten seconds.
    await pool.query("UPDATE messages SET lease_until = now() WHERE state = 'sending'");
  }
  await startWorker();
  const states = async () =>
    (
      await pool.query(
        `SELECT recipient = $1 AS poison, state, reason, count(*)::int AS n FROM messages
                       GROUP BY 1, 2, 3 ORDER BY 1`,
        [poison],
      )
    ).rows;
  await expect.poll(states).toEqual([
    { poison: false, state: 'delivered', reason: null, n: others.length },
    { poison: true, state: 'failed', reason: 'render_failed', n: 1 },
  ]);
  const [webhook] = await sink.received(1);
  expect(webhook?.body).toMatchObject({ type: 'message.failed' });
  expect(JSON.stringify(webhook?.body)).toContain('render_failed');
});

describe('suspects', () => {
  let world: SendingWorld;
  beforeAll(async () => {
    world = await createSendingWorld();
  });
  afterAll(() => world.close());

  async function waiting(count: number, lost: number) {
    const workspace = await world.workspace();
    await workspace.emit(people(count));
    await world.app.db.pool.query('UPDATE messages SET lost_leases = $2 WHERE workspace_id = $1', [workspace.id, lost]);
    const app = world.otherApp();
    const turn = { platformId: workspace.ctx.platformId, id: workspace.id };
    const claim = () => claimMessages(app, turn, { rows: 20, past: [] }, { kind: 'open' });
    return { workspace, app, claim };
  }

  test.each([
    [1, 5],
    [2, 1],
  ])('that lost %i are claimed at most %i at once by a process', async (lost, most) => {
    const { app, claim } = await waiting(7, lost);
    const [first, second] = await Promise.all([claim(), claim()]);
    const claimed = [...first, ...second];
    expect(claimed).toHaveLength(most);
    expect(await claim()).toEqual([]);
    for (const message of claimed) app.parts.suspects.leave(message);
    expect(await claim()).toHaveLength(Math.min(most, 7 - most));
  });

  test('hold up nobody else: fresh mail is claimed beside them', async () => {
    const { workspace, claim } = await waiting(7, 1);
    await workspace.emit(people(3));
    const claimed = await claim();
    expect(claimed.map(({ lostLeases }) => lostLeases).toSorted()).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
  });

  test('one that ends during the claim of the next is followed by the next', async () => {
    const { workspace, app } = await waiting(3, 2);
    const slow: App = {
      ...app,
      parts: {
        ...app.parts,
        claimRoom: async (work) => {
          const claimed = await work();
          // The reply to this claim arrives after the attempt that took its place has ended.
          if (Array.isArray(claimed) && claimed.length === 0) await app.parts.inFlight.settled();
          return claimed;
        },
      },
    };
    await workspace.send(slow);
    expect(await workspace.states()).toEqual({ delivered: 3 });
  });

  test('are all sent in the end, and an outcome clears what they lost', async () => {
    const { workspace, app } = await waiting(12, 2);
    const [address] = people(1);
    world.sink.refuse(address ?? '', [{ code: 451, text: '4.3.0 later' }]);
    await workspace.emit([address ?? '']);
    await world.app.db.pool.query('UPDATE messages SET lost_leases = 2 WHERE workspace_id = $1', [workspace.id]);
    // A turn ends in time, which is short on a busy machine: another one continues.
    await expect
      .poll(async () => {
        await workspace.send(app);
        return workspace.states();
      })
      .toEqual({ delivered: 12, queued: 1 });
    const { rows } = await world.app.db.pool.query(
      'SELECT DISTINCT lost_leases FROM messages WHERE workspace_id = $1',
      [workspace.id],
    );
    expect(rows).toEqual([{ lost_leases: 0 }]);
  });
});
