/** Limits that several processes on one database hold together. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { operations } from './harness/contract.ts';
import { callOf, nothing } from './harness/every-call.ts';
import { callOperation, openPlatform, operate, type Platform } from './harness/platform.ts';
import { emitOf, makeEventType, simulated } from './harness/samples.ts';
import { type ServiceProcess, startServiceProcess } from './harness/service-process.ts';

/** Requests that may come at once after a quiet time (decisions, section 2). */
const burst = 500;
const first = inject('restService');
let second: ServiceProcess;

beforeAll(async () => {
  second = await startServiceProcess(first.databaseUrl, { ROLES: 'api', RATE_LIMIT_PER_MINUTE: '6000000' });
});
afterAll(() => second.stop());

function ask(service: { readonly url: string }, platform: Platform, operationId: string, call = {}) {
  const headers = { authorization: `Bearer ${platform.apiKey.secret}` };
  return callOperation(service.url, operationId, { ...call, headers });
}

describe("a platform's request limit", () => {
  it('holds for two processes together, and refuses every operation alike', async () => {
    const slow = await openPlatform('Slow');
    await operate(`mutation ($input: RequestLimitSetInput!) { requestLimitSet(input: $input) { platform { id } } }`, {
      input: { platformId: slow.id, perMinute: 6 },
    });
    const began = Date.now();
    const answers = await Promise.all(
      Array.from({ length: burst + 100 }, (_, at) => ask(at % 2 ? first : second, slow, 'getKey')),
    );
    const allowed = answers.filter(({ status }) => status === 200);
    // A tenth of a token comes back each second; what one process has leased the other cannot have.
    const refilled = Math.ceil((Date.now() - began) / 10_000);
    expect(allowed.length).toBeLessThanOrEqual(burst + refilled);
    expect(allowed.length).toBeGreaterThan(burst - 100);
    for (const { headers } of allowed) {
      expect(Number(headers.get('ratelimit-remaining'))).toBeLessThan(burst);
      expect(headers.get('ratelimit-limit')).toMatch(/^(?:6|6000000)$/);
    }

    // What is left of a lease goes before the rest is refused.
    const drain = async (service: { readonly url: string }) => {
      while ((await ask(service, slow, 'getKey')).status === 200);
    };
    await Promise.all([drain(first), drain(second)]);
    const none = nothing();
    for (const [at, { id }] of operations.entries()) {
      const { status, headers, body } = await ask(at % 2 ? first : second, slow, id, callOf(id, none));
      expect([status, body?.code, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')], id).toEqual([
        429,
        'rate_limited',
        '6',
        '0',
      ]);
      expect(Number(headers.get('retry-after')), id).toBeLessThanOrEqual(10);
      expect(Number(headers.get('ratelimit-reset')), id).toBeGreaterThan(burst);
    }
  });

  it("leaves another platform's requests alone", async () => {
    const other = await openPlatform('Other');
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => ask(at % 2 ? first : second, other, 'getKey')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
});

it('thirty emits an hour to one address cannot be passed by two processes', async () => {
  const acme = await openPlatform();
  await makeEventType(acme, 'order.shipped');
  for (const address of ['one', 'two', 'three']) {
    const recipient = { email: simulated(address) };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        ask(at % 2 ? first : second, acme, 'emitEvent', {
          path: { workspace: acme.workspace },
          body: emitOf('order.shipped', `${address}-${at}`, { recipient }),
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect([statuses.filter((status) => status === 202).length, statuses.filter((status) => status === 429).length]).toEqual(
      [30, 30],
    );
    for (const { body } of answers.filter(({ status }) => status === 429)) expect(body.code).toBe('recipient_rate_limited');
  }
});

it('a key that one process revoked stops on the other within a second', async () => {
  const acme = await openPlatform();
  expect((await ask(second, acme, 'getKey')).status).toBe(200);
  await operate(`mutation ($input: ApiKeyRevokeInput!) { apiKeyRevoke(input: $input) { apiKey { id } } }`, {
    input: { id: acme.apiKey.id },
  });
  expect((await ask(first, acme, 'getKey')).status).toBe(401);
  const stopped = async () => (await ask(second, acme, 'getKey')).status;
  await expect.poll(stopped, { timeout: 1_000, interval: 100 }).toBe(401);
});
