/** One platform that writes as much as it may, or whose rows somebody holds locked, beside another that wants little. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Agent, fetch } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { type Backend, startTestService, type TestService } from '../support/service.ts';

/**
 * What another platform may wait; milliseconds. The rule says a second on a machine of its own. Here both clients and
 * the service share one thread beside other tests, and 100 bodies of 500 contacts are written and read in it.
 */
const waitMax = 3_000;
/** Of the time that all batches take together: the machine may be slow, the other platform still does not wait for them. */
const crowdShareMax = 1 / 3;
const testTime = 120_000;

let tidings: TestService | undefined;
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await tidings?.stop();
  tidings = undefined;
});

async function twoPlatforms(connections: number) {
  tidings = await startTestService({
    env: { DATABASE_POOL: String(connections), RATE_LIMIT_PER_MINUTE: '6000000' },
  });
  return { acme: await tidings.platform('Acme'), blue: apart(await tidings.platform('Blue')) };
}

/** An open transaction of somebody else that has run `text`. */
async function lockRows(text: string, values: unknown[]): Promise<pg.Client> {
  const url = tidings?.databaseUrl ?? '';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  closers.push(() => client.end());
  await client.query('BEGIN');
  const { rowCount } = await client.query(text, values);
  if (rowCount === 0) throw new Error('Nothing was locked');
  return client;
}

/** Over connections of its own: a client that waits for its own connections would say nothing of the service. */
function apart(backend: Backend): Backend {
  const agent = new Agent();
  closers.push(() => agent.close());
  const rest: Backend['rest'] = async (method, path, body) => {
    const response = await fetch(`${tidings?.service.url}/v1${path}`, {
      dispatcher: agent,
      method,
      headers: { authorization: `Bearer ${backend.apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return { ...backend, rest };
}

const emitTo = (backend: Backend, key: string, recipient: object = { email: 'ada@example.com' }) =>
  backend.rest('POST', '/workspaces/ref:shop/events', {
    type: 'order.shipped',
    idempotency_key: key,
    recipient,
    payload: { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/1' },
  });

/** Runs `ask` again and again until `done`; the statuses, and the longest wait in milliseconds. */
async function askUntil(done: Promise<unknown>, ask: (count: number) => Promise<{ readonly status: number }>) {
  let over = false;
  const end = () => {
    over = true;
  };
  done.then(end, end);
  const statuses = new Set<number>();
  let slowest = 0;
  for (let count = 0; !over || count < 5; count++) {
    const began = performance.now();
    statuses.add((await ask(count)).status);
    slowest = Math.max(slowest, performance.now() - began);
    await sleep(10);
  }
  return { statuses: [...statuses].toSorted(), slowest };
}

function report(what: string, found: Awaited<ReturnType<typeof askUntil>>): void {
  if (process.env.TEST_TIMES) process.stderr.write(`${what}: ${Math.round(found.slowest)} ms ${found.statuses}\n`);
}

it('100 batches of 500 contacts at once leave room for another platform', { timeout: testTime }, async () => {
  const { acme, blue } = await twoPlatforms(8);
  const began = performance.now();
  const batches = Array.from({ length: 100 }, (_, batch) =>
    acme.rest('POST', '/workspaces/ref:shop/contacts/batch', {
      contacts: Array.from({ length: 500 }, (_, item) => ({
        reference: `c-${batch}-${item}`,
        email: `c-${batch}-${item}@example.com`,
        tags: ['vip', `batch ${batch}`],
      })),
    }),
  );
  const done = Promise.all(batches);
  const [reads, emits] = await Promise.all([
    askUntil(done, () => blue.rest('GET', '/workspaces/ref:shop/contacts')),
    askUntil(done, (count) => emitTo(blue, `key-${count}`, { email: `ada-${count}@example.com` })),
  ]);
  report(`100 batches, reads`, reads);
  report(`100 batches, emits`, emits);
  expect((await done).map(({ status }) => status)).toEqual(batches.map(() => 200));
  expect(reads.statuses).toEqual([200]);
  expect(emits.statuses).toEqual([202]);
  const crowdWaitMax = Math.max(waitMax, (performance.now() - began) * crowdShareMax);
  expect(reads.slowest).toBeLessThan(crowdWaitMax);
  expect(emits.slowest).toBeLessThan(crowdWaitMax);
});

describe.each([4, 16])('with %i connections', (connections) => {
  it('a locked workspace refuses its own emits for a while, and no other’s', { timeout: testTime }, async () => {
    const { acme, blue } = await twoPlatforms(connections);
    const lock = await lockRows('SELECT FROM workspaces WHERE platform_id = $1 FOR UPDATE', [acme.platformId]);
    let blocked = Array.from({ length: 12 }, (_, n) => emitTo(acme, `key-${n}`, { email: `a-${n}@example.com` }));
    blocked = blocked.concat(sleep(500).then(() => emitTo(acme, 'key-later')));
    const done = Promise.all(blocked);
    const emits = await askUntil(done, (count) => emitTo(blue, `key-${count}`, { email: `b-${count}@example.com` }));
    report(`${connections} connections, emits beside a locked workspace`, emits);
    expect(emits.statuses).toEqual([202]);
    expect(emits.slowest).toBeLessThan(waitMax);
    for (const { status, headers, body } of await done) {
      expect([status, body.code]).toEqual([503, 'unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await lock.query('ROLLBACK');
    expect((await emitTo(acme, 'key-1')).status).toBe(202);
  });

  it('a locked address stops neither other emits of its platform nor those of others', {
    timeout: testTime,
  }, async () => {
    const { acme, blue } = await twoPlatforms(connections);
    for (const reference of ['ada', 'bob']) {
      await acme.rest('PUT', `/workspaces/ref:shop/contacts/ref:${reference}`, { email: `${reference}@example.com` });
    }
    await emitTo(acme, 'first', { contact: 'ref:ada' });
    const lock = await lockRows('SELECT FROM emit_rates WHERE platform_id = $1 FOR UPDATE', [acme.platformId]);
    const blocked = Promise.all([1, 2, 3].map((n) => emitTo(acme, `ada-${n}`, { contact: 'ref:ada' })));
    const [own, others] = await Promise.all([
      askUntil(blocked, (count) => emitTo(acme, `bob-${count}`, { email: `bob-${count}@example.com` })),
      askUntil(blocked, (count) => emitTo(blue, `key-${count}`, { email: `b-${count}@example.com` })),
    ]);
    report(`${connections} connections, own emits beside a locked address`, own);
    report(`${connections} connections, others' emits beside a locked address`, others);
    expect((await blocked).map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(own.statuses).toEqual([202]);
    expect(others.statuses).toEqual([202]);
    expect(others.slowest).toBeLessThan(waitMax);
    await lock.query('ROLLBACK');
  });
});

it('outcomes of one platform whose rows are locked do not hold up those of another', {
  timeout: testTime,
}, async () => {
  const { acme, blue } = await twoPlatforms(8);
  const states = async (backend: Backend) => {
    const { rows } = await (tidings as TestService).service.app.db.pool.query(
      'SELECT state, count(*)::int AS count FROM messages WHERE platform_id = $1 GROUP BY state',
      [backend.platformId],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };
  // Its counts are written with each outcome.
  expect((await emitTo(acme, 'first')).status).toBe(202);
  await expect.poll(() => states(acme)).toEqual({ delivered: 1 });
  const lock = await lockRows(
    `SELECT FROM health_hours h JOIN workspaces w ON w.id = h.workspace_id WHERE w.platform_id = $1 FOR UPDATE OF h`,
    [acme.platformId],
  );
  const sent = Array.from({ length: 10 }, (_, n) => n);
  const emitted = await Promise.all(
    sent.flatMap((n) => [
      emitTo(acme, `key-${n}`, { email: `a-${n}@example.com` }),
      emitTo(blue, `key-${n}`, { email: `b-${n}@example.com` }),
    ]),
  );
  expect(emitted.map(({ status }) => status)).toEqual(emitted.map(() => 202));
  await expect.poll(() => states(blue)).toEqual({ delivered: 10 });
  expect((await states(acme)).sending).toBe(10);
  await lock.query('ROLLBACK');
  await expect.poll(() => states(acme)).toEqual({ delivered: 11 });
  // What waited to be written was not sent again.
  expect(tidings?.mail.mails).toHaveLength(21);
});
