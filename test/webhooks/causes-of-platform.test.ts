/** The health of workspaces and the sending domain, as the receiver hears of them; and mail that could not be sent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { hours, minutes } from './ground.ts';
import { bodies, type Hearing, openHearing } from './hearing.ts';

const domain = 'mail.platform.net';

let names: NameServer;
let hearing: Hearing;

beforeAll(async () => {
  names = await startNameServer();
  hearing = await openHearing('Platform', {
    DNS_SERVERS: names.address,
    SPF_VALUE: 'include:spf.tidings.example',
    BOUNCE_HOST: 'bounces.tidings.example',
    HEALTH_MIN_ENDED: '4',
    HEALTH_THROTTLE_BOUNCES: '1',
    HEALTH_PAUSE_BOUNCES: '2',
  });
});
afterAll(async () => {
  await hearing.stop();
  await names.stop();
});

const typesSince = (from: number, type: string) =>
  hearing
    .taken()
    .slice(from)
    .filter(({ body }) => body.type === type);

/** The next webhook of the type since `from`. */
async function next(from: number, type: string) {
  await expect.poll(() => typesSince(from, type).length, { timeout: 20_000 }).toBe(1);
  return bodies(typesSince(from, type))[0];
}

test('each move of a workspace’s health is told with where from, where to and why; simulated bounces move nothing', async () => {
  const send = async (key: string, known: boolean) => {
    const email = `${key}@example.com`;
    if (!known) hearing.service.mail.refuse(email, [{ code: 550, text: '5.1.1 No such user' }]);
    const id = await hearing.emit(key, { email });
    await hearing.heard(id, 1);
  };
  let from = hearing.taken().length;
  for (const n of [1, 2, 3, 4, 5]) await hearing.emit(`simulated-${n}`, { email: `bounce+${n}@simulator.test` });
  for (const key of ['good-1', 'good-2', 'good-3']) await send(key, true);
  expect((await hearing.since(from)).filter(({ body }) => body.type === 'workspace.health_changed')).toEqual([]);

  const moved = (was: string, to: string, reason: string) =>
    hearing.about('workspace.health_changed', { from: was, to, reason });
  await send('gone-1', false);
  expect(await next(from, 'workspace.health_changed')).toEqual(moved('ramping', 'throttled', 'bounce_rate'));
  from = hearing.taken().length;
  await send('gone-2', false);
  expect(await next(from, 'workspace.health_changed')).toEqual(moved('throttled', 'paused', 'bounce_rate'));
  from = hearing.taken().length;
  hearing.clock.advance(hours(24));
  const recovered = await next(from, 'workspace.health_changed');
  expect(recovered).toEqual(moved('paused', 'throttled', 'recovered'));
  expect(recovered.created_at).toBe(hearing.clock.now().toISOString());
  expect((await hearing.shop.rest('GET', '/workspaces/ref:shop')).body.data.health).toMatchObject({
    state: 'throttled',
    reason: 'recovered',
  });
  from = hearing.taken().length;
  hearing.clock.advance(hours(24));
  expect(await next(from, 'workspace.health_changed')).toEqual(moved('throttled', 'ramping', 'recovered'));
});

async function publish(purposes: readonly string[]): Promise<void> {
  const { body } = await hearing.shop.rest('GET', '/sending-domain');
  for (const { purpose, type, name, value } of body.data.records) {
    const there = purposes.includes(purpose);
    if (type === 'TXT') names.txt(name, ...(there ? [value] : []));
    else names.mx(name, ...(there ? [[10, value.replace(/^\d+ /, '')] as const] : []));
  }
}

/** Goes on to the next check, and waits until the domain is `status` and all records have been looked at. */
async function checked(status: string, ahead: number): Promise<void> {
  hearing.clock.advance(ahead);
  const now = async () => (await hearing.shop.rest('GET', '/sending-domain')).body.data.status;
  await expect.poll(now, { timeout: 20_000 }).toBe(status);
}

test('the sending domain’s webhook goes out when mail can, or can no longer, go out, and at no other change', async () => {
  const type = 'sending_domain.changed';
  const required = ['dkim', 'return_path', 'spf'];
  let from = hearing.taken().length;
  await hearing.shop.rest('PUT', '/sending-domain', { domain });
  await publish(required);
  const records = (missing: readonly string[]) =>
    ['dkim', 'return_path', 'spf', 'dmarc'].map((purpose) => ({
      purpose,
      status: missing.includes(purpose) ? 'missing' : 'verified',
    }));
  const changed = (sendable: boolean, missing: readonly string[]) =>
    hearing.about(type, { domain, sendable, records: records(missing) }, { workspace: null });

  await checked('verified', minutes(3));
  const told = await next(from, type);
  expect(told).toEqual(changed(true, ['dmarc']));
  expect(JSON.stringify(told)).not.toContain('@');

  // The advisory record comes, a required one goes and comes back within the day of grace: mail goes out all the while.
  from = hearing.taken().length;
  await publish([...required, 'dmarc']);
  await checked('verified', hours(1) + 1);
  await publish(['dkim', 'return_path']);
  await checked('warning', hours(1) + 1);
  await publish(required);
  await checked('verified', minutes(3));
  await publish(['dkim', 'return_path']);
  await checked('warning', hours(1) + 1);
  expect(typesSince(from, type)).toEqual([]);

  await checked('failed', hours(24));
  expect(await next(from, type)).toEqual(changed(false, ['dmarc', 'spf']));
  from = hearing.taken().length;
  await publish(required);
  await checked('verified', minutes(3));
  expect(await next(from, type)).toEqual(changed(true, ['dmarc']));
});

test('mail that waits while another domain takes its own’s place fails with the reason, and the change itself is told to nobody', async () => {
  const recipient = 'waits@example.com';
  hearing.service.mail.refuse(recipient, [{ code: 450, text: '4.3.2 Come back later' }]);
  const id = await hearing.emit('waits', { email: recipient });
  const tried = async () => {
    const { rows } = await hearing.service.service.app.db.pool.query(
      "SELECT FROM messages WHERE id = $1 AND state = 'queued' AND attempt_number = 1",
      [id],
    );
    return rows.length;
  };
  await expect.poll(tried, { timeout: 20_000 }).toBe(1);
  const from = hearing.taken().length;
  expect((await hearing.shop.rest('PUT', '/sending-domain', { domain: 'new.platform.net' })).status).toBe(200);
  const message = { id, idempotency_key: 'waits', recipient };
  await hearing.heard(id, 1);
  expect(bodies(await hearing.since(from))).toEqual([
    hearing.about('message.failed', { message, reason: 'domain_not_sendable' }),
  ]);
});
