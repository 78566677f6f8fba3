/** One workspace with a backlog of 50,000; another emits one, and it leaves within two seconds. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyQueued } from '../support/copy-queued.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import { ofWhole } from './share.ts';

const backlog = ofWhole(50_000);
/** From the emit to the mail at the other side; milliseconds. */
const leavesWithin = 2_000;
const probes = 5;

let service: TestService;
let backend: Backend;

beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMIT_PER_MINUTE: '10000000' } });
  backend = await service.platform('Acme');
  await backend.rest('POST', '/workspaces', { name: 'Big', reference: 'big' });
});

afterAll(() => service.stop());

async function emit(workspace: string, email: string): Promise<void> {
  const { status } = await backend.rest('POST', `/workspaces/ref:${workspace}/events`, {
    type: 'order.shipped',
    idempotency_key: email,
    recipient: { email },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
  });
  expect(status).toBe(202);
}

test(`a mail leaves within ${leavesWithin} ms beside a backlog of ${backlog}`, async () => {
  await emit('big', 'first@example.com');
  await service.mail.received(1);
  await copyQueued(service.service.app.db.pool, { sample: 'first@example.com', count: backlog });
  const left: number[] = [];
  for (let n = 0; n < probes; n += 1) {
    const email = `urgent-${n}@example.com`;
    const started = performance.now();
    await emit('shop', email);
    await expect
      .poll(() => service.mail.mails.some(({ to }) => to[0] === email), { timeout: 30_000, interval: 10 })
      .toBe(true);
    left.push(Math.round(performance.now() - started));
  }
  const waiting = await service.service.app.db.pool.query(
    `SELECT count(*)::int AS n FROM messages WHERE state IN ('queued', 'sending')`,
  );
  process.stdout.write(`left after ${left.join(', ')} ms, with ${waiting.rows[0].n} still waiting\n`);
  expect(waiting.rows[0].n).toBeGreaterThan(0);
  expect(Math.max(...left)).toBeLessThan(leavesWithin);
});
