/** The process of an erasure is killed repeatedly: another process finishes the erasure. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureWebhookCertificate } from '../../src/local/certificate-authority.ts';
import { copyEvents } from '../people/copy-events.ts';
import { findInDatabase } from '../people/find-in-database.ts';
import { openShop, type Shop } from '../support/open-shop.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { loadWorker, type WorkerPlace, type WorkerProcess } from '../support/worker-process.ts';
import { ofWhole } from './share.ts';

const events = Math.max(12_000, ofWhole(60_000));
const kills = Math.max(3, ofWhole(20));
/** Remaining events at a kill, as parts of the whole: anywhere between these. */
const killsBetween = [0.15, 0.95] as const;
/** Within a step or between two; milliseconds. */
const hesitation = 20;
/** Longest time for the rest after the last kill; milliseconds. */
const patience = 120_000;
/** A lease of a process that is gone; seconds. */
const lostLease = 3;

const address = 'Grace.Hopper@Example.com';
const reference = 'customer-hopper';

let service: TestService;
let shop: Shop;
let dataDir: string;
let place: WorkerPlace;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-erase-'));
  await ensureWebhookCertificate(dataDir, ['hooks.test']);
  // Nothing is carried out here: that is what the workers are for.
  service = await startTestService({ env: { ROLES: 'api' } });
  shop = await openShop(service, 'Acme');
  const databaseUrl = service.service.app.db.url;
  place = { databaseUrl, dataDir, smtpPort: service.mail.port };
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function load(): Promise<WorkerProcess> {
  const worker = await loadWorker(place);
  workers.push(worker);
  return worker;
}

const rows = async (text: string, values: readonly unknown[] = []) =>
  (await service.service.app.db.pool.query(text, [...values])).rows;

/** A person of whom there is something in every table that can hold one; gives the contact's id. */
async function person(): Promise<string> {
  const at = service.service.app.clock.now();
  const contact = await shop.putContact(reference, {
    email: address,
    tags: ['Friends of Hopper'],
    marketing: { state: 'subscribed', at: at.toISOString() },
    pixel_consent_at: at.toISOString(),
  });
  const { id } = contact.body.data;
  await shop.emit(`shipped:${address}`, { contact: `ref:${reference}` }, { customer_name: 'Grace Hopper' });
  await copyEvents(service.service.app.db.pool, events);
  await rows(`UPDATE messages SET state = 'delivered', ended_at = $1 WHERE id LIKE '%-%'`, [at]);
  // The attempt at one of them died with its process, which held it a moment ago.
  await rows(
    `UPDATE messages SET state = 'sending', attempt_number = 1, lease_until = now() + interval '${lostLease} seconds'
     WHERE id NOT LIKE '%-%'`,
  );
  await rows(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     VALUES ($1, 'E', 'https://hooks.test/', '{}', $2, $2)`,
    [shop.platformId, at],
  );
  const webhook = `platform_id, id, endpoint_id, type, source, workspace_id, created_at`;
  await rows(
    `INSERT INTO webhooks (${webhook}, message_id)
     SELECT platform_id, 'M' || id, 'E', 'message.delivered', 'service', workspace_id, $1, id
     FROM messages`,
    [at],
  );
  await rows(
    `INSERT INTO webhooks (${webhook}, contact_id, contact_reference)
     SELECT platform_id, 'C' || n, 'E', 'contact.left_marketing', 'recipient', workspace_id, $1, id, reference
     FROM contacts, generate_series(1, 1000) n`,
    [at],
  );
  await rows(
    `INSERT INTO attachments (workspace_id, message_id, position, filename, media_type, content)
     SELECT workspace_id, id, 0, 'hopper.pdf', 'application/pdf', 'for Grace Hopper' FROM messages LIMIT 500`,
  );
  await rows(
    `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
     SELECT platform_id, 'S', workspace_id, email, address_hash, 'complaint', 'marketing', $1 FROM contacts`,
    [at],
  );
  await rows('ANALYZE');
  return id;
}

test(`an erasure whose process is killed ${kills} times, at random, leaves nothing of the person`, async () => {
  const contactId = await person();
  const words = [address, 'hopper', reference, contactId];
  expect((await findInDatabase(service.service.app.db.pool, words)).length).toBeGreaterThan(10);
  const erasure = await shop.erase({ contact: `ref:${reference}` });
  await shop.emit('bystander', { email: 'bystander@example.com' });

  const left = async () =>
    (await rows('SELECT count(*)::int AS n FROM events WHERE payload IS NOT NULL'))[0].n as number;
  const [last, first] = killsBetween;
  const deaths = Array.from({ length: kills }, () => events * (last + Math.random() * (first - last)));
  const seen: number[] = [];
  let worker = await load();
  for (const [n, death] of deaths.sort((a, b) => b - a).entries()) {
    // The next process is loaded before the kill, so that the erasure is not finished earlier.
    const next = await load();
    await worker.start();
    while ((await left()) > death) await sleep(2);
    await sleep(Math.random() * hesitation);
    await worker.kill();
    worker = next;
    seen.push(await left());
    expect(await shop.finished(erasure), `after kill ${n + 1}`).toBe(false);
  }
  await worker.start();
  await expect.poll(() => shop.finished(erasure), { timeout: patience, interval: 100 }).toBe(true);
  process.stdout.write(`an erasure of ${events} events was killed with ${seen.join(', ')} left\n`);

  // Each kill came in the middle.
  expect(Math.max(...seen)).toBeLessThan(events);
  expect(Math.min(...seen)).toBeGreaterThan(0);
  expect(await findInDatabase(service.service.app.db.pool, words)).toEqual([]);
  expect(await rows('SELECT FROM webhooks')).toEqual([]);
  const [bare] = await rows('SELECT count(*)::int AS n FROM events WHERE payload IS NULL AND contact_id IS NULL');
  expect(bare.n).toBe(events);
  // The remaining process sends; the erased person gets no mail.
  await expect
    .poll(() => service.mail.mails.map(({ to }) => to), { timeout: 20_000 })
    .toEqual([['bystander@example.com']]);
});
