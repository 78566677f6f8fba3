/**
 * The attempts that run in this process. A turn ends when its time is over, its attempts when they end: a tarpit holds
 * one slot of its workspace and no turn. Renews the leases of attempts that last (docs/rules.md#message-leases).
 */
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import type { Log } from '../log.ts';
import { type ClaimedMessage, leaseTime } from './claimed-message.ts';
import { fromSql, moves } from './message-states.ts';

/**
 * Interval between renewals of leases; milliseconds. One lease lasts three renewals. The end of an outage of the database
 * ends the interval too.
 */
const renewEvery = 3_000;
/** The same after a renewal that failed. */
const renewAgain = 250;
/** Age of an attempt from which its lease is renewed; milliseconds. Most attempts end before. */
const renewedFrom = 1_000;

const renewLeases = statement({
  rows: {
    i: rowsOf<ClaimedMessage>({
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      id: ['text', ({ id }) => id],
      attempt_number: ['int', ({ attemptNumber }) => attemptNumber],
    }),
  },
  values: { leaseUntil: 'timestamptz' },
  // A locked row is getting its outcome, and no longer needs its lease.
  text: ({ i, leaseUntil }) => `
    WITH ours AS (
      SELECT m.workspace_id, m.id
      FROM ${i}
      JOIN messages m ON m.workspace_id = i.workspace_id AND m.id = i.id AND m.attempt_number = i.attempt_number
      WHERE ${fromSql('m.state', moves.attempt)}
      FOR NO KEY UPDATE OF m SKIP LOCKED
    )
    UPDATE messages m SET lease_until = ${leaseUntil}
    FROM ours WHERE m.workspace_id = ours.workspace_id AND m.id = ours.id`,
});

export interface InFlight {
  /** The messages of the workspace whose attempts run. */
  of(workspaceId: string): readonly ClaimedMessage[];
  /** Ids of all messages whose attempts run in the process. */
  ids(): readonly string[];
  /** How many attempts run in the process. */
  size(): number;
  /**
   * Runs `claim` when no other claim of the workspace runs in this process, so that each claim counts the messages of
   * the one before.
   */
  alone<Result>(workspaceId: string, claim: () => Promise<Result>): Promise<Result>;
  /** Follows `attempt` until it ends. */
  follow(message: ClaimedMessage, attempt: Promise<void>): void;
  /** Resolves when one attempt of the workspace ends. */
  oneEnded(workspaceId: string): Promise<void>;
  /** Resolves when no attempt runs any more. */
  settled(): Promise<void>;
}

interface InFlightOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}

interface Running {
  readonly message: ClaimedMessage;
  readonly attempt: Promise<void>;
  /** By the clock of the process. */
  readonly since: number;
}

export function createInFlight({ db, clock, log }: InFlightOptions): InFlight {
  /** By workspace. An attempt that has lost its lease may run beside the next attempt at the same message. */
  const running = new Map<string, Set<Running>>();
  const claiming = new Map<string, Promise<unknown>>();
  let keeping = false;
  let size = 0;

  const all = () => [...running.values()].flatMap((attempts) => [...attempts]);

  async function renew(): Promise<void> {
    const now = performance.now();
    const messages = all().flatMap(({ message, since }) => (now - since < renewedFrom ? [] : [message]));
    if (messages.length === 0) return;
    const leaseUntil = new Date(clock.now().getTime() + leaseTime);
    await db.pool.query(renewLeases({ i: messages, leaseUntil }));
  }

  async function keepLeases(): Promise<void> {
    if (keeping) return;
    keeping = true;
    let pause = renewEvery;
    while (size > 0) {
      await db.pause(pause);
      pause = renewEvery;
      await renew().catch((error: unknown) => {
        pause = renewAgain;
        log.warn({ err: error }, 'lease renewal failed');
      });
    }
    keeping = false;
  }

  return {
    size: () => size,
    ids: () => all().map(({ message }) => message.id),
    of: (workspaceId) => [...(running.get(workspaceId) ?? [])].map(({ message }) => message),
    alone(workspaceId, claim) {
      const before = claiming.get(workspaceId) ?? Promise.resolve();
      const mine = before.then(claim);
      const settled: Promise<void> = mine
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => {
          if (claiming.get(workspaceId) === settled) claiming.delete(workspaceId);
        });
      claiming.set(workspaceId, settled);
      return mine;
    },
    follow(message, attempt) {
      const attempts = running.get(message.workspaceId) ?? new Set<Running>();
      running.set(message.workspaceId, attempts);
      const followed = attempt
        .catch((error: unknown) => log.error({ err: error, message: message.id }, 'message attempt threw'))
        .finally(() => {
          attempts.delete(mine);
          size -= 1;
          if (attempts.size === 0) running.delete(message.workspaceId);
        });
      const mine: Running = { message, attempt: followed, since: performance.now() };
      attempts.add(mine);
      size += 1;
      void keepLeases();
    },
    oneEnded: async (workspaceId) => {
      await Promise.race([...(running.get(workspaceId) ?? [])].map(({ attempt }) => attempt));
    },
    settled: async () => {
      await Promise.all(all().map(({ attempt }) => attempt));
    },
  };
}
