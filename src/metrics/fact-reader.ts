/**
 * What `/metrics` tells of the deployment, read from the database at most once in a while, whoever scrapes
 * (docs/rules.md#metrics). A scrape waits a moment for a reading that it began, and else tells what was read last. Each fact
 * is read by itself, so that one that fails takes no other along.
 */
import type { App } from '../context.ts';
import { asParty } from '../db/connections/party.ts';
import { listProcesses } from '../operations/list-processes.ts';
import { readDkimKeys } from '../operations/read-dkim-keys.ts';
import { readDomains, readErasures, readFigureChanges } from '../operations/read-duties.ts';
import { readEndpoints } from '../operations/read-endpoints.ts';
import { readOldestDue } from '../operations/read-oldest-due.ts';
import { readPartitions } from '../operations/read-partitions.ts';
import { readPictureRemovals } from '../operations/read-picture-removals.ts';
import { readRetentionLags } from '../operations/read-retention-lag.ts';
import { readSending } from '../operations/read-sending.ts';
import { readWebhooks } from '../operations/read-webhooks.ts';
import { readCertificateEnd } from './read-certificate.ts';

/** From the beginning of one reading to the next, at least; milliseconds. */
const readEvery = 10_000;
/** How long a scrape waits for a reading; milliseconds. */
const patience = 2_000;
/** Older facts are not told: a graph must not show the state of before an outage as that of now; milliseconds. */
const toldFor = 60_000;

const readers = {
  sending: readSending,
  oldestDue: readOldestDue,
  webhooks: readWebhooks,
  endpoints: readEndpoints,
  erasures: readErasures,
  domains: readDomains,
  figures: readFigureChanges,
  processes: listProcesses,
  dkimKeys: readDkimKeys,
  retention: readRetentionLags,
  partitions: readPartitions,
  pictureRemovals: readPictureRemovals,
  certificate: readCertificateEnd,
} as const;

type FactName = keyof typeof readers;
type FactOf<Name extends FactName> = Awaited<ReturnType<(typeof readers)[Name]>>;

/** A fact that could not be read lately is left out. */
export type Facts = { readonly [Name in FactName]?: FactOf<Name> };

export interface FactReader {
  read(): Promise<Facts>;
}

export function createFactReader(app: App): FactReader {
  const known = new Map<FactName, { readonly value: unknown; readonly at: number }>();
  let reading: Promise<void> | null = null;
  let beganAt = Number.NEGATIVE_INFINITY;

  async function readAll(): Promise<void> {
    for (const [name, read] of Object.entries(readers) as [FactName, (app: App) => Promise<unknown>][]) {
      try {
        known.set(name, { value: await read(app), at: performance.now() });
      } catch (error) {
        app.parts.meters.unreadFacts.add(name);
        app.log.debug({ err: error, fact: name }, 'a fact for /metrics could not be read');
      }
    }
  }

  return {
    async read() {
      const now = performance.now();
      if (reading === null && now - beganAt >= readEvery && app.db.isAnswering()) {
        beganAt = now;
        reading = asParty({ kind: 'work', name: 'metrics' }, readAll).finally(() => {
          reading = null;
        });
      }
      if (reading !== null) await Promise.race([reading, passed(patience)]);
      const fresh = [...known].filter(([, { at }]) => performance.now() - at <= toldFor);
      return Object.fromEntries(fresh.map(([name, { value }]) => [name, value])) as Facts;
    },
  };
}

function passed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
