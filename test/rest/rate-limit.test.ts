/** Limits that several processes on one database hold together. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Answered } from './harness/check-answer.ts';
import { operations } from './harness/contract.ts';
import { callOf, nothing } from './harness/every-call.ts';
import { callOperation, openPlatform, operate, type Platform } from './harness/platform.ts';
import { emitOf, makeEventType, simulated } from './harness/samples.ts';
import { type ServiceProcess, startServiceProcess } from './harness/service-process.ts';

/** Tokens that a process may have leased before the limit was lowered. */
const block = 50;
/** Requests a minute, and so at once. */
const perMinute = 1;
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

/** Asks on both processes at once; all the answers. */
async function askUntilRefused(platform: Platform): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  const askOn = async (service: { readonly url: string }) => {
    for (;;) {
      const answered = await ask(service, platform, 'getKey');
      answers.push(answered);
      if (answered.status === 429) return;
    }
  };
  await Promise.all(Array.from({ length: 40 }, (_, at) => askOn(at % 2 ? first : second)));
  return answers;
}

describe("a platform's request limit", () => {
  it('holds for two processes together, and refuses every operation alike', async () => {
    const slow = await openPlatform('Slow');
    await operate(`mutation ($input: RequestLimitSetInput!) { requestLimitSet(input: $input) { platform { id } } }`, {
      input: { platformId: slow.id, perMinute },
    });
    const began = Date.now();
    // Twenty at a time on each process, until both are told to wait.
    const answers = await askUntilRefused(slow);
    const allowed = answers.filter(({ status }) => status === 200);
    // One token comes back each minute.
    const refilled = Math.ceil((Date.now() - began) / 60_000);
    expect(allowed.length).toBeLessThanOrEqual(block + perMinute + refilled);
    for (const { headers } of allowed) {
      expect(Number(headers.get('ratelimit-remaining'))).toBeLessThan(500);
      expect(headers.get('ratelimit-limit')).toMatch(/^(?:1|6000000)$/);
    }

    const none = nothing();
    for (const [at, { id }] of operations.entries()) {
      const answer = () => ask(at % 2 ? first : second, slow, id, callOf(id, none));
      const answered = await answer();
      // The token of a minute may have come back just now; the next has not.
      const { status, headers, body } = answered.status === 429 ? answered : await answer();
      expect([status, body?.code, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')], id).toEqual([
        429,
        'rate_limited',
        '1',
        '0',
      ]);
      expect(Number(headers.get('retry-after')), id).toBeLessThanOrEqual(60);
      expect(Number(headers.get('ratelimit-reset')), id).toBe(60);
    }
  });

  it("leaves another platform's requests alone", async () => {
    const other = await openPlatform('Other');
    for (let number = 0; number < 100; number++) expect((await other.ask('getKey')).status).toBe(200);
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
    expect([
      statuses.filter((status) => status === 202).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([30, 30]);
    for (const { body } of answers.filter(({ status }) => status === 429))
      expect(body.code).toBe('recipient_rate_limited');
  }
});

it('a key that one process revoked stops on the other soon after', async () => {
  const acme = await openPlatform();
  expect((await ask(second, acme, 'getKey')).status).toBe(200);
  await operate(`mutation ($input: ApiKeyRevokeInput!) { apiKeyRevoke(input: $input) { apiKey { id } } }`, {
    input: { id: acme.apiKey.id },
  });
  expect((await ask(first, acme, 'getKey')).status).toBe(401);
  const stopped = async () => (await ask(second, acme, 'getKey')).status;
  await expect.poll(stopped, { interval: 100 }).toBe(401);
});
