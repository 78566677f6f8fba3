/**
 * Whether the process can do its work, part by part, from what it knows already (docs/rules.md#probes): nothing is asked, so
 * that a monitor gets its answer whatever the database does.
 */
import type { App } from '../context.ts';

declare module '../context.ts' {
  interface Parts {
    readonly readiness: Readiness;
  }
}

/**
 * `database`: it answers, and takes writes. `migrations`: it has all that this version needs. `listener`: PostgreSQL's
 * notices come in where subscriptions need them. `queue`: due work is looked for, in a worker. `process`: no stop has begun.
 */
const readyParts = ['database', 'migrations', 'listener', 'queue', 'process'] as const;
type ReadyPart = (typeof readyParts)[number];

export type ReadyParts = Readonly<Record<ReadyPart, boolean>>;

export interface Readiness {
  parts(): ReadyParts;
  /** Takes the names of migrations that the database lacks, as of now. */
  noteMissing(migrations: readonly string[]): void;
}

/** A listener is opened again after a second; milliseconds. */
const deafMax = 5_000;
/** Looks follow each other every 400 milliseconds; milliseconds. */
const lookMax = 15_000;
/** The look whose rows are mail. */
const look = 'askForDueMessages';

export function createReadiness(app: App): Readiness {
  const madeAt = performance.now();
  let isMigrated = true;
  const isOlder = (since: number, milliseconds: number) => performance.now() - since > milliseconds;
  return {
    parts() {
      const { live, meters, stop } = app.parts;
      const deafSince = live.deafSince();
      // Before its first look a worker is starting.
      const lookedAt = meters.runs.get(look)?.monotonic ?? madeAt;
      return {
        database: app.db.isAnswering(),
        migrations: isMigrated,
        listener: deafSince === null || !isOlder(deafSince, deafMax),
        queue: !app.config.roles.has('worker') || !isOlder(lookedAt, lookMax),
        process: !stop.begun,
      };
    },
    noteMissing(migrations) {
      isMigrated = migrations.length === 0;
    },
  };
}

export function isReady(parts: ReadyParts): boolean {
  return Object.values(parts).every((isInOrder) => isInOrder);
}
