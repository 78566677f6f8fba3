/**
 * A platform whose rows somebody holds locked, beside others. One that writes as much as it may beside another is among
 * the attacks (test/attacks/database).
 */
import type pg from 'pg';
import { Agent, fetch } from 'undici';
import { it } from 'vitest';
import { everyWay } from '../support/every-way.ts';
import { openClient } from '../support/open-client.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';

/** How often somebody emits beside emits that meet a lock. */
const rounds = everyWay ? 5 : 1;
async function openPlatforms(connections: number, closers: (() => Promise<unknown>)[]) {
  const tidings = await startTestService({
    env: { DATABASE_POOL: String(connections), RATE_LIMIT_PER_MINUTE: '6000000' },
  });
  closers.push(tidings.stop);
  const open = async (name: string) => apart(await tidings.platform(name), tidings, closers);
  return { tidings, acme: await open('Acme'), grey: await open('Grey'), blue: await open('Blue') };
}

type Lock = (text: string, backend: Backend) => Promise<pg.Client>;

/** An open transaction of somebody else that has run `text`. */
async function lockRows(tidings: TestService, text: string, backend: Backend, closers: (() => Promise<unknown>)[]) {
  const client = await openClient(tidings.databaseUrl);
  closers.push(() => client.end());
  await client.query('BEGIN');
  const { rowCount } = await client.query(text, [backend.platformId]);
  if (rowCount === 0) throw new Error('Nothing was locked');
  return client;
}

/** Over connections of its own: a client that waits for its own connections would say nothing of the service. */
function apart(backend: Backend, tidings: TestService, closers: (() => Promise<unknown>)[]): Backend {
  const agent = new Agent();
  closers.push(() => agent.close());
  const rest: Backend['rest'] = async (method, path, body) => {
    const response = await fetch(`${tidings.service.url}/v1${path}`, {
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

/** Runs `work` on platforms of its own, and closes what it opened. */
async function onPlatforms(
  connections: number,
  work: (platforms: Awaited<ReturnType<typeof openPlatforms>>, lock: Lock) => Promise<void>,
): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const platforms = await openPlatforms(connections, closers);
    await work(platforms, (text, backend) => lockRows(platforms.tidings, text, backend, closers));
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

it.concurrent.for(everyWay ? [4, 16] : [4])(
  'with %i connections, a locked workspace and a locked address hold up no emits but their own',
  (connections, { expect }) =>
    onPlatforms(connections, async ({ acme, grey, blue }, lockRows) => {
      for (const reference of ['ada', 'bob']) {
        await grey.rest('PUT', `/workspaces/ref:shop/contacts/ref:${reference}`, { email: `${reference}@example.com` });
      }
      await emitTo(grey, 'first', { contact: 'ref:ada' });
      const workspace = await lockRows('SELECT FROM workspaces WHERE platform_id = $1 FOR UPDATE', acme);
      const address = await lockRows('SELECT FROM emit_rates WHERE platform_id = $1 FOR UPDATE', grey);
      const blocked: ReturnType<typeof emitTo>[] = [];
      const free: ReturnType<typeof emitTo>[] = [];
      const first: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        // At once, so that they share a batch.
        const held = [
          ...[1, 2, 3].map((n) => emitTo(acme, `key-${round}-${n}`, { email: `a-${round}-${n}@example.com` })),
          emitTo(grey, `ada-${round}`, { contact: 'ref:ada' }),
        ];
        blocked.push(...held);
        free.push(emitTo(grey, `bob-${round}`, { email: `bob-${round}@example.com` }));
        const other = emitTo(blue, `key-${round}`, { email: `b-${round}@example.com` });
        free.push(other);
        first.push(await Promise.race([other.then(() => 'other'), ...held.map((emit) => emit.then(() => 'held'))]));
      }
      for (const { status, headers, body } of await Promise.all(blocked)) {
        expect([status, body.code]).toEqual([503, 'unavailable']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await Promise.all(free)).map(({ status }) => status)).toEqual(free.map(() => 202));
      // A machine that stands still delays one round, a lock each: whoever waited for it was answered with its emits.
      expect(first).toContain('other');
      await workspace.query('ROLLBACK');
      await address.query('ROLLBACK');
      expect((await emitTo(acme, 'key-0-1')).status).toBe(202);
      expect((await emitTo(grey, 'ada-0', { contact: 'ref:ada' })).status).toBe(202);
    }),
);

it.concurrent('outcomes of one platform whose rows are locked do not hold up those of another', ({ expect }) =>
  onPlatforms(8, async ({ tidings, acme, blue }, lockRows) => {
    const states = async (backend: Backend) => {
      const { rows } = await tidings.service.app.db.pool.query(
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
      acme,
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
    await expect.poll(async () => (await states(acme)).sending).toBe(10);
    await lock.query('ROLLBACK');
    await expect.poll(() => states(acme)).toEqual({ delivered: 11 });
    // What waited to be written was not sent again.
    expect(tidings.mail.mails).toHaveLength(21);
  }));
