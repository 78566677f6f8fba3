/**
 * Webhooks a second out of a backlog in PostgreSQL, by one worker process as `ROLES=worker npm start` runs it (claimed,
 * built, signed twice, posted, outcome and attempt committed), beside a bare undici loop that signs and posts the same
 * bodies over kept TLS connections to the same receiver. The last line is one JSON object.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Pool } from 'undici';
import { migrate } from '../../prisma/migrate.ts';
import { readConfig } from '../../src/config.ts';
import { ensureWebhookCertificate } from '../../src/local/certificate-authority.ts';
import { startCluster } from '../../src/local/postgres-cluster.ts';
import { createLog } from '../../src/log.ts';
import { createPlatform } from '../../src/platforms/create-platform.ts';
import { startService } from '../../src/start-service.ts';
import { createEndpoint } from '../../src/webhooks/create-endpoint.ts';
import { signingKey, signWebhook } from '../../src/webhooks/sign-webhook.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { fillBacklog } from '../webhooks/backlog.ts';

const endpoints = 8;
const messages = 2_500;
const webhooks = endpoints * messages;
/** As many at once as all endpoints together may have. */
const atOnce = 64;
/** Rounds of each, in turn; the first of each warms up and does not count. The middle one of the ratios is told. */
const rounds = 4;

const folder = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
const cluster = await startCluster({ folder: join(folder, 'postgres'), durable: true });
const databaseUrl = cluster.url('bench');
const client = new pg.Client({ connectionString: cluster.url('postgres') });
await client.connect();
await client.query('CREATE DATABASE bench');
await client.end();
await migrate(databaseUrl);

const certificate = await ensureWebhookCertificate(folder, ['hooks.test']);
const receiver = fork(
  fileURLToPath(new URL('count-requests.ts', import.meta.url)),
  [certificate.certFile, certificate.keyFile],
  { execArgv: ['--import', 'tsx'] },
);
const [port] = (await once(receiver, 'message')) as [number];
const url = `https://hooks.test:${port}/`;

const service = await startService({
  config: readConfig({ DATA_DIR: folder, ROLES: 'worker' }),
  databaseUrl,
  secretKey: 'a key of thirty-two characters at least',
  log: createLog('warn'),
  inbox: { host: '127.0.0.1', port: 9 },
  webhookCaFile: certificate.caFile,
});
const { app } = service;
const { id: platformId } = await createPlatform(app, { name: 'Bench' });
const ctx = { app, platformId, apiKeyId: null };
const workspace = await createWorkspace(ctx, { name: 'Shop', reference: 'shop' });
const endpointIds: string[] = [];
for (let n = 0; n < endpoints; n += 1) {
  endpointIds.push((await createEndpoint(ctx, { url, types: ['message.delivered'] })).id);
}

const delivered = async () => {
  const { rows } = await app.db.pool.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM webhooks WHERE state = 'delivered'",
  );
  return rows[0]?.n ?? 0;
};

const anyPending = async () => {
  const { rows } = await app.db.pool.query<{ any: boolean }>(
    "SELECT EXISTS (SELECT FROM webhooks WHERE state = 'pending') AS any",
  );
  return rows[0]?.any ?? false;
};

async function ours(): Promise<number> {
  const before = await delivered();
  // Due a moment from now, so that nothing goes out while the rows are still being made.
  const start = new Date(Date.now() + 5_000);
  await fillBacklog(app.db.pool, { platformId, workspaceId: workspace, endpointIds, messages, at: start });
  await sleep(Math.max(0, start.getTime() - Date.now()));
  const began = performance.now();
  await app.wake.ask(
    'webhooks',
    endpointIds.map((id) => ({ platformId, id })),
  );
  while (await anyPending()) await sleep(50);
  const seconds = (performance.now() - began) / 1_000;
  if ((await delivered()) - before !== webhooks) throw new Error('Not every webhook was delivered.');
  return webhooks / seconds;
}

async function bare(bodies: readonly string[]): Promise<number> {
  const pool = new Pool(url.replace('hooks.test', '127.0.0.1'), {
    connections: atOnce,
    connect: { ca: await readFile(certificate.caFile, 'utf8'), servername: 'hooks.test' },
  });
  const keys = [signingKey('01ARZ3NDEKTSV4RRFFQ69G5FAV', `whsec_${Buffer.alloc(32, 1).toString('base64')}`)];
  let next = 0;
  const post = async () => {
    while (next < webhooks) {
      const n = next;
      next += 1;
      const body = bodies[n % bodies.length] ?? '';
      const headers = { 'content-type': 'application/json', ...signWebhook(`webhook-${n}`, body, keys, new Date()) };
      const answer = await pool.request({ path: '/', method: 'POST', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 204) throw new Error(`The receiver answered ${answer.statusCode}.`);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, post));
  const seconds = (performance.now() - began) / 1_000;
  await pool.close();
  return webhooks / seconds;
}

/** Of the size that ours are, with other values. */
const bodies = Array.from({ length: messages }, (_none, n) =>
  JSON.stringify({
    id: `03${String(n).padStart(24, '0')}`,
    type: 'message.delivered',
    source: 'service',
    created_at: new Date().toISOString(),
    simulated: false,
    workspace: { id: workspace, reference: 'shop' },
    data: {
      message: {
        id: `02${String(n).padStart(24, '0')}`,
        idempotency_key: `order-${n}`,
        recipient: `reader-${n}@example.com`,
      },
    },
  }),
);

interface Round {
  readonly ours: number;
  readonly yardstick: number;
}
const ratioOf = (round: Round) => round.ours / round.yardstick;

const measured: Round[] = [];
try {
  for (let round = 0; round < rounds; round += 1) {
    // Half of the yardstick before and half after, so that both meet the same machine.
    const before = await bare(bodies);
    const rate = await ours();
    const after = await bare(bodies);
    const yardstick = 2 / (1 / before + 1 / after);
    process.stdout.write(`round ${round}: ours ${Math.round(rate)}/s, bare undici ${Math.round(yardstick)}/s\n`);
    if (round > 0) measured.push({ ours: rate, yardstick });
  }
} finally {
  await service.stop();
  receiver.disconnect();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
const middle = measured.toSorted((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(measured.length / 2)];
if (!middle) throw new Error('Nothing was measured.');
process.stdout.write(
  `${JSON.stringify({
    name: 'webhooks',
    ours: Math.round(middle.ours),
    yardstick: Math.round(middle.yardstick),
    ratio: Number(ratioOf(middle).toFixed(3)),
    unit: 'webhooks/s',
  })}\n`,
);
