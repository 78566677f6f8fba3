import type { App } from '../context.ts';
import { day, hour, minute } from '../ground/time/durations.ts';
import { deploymentCountMax } from './capped-count.ts';
import { type ConcernName, concerns } from './concern-words.ts';
import { listProcesses } from './list-processes.ts';
import { readErasures, readFigureChanges } from './read-duties.ts';
import { readEndpoints } from './read-endpoints.ts';
import { readOldestDue } from './read-oldest-due.ts';
import { readPartitions } from './read-partitions.ts';
import { readPictureRemovals } from './read-picture-removals.ts';
import { readRetentionLags } from './read-retention-lag.ts';
import { readSending } from './read-sending.ts';

export interface Concern {
  readonly alert: ConcernName;
  readonly summary: string;
  readonly doNext: string;
  /** Null: nobody knows. */
  readonly since: Date | null;
}

/** As the alerts have them; milliseconds. */
const mailLateAfter = 5 * minute;
const webhooksLateAfter = 10 * minute;
const erasuresLateAfter = hour;
const retentionLateAfter = day;
const partitionsAheadMin = day;
/** Share of the endpoints whose breaker is open. */
const openShareMax = 0.2;

/** What was found: since when, or null where nobody knows; undefined: all is in order. */
type Finding = Date | null | undefined;
type Check = (app: App, now: Date) => Promise<readonly (readonly [ConcernName, Finding])[]>;

const checks: readonly Check[] = [
  async ({ parts }) => [['TidingsWorkHeld', parts.restoreWatch.holds() ? null : undefined]],
  async (app) => {
    const processes = await listProcesses(app);
    return [
      ['TidingsNoWorker', processes.some(({ roles }) => roles.includes('worker')) ? undefined : null],
      ['TidingsClockOff', processes.some(({ clockOffsetSeconds }) => clockOffsetSeconds !== 0) ? null : undefined],
    ];
  },
  async (app, now) => {
    const { mail, webhooks } = await readOldestDue(app);
    return [
      ['TidingsMailLate', olderThan(mailLateAfter, mail, now)],
      ['TidingsWebhooksLate', olderThan(webhooksLateAfter, webhooks, now)],
    ];
  },
  async (app) => [['TidingsLostLeases', (await readSending(app)).lostLeases.count > 0 ? null : undefined]],
  async (app, now) => [
    ['TidingsErasuresOverdue', olderThan(erasuresLateAfter, (await readErasures(app)).oldestRequestedAt, now)],
  ],
  async (app, now) => {
    const short = (await readPartitions(app)).some(
      ({ madeUntil }) => madeUntil !== null && madeUntil.getTime() < now.getTime() + partitionsAheadMin,
    );
    return [['TidingsPartitionsShort', short ? null : undefined]];
  },
  async (app) => {
    const { live, open } = await readEndpoints(app);
    return [['TidingsBreakersOpen', open > openShareMax * live ? null : undefined]];
  },
  async (app, now) => {
    const lag = 1_000 * Math.max(...Object.values(await readRetentionLags(app)));
    return [['TidingsRetentionBehind', lag > retentionLateAfter ? new Date(now.getTime() - lag) : undefined]];
  },
  async (app) => [['TidingsPictureRemovalsOverdue', (await readPictureRemovals(app)).oldestDueAt ?? undefined]],
  async (app) => [
    ['TidingsFiguresBehind', (await readFigureChanges(app)).count >= deploymentCountMax ? null : undefined],
  ],
];

function olderThan(milliseconds: number, at: Date | null, now: Date): Finding {
  return at !== null && now.getTime() - at.getTime() > milliseconds ? at : undefined;
}

/**
 * For the operator: what needs a person now, the most urgent first (docs/rules.md#concerns). A check that fails is a concern
 * of its own, and takes no other along.
 */
export async function listConcerns(app: App): Promise<readonly Concern[]> {
  const now = app.clock.now();
  const found = new Map<ConcernName, Finding>();
  for (const check of checks) {
    try {
      for (const [alert, finding] of await check(app, now)) found.set(alert, finding);
    } catch (error) {
      app.log.warn({ err: error }, 'a concern of the operator could not be looked at');
      found.set('TidingsBlind', null);
    }
  }
  const names = Object.keys(concerns) as ConcernName[];
  return names.flatMap((alert) => {
    const since = found.get(alert);
    return since === undefined ? [] : [{ alert, ...concerns[alert], since }];
  });
}
