/**
 * The webhooks of one process on a database of its own: real rows, real TLS to real receivers, and a clock that the
 * test moves. The process runs the turns; the test asks for the first, so nothing here waits for time to pass.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, Ctx } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { openDb } from '../../src/db/connections/pool.ts';
import { readConfig } from '../../src/ground/config/config.ts';
import { createLog } from '../../src/ground/log/log.ts';
import { createSecrets } from '../../src/ground/secrets.ts';
import { ensureWebhookCertificate } from '../../src/local/certificate-authority.ts';
import { createPlatform } from '../../src/platforms/create-platform.ts';
import type { Resolver } from '../../src/transport/post/check-address.ts';
import { createGuardedPost } from '../../src/transport/post/guarded-post.ts';
import type { TurnKey } from '../../src/turns/jobs.ts';
import { askForDueWebhooks } from '../../src/webhooks/delivery/ask-for-due-webhooks.ts';
import { sweepWebhooks } from '../../src/webhooks/delivery/sweep-webhooks.ts';
import { createEndpoint } from '../../src/webhooks/endpoints/create-endpoint.ts';
import { findWebhook } from '../../src/webhooks/find-webhook.ts';
import { readAttempts } from '../../src/webhooks/read-attempts.ts';
import { recordWebhooks, type WebhookCause } from '../../src/webhooks/record-webhooks.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { startWebhookSink, type WebhookSink } from '../support/webhook-sink.ts';

export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => count * 3_600_000;

/** Of a poll: until something that must happen has happened, however busy the machine is. */
export const patience = { timeout: 20_000 };

/** Of one attempt: no receiver that answers is ever too slow, however busy the machine is; milliseconds. */
export const longTimeoutMs = 25_000;

export interface Ground {
  readonly app: App;
  readonly databaseUrl: string;
  /** Has the certificates. */
  readonly dataDir: string;
  readonly clock: TestClock;
  readonly certificate: { readonly certFile: string; readonly keyFile: string };
  platform(): Promise<Ctx>;
  sink(): Promise<WebhookSink>;
  /** Registers `url` for every type that tests here cause; gives the endpoint's id. */
  endpoint(ctx: Ctx, url: string): Promise<string>;
  /** Something happens that all endpoints of the platform hear of, `count` times. Asks for their turns. */
  cause(ctx: Ctx, count?: number, change?: Partial<WebhookCause>): Promise<readonly string[]>;
  /** A sweep, then turns until none is asked for any more and no attempt is under way. */
  run(): Promise<void>;
  /** Asks for a turn of each endpoint, without a look at what is due; resolves when no turn runs. */
  turn(...endpoints: readonly (readonly [ctx: Ctx, endpoint: string])[]): Promise<void>;
  /** Resolves when no turn runs and no attempt is under way. */
  settled(): Promise<void>;
  webhook(ctx: Ctx, id: string): ReturnType<typeof findWebhook>;
  attempts(ctx: Ctx, id: string): Promise<readonly Attempt[]>;
  close(): Promise<void>;
}

export interface Attempt {
  readonly at: Date;
  readonly status: number | null;
  readonly error: string | null;
}

const noWay = new Proxy({} as never, {
  get: (_target, name) => {
    throw new Error(`A test of webhooks used another way out: ${String(name)}`);
  },
});

const publicAddress: Resolver = { resolve: async () => ['93.184.216.34'] };

interface GroundOptions {
  /** Of one attempt, in milliseconds. */
  readonly timeoutMs?: number;
  readonly resolver?: Resolver;
}

export async function openGround({
  timeoutMs = longTimeoutMs,
  resolver = publicAddress,
}: GroundOptions = {}): Promise<Ground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidings-webhooks-'));
  const database = await createTestDatabase();
  const certificate = await ensureWebhookCertificate(dataDir, ['hooks.test']);
  const clock = createTestClock();
  const asks: TurnKey[] = [];
  const sinks: WebhookSink[] = [];
  const config = readConfig({ DATA_DIR: dataDir });
  const app: App = createApp({
    config,
    publicUrl: 'http://tidings.test',
    db: openDb({ url: database.url, connections: 8, onError: () => undefined }),
    clock,
    log: createLog(process.env.TEST_LOG ?? 'silent'),
    secrets: createSecrets('a key of thirty-two characters at least'),
    wake: {
      ask: async (queue, keys) => void (queue === 'webhooks' && asks.push(...keys)),
      queues: async () => [],
    },
    resolver,
    dns: noWay,
    transport: noWay,
    guardedPost: createGuardedPost({
      resolver,
      devHosts: config.webhookDevHosts,
      devCa: await readFile(certificate.caFile, 'utf8'),
      timeoutMs,
    }),
  });

  const { turns, deliveries } = app.parts;
  turns.webhooks.open();

  const settled = async () => {
    // An attempt that ends may ask for a turn, and a turn begins attempts.
    do {
      await turns.webhooks.idle();
      await deliveries.settled();
    } while (turns.webhooks.busy());
  };

  return {
    app,
    databaseUrl: database.url,
    dataDir,
    clock,
    certificate,
    async platform() {
      const { id, apiKey } = await createPlatform(app, { name: 'Acme' });
      return { app, platformId: id, apiKeyId: apiKey.id, workspaceId: null };
    },
    async sink() {
      const sink = await startWebhookSink(certificate);
      sinks.push(sink);
      return sink;
    },
    async endpoint(ctx, url) {
      const types = ['contact.suppressed', 'sending_domain.changed', 'message.delivered'];
      return (await createEndpoint(ctx, { url, types })).id;
    },
    async cause(ctx, count = 1, change = {}) {
      const before = await newest(ctx);
      const causes = Array.from({ length: count }, () => ({
        platformId: ctx.platformId,
        type: 'sending_domain.changed' as const,
        source: 'service' as const,
        simulated: false,
        workspaceId: null,
        details: { sendable: true },
        at: clock.now(),
        ...change,
      }));
      asks.push(...(await app.db.transaction((client) => recordWebhooks(app, client, causes))));
      const { rows } = await app.db.pool.query<{ id: string }>(
        'SELECT id FROM webhooks WHERE platform_id = $1 AND id > $2 ORDER BY id',
        [ctx.platformId, before],
      );
      return rows.map(({ id }) => id);
    },
    async run() {
      await sweepWebhooks(app);
      await askForDueWebhooks(app);
      do {
        for (const key of asks.splice(0)) turns.webhooks.ask(key);
        await settled();
      } while (asks.length > 0);
    },
    async turn(...endpoints) {
      for (const [{ platformId }, id] of endpoints) turns.webhooks.ask({ platformId, id });
      await turns.webhooks.idle();
    },
    settled,
    webhook: findWebhook,
    async attempts(ctx, id) {
      const attempts = readAttempts(await findWebhook(ctx, id));
      return attempts.map(({ at, status, error }) => ({ at, status, error }));
    },
    async close() {
      await turns.webhooks.close();
      await app.guardedPost.close();
      await Promise.all(sinks.map((sink) => sink.stop()));
      await app.db.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function newest({ app, platformId }: Ctx): Promise<string> {
  const { rows } = await app.db.pool.query<{ id: string | null }>(
    'SELECT max(id) AS id FROM webhooks WHERE platform_id = $1',
    [platformId],
  );
  return rows[0]?.id ?? '';
}
