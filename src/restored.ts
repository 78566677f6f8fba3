/**
 * `npm run restored -- [--since <time>] [--send|--expire|--cancel] [--webhooks send|expire|cancel]`: what a restore of the
 * database brought back, and what shall come of it (docs/operating.md). It reads the variables of the service; without
 * DATABASE_URL it starts the embedded database of DATA_DIR.
 */
import { parseArgs } from 'node:util';
import { migrate } from '../prisma/migrate.ts';
import { createApp } from './create-app.ts';
import { createDatabaseClock } from './db/clock/database-clock.ts';
import { setClock } from './db/clock/set-clock.ts';
import { openDb } from './db/connections/pool.ts';
import { checkSecretKey } from './deployment/check-secret-key.ts';
import { type Decision, decisions } from './deployment/decide-held.ts';
import { type RestoreAsk, settleRestore } from './deployment/settle-restore.ts';
import { readConfig } from './ground/config/config.ts';
import { createLog } from './ground/log/log.ts';
import { createSecrets } from './ground/secrets.ts';
import { systemClock } from './ground/time/clock.ts';
import { readTimestamp } from './ground/time/timestamp.ts';
import { createDnsLookup } from './transport/dns-lookup.ts';
import { systemResolver } from './transport/post/check-address.ts';

const usage =
  'npm run restored -- [--since <time, such as 2026-11-27T09:00:00Z>] [--send | --expire | --cancel] ' +
  '[--webhooks send|expire|cancel]';
const connections = 4;

function readAsk(): RestoreAsk {
  const { values } = parseArgs({
    options: {
      since: { type: 'string' },
      send: { type: 'boolean' },
      expire: { type: 'boolean' },
      cancel: { type: 'boolean' },
      webhooks: { type: 'string' },
    },
  });
  const chosen = decisions.filter((decision) => values[decision]);
  const since = values.since === undefined ? null : readTimestamp(values.since);
  const webhooks = decisions.find((decision) => decision === values.webhooks) ?? null;
  const isWrong =
    chosen.length > 1 ||
    (values.since !== undefined && since === null) ||
    (values.webhooks !== undefined && webhooks === null);
  if (isWrong) throw new Error(usage);
  return { since, mail: chosen[0] ?? null, webhooks };
}

async function main(): Promise<void> {
  const ask = readAsk();
  const config = readConfig(process.env);
  const log = createLog('silent');
  if (config.databaseUrl !== null && config.secretKey !== null) return run(config.databaseUrl, config.secretKey);
  const { ensureSecrets } = await import('./local/generated-secrets.ts');
  const { secretKey } = await ensureSecrets(config);
  if (config.databaseUrl !== null) return run(config.databaseUrl, secretKey);
  const { startEmbeddedPostgres } = await import('./local/embedded-postgres.ts');
  const embedded = await startEmbeddedPostgres(config.dataDir, log);
  try {
    await run(embedded.url, secretKey);
  } finally {
    await embedded.stop();
  }

  async function run(databaseUrl: string, secretKey: string): Promise<void> {
    await migrate(config.databaseListenUrl ?? databaseUrl);
    const clock = createDatabaseClock(systemClock);
    const db = openDb({ url: databaseUrl, connections, onError: () => undefined, processName: 'restored' });
    try {
      const secrets = createSecrets(secretKey, config.secretKeyPrevious);
      await checkSecretKey(db, secrets, config);
      await setClock(db, clock);
      const app = createApp({
        config,
        publicUrl: config.publicUrl ?? '',
        db,
        clock,
        log,
        secrets,
        // Running processes find what becomes due by themselves.
        wake: { ask: async () => undefined, queues: async () => [] },
        resolver: systemResolver(config.dnsServers),
        dns: createDnsLookup(config.dnsServers),
        transport: { name: config.transport, laneOf: null, outage: null, deliver: sends, close: async () => undefined },
        guardedPost: { post: sends, close: async () => undefined },
      });
      const settled = await settleRestore(app, ask);
      await app.parts.live.close();
      tell(settled);
    } finally {
      await db.close();
    }
  }

  function tell({ held, scheduled, mail, webhooks }: Awaited<ReturnType<typeof settleRestore>>): void {
    const line = (text: string) => process.stdout.write(`${text}\n`);
    line(`Held mail: ${held.queued} that waited, ${held.sending} of which an attempt was under way.`);
    line(`Held webhooks: ${held.webhooks}.`);
    if (scheduled > 0) line(`Scheduled mail that leaves at its time, as the backup has it: ${scheduled}.`);
    if (ask.mail !== null) line(`Mail ${done[ask.mail]}: ${mail}.`);
    if (ask.webhooks !== null) line(`Webhooks ${done[ask.webhooks]}: ${webhooks}.`);
    const open = [
      ...(ask.mail === null && held.queued + held.sending > 0 ? ['mail with --send, --expire or --cancel'] : []),
      ...(ask.webhooks === null && held.webhooks > 0 ? ['webhooks with --webhooks send, expire or cancel'] : []),
    ];
    if (open.length > 0) line(`It waits until you decide: ${open.join('; ')}.`);
  }
}

const done: Readonly<Record<Decision, string>> = { send: 'to be sent', expire: 'expired', cancel: 'cancelled' };

function sends(): never {
  throw new Error('The command of a restore tried to send');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
