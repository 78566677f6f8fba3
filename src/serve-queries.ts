/**
 * The thread that executes dear queries (src/http/graphql/thread/query-thread.ts): a database of its own, the schema with its
 * twin for REST, and nothing that sends. The bundle has this file beside the one of the process.
 */
import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { showRead as showRest } from '../rest/page.ts';
import { restSchema, schema } from '../schema/index.ts';
import { createApp } from './create-app.ts';
import { createDatabaseClock } from './db/clock/database-clock.ts';
import { createOutages } from './db/connections/outages.ts';
import { openDb } from './db/connections/pool.ts';
import type { Config } from './ground/config/config.ts';
import { createLog } from './ground/log/log.ts';
import { createSecrets, type KeptKeys } from './ground/secrets.ts';
import { systemClock } from './ground/time/clock.ts';
import { loadForQueries } from './http/graphql/load-for-queries.ts';
import { createQueryRunner } from './http/graphql/thread/run-query.ts';
import type { FromThread, QueueStates, ToThread } from './http/graphql/thread/thread-messages.ts';
import { createDnsLookup } from './transport/dns-lookup.ts';
import { systemResolver } from './transport/post/check-address.ts';

/** What the process gives its thread. */
export interface QueryThreadData {
  readonly config: Config;
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly secretKey: string;
  /** By which hashes find rows. The thread signs and seals nothing that lasts, so a later change is no matter. */
  readonly keptKeys: KeptKeys | null;
  readonly processName: string;
}

/**
 * Connections of the thread's pool; src/processes/connections.ts counts them. Of three a platform holds one at a time
 * (docs/rules.md#connection-shares), so that its dear queries keep one core of PostgreSQL busy and not all.
 */
const connections = 3;
/** Levels of priority below the process; with each the thread gets a fifth less of a processor that both want. */
const levelsBelow = 10;
/** Bytes that the caches of templates may hold: the trial of a template compiles it. */
const templateCacheBytes = 8 * 1_024 * 1_024;

export function serveQueries(port: NonNullable<typeof parentPort>, given: QueryThreadData): void {
  const { publicUrl, databaseUrl, secretKey, keptKeys, processName } = given;
  const secrets = createSecrets(secretKey, given.config.secretKeyPrevious);
  if (keptKeys !== null) secrets.adopt(keptKeys);
  const config: Config = { ...given.config, templateCacheBytes };
  const tell = (message: FromThread, moved: readonly ArrayBuffer[] = []) => port.postMessage(message, moved);
  const outages = createOutages({
    log: createLog(config.logLevel, { write: (line) => tell({ kind: 'log', line }) }),
    isAnswering: () => db.isAnswering(),
    tellsBeginning: false,
  });
  const { log } = outages;
  const clock = createDatabaseClock(systemClock);
  const db = openDb({
    url: databaseUrl,
    listenUrl: config.databaseListenUrl ?? databaseUrl,
    connections,
    onError: (error) => log.warn({ err: error }, 'idle database connection of the query thread lost'),
    processName,
    onClock: clock.note,
    watch: outages.watch,
  });
  const asked = new Map<number, (states: QueueStates | null) => void>();
  let count = 0;
  const readQueues = async (): Promise<QueueStates> => {
    count += 1;
    const id = count;
    const states = await new Promise<QueueStates | null>((resolve) => {
      asked.set(id, resolve);
      tell({ kind: 'queues', id });
    });
    if (states === null) throw new Error('The process could not read the state of the queues');
    return states;
  };
  const app = createApp({
    config,
    publicUrl,
    db,
    clock,
    log,
    secrets,
    wake: { ask: onlyReads, queues: readQueues },
    resolver: systemResolver(config.dnsServers),
    dns: createDnsLookup(config.dnsServers),
    transport: { name: config.transport, laneOf: null, outage: null, deliver: onlyReads, close: async () => undefined },
    guardedPost: { post: onlyReads, close: async () => undefined },
  });
  const run = createQueryRunner(app, { schema, restSchema, showRest });
  port.on('message', async (message: ToThread) => {
    switch (message.kind) {
      case 'query': {
        const answer = await run(message.asked);
        tell({ kind: 'answer', id: message.id, answer }, 'bytes' in answer ? [answer.bytes.buffer] : []);
        return;
      }
      case 'queues':
        asked.get(message.id)?.(message.states);
        asked.delete(message.id);
        return;
      case 'end':
        await app.parts.live.close();
        await db.close();
        outages.stop();
        port.close();
    }
  });
  tell({ kind: 'ready' });
  // Beside the first query, where one waits already. What makes a thread ready is bounded, so somebody may wait for it.
  void loadForQueries(schema, db)
    .catch((error: unknown) => log.warn({ err: error }, 'queries were not prepared'))
    .finally(yieldToOthers);
}

/** A query changes nothing and sends nothing; a verb that would is no read. */
function onlyReads(): never {
  throw new Error('A query tried to send or to ask for work');
}

/**
 * The process and its database come first where processors are scarce: what others wait for is short. On Linux a thread
 * has a priority of its own, and /proc names it; elsewhere it would be that of the whole process.
 */
function yieldToOthers(): void {
  try {
    const id = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(id, Math.min(getPriority(id) + levelsBelow, constants.priority.PRIORITY_LOW));
  } catch {
    // No Linux, or no /proc.
  }
}

if (parentPort) {
  serveQueries(parentPort, workerData as QueryThreadData);
}
