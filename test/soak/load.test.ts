import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import { ofWhole } from './share.ts';

const seconds = ofWhole(60);
const emitsASecond = 200;
const workspacesEach = 10;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.stop());

async function remaining(where: string): Promise<number> {
  const { rows } = await service.service.app.db.pool.query(`SELECT count(*)::int AS n FROM ${where}`);
  return rows[0].n;
}

test('two platforms emit 200 a second over 20 workspaces: each mail goes out once, each webhook at least once', async () => {
  const platforms = await Promise.all(
    ['One', 'Two'].map(async (name) => {
      const backend = await service.platform(name);
      const hooks = await service.webhookSink();
      await backend.rest('POST', '/webhook-endpoints', { url: hooks.url, types: ['message.delivered'] });
      for (let n = 0; n < workspacesEach; n += 1) {
        await backend.rest('POST', '/workspaces', { name: `Shop ${n}`, reference: `shop-${n}` });
      }
      return { backend, hooks };
    }),
  );
  const total = seconds * emitsASecond;
  const answers: Promise<string>[] = [];
  const started = performance.now();
  // Emits keep to the clock, not to the answers: a slow answer makes no emit wait.
  while (answers.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * emitsASecond));
    while (answers.length < due) {
      const n = answers.length;
      const platform = platforms[n % 2];
      if (platform) answers.push(emitOne(platform.backend, n));
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const ids = await Promise.all(answers);
  expect(new Set(ids).size).toBe(total);

  await service.mail.received(total);
  const hooks = platforms.map((platform) => platform.hooks);
  await Promise.all(hooks.map((sink) => sink.received(total / 2)));
  const delivered = new Set(hooks.flatMap(({ taken }) => taken.map(({ body }) => body.data.message.id)));
  await expect.poll(() => remaining(`webhooks WHERE state = 'pending'`)).toBe(0);
  expect([...delivered].sort()).toEqual([...ids].sort());
  expect(new Set(service.mail.mails.map(({ to }) => to[0])).size).toBe(total);
  expect(service.mail.mails).toHaveLength(total);
  expect(await remaining(`messages WHERE state <> 'delivered'`)).toBe(0);
  expect(await remaining('messages WHERE lease_until IS NOT NULL')).toBe(0);
  await expect.poll(() => remaining(`pgboss.job WHERE state IN ('created', 'active')`)).toBe(0);
});

async function emitOne(backend: Backend, n: number): Promise<string> {
  const { status, body } = await backend.rest('POST', `/workspaces/ref:shop-${n % workspacesEach}/events`, {
    type: 'order.shipped',
    idempotency_key: `load-${n}`,
    recipient: { email: `reader-${n}@example.com` },
    payload: { order_number: String(n), tracking_url: `https://example.com/track/${n}` },
  });
  expect(status).toBe(202);
  return body.data.message.id;
}
