/**
 * How long the links of mails take to answer a token that stands for nobody, by what is wrong with it: whoever measures
 * must not learn whether a token was nearly right, or was somebody's once. Over one kept connection on loopback, the
 * kinds interleaved at random. Ours is the slowest kind's median, the yardstick the quickest kind's, of the link where
 * they are furthest apart. The last line is one JSON object.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Client } from 'undici';
import { migrate } from '../../prisma/migrate.ts';
import { readConfig } from '../../src/config.ts';
import { unsubscribeUrl } from '../../src/contacts/contact-token.ts';
import { upsertContacts } from '../../src/contacts/upsert-contacts.ts';
import { newId } from '../../src/ids.ts';
import { startCluster } from '../../src/local/postgres-cluster.ts';
import { createLog } from '../../src/log.ts';
import { openPixelUrl } from '../../src/messages/open-pixel.ts';
import { createPlatform } from '../../src/platforms/create-platform.ts';
import { startService } from '../../src/start-service.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';

/** Of each kind at each link, in each round. */
const requests = 500;
const warmUp = 200;
/** The round in which the kinds are closest counts: what else the machine does only ever sets them apart. */
const rounds = 3;
const contactsABatch = 500;

const kinds = ['wrong MAC', 'truncated', 'swapped', 'nobody there'] as const;
type Kind = (typeof kinds)[number];

/** `token` gives one that is spoilt in the way of `kind`; `n` makes them differ. */
interface Link {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly body?: string;
  readonly token: (kind: Kind, n: number) => string;
}

const folder = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
const cluster = await startCluster({ folder: join(folder, 'postgres'), durable: true });
const databaseUrl = cluster.url('bench');
const admin = new pg.Client({ connectionString: cluster.url('postgres') });
await admin.connect();
await admin.query('CREATE DATABASE bench');
await admin.end();
await migrate(databaseUrl);
const service = await startService({
  config: readConfig({ DATA_DIR: folder, ROLES: 'api', PORT: '0' }),
  databaseUrl,
  secretKey: 'a key of thirty-two characters at least',
  log: createLog('silent'),
  inbox: { host: '127.0.0.1', port: 9 },
  webhookCaFile: null,
});
const { app } = service;
const { id: platformId } = await createPlatform(app, { name: 'Bench' });
const ctx = { app, platformId, apiKeyId: null };
const workspaceId = await createWorkspace(ctx, { name: 'Shop', reference: 'shop' });
for (let batch = 0; batch < 4; batch += 1) {
  await upsertContacts(
    ctx,
    'ref:shop',
    Array.from({ length: contactsABatch }, (_none, n) => ({
      reference: `reader-${batch}-${n}`,
      email: `reader-${batch}-${n}@example.com`,
    })),
  );
}
const { rows: people } = await app.db.pool.query<{ id: string }>('SELECT id FROM contacts');
await app.db.pool.query('ANALYZE');

const idOf = (n: number) => people[n % people.length]?.id ?? '';
const path = (url: string) => url.slice(app.publicUrl.length);
const way = (id: string) => path(unsubscribeUrl(app, { workspaceId, id }));
const eye = (id: string) => path(openPixelUrl(app, id));

function wayOut(kind: Kind, n: number): string {
  const [real, other] = [way(idOf(n)), way(idOf(n + 1))];
  switch (kind) {
    case 'wrong MAC':
      return `${real.slice(0, -1)}${real.endsWith('A') ? 'B' : 'A'}`;
    case 'truncated':
      return real.slice(0, -1);
    case 'swapped':
      return `${real.slice(0, -20)}${other.slice(-20)}`;
    case 'nobody there':
      return way(newId(new Date()));
  }
}

function pixel(kind: Kind, n: number): string {
  const [id, other] = [newId(new Date()), newId(new Date())];
  const [real, macOfOther] = [eye(id), eye(other).slice(-28)];
  switch (kind) {
    case 'wrong MAC':
      return `${real.slice(0, -5)}${real.at(-5) === 'a' ? 'b' : 'a'}.gif`;
    case 'truncated':
      return `${real.slice(0, -5)}.gif`;
    case 'swapped':
      // Another message's MAC, or a token of the other links.
      return n % 2 === 0 ? `${real.slice(0, -28)}${macOfOther}` : way(idOf(n)).replace('/unsubscribe/', '/open/');
    case 'nobody there':
      return real;
  }
}

const form = (values: Record<string, string>) => new URLSearchParams(values).toString();
const links: readonly Link[] = [
  { name: 'page', method: 'GET', token: wayOut },
  { name: 'leave', method: 'POST', body: form({ action: 'leave' }), token: wayOut },
  { name: 'one-click', method: 'POST', body: form({ 'List-Unsubscribe': 'One-Click' }), token: wayOut },
  { name: 'undo', method: 'POST', body: form({ action: 'undo' }), token: wayOut },
  { name: 'pixel', method: 'GET', token: pixel },
];

const client = new Client(service.url ?? '');

/** Milliseconds; `seen` keeps what was answered. */
async function time({ method, body, token }: Link, kind: Kind, n: number, seen: Set<string>): Promise<number> {
  const target = token(kind, n);
  const from = performance.now();
  const answer = await client.request({
    method,
    path: target,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  });
  const text = await answer.body.text();
  const taken = performance.now() - from;
  seen.add(`${answer.statusCode} ${text}`);
  return taken;
}

const shuffled = <Item>(items: readonly Item[]) =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
const percentile = (times: readonly number[], part: number) => times[Math.floor(times.length * part)] ?? 0;
const milliseconds = (value: number) => Number(value.toFixed(3));

interface Spread {
  readonly figures: readonly { readonly kind: Kind; readonly median: number; readonly p95: number }[];
  readonly slowest: number;
  readonly quickest: number;
}

async function measure(link: Link): Promise<Spread> {
  const seen = new Set<string>();
  const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  for (let n = -warmUp; n < requests; n += 1) {
    for (const kind of shuffled(kinds)) {
      const taken = await time(link, kind, n + warmUp, seen);
      if (n >= 0) times.get(kind)?.push(taken);
    }
  }
  if (seen.size !== 1) throw new Error(`${link.name} answers ${seen.size} different pages.`);
  const figures = kinds.map((kind) => {
    const sorted = (times.get(kind) ?? []).sort((a, b) => a - b);
    return { kind, median: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
  });
  const medians = figures.map(({ median }) => median);
  return { figures, slowest: Math.max(...medians), quickest: Math.min(...medians) };
}

const apart = ({ slowest, quickest }: Spread) => slowest / quickest;
const byDistance = (a: Spread, b: Spread) => apart(a) - apart(b);

async function closest(link: Link): Promise<Spread> {
  const measured: Spread[] = [];
  for (let round = 1; round <= rounds; round += 1) measured.push(await measure(link));
  const [best] = measured.sort(byDistance);
  if (best === undefined) throw new Error('Nothing was measured.');
  for (const { kind, median, p95 } of best.figures) {
    process.stdout.write(`${link.name}, ${kind}: median ${milliseconds(median)} ms, p95 ${milliseconds(p95)} ms\n`);
  }
  return best;
}

const spreads: Spread[] = [];
try {
  for (const link of links) spreads.push(await closest(link));
} finally {
  await client.close();
  await service.stop();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
const worst = spreads.sort(byDistance).at(-1);
if (worst === undefined) throw new Error('Nothing was measured.');
process.stdout.write(
  `${JSON.stringify({
    name: 'tokens',
    ours: milliseconds(worst.slowest),
    yardstick: milliseconds(worst.quickest),
    ratio: Number(apart(worst).toFixed(3)),
    unit: 'ms (medians)',
  })}\n`,
);
