/**
 * Mail that leaves later while workers are killed, its workspace is suspended and resumed, and callers cancel and move it at
 * the last moment: each is sent or cancelled, never both, and none before its time (docs/rules.md#scheduled-mail).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import { loadWorker, type WorkerProcess } from '../support/worker-process.ts';
import { ofWhole } from './share.ts';

const mails = ofWhole(4_000);
/** From the first mail's time to the last one's; milliseconds. */
const span = Math.max(8_000, ofWhole(60_000));
/** From now to the first one's: the emits have to be done. */
const lead = Math.max(12_000, ofWhole(30_000));
const kills = 4;
/** Attempts that one worker has under way at most: what a kill can repeat. */
const underWay = 20;
const patience = { timeout: 300_000, interval: 100 };

let service: TestService;
let backend: Backend;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  service = await startTestService({ env: { ROLES: 'api', RATE_LIMIT_PER_MINUTE: '600000' } });
  backend = await service.platform('Acme');
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await service.stop();
});

const query = async (text: string, values: unknown[] = []) =>
  (await service.service.app.db.pool.query(text, values)).rows;

async function startWorker(): Promise<WorkerProcess> {
  const { app } = service.service;
  const { dataDir } = app.config;
  const worker = await loadWorker({ databaseUrl: app.db.url, dataDir, smtpPort: service.mail.port });
  await worker.start();
  workers.push(worker);
  return worker;
}

interface Scheduled {
  readonly id: string;
  readonly email: string;
  readonly sendAt: number;
}

async function schedule(first: number): Promise<readonly Scheduled[]> {
  const made: Scheduled[] = [];
  for (let n = 0; n < mails; n += 50) {
    made.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, mails - n) }, async (_, i) => {
          const sendAt = first + Math.floor(((n + i) / mails) * span);
          const email = `later-${n + i}@example.com`;
          const { status, body } = await backend.rest('POST', '/workspaces/ref:shop/events', {
            type: 'order.shipped',
            idempotency_key: email,
            recipient: { email },
            payload: { order_number: '1', tracking_url: 'https://example.com/1' },
            send_at: new Date(sendAt).toISOString(),
          });
          expect([status, body.data.message.state]).toEqual([202, 'scheduled']);
          return { id: body.data.message.id as string, email, sendAt };
        }),
      )),
    );
  }
  return made;
}

const until = (time: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, time - Date.now())));

test(`${mails} mails leave at their time, or not at all`, async () => {
  const pair = [await startWorker(), await startWorker()];
  const first = Date.now() + lead;
  const made = await schedule(first);
  expect(service.mail.mails).toEqual([]);
  const cancelled = new Set<string>();
  const moved = new Map<string, number>();
  // Each tenth is cancelled and each tenth moved, within a second of its time.
  const acts = made.map(async ({ id, sendAt }, n) => {
    if (n % 10 > 1) return;
    await until(sendAt - 500 + ((n * 7_919) % 1_500));
    const path = `/workspaces/ref:shop/messages/${id}`;
    if (n % 10 === 0) {
      const { status } = await backend.rest('POST', `${path}/cancel`);
      expect([200, 409]).toContain(status);
      if (status === 200) cancelled.add(id);
      return;
    }
    const later = sendAt + 5_000;
    const { status } = await backend.rest('PATCH', path, { send_at: new Date(later).toISOString() });
    expect([200, 409]).toContain(status);
    if (status === 200) moved.set(id, later);
  });
  const killing = (async () => {
    for (let n = 1; n <= kills; n += 1) {
      await until(first + (n * span) / (kills + 1));
      const [oldest, other] = pair;
      if (!oldest || !other) throw new Error('There are two workers');
      await oldest.kill();
      pair.splice(0, 2, other, await startWorker());
    }
  })();
  const suspending = (async () => {
    await until(first + span / 3);
    expect((await backend.rest('POST', '/workspaces/ref:shop/suspend')).status).toBe(200);
    await until(first + span / 2);
    expect((await backend.rest('POST', '/workspaces/ref:shop/resume')).status).toBe(200);
  })();
  await Promise.all([...acts, killing, suspending]);
  await expect
    .poll(() => query("SELECT count(*)::int AS n FROM messages WHERE state NOT IN ('delivered', 'failed')"), patience)
    .toEqual([{ n: 0 }]);

  const rows = await query('SELECT id, state, reason, ended_at FROM messages ORDER BY id');
  const states = new Map(rows.map((row) => [row.id, row]));
  const sent = new Map<string, number>();
  for (const { to } of service.mail.mails) sent.set(to[0] ?? '', (sent.get(to[0] ?? '') ?? 0) + 1);
  for (const { id, email, sendAt } of made) {
    const row = states.get(id);
    if (cancelled.has(id)) {
      expect([row.state, row.reason, sent.get(email) ?? 0]).toEqual(['failed', 'cancelled', 0]);
      continue;
    }
    expect([row.state, sent.has(email)]).toEqual(['delivered', true]);
    expect(row.ended_at.getTime()).toBeGreaterThanOrEqual(moved.get(id) ?? sendAt);
  }
  const twice = service.mail.mails.length - sent.size;
  process.stdout.write(
    `${mails} scheduled: ${cancelled.size} cancelled, ${moved.size} moved, ${kills} workers killed, ${twice} mails twice\n`,
  );
  expect(Math.min(cancelled.size, moved.size)).toBeGreaterThan(0);
  expect(twice).toBeLessThanOrEqual(kills * underWay);
});
