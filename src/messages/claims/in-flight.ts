/**
 * The attempts that run in this process. A turn ends when its time is over, its attempts when they end: a tarpit holds
 * one slot of its workspace and no turn. Renews the leases of attempts that last (docs/rules.md#message-leases), and
 * knows which attempts may still go on (docs/rules.md#confirmed-leases).
 */

import type { Party } from '../../db/connections/connection-room.ts';
import { asParty } from '../../db/connections/party.ts';
import type { Db } from '../../db/connections/pool.ts';
import { createGroupCommit } from '../../db/writes/group-commit.ts';
import type { Log } from '../../ground/log/log.ts';
import type { Clock } from '../../ground/time/clock.ts';
import type { SendingStep } from '../../transport/transport.ts';
import { confirmedFor } from '../states/confirmed-for.ts';
import type { ClaimedMessage } from './claimed-message.ts';
import { type ConfirmedLeases, confirmLeases } from './confirm-leases.ts';
import { leaseTime } from './message-lease.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly inFlight: InFlight;
  }
}

/** Interval between confirmations; milliseconds. The end of an outage of the database ends the interval too. */
const confirmEvery = 1_000;
/** The same after one that failed. */
const confirmAgain = 250;
/** Age of a confirmation from which it is renewed; milliseconds. Most attempts end before. */
const confirmedFrom = 1_000;
/** Attempts that one statement confirms, at most. */
const batchSize = 200;
/** Leases of all platforms: behind the other work of one platform they could run out. */
const party: Party = { kind: 'work', name: 'leases' };

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
  /**
   * Follows `attempt` until it ends. `since`: a monotonic time before the statement that claimed the message, as the
   * first confirmation.
   */
  follow(message: ClaimedMessage, attempt: Promise<void>, since: number): void;
  /**
   * Whether the attempt may still take its next step: its message was this process's, and nothing forbade it, a short
   * time ago. Asks the database when the last confirmation is older, as after a sleep of the process; then false where
   * the database does not answer.
   */
  mayGoOn(message: ClaimedMessage, step: SendingStep): boolean | Promise<boolean>;
  /** From now on no attempt begins: those that have not come to `MAIL` are put back, and none is taken in hand. */
  close(): void;
  isClosed(): boolean;
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

/** When a confirmation was asked for, by both clocks: the monotonic one may stand still while the machine sleeps. */
interface Moment {
  readonly monotonic: number;
  readonly date: number;
}

interface Running {
  readonly message: ClaimedMessage;
  readonly attempt: Promise<void>;
  confirmed: Moment;
}

export function createInFlight({ db, clock, log }: InFlightOptions): InFlight {
  /** By workspace. An attempt that has lost its lease may run beside the next attempt at the same message. */
  const running = new Map<string, Set<Running>>();
  const claiming = new Map<string, Promise<unknown>>();
  let keeping = false;
  let closed = false;
  let size = 0;

  const all = () => [...running.values()].flatMap((attempts) => [...attempts]);
  const moment = (): Moment => ({ monotonic: clock.monotonic(), date: (clock.wall?.() ?? clock.now()).getTime() });
  const age = ({ confirmed }: Running, now: Moment) =>
    Math.max(now.monotonic - confirmed.monotonic, Math.abs(now.date - confirmed.date));
  const runningOf = ({ workspaceId, id, attemptNumber }: ClaimedMessage) =>
    [...(running.get(workspaceId) ?? [])].find(
      ({ message }) => message.id === id && message.attemptNumber === attemptNumber,
    );

  async function confirm(messages: readonly ClaimedMessage[]): Promise<ConfirmedLeases> {
    const asked = moment();
    const confirmed = await confirmLeases(db, messages, new Date(clock.now().getTime() + leaseTime));
    for (const message of messages.filter(({ id }) => confirmed.ids.has(id))) {
      const mine = runningOf(message);
      if (mine) mine.confirmed = asked;
    }
    return confirmed;
  }

  /** What the attempts ask for at one time is one statement. */
  const asks = createGroupCommit<ClaimedMessage, boolean>({
    size: batchSize,
    inFlight: 2,
    waitMs: 0,
    party,
    write: async (messages) => {
      const { ids, unknown } = await confirm(messages);
      return messages.map(({ id }) => (unknown.has(id) ? { refusal: unknown.get(id) } : { answer: ids.has(id) }));
    },
  });

  async function confirmOld(): Promise<void> {
    const now = moment();
    const old = all().filter((mine) => age(mine, now) >= confirmedFrom);
    const faults: unknown[] = [];
    for (let at = 0; at < old.length; at += batchSize) {
      const { unknown } = await confirm(old.slice(at, at + batchSize).map(({ message }) => message));
      faults.push(...unknown.values());
    }
    if (faults.length > 0) throw faults[0];
  }

  async function keepLeases(): Promise<void> {
    if (keeping) return;
    keeping = true;
    let pause = confirmEvery;
    while (size > 0) {
      await db.pause(pause);
      pause = confirmEvery;
      await asParty(party, confirmOld).catch((error: unknown) => {
        pause = confirmAgain;
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
    follow(message, attempt, since) {
      const attempts = running.get(message.workspaceId) ?? new Set<Running>();
      running.set(message.workspaceId, attempts);
      const followed = attempt
        .catch((error: unknown) => log.error({ err: error, message: message.id }, 'message attempt threw'))
        .finally(() => {
          attempts.delete(mine);
          size -= 1;
          if (attempts.size === 0) running.delete(message.workspaceId);
        });
      const now = moment();
      const confirmed = { monotonic: since, date: now.date - (now.monotonic - since) };
      const mine: Running = { message, attempt: followed, confirmed };
      attempts.add(mine);
      size += 1;
      void keepLeases();
    },
    close() {
      closed = true;
    },
    isClosed: () => closed,
    mayGoOn(message, step) {
      if (closed && step === 'begin') return false;
      const mine = runningOf(message);
      if (mine && age(mine, moment()) <= confirmedFor) return true;
      return asks.add(message).catch((error: unknown) => {
        log.warn({ err: error, message: message.id }, 'a lease could not be confirmed');
        return false;
      });
    },
    oneEnded: async (workspaceId) => {
      await Promise.race([...(running.get(workspaceId) ?? [])].map(({ attempt }) => attempt));
    },
    settled: async () => {
      await Promise.all(all().map(({ attempt }) => attempt));
    },
  };
}
